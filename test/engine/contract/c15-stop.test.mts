import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import {
	autoMap,
	createOf,
	errorOf,
	linesOf,
	rows,
	runOn,
	STOP,
	updateOf,
} from '../support/runs.mts';
import { requestLines, serviceWith } from '../support/service.mts';
import { changesSent, numbered, PAGE, sheetOn } from '../support/sheet.mts';
import { textLike, textWith } from '../support/matchers.mts';

const SHEET = rows(20).map((row, index) => ({ ...row, 'Custom Alias': `row-${index + 1}` }));

/** Rows 2 to 20 have a bad date, each another one. */
const BAD_DATES = SHEET.map((row, index) =>
	index === 0 ? { ...row, Owner: 'Kim' } : { ...row, Expiry: `week ${index}` },
);

describe.each(['create', 'upsert'])('C15: bad rows under Stop, with %s', (operation) => {
	it('are told at once where all have one problem, and nothing is sent', async () => {
		const service = await serviceWith();
		const run = await sheetOn(service, { operation }, STOP).run(BAD_DATES);
		const { message, description } = errorOf(run);

		expect(changesSent(service)).toEqual([]);
		expect(message).toBe('Rows 2 to 20, such as row 2: Expiry "week 1" is not a recognized date');
		expect(linesOf(description)).toEqual([
			textLike(/^Enter a value such as 2030-12-31/),
			'Nothing was sent.',
			'To send the good rows anyway: Settings tab of this node → On Error → Continue.',
			'Rows are counted from 1, without the header.',
			textWith('Not used: Owner.'),
		]);
		expect(run.error?.context.data).toMatchObject({
			failed: BAD_DATES.slice(1).map((_, index) => ({
				number: index + 2,
				error: `Expiry "week ${index + 1}" is not a recognized date`,
			})),
		});
	});
});

describe('C15: what a cell holds is shown as it is under Stop, and is never part of the page', () => {
	const TAG = '<img src=x onerror="alert(1)">';

	it.each([1, 2])('in %i cells, and in a heading', async (count) => {
		const bad = SHEET.slice(0, 2).map((row, index) => ({
			...row,
			[TAG]: 'any',
			...(index < count ? { [['Expiry', 'Redirect Type'][index] ?? '']: TAG } : {}),
		}));
		const run = await sheetOn(await serviceWith(), {}, STOP).run(bad);
		const { message, description } = errorOf(run);

		expect(message).not.toMatch(/[<>]/);
		expect(description).not.toContain('<img');
		expect((message + description).match(/(‹|&lt;)img src=x/g)).toHaveLength(count + 1);
	});

	it('in the words of the service, too', async () => {
		const service = await serviceWith();
		service.addFault({ match: { method: 'POST' }, kind: 'failureOn400', message: `No ${TAG}` });
		const { message, description } = errorOf(await sheetOn(service, {}, STOP).run(SHEET));

		expect(message).not.toMatch(/[<>]/);
		expect(description).not.toContain('<img');
	});
});

it.each([
	['a value that the user can mend', { Expiry: 'soon' }, 'NodeOperationError'],
	['a refusal by the service', {}, 'NodeApiError'],
])('a stop for %s has the error class that says so', async (_, cells, name) => {
	const service = await serviceWith();
	service.addFault({ match: { method: 'POST' }, kind: 'failureOn400' });
	const run = await sheetOn(service, {}, STOP).run(SHEET.map((row) => ({ ...row, ...cells })));

	expect(run.error?.name).toBe(name);
	expect(run.error?.context).toHaveProperty('data.failed.0.itemIndex', 0);
});

async function stopped(service: Service, items: IDataObject[], parameters: INodeParameters) {
	const run = await runOn(service, parameters, items);
	return { ...errorOf(run), run };
}

describe('with Stop, nothing is sent if an item is wrong', () => {
	it.each(['create', 'upsert'])('and all problems of all rows are told: %s', async (operation) => {
		const service = await seededService();
		const bad: Record<number, IDataObject> = {
			2: { Expiry: 'soon' },
			4: { 'Custom Alias': '/row', Expiry: 'later', 'Link Status': 'high' },
			5: { url: 'no address' },
		};
		const items = SHEET.slice(0, 5).map((row, index) => ({ ...row, ...bad[index + 1] }));
		const { message, description, run } = await stopped(service, items, autoMap({ operation }));

		expect(changesSent(service)).toEqual([]);
		const words = `${message} ${description}`;
		for (const part of ['Expiry "soon"', 'Custom Alias "/row"', 'Link Status "high"', 'url "no'])
			expect(words).toContain(part);
		expect(words).toMatch(/Rows 2, 4\b/);
		expect(words).toContain('Nothing was sent');
		expect(words).toContain('On Error → Continue');
		const failed = (run.error?.context.data as { failed?: unknown[] } | undefined)?.failed;
		expect(failed).toHaveLength(3);
	});

	it('and all unknown names of one cell are told, by its column', async () => {
		const service = await seededService();
		const { message, description } = await stopped(
			service,
			[{ url: PAGE, Pixels: 'A; B, C' }],
			autoMap(),
		);

		for (const name of ['A', 'B', 'C']) expect(message).toContain(`There is no pixel "${name}"`);
		expect(description).toContain('If the column Pixels');
		expect(message).not.toContain('such as');
	});

	it('by Update and by operations without columns, too', async () => {
		const service = await seededService();
		const update = [
			{ link: 101, url: PAGE },
			{ link: 102, url: 'nowhere' },
			{ link: 'x', url: PAGE },
		];
		const ofUpdate = await stopped(service, update, updateOf('id'));
		expect(`${ofUpdate.message} ${ofUpdate.description}`).toMatch(/Long URL "nowhere".*Link "x"/s);

		const create = { resource: 'campaign', operation: 'create', name: '={{ $json.name }}' };
		const ofCreate = await stopped(service, [{ name: 'A' }, { name: '' }], create);
		expect(ofCreate.message).toContain('Name is empty');

		const channelId = pick('name', '={{ $json.name }}');
		const assign = { resource: 'channel', operation: 'assignItem', channelId };
		const toLink = { ...assign, type: 'links', linkId: pick('id', 101) };
		const ofAssign = await stopped(service, [{ name: 'Mail' }, { name: 'Mial' }], toLink);
		expect(ofAssign.message).toContain('"Mial"');
		expect(changesSent(service)).toEqual([]);
	});

	it('an expression that throws among them', async () => {
		const service = await seededService();
		const url = `={{ $json.n === 2 ? $('Nowhere').first().json.url : '${PAGE}' }}`;
		const items = numbered(3, (n) => ({ n }));
		const additionalFields = { campaign: pick('name', 'Spring') };
		const { message } = await stopped(service, items, createOf(url, { additionalFields }));

		expect(message).toMatch(/^Item 2: /);
		expect(changesSent(service)).toEqual([]);
	});
});

it('names are looked up before the first change, each list once', async () => {
	const service = await seededService();
	await sheetOn(service, autoMap()).run(
		numbered(12, (number) => ({
			url: `${PAGE}/${String(number)}`,
			campaign: number % 2 === 0 ? 'Spring' : 'Summer',
			channel: number > 9 ? 'Mail' : '',
		})),
	);

	const lines = requestLines(service).map((line) => line.replace(/\?.*$/, ''));
	const lists = lines.filter((line) => /campaigns|channels/.test(line));
	expect(lists.toSorted()).toEqual(['GET /api/campaigns', 'GET /api/channels']);
	expect(lines.lastIndexOf(lists[1] ?? '')).toBeLessThan(lines.indexOf('POST /api/url/add'));
});
