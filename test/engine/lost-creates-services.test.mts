import { describe, expect, it, vi } from 'vitest';
import { RATE_LIMIT, type Fault, type Variations } from '../service/index.mts';
import { runNode } from './harness/index.mts';
import {
	expectOneEach,
	newLinks,
	randomOf,
	runBulk,
	say,
	spelling,
	variedUrls,
	type Bulk,
} from './support/bulk.mts';
import { createOf, errorOf, failedItems, ON_ERROR, rows } from './support/runs.mts';
import { createBodies, credentialsOf, longUrls, serviceWith } from './support/service.mts';

// These tests do little but wait.
vi.setConfig({ maxConcurrency: 20 });

const COUNT = 100;

/** Every loss hits a first sending: it is counted where it arrives, like all others. */
const TOO_LATE: Partial<Bulk> = {
	...vary({ finishLateMs: 15_000 }),
	before: { kind: 'closeAfter' },
};

function vary(variations: Partial<Variations>): Partial<Bulk> {
	return { service: { variations } };
}

/** What a real install may be like, beyond the description. */
const SERVICES: Record<string, Partial<Bulk>> = {
	'writes long URLs in its own way': vary({ normalisesLongUrls: true }),
	'searches titles and aliases only': vary({ qBlindToLongUrls: true }),
	'has a clock 14 hours ahead': { service: { clockOffsetMs: 14 * 3_600_000 } },
	'has a clock 14 hours behind': { service: { clockOffsetMs: -14 * 3_600_000 } },
	'finishes 5 seconds after it dropped the connection': vary({ finishLateMs: 5_000 }),
	// Nothing is known before the list was read for want of an id: the first two rounds are under way then.
	'answers a create without an id': { ...vary({ oldCreateBody: true }), spared: 32 },
	'nests what it created': vary({ nestedCreateBody: true, shortUrlKey: 'short_url' }),
	'writes every number as text': vary({ numbersAsStrings: true, errorValue: 'string' }),
	'ignores the page size': { service: { honoursLimit: false } },
	'has another client that creates other links': {
		outside: (index) => `https://example.com/outside/${String(index)}`,
	},
	'stands behind a proxy that answers 502': {
		after: { kind: 'status502Html', work: true },
		before: { kind: 'status502Html', work: false },
	},
	'breaks down in its own words': {
		after: { kind: 'status500', work: true },
		before: { kind: 'empty', work: false },
	},
	'says nothing more': {
		after: { kind: 'silence', work: true },
		before: { kind: 'silence', work: false },
		parameters: { options: { batching: { maxInFlight: 50, timeout: 2 } } },
	},
	'limits the rate': {
		service: {
			rateLimit: {
				...RATE_LIMIT,
				limit: 60,
				windowMs: 5_000,
			},
		},
	},
};

describe.concurrent('a bulk run whose answers get lost, on a service that', () => {
	it.each(Object.keys(SERVICES))('%s', async (name) => {
		const random = randomOf(name);
		const result = await runBulk({ urls: variedUrls(COUNT, random), random, ...SERVICES[name] });

		say(name, result);
		expectOneEach(result);
	});

	it('loses the answer to the very first create of the process', async () => {
		const random = randomOf('first');
		for (const kind of ['closeAfter', 'closeBefore'] as const) {
			const faults = [{ kind, match: { method: 'POST', nth: 1 } }];
			const urls = variedUrls(5, random);
			const result = await runBulk({ urls, random, service: { faults } });

			expectOneEach(result);
		}
	});

	it('finishes 15 seconds late: an alias chosen by the node holds where the wait does not', async () => {
		const random = randomOf('alias');
		const result = await runBulk({
			urls: variedUrls(COUNT, random),
			random,
			...TOO_LATE,
			parameters: {
				options: { alias: 'chosenByNode', batching: { maxInFlight: 100 } },
			},
		});
		await new Promise((resolve) => setTimeout(resolve, 16_000));

		say('15 s late, alias chosen by the node', result);
		expectOneEach(result);
	});

	it('finishes 15 seconds late: without an alias a link is made twice, which docs/reliability.md says', async () => {
		const random = randomOf('too late');
		const result = await runBulk({
			urls: variedUrls(COUNT, random),
			random,
			...TOO_LATE,
		});
		await new Promise((resolve) => setTimeout(resolve, 16_000));

		const { run, urls } = result;
		say(`15 s late, no alias: ${newLinks(result).length} links`, result);
		expect(errorOf(run).message).toBe('');
		expect(run.items).toHaveLength(COUNT);
		const made = new Set(newLinks(result).map(({ longurl }) => spelling(longurl)));
		expect([...made].sort()).toEqual(urls.map(spelling).sort());
	});
});

describe.concurrent('another client that makes the same link', () => {
	it('at the same moment is the one limit of the promise: nothing is lost, and what is unclear is said', async () => {
		const random = randomOf('same');
		const urls = rows(COUNT, 'same').map(({ url }) => url);
		const result = await runBulk({
			urls,
			random,
			outside: (index) => urls[index % COUNT] ?? '',
			outsideInFlight: 10,
			outsideMost: COUNT,
			service: { latencyMs: 100 },
			parameters: { options: { batching: { maxInFlight: 10 } } },
			run: { onError: 'continueErrorOutput' },
		});
		const { run } = result;
		const unclear = run.errorItems.length;
		const good = run.items.map(({ shorturl }) => shorturl);
		const links = newLinks(result);
		say(
			`the same long URLs from outside (${result.madeOutside} links): ${result.made} links made for ${run.items.length} items with a link and ${unclear} said to be unclear`,
			result,
		);

		expect(run.items.length + unclear).toBe(COUNT);
		expect(new Set(good).size).toBe(good.length);
		for (const item of run.errorItems) {
			expect(item.error).toBe('The link may have been created: its answer was lost');
		}
		// Whatever is handed out exists and leads to the long URL of its item.
		const longUrlOf = new Map<unknown, string>(
			links.map(({ shorturl, longurl }) => [shorturl, longurl]),
		);
		for (const { json, pairedItem } of run.outputs[0] ?? []) {
			const index =
				typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : -1;
			expect(longUrlOf.get(json.shorturl)).toBe(urls[index]);
		}
	});
});

describe('a connection that drops', () => {
	async function run(count: number, fault: Fault) {
		const service = await serviceWith({ latencyMs: 50, faults: [fault] });
		const result = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('={{ $json.url }}'),
			items: rows(count),
			onError: ON_ERROR.Continue,
		});
		return { service, result };
	}

	it('with every seventh create costs none of 200 items but those that it hits twice', async () => {
		const match = { method: 'POST', every: 7 };
		const { service, result } = await run(200, { kind: 'closeBefore', match });

		const failed = failedItems(result);
		const notMade = failed.map(({ details }) => (details as ItemDetails).item.longUrl);
		expect(failed.length).toBeLessThan(10);
		for (const { message } of failed) expect(message).toContain('so it was not created');
		expect([...longUrls(service), ...notMade].sort()).toEqual(urlsOf(rows(200)));
	});

	it('always with the same create costs that item, which was sent twice', async () => {
		const match = { method: 'POST', body: /page.50"/ };
		const { service, result } = await run(100, { kind: 'closeBefore', match });

		expect(failedItems(result)).toMatchObject([
			{
				message: expect.stringContaining('so it was not created') as string,
				details: { item: { number: 50 } },
			},
		]);
		expect(createBodies(service)).toHaveLength(101);
		const others = rows(100).filter((_, index) => index !== 49);
		expect(longUrls(service)).toEqual(urlsOf(others));
	});
});

/** What a failed item tells of itself. */
interface ItemDetails {
	item: { longUrl: string };
}

function urlsOf(items: Array<{ url: string }>): string[] {
	return items.map(({ url }) => url).sort();
}
