import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, ServiceOptions } from '../../service/index.mts';
import { atLeastOne } from '../../lists.mts';
import { createOf, hintsOf, RETRY, STOP } from '../support/runs.mts';
import { createBodies, serviceWith } from '../support/service.mts';
import {
	changesSent,
	complaints,
	numbered,
	outcomes,
	PAGE,
	RETURN_EXISTING,
	sheetOn,
	times,
} from '../support/sheet.mts';

/** A service with one link, which has the alias `spring`. */
async function withSpring(): Promise<Service> {
	const service = await serviceWith();
	service.seed('links', [{ url: PAGE, custom: 'spring', title: 'Old' }]);
	return service;
}

describe('two rows of one run for one link', () => {
	const FULL = {
		url: `${PAGE}/new`,
		custom: 'spring',
		metatitle: 'New',
		password: 'secret',
		pixels: '41',
		utm_source: 'mail',
	};
	// What is a part of a row has a table in unit/link/rows.
	const PARTS: Array<[what: string, row: IDataObject]> = [
		['a password', { custom: 'spring', password: 'secret', metatitle: '' }],
		['pixels', { custom: 'spring', pixels: 'Blog' }],
		['the long URL as it became', { custom: 'spring', url: `${PAGE}/new?utm_source=mail` }],
	];
	const twoRows = async (isNew: boolean, second: IDataObject) => {
		const service = isNew ? await serviceWith() : await withSpring();
		service.seed('pixels', [{ id: 41, name: 'Blog' }]);
		const run = await sheetOn(service).run([FULL, second]);
		return { service, run };
	};

	it.each(PARTS.flatMap(([what, row]) => [true, false].map((isNew) => ({ what, row, isNew }))))(
		'C6: one that says a part of the first has its result: $what, where the link is new ($isNew)',
		async ({ row, isNew }) => {
			const { service, run } = await twoRows(isNew, row);

			expect(outcomes(run)).toEqual([isNew ? 'created' : 'updated', 'repeated']);
			expect(hintsOf(run)).toContain('1 repeated');
			expect(changesSent(service)).toHaveLength(1);
		},
	);

	it('C6: another one fails at every try of Retry On Fail, and changes nothing', async () => {
		const service = await withSpring();
		const rows = [
			{ custom: 'spring', metatitle: 'First' },
			{ custom: 'spring', metatitle: 'Second' },
		];
		const run = await sheetOn(service, {}, { ...STOP, ...RETRY }).run(rows);

		expect(run.error?.message).toContain('Row 1 already sets other values');
		expect(run.error?.description).toContain('Nothing was sent');
		expect(service.links()).toMatchObject([{ title: 'Old' }]);
	});

	const BY_SHORT_URL = (url: string) => ({ 'Short URL': `${url}/spring` });
	const SPRING = () => ({ custom: 'spring' });

	it.each<[names: string, first: (url: string) => object, second: (url: string) => object]>([
		['one alias', SPRING, SPRING],
		['an alias and a short URL', SPRING, BY_SHORT_URL],
		['a short URL and an alias', BY_SHORT_URL, SPRING],
		['a domain and the default', (domain) => ({ custom: 'spring', domain }), SPRING],
	])('C6: another one fails and names the first, by %s', async (_names, first, second) => {
		const service = await withSpring();
		const run = await sheetOn(service).run([
			{ ...first(service.url), metatitle: 'First' },
			{ ...second(service.url), metatitle: 'Second' },
		]);

		expect(outcomes(run)).toEqual(['updated', 'failed']);
		expect(complaints(run)[0]).toMatch(/\b(item|row) 1\b/i);
		expect(service.links()).toMatchObject([{ title: 'First' }]);
	});
});

describe('the first row counts, in the order of the rows', () => {
	it('though its update is refused', async () => {
		const service = await withSpring();
		service.addFault({ kind: 'failureOn200', match: { method: 'PUT', times: 1 } });
		const run = await sheetOn(service).run([
			{ custom: 'spring', metatitle: 'First' },
			{ 'Short URL': `${service.url}/spring`, metatitle: 'Second' },
		]);

		expect(outcomes(run)).toEqual(['failed', 'failed']);
		expect(service.links()).toMatchObject([{ title: 'Old' }]);
	});

	it('though its create is in doubt', async () => {
		const service = await withSpring();
		service.addFault({ kind: 'closeAfter', match: { method: 'POST', times: 1 } });
		const run = await sheetOn(service).run([
			{ url: PAGE, custom: 'summer', password: 'open-sesame-27' },
			{ url: `${PAGE}/a`, 'Short URL': `${service.url}/summer` },
		]);

		expect(outcomes(run)).toEqual(['failed', 'failed']);
		expect(service.links().at(-1)).toMatchObject({ alias: 'summer', longurl: PAGE });
	});

	it.each([
		// There, the link of a row without Domain takes longer to be known.
		['needs more requests', 1_000, 0],
		['waits for a slow answer', 0, 2],
	])('though it %s than a later one for the same link', async (_why, others, msPerByte) => {
		const service = await withSpring();
		service.seed('campaigns', [{ name: 'Spring' }]);
		service.seed('links', times(others, { date: '2026-01-05 09:00:00' }));
		service.addFault({ kind: 'slowDrip', match: { path: '/api/campaigns' }, msPerByte });
		const run = await sheetOn(service).run([
			{ custom: 'spring', campaign: 'Spring', metatitle: 'First' },
			{ 'Short URL': `${service.url}/spring`, metatitle: 'Second' },
		]);

		expect(outcomes(run)).toEqual(['updated', 'failed']);
		expect(service.links()[0]).toMatchObject({ title: 'First' });
	});
});

it.each(['Custom Alias', 'Short URL'])(
	'C6: two runs at once make nothing twice, matched on %s',
	async (column) => {
		const service = await serviceWith({ latencyMs: 5 });
		const rows = numbered(30, (number) => ({
			url: `${PAGE}/${String(number)}`,
			[column]: column === 'Short URL' ? `${service.url}/row-${number}` : `row-${number}`,
		}));
		const sheet = sheetOn(service);
		const [one, other] = await Promise.all([sheet.run(rows), sheet.run(rows)]);

		expect(service.links()).toHaveLength(30);
		expect([...outcomes(one), ...outcomes(other)].sort()).toEqual([
			...times(30, 'created'),
			...times(30, 'unchanged'),
		]);
	},
);

/** Rows that share the link of another one, of which G1 of a walk in the editor was eight guests. */

const GUESTS = numbered(8, (number) => ({ 'Long URL': PAGE, Guest: `Guest ${number}` }));
const UPSERT = { operation: 'upsert' };

async function run(
	items: IDataObject[],
	parameters: INodeParameters = UPSERT,
	options: Partial<ServiceOptions> = {},
) {
	const service = await serviceWith(options);
	return { service, result: await sheetOn(service, parameters).run(items) };
}

/** The warnings, which n8n shows on top. */
function warningsOf({ hints }: { hints: Array<{ type?: string; message: string }> }): string[] {
	return hints.filter(({ type }) => type === 'warning').map(({ message }) => message);
}

const REPEATED =
	'repeated, with the link of an earlier one (for separate links, give each its own alias or UTM value)';

describe('C15: a row that shares the link of another one', () => {
	it.each([
		['Create or Update', UPSERT],
		['Return Existing', RETURN_EXISTING],
	])('says so, and which one it is: %s', async (_, parameters) => {
		const { service, result } = await run(GUESTS, parameters);

		expect(service.links()).toHaveLength(1);
		expect(outcomes(result)).toEqual(['created', ...GUESTS.slice(1).map(() => 'repeated')]);
		const [first, ...others] = result.items;
		expect(first).not.toHaveProperty('sameAs');
		for (const other of atLeastOne(others)) {
			expect(other).toMatchObject({ sameAs: 1, id: first?.id, shorturl: first?.shorturl });
		}
		expect(warningsOf(result)).toEqual([expect.stringContaining(`1 created, 7 ${REPEATED}.`)]);
	});

	it('says so in a dry run, too', async () => {
		for (const parameters of [UPSERT, RETURN_EXISTING]) {
			const { service, result } = await run(GUESTS.slice(0, 2), { ...parameters, dryRun: true });

			expect(result.items).toMatchObject([
				{ action: 'create', dryRun: true },
				{ action: 'repeated', sameAs: 1, dryRun: true },
			]);
			expect(warningsOf(result)).toEqual([
				expect.stringContaining(`1 would be created, 1 ${REPEATED}.`),
			]);
			expect(changesSent(service)).toEqual([]);
		}
	});

	it('says so where the service hands out the link that it has', async () => {
		const { service, result } = await run(GUESTS.slice(0, 3), createAsGiven(), {
			variations: { suppressesDuplicates: true },
		});

		expect(service.links()).toHaveLength(1);
		expect(createBodies(service)).toHaveLength(3);
		expect(outcomes(result).toSorted()).toEqual(['created', 'repeated', 'repeated']);
	});
});

function createAsGiven(): INodeParameters {
	return { ...createOf('={{ $json["Long URL"] }}'), dataToSend: 'defineBelow' };
}
