import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runAsTool, runNode } from '../harness/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { anyText, textLike } from '../support/matchers.mts';
import mustPass from '../support/mustPass.json' with { type: 'json' };
import { autoMap, createOf, ON_ERROR } from '../support/runs.mts';
import { createBodies, credentialsOf } from '../support/service.mts';
import { complaints, numbered, PAGE, sheetOn } from '../support/sheet.mts';
import type { Service } from '../../service/index.mts';

/** Cells of real sheets that stay as they are: none of them is refused, and none is changed. */

type FieldName = 'url' | 'custom' | 'utm_content' | 'metatitle' | 'description' | 'password';

const FIELDS: FieldName[] = [
	'url',
	'custom',
	'utm_content',
	'metatitle',
	'description',
	'password',
];

/** An address without a scheme gets one; nothing else of a cell is changed. */
const WITHOUT_SCHEME = new Set(['links.zip/x', 'my.mov/x', 'docs.md', 'run.sh/install']);

/** What is sent for a cell; its place among the parameters of the long URL is no change. */
function sentOf(body: unknown, field: FieldName): unknown {
	const sent = body as IDataObject;
	if (field !== 'utm_content') return sent[field];
	return new URL(sent.url as string).searchParams.get(field);
}

function expectedOf(field: FieldName, cell: string): string {
	return field === 'url' && WITHOUT_SCHEME.has(cell) ? `https://${cell}` : cell;
}

/** As a tool, Create would return the link to the same page. */
const ANOTHER = { ifLinkExists: 'createAnother' };

/** The parameters of a form with one expression in the place of a field. */
function formWith(field: FieldName, value: string): INodeParameters {
	if (field === 'url') return createOf(value);
	if (field === 'custom') return createOf(PAGE, { custom: value });
	if (field === 'utm_content') return createOf(PAGE, { utm: { values: { utm_content: value } } });
	return createOf(PAGE, { options: ANOTHER, additionalFields: { [field]: value } });
}

async function runRows(service: Service, parameters: INodeParameters, items: IDataObject[]) {
	const credentials = credentialsOf(service);
	return await runNode({ credentials, parameters, items, onError: ON_ERROR.Continue });
}

/** A row for each cell, whose order the bodies have. */
const rowsOf = (field: FieldName, cells: string[]): IDataObject[] =>
	cells.map((cell) => (field === 'url' ? { url: cell } : { url: PAGE, [field]: cell }));

/**
 * What the package refuses is not sent; the service may refuse what it likes. Rows are created side by side, so the
 * order of what arrives is not theirs.
 */
function expectSent(service: Service, field: FieldName, cells: string[]): void {
	// What the service refuses is sent once more, without an alias of the node's own.
	const sent = new Set(createBodies(service).map((body) => sentOf(body, field)));
	expect([...sent].toSorted()).toEqual(cells.map((cell) => expectedOf(field, cell)).toSorted());
}

describe('a cell that stays as it is', () => {
	for (const field of FIELDS) {
		it(`as a column: ${field}`, async () => {
			const cells = mustPass[field];
			const service = await seededService();
			await runRows(service, autoMap(), rowsOf(field, cells));

			expectSent(service, field, cells);
		});
	}

	for (const field of FIELDS) {
		it(`as a field of a form: ${field}`, async () => {
			const cells = mustPass[field];
			const service = await seededService();
			const items = cells.map((cell) => ({ cell }));
			await runRows(service, formWith(field, '={{ $json.cell }}'), items);

			expectSent(service, field, cells);
		});
	}

	for (const field of FIELDS) {
		it(`as the argument of a tool: ${field}`, async () => {
			const service = await seededService();
			const parameters = formWith(field, "={{ $fromAI('Cell', '', 'string') }}");
			const cells = mustPass[field];
			for (const cell of cells) {
				const credentials = credentialsOf(service);
				await runAsTool({ credentials, parameters, toolArguments: { Cell: cell } });
			}

			expectSent(service, field, cells);
		});
	}

	it.each(['column', 'form', 'tool'])('as the name of a campaign: in a %s', async (place) => {
		const service = await seededService();
		const names = mustPass['campaign name'];
		const ids = service.seed(
			'campaigns',
			names.map((name) => ({ name })),
		);
		const rows = names.map((name) => ({ url: PAGE, campaign: name }));
		const inForm = (value: string) =>
			createOf(PAGE, {
				options: ANOTHER,
				additionalFields: { campaign: { __rl: true, mode: 'name', value } },
			});
		if (place === 'column') await runRows(service, autoMap(), rows);
		if (place === 'form') await runRows(service, inForm('={{ $json.campaign }}'), rows);
		if (place === 'tool') {
			for (const Campaign of names) {
				const parameters = inForm("={{ $fromAI('Campaign', '', 'string') }}");
				const credentials = credentialsOf(service);
				await runAsTool({ credentials, parameters, toolArguments: { Campaign } });
			}
		}

		const sent = createBodies(service).map((body) => (body as IDataObject).campaign);
		expect(sent.toSorted()).toEqual(ids.toSorted());
	});

	it.each(mustPass.expiry)('as a date: %s', async (expiry) => {
		const service = await seededService();
		const run = await runRows(service, autoMap(), [{ url: PAGE, expiry }]);

		expect(complaints(run)).toEqual([]);
		expect(createBodies(service)).toMatchObject([{ url: PAGE, expiry: anyText }]);
	});
});

describe("a heading that is nobody's field", () => {
	const headings = Object.entries(mustPass["headings that are nobody's field and block nothing"]);

	it.each(headings)('%s with "%s"', async (heading, cell) => {
		const service = await seededService();
		const rows = [
			{ 'Long URL': `${PAGE}/1`, [heading]: cell },
			{ 'Long URL': `${PAGE}/2`, [heading]: '' },
		];
		const run = await runRows(service, autoMap(), rows);

		expect(complaints(run)).toEqual([]);
		expect(createBodies(service).toSorted(byUrl)).toEqual([
			{ url: `${PAGE}/1` },
			{ url: `${PAGE}/2` },
		]);
	});
});

/** What each sheet is expected to give, in the words of the corpus. */
const OF_SHEETS: Record<string, (rows: IDataObject[]) => Promise<void>> = {
	'two links, random aliases': async (rows) => {
		const { sent } = await runSheet(rows);
		expect(sent).toEqual(rows.map((row) => ({ url: row['Long URL'] })));
	},
	'refused by row: Content is no UTM value, with Options → Inputs to Ignore as the way out': async (
		rows,
	) => {
		const good = { ...rows[0], Content: 'Shoes' };
		const { run, sent } = await runSheet([...rows, good]);
		expect(complaints(run)).toEqual([textLike(/^Content is too long.*Options → Inputs to Ignore/)]);
		expect(sent).toHaveLength(1);
	},
	'UTM, and a line says so; with Source in Inputs to Ignore none': async (rows) => {
		const { run, sent, hints } = await runSheet(rows);
		const without = await runSheet(rows, { options: { inputsToIgnore: 'Source' } });
		expect([...complaints(run), ...complaints(without.run)]).toEqual([]);
		expect(sent).toEqual([
			{
				url: 'https://example.com/1?utm_source=Estate+of+A.+Painter&utm_medium=oil+on+canvas',
			},
		]);
		expect(hints).toContain('Source and Medium were read as UTM parameters');
		expect(without.sent).toEqual([{ url: 'https://example.com/1' }]);
	},
	'not used, named once': async (rows) => {
		const { sent, hints } = await runSheet(rows);
		expect(sent).toEqual(rows.map((row) => ({ url: row['Long URL'] })));
		expect(hints.match(/Not used: (Status|Type)\./g)).toHaveLength(1);
	},
	'three items': async (rows) => {
		const { run, sent } = await runSheet(rows);
		expect(complaints(run)).toEqual([]);
		expect(run.items).toHaveLength(3);
		expect(sent).toHaveLength(3);
	},
};

async function runSheet(rows: IDataObject[], parameters: INodeParameters = {}) {
	const service = await seededService();
	const run = await sheetOn(service, parameters).run(rows);
	const sent = (createBodies(service) as IDataObject[]).toSorted(byUrl);
	return { run, sent, hints: run.hints.map(({ message }) => message).join('\n') };
}

describe('a sheet of people', () => {
	it.each(mustPass.sheets)('$name: $expect', async ({ rows, expect: expected }) => {
		const hold = OF_SHEETS[expected];
		if (hold === undefined) throw new Error(`Nobody holds "${expected}"`);
		await hold(rows);
	});

	it('ends at its last link, with a checkbox down to row 1000', async () => {
		const rows = numbered(1_000, (number) => ({
			'Deep Link': false,
			'Long URL': number <= 3 ? `${PAGE}/${number}` : '',
		}));
		const { run, sent } = await runSheet(rows);

		expect(complaints(run)).toEqual([]);
		expect(run.items).toHaveLength(3);
		expect(sent.map(({ url }) => url)).toEqual([1, 2, 3].map((number) => `${PAGE}/${number}`));
	});
});

function byUrl(one: unknown, other: unknown): number {
	return (one as { url: string }).url < (other as { url: string }).url ? -1 : 1;
}
