import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, Variations } from '../../service/index.mts';
import {
	createOf,
	errorOf,
	failedItems,
	hintsOf,
	ON_ERROR,
	wordsOf,
	runOn,
} from '../support/runs.mts';
import { textWith } from '../support/matchers.mts';
import { createBodies, requestLines, serviceWith } from '../support/service.mts';
import {
	changesSent,
	complaints,
	numbered,
	outcomes,
	PAGE,
	sheetOn,
	times,
} from '../support/sheet.mts';
import { atLeastOne } from '../../lists.mts';

/** A campaign, a channel, and pixels, as other tools keep references. */

const RECORDS = [
	{ id: 11, name: 'Spring' },
	{ id: 12, name: 'Summer' },
	{ id: 13, name: '2024' },
	{ id: 14, name: 'Fall' },
	{ id: 15, name: 'FALL' },
];

async function seeded(variations: Partial<Variations> = {}): Promise<Service> {
	const service = await serviceWith({ variations });
	for (const list of ['campaigns', 'channels', 'pixels'] as const) service.seed(list, RECORDS);
	return service;
}

function readsOf(service: Service, path: string): number {
	return requestLines(service).filter((line) => line.startsWith(`GET ${path}?`)).length;
}

describe('C14: in an object', () => {
	it.each<[columns: IDataObject, sent: object]>([
		[{ Campaign: { id: 11, value: 'Summer', color: 'red' } }, { campaign: 12 }],
		[{ Campaign: [{ id: 11, value: 'Summer', color: 'red' }] }, { campaign: 12 }],
		[{ Channel: '{"Id": 11, "Title": "Summer"}' }, { channel: 12 }],
		[{ Campaign: { id: 999, name: '2024' } }, { campaign: 13 }],
		[{ Campaign: { id: 12 } }, { campaign: 12 }],
		[{ Campaign: { id: 12, name: '' } }, { campaign: 12 }],
		[{ Campaign: { id: 15, name: 'fall' } }, { campaign: 15 }],
		[{ 'Campaign ID': { id: 11, value: 'Summer' } }, { campaign: 12 }],
		[{ Campaign: '[12]', alias: 'a' }, { campaign: 12 }],
		[
			{
				Pixels: [
					{ id: 1, value: 'Summer' },
					{ id: 2, value: 'Spring' },
				],
			},
			{ pixels: [12, 11] },
		],
	])('the name counts before the ID: %j', async (columns, sent) => {
		const service = await seeded();
		await sheetOn(service).run([{ url: PAGE, ...columns }]);

		expect(createBodies(service)).toEqual([expect.objectContaining(sent)]);
	});

	it('the name counts where an expression gives it', async () => {
		const service = await seeded();
		const campaign = { __rl: true, mode: 'id', value: '={{ $json.Sale }}' };
		const parameters = createOf(PAGE, { additionalFields: { campaign } });
		const items = [{ Sale: [{ id: 11, value: 'Summer' }] }];
		await runOn(service, parameters, items);

		expect(createBodies(service)).toMatchObject([{ campaign: 12 }]);
	});

	it('the same row again is unchanged', async () => {
		const service = await seeded();
		const rows = [{ url: PAGE, alias: 'summer', Campaign: [{ id: 11, value: 'Summer' }] }];
		await sheetOn(service).run(rows);

		expect(outcomes(await sheetOn(service).run(rows))).toEqual(['unchanged']);
	});
});

it('C14: digits name the campaign that the link has, whichever way the list shows it', async () => {
	const service = await seeded({ extraLinkFields: true });
	service.seed('links', [{ url: PAGE, custom: 'spring', campaign: 13 }]);
	const run = async (columns: IDataObject) =>
		outcomes(await sheetOn(service).run([{ url: PAGE, custom: 'spring', ...columns }]));

	expect(await run({ campaign: 13 })).toEqual(['unchanged']);
	expect(await run({ 'Campaign Name': '2024' })).toEqual(['unchanged']);
	expect(changesSent(service)).toEqual([]);
	expect(await run({ campaign: 'Summer' })).toEqual(['updated']);
});

it.each<IDataObject>([
	// https://github.com/nocodb/nocodb/issues/4757: a linked record has its ID and the display column.
	{ Campaign: { Id: 12, 'Campaign Name': 'Spring' } },
	{ Campaign: [{ id: 12, fields: { Name: 'Spring' } }] },
	{ 'Campaign Name': { id: 12, value: { id: 900, value: 'Spring', color: 'blue' } } },
	{ Channel: { id: 12, color: 'blue', order: '1.0' } },
	{ Pixels: [{ id: 12, fields: { Name: 'Spring' } }] },
])('C14: an ID beside what may be a name is not sent: %j', async (columns) => {
	const service = await seeded();
	const run = await sheetOn(service).run([{ url: PAGE, ...columns }]);

	expect(complaints(run)).toEqual([textWith('accepts one value, not an object with ')]);
	expect(createBodies(service)).toEqual([]);
});

it.each<IDataObject>([
	{ 'Campaign Name': '12' },
	{ Channel: { id: 7, value: '12' } },
	{ Pixels: [{ id: 1, name: '12' }] },
	{ 'Campaign Name': '12.0' },
])('C14: digits given as a name are no ID: %j', async (columns) => {
	const service = await seeded();
	const run = await sheetOn(service).run([{ url: PAGE, ...columns }]);

	expect(complaints(run)).toEqual([textWith('There is no ')]);
	expect(createBodies(service)).toEqual([]);
});

it('C14: digits given as a name are created where missing names are', async () => {
	const service = await seeded();
	const options = { ifMissing: 'create' };
	await sheetOn(service, { options }).run([{ url: PAGE, 'Campaign Name': '12' }]);

	// The next ID.
	expect(createBodies(service)).toMatchObject([{ campaign: 16 }]);
});

it('C14: a comma in the name of one pixel of a list does not divide it', async () => {
	const service = await seeded();
	service.seed('pixels', [{ id: 81, name: 'Spring, Summer' }]);
	await sheetOn(service).run([{ url: PAGE, Pixels: ['Spring, Summer'] }]);

	expect(createBodies(service)).toMatchObject([{ pixels: [81] }]);
});

it.each(['campaign', 'link'])('C4: 11.000 is not the ID 11: %s', async (resource) => {
	const service = await seeded();
	service.seed('links', [{ id: 11, url: PAGE }]);
	const id = { __rl: true, mode: 'id', value: '={{ "11.000" }}' };
	const parameters = { resource, operation: 'delete', [`${resource}Id`]: id };
	const { message } = errorOf(await runOn(service, parameters));

	expect(message).toMatch(/is not an ID|nor an ID/);
	expect(changesSent(service)).toEqual([]);
});

describe('C14: several where one belongs', () => {
	const SEVERAL = [
		{ Channel: [11, 12] },
		{ Campaign: '[11, 12]' },
		{
			Campaign: [
				{ id: 1, value: 'Spring' },
				{ id: 2, value: 'Summer' },
			],
		},
		{ Channel: ['Spring', 'Summer'] },
	];

	it.each(SEVERAL)('are refused: %j', async (columns) => {
		const service = await seeded();
		service.seed('links', [{ url: PAGE, custom: 'summer' }]);
		const { message } = errorOf(
			await sheetOn(service, {}, { onError: ON_ERROR.Stop }).run([
				{ url: `${PAGE}/1` },
				{ url: PAGE, alias: 'summer', ...columns },
			]),
		);

		expect(message).toMatch(/^Row 2: (Channel|Campaign) accepts one value, not 2/);
		expect(service.links()).toHaveLength(1);
	});

	it('are nothing in a row of a link that has them', async () => {
		const service = await seeded();
		service.seed('links', [{ url: PAGE, custom: 'summer', channel: 11 }]);
		const row = { alias: 'summer', 'Meta Title': 'New' };
		const listed = async (channel: unknown) =>
			await sheetOn(service).run([{ ...row, Channel: channel as IDataObject }]);

		expect(outcomes(await listed([11]))).toEqual(['updated']);
		expect(complaints(await listed([11, 12]))).toHaveLength(1);
	});
});

describe('C14: an ID that no record has', () => {
	const ROWS = numbered(60, (number) => ({
		url: `${PAGE}/${number}`,
		...(number > 20 && { Campaign: '987654321' }),
	}));

	const WORDS = 'Campaign "987654321" was read as an ID, and no campaign has it';

	it('stops the run before anything is sent', async () => {
		const service = await seeded();
		const run = await sheetOn(service, {}, { onError: ON_ERROR.Stop }).run(ROWS);
		const { message, description } = errorOf(run);

		expect(message).toContain(WORDS);
		expect(description).toContain('Campaign Name');
		expect(service.links()).toEqual([]);
		expect(service.requests.length).toBeLessThanOrEqual(4);
	});

	it('fails its rows in a dry run', async () => {
		const service = await seeded();
		const all = complaints(await sheetOn(service, { dryRun: true }).run(ROWS));

		expect(all.filter((words) => words.includes(WORDS))).toHaveLength(40);
		expect(service.requests.length).toBeLessThanOrEqual(4);
	});

	it.each<[columns: IDataObject]>([
		[{ Channel: 99 }],
		[{ Pixels: [11, 99] }],
		[{ 'Redirect Type': '99' }],
		[{ 'Redirect Type': 'overlay-99' }],
		[{ Campaign: { id: 99 } }],
	])('fails its row: %j', async (columns) => {
		const service = await seeded();
		const [failure] = failedItems(await sheetOn(service).run([{ url: PAGE, ...columns }]));

		expect(failure && wordsOf(failure)).toMatch(/99" was read as an ID, and no .+ has it/);
		expect(service.links()).toEqual([]);
	});

	it.each([
		['from an expression', { mode: 'id', value: '={{ $json.of }}' }, 0],
		['typed into the form', { mode: 'id', value: '99' }, 1],
		['picked', { mode: 'list', value: 99 }, 1],
	])('%s: %j sends %i', async (_, campaign, count) => {
		const service = await seeded();
		const parameters = createOf(PAGE, {
			additionalFields: { campaign: { __rl: true, ...campaign } },
		}) satisfies INodeParameters;
		await runOn(service, parameters, [{ of: 99 }], { onError: ON_ERROR.Continue });

		expect(createBodies(service)).toHaveLength(count);
		expect(readsOf(service, '/api/campaigns')).toBe(1 - count);
	});

	it('is looked up anew where another run has read the list', async () => {
		const service = await seeded();
		await sheetOn(service).run([{ url: `${PAGE}/1`, Campaign: 'Summer' }]);
		service.seed('campaigns', [{ id: 77, name: 'New' }]);

		expect(outcomes(await sheetOn(service).run([{ url: PAGE, Campaign: 77 }]))).toEqual([
			'created',
		]);
		expect(readsOf(service, '/api/campaigns')).toBe(2);
		await sheetOn(service).run([{ url: `${PAGE}/3`, Campaign: 77 }]);
		expect(readsOf(service, '/api/campaigns')).toBe(2);
	});
});

const UNKNOWN = { url: PAGE, Campaign: 99 };
const UNCHECKED = 'Campaign was not checked';

// Lists of more than ten pages: unit/names/checkedId.
it.each([
	['the list is refused', 'failureOn400'],
	['the service has none', 'html200'],
] as const)('C14: an ID that cannot be looked up is sent: %s', async (_, kind) => {
	const service = await seeded();
	service.addFault({ match: { path: '/api/campaigns' }, kind });
	const dry = await sheetOn(service, { dryRun: true }).run([UNKNOWN]);
	expect(hintsOf(dry)).toContain(UNCHECKED);
	expect(readsOf(service, '/api/campaigns')).toBe(1);

	const run = await sheetOn(service).run(
		times(3, 0).map((_each, at) => ({ ...UNKNOWN, alias: `a${at}` })),
	);
	expect(hintsOf(run)).not.toContain(UNCHECKED);
	expect(createBodies(service)).toHaveLength(3);
	for (const words of atLeastOne(complaints(run))) expect(words).toContain('Campaign: 99');
});
