import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { pdf } from '../operations/rows/file.mts';
import { casesOf } from '../operations/row.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { hintsOf, autoMap, createOf, errorOf, ON_ERROR, runOn } from '../support/runs.mts';
import { createBodies, serviceWith } from '../support/service.mts';
import {
	changesSent,
	columnsOfForm,
	complaints,
	outcomes,
	PAGE,
	sheetOn,
} from '../support/sheet.mts';
import { atLeastOne } from '../../lists.mts';

/** C5, C15: what holds for the cells of c15-cells wherever a value comes from, and which links they name. */

async function run(items: IDataObject[], parameters: INodeParameters) {
	const service = await seededService();
	const onError = ON_ERROR.Continue;
	const result = await runOn(service, parameters, items, { onError });
	return { service, result };
}

describe('what programs write for nothing', () => {
	// https://pandas.pydata.org/docs/reference/api/pandas.read_csv.html and
	// https://dev.mysql.com/doc/refman/8.4/en/load-data.html
	const NOTHING = ['NULL', 'null', 'NaN', 'nan', 'undefined', 'None', '<NA>', '\\N'];

	it('is empty in every column', async () => {
		const columns = columnsOfForm();
		const rows = NOTHING.map((nothing, index) => ({
			'Long URL': `${PAGE}/${index}`,
			...Object.fromEntries(columns.map((column) => [column, ` ${nothing} `])),
		}));
		const { service, result } = await run(rows, autoMap());

		expect(complaints(result)).toEqual([]);
		const pages = rows.map((row) => ({ url: row['Long URL'] }));
		expect(new Set(createBodies(service))).toEqual(new Set(pages));
	});

	it('is a word in a form', async () => {
		const form = createOf(PAGE, { custom: 'NULL', additionalFields: { password: 'None' } });
		const { service } = await run([{}], form);

		expect(createBodies(service)).toEqual([{ url: PAGE, custom: 'NULL', password: 'None' }]);
	});
});

it.each<[dateOrder: string, read: Array<string | undefined>]>([
	['', ['2040-12-24', '2040-12-24', '2040-05-05', undefined, undefined]],
	['dayFirst', ['2040-12-24', undefined, '2040-05-05', '2040-06-05', '2040-06-05']],
	['monthFirst', [undefined, '2040-12-24', '2040-05-05', '2040-05-06', '2040-05-06']],
])('dates with the year last are in the order of the option alone: %j', async (dateOrder, read) => {
	const dates = ['24/12/2040', '12-24-2040', '05/05/2040', '05/06/2040', '05-06-2040'];
	const dragged = { additionalFields: { expiry: '={{ $json.When }}' } };
	const manual = { url: PAGE, custom: '={{ $json.custom }}', dataToSend: 'defineBelow' };
	const forms: Array<[column: string, form: INodeParameters]> = [
		['Expires', {}],
		['When', dragged],
		['When', { ...manual, ...dragged }],
	];
	for (const [column, form] of atLeastOne(forms)) {
		const service = await serviceWith();
		const rows = dates.map((date, at) => ({ url: PAGE, custom: `row-${at}`, [column]: date }));
		const run = await sheetOn(service, { ...form, options: { dateOrder } }).run(rows);

		expect(outcomes(run)).toEqual(read.map((day) => (day === undefined ? 'failed' : 'created')));
		const days = service.links().map(({ alias, expiry }) => [alias, expiry?.slice(0, 10)]);
		const kept = Object.fromEntries(days) as Record<string, string>;
		expect(dates.map((_, at) => kept[`row-${at}`])).toEqual(read);
		for (const complaint of atLeastOne(complaints(run)))
			expect(complaint).toContain('Options → Date Order');
	}
});

it('an alias that is the short URL of a link names this link', async () => {
	const service = await seededService();
	const branded = { url: `${PAGE}/moved`, custom: 'https://go.example.com/branded' };
	const run = await sheetOn(service).run([
		branded,
		{ ...branded, url: `${PAGE}/home`, custom: `${service.url}/summer` },
	]);

	expect(run.items).toMatchObject([
		{ action: 'updated', id: 103 },
		{ action: 'updated', id: 102 },
	]);
	expect(service.links()).toHaveLength(3);
});

it('redirect types are looked up first', async () => {
	const service = await seededService();
	service.seed('splash', [{ id: 301, name: 'Three' }]);
	await sheetOn(service, { operation: 'create' }).run([{ url: PAGE, 'Redirect Type': '301' }]);

	expect(createBodies(service)).toEqual([{ url: PAGE, type: '301' }]);
});

it('a cell that cannot be meant is refused where it comes from the form, without the way to ignore a column', async () => {
	const service = await seededService();
	const run = await runOn(
		service,
		{
			resource: 'link',
			operation: 'create',
			url: PAGE,
			custom: '={{ $json.alias }}',
			additionalFields: { password: 'yes' },
		},
		[{ alias: 'winter' }, { alias: '#N/A' }],
		{ onError: 'continueRegularOutput' },
	);

	expect(complaints(run)).toEqual([
		'Custom Alias has the formula error "#N/A" Correct the formula, or enter a value such as summer-sale.',
	]);
	expect(createBodies(service)).toEqual([{ url: PAGE, custom: 'winter', password: 'yes' }]);
});

const VALUE = '={{ $json.value }}';

// That every field refuses what cannot be meant is below; what that is has tables in unit/shared/values/text.
describe('fields of other operations', () => {
	it.each<[name: string, fields: INodeParameters, value: string, why: RegExp]>([
		[
			'campaign',
			{ name: 'A', additionalFields: { slug: VALUE } },
			'1.23457E+11',
			/^Rotator Slug .* not an alias/,
		],
		[
			'pixel',
			{ name: 'A', type: 'facebook', value: VALUE },
			'1.23457E+15',
			/^Pixel or Tag ID .* not an ID/,
		],
	])('the new %s with %j refuses the number %s', async (resource, fields, value, why) => {
		const service = await seededService();
		const use = { resource, operation: 'create' };
		const result = await runOperation(service, use, fields, { items: [{ value }] });

		expect(errorOf(result).message).toMatch(why);
		expect(changesSent(service)).toEqual([]);
	});

	it('a file whose own name has half of an emoji is refused', async () => {
		const service = await seededService();
		const file = { ...pdf, fileName: 'Sale \uD83D.pdf' };
		const use = { resource: 'file', operation: 'upload', binary: { data: file } };
		const result = await runOperation(service, use, {});

		expect(errorOf(result).message).toMatch(/^File Name .* has garbled letters/);
		expect(changesSent(service)).toEqual([]);
	});

	it('a note with garbled letters is sent and told', async () => {
		const service = await seededService();
		const parameters = { name: 'Mail 2', additionalFields: { description: 'Caf\uFFFD' } };
		const use = { resource: 'channel', operation: 'create' };
		const result = await runOperation(service, use, parameters);

		expect(hintsOf(result)).toMatch(/^Description has garbled letters, which are sent/);
		expect(service.requests.at(-1)?.body).toMatchObject({ description: 'Caf\uFFFD' });
	});
});

/** A domain beside a short URL, which has its own. */
const UNREAD_THERE = ['link.upsert: additionalFields.domain.value'];

/** Not read by these: dates where there is none, and fields of another type of QR code, which the editor hides. */
const UNREAD = ['dateOrder', 'subject', 'phone'];

/** The values in parameters that somebody enters as a text, each with the parameters that have another one. */
function textsIn(value: unknown, path: string[] = []): string[][] {
	if (typeof value === 'string') {
		const isShown = !['mode', '__rl', 'dataToSend'].includes(path.at(-1) ?? '');
		return isShown && !value.startsWith('=') && value.trim() !== '' ? [path] : [];
	}
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, one]) => textsIn(one, [...path, key]));
}

function withTextAt(value: unknown, [key = '', ...rest]: string[], text: string): unknown {
	const copy = (
		Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
	) as Record<string, unknown>;
	copy[key] = rest.length === 0 ? text : withTextAt(copy[key], rest, text);
	return copy;
}

it('every field of every operation refuses an expression that was not evaluated', async () => {
	const written: string[] = [];
	let service = await seededService();
	for (const row of operationRows) {
		for (const [, { parameters, items }] of casesOf(row)) {
			for (const path of textsIn(parameters)) {
				const changed = withTextAt(parameters, path, '={{ "{" + "{ $json.slug }" + "}" }}');
				const result = await runOperation(service, row, changed as INodeParameters, {
					...(items && { items }),
				});
				// A dry run does not stop.
				const isTold = result.error !== undefined || complaints(result).length > 0;
				const isSent = changesSent(service).length > 0;
				if (isSent) service = await seededService();
				if ((isSent || !isTold) && !UNREAD.includes(path.at(-1) ?? ''))
					written.push(`${nameOf(row)}: ${path.join('.')}`);
			}
		}
	}

	expect(written).toEqual(UNREAD_THERE);
});
