import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runLoop, type RunOptions } from '../harness/index.mts';
import {
	autoMap,
	createOf,
	errorOf,
	hintsOf,
	pairs,
	runOn,
	STOP,
	updateOf,
} from '../support/runs.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';
import { changesSent, numbered, outcomes, PAGE, times } from '../support/sheet.mts';

const CREATE = autoMap();
const UPSERT = autoMap({ operation: 'upsert' });
const OPERATIONS: Array<[name: string, parameters: INodeParameters]> = [
	['Create', CREATE],
	['Create or Update', UPSERT],
];
const SKIPPED = { action: 'skipped', reason: 'Blank row' };
const ROWS_BACK = { returnRows: true };

const link = (number: number, more: IDataObject = {}) => ({
	'Long URL': `${PAGE}/${number}`,
	'Custom Alias': `row-${number}`,
	...more,
});
const blank = (more: IDataObject = {}) => ({ 'Long URL': '', 'Custom Alias': ' ', ...more });

async function run(
	items: IDataObject[],
	parameters: INodeParameters = UPSERT,
	settings: Partial<RunOptions> = STOP,
) {
	const service = await serviceWith();
	const result = await runOn(service, parameters, items, settings);
	return { service, result };
}

describe('C15: a blank row', () => {
	it.each(OPERATIONS)('comes out between others, each in its place: %s', async (_, parameters) => {
		const { service, result } = await run(
			[blank(), link(1), blank(), {}, link(2), blank()],
			parameters,
		);

		expect(errorOf(result).message).toBe('');
		expect(result.items).toMatchObject([
			SKIPPED,
			{ longurl: `${PAGE}/1` },
			SKIPPED,
			SKIPPED,
			{ longurl: `${PAGE}/2` },
		]);
		expect(pairs(result)).toEqual([0, 1, 2, 3, 4]);
		expect(service.links()).toHaveLength(2);
		expect(hintsOf(result)).toContain('4 blank rows skipped');
	});

	it.each(OPERATIONS)('is the one item of a run of nothing else: %s', async (_, parameters) => {
		const none = { 'Long URL': '', 'Short URL': '', 'Meta Title': null };
		const { service, result } = await run([none, { ...none }, { ...none }], parameters);

		expect(result.items).toEqual([SKIPPED]);
		expect(pairs(result)).toEqual([0]);
		expect(service.requests).toEqual([]);
	});

	it.each(OPERATIONS)('is no item a row below the last one: %s', async (_, parameters) => {
		const ticked = numbered(997, (number) => ({ Done: number % 2 === 0, 'Long URL': '' }));
		const links = [1, 2, 3].map((number) => link(number, { Done: true }));
		const { service, result } = await run([...links, ...ticked], parameters);

		expect(errorOf(result).message).toBe('');
		expect(result.items).toHaveLength(3);
		expect(service.links()).toHaveLength(3);
		expect(hintsOf(result)).toContain('997 blank rows skipped');
	});

	it.each([
		['Create', CREATE, 'Long URL is empty'],
		['Create or Update', UPSERT, 'Long URL and Custom Alias are empty'],
	])('is told once with the others that have the same value: %s', async (_, parameters, why) => {
		const merged = blank({ utm_source: 'mail' });
		const items = [link(1, { utm_source: 'mail' }), merged, merged, blank(), link(4)];
		const remedy =
			'If cells are merged, fill in each row. Use a Filter node to take out rows without a page.';
		const stopped = await run(items, parameters);
		const { result } = await run(items, parameters, { onError: 'continueRegularOutput' });

		const { message, description } = errorOf(stopped.result);
		expect(`${message} ${description}`).toContain(why);
		expect(`${message} ${description}`).toMatch(/Rows 2, 3\b/);
		expect(`${message} ${description}`).toContain(remedy);
		expect(changesSent(stopped.service)).toEqual([]);
		expect(outcomes(result)).toEqual(['created', 'failed', 'failed', 'skipped', 'created']);
		expect(result.hints[0]?.message).toContain(`<b>Rows 2, 3:</b> ${why}`);
		expect(result.hints[0]?.message).toContain(remedy);
	});
});

// Which rows these are has a table in unit/link/sheet/nothingNamed; in a loop they are below.
it('C15: blank rows with Map Each Field Manually are those of Update, too', async () => {
	const service = await serviceWith();
	service.seed('links', [{ id: 101, url: PAGE, custom: 'spring' }]);
	const items = [{ link: '' }, { link: 101 }, { link: '' }];
	const result = await runOn(service, updateOf('id'), items, STOP);

	expect(errorOf(result).message).toBe('');
	expect(result.items).toMatchObject([SKIPPED, { id: 101 }]);
});

it.each(OPERATIONS)(
	'C15: blank rows where rows come back all come back as they were: %s',
	async (_, parameters) => {
		const items = [
			link(1, { Owner: 'Kim' }),
			{ ...blank(), Owner: 'Bo', Total: '-' },
			link(2),
			blank({ Owner: '' }),
			blank({ Owner: '' }),
		];
		const { result } = await run(items, { ...parameters, options: ROWS_BACK });

		expect(result.items).toMatchObject(items);
		expect(result.items.map((item) => item['link_action'])).toEqual([
			...['created', 'skipped', 'created', 'skipped', 'skipped'],
		]);
		expect(pairs(result)).toEqual([0, 1, 2, 3, 4]);
		expect(result.items[1]).toEqual({ ...items[1], link_action: 'skipped', link_error: '' });
	},
);

describe('C15: a loop over items', () => {
	const loop = async (items: IDataObject[], parameters: INodeParameters, batchSize = 10) => {
		const service = await serviceWith();
		const options = { credentials: credentialsOf(service), parameters, items, batchSize };
		return { service, result: await runLoop(options) };
	};
	const sixty = (none: IDataObject) => [
		...numbered(10, (number) => link(number)),
		...times(20, none),
		...numbered(10, (number) => link(number + 10)),
		...times(20, none),
	];

	it.each<[what: string, none: IDataObject, parameters: INodeParameters]>([
		['Create', blank(), CREATE],
		['Create or Update', blank(), UPSERT],
		['rows without their empty cells', {}, UPSERT],
		['Map Each Field Manually', {}, createOf('={{ $json["Long URL"] }}')],
	])('reaches its end with batches of blank rows: %s', async (_, none, parameters) => {
		const { service, result } = await loop(sixty(none), parameters);

		expect(errorOf(result).message).toBe('');
		expect(result.rounds).toBe(6);
		expect(result.done?.map(({ json }) => json.action)).toEqual([
			...[...times(10, 'created'), 'skipped', 'skipped'],
			...[...times(10, 'created'), 'skipped', 'skipped'],
		]);
		expect(service.links()).toHaveLength(20);
	});

	it('has every row at its end where rows come back', async () => {
		const items = sixty(blank({ Owner: 'Kim' }));
		const { result } = await loop(items, { ...UPSERT, options: ROWS_BACK });

		expect(result.done?.map(({ json }) => json)).toMatchObject(items);
	});
});
