import { describe, expect, it } from 'vitest';
import { RATE_LIMIT, type Variations } from '../../service/index.mts';
import {
	expectOneEach,
	newLinks,
	randomOf,
	runBulk,
	variedUrls,
	type Bulk,
} from '../support/bulk.mts';
import { createRows, expectLinkEach, urlsOf } from '../support/creates.mts';
import { failedItems, ON_ERROR, pairs, rows } from '../support/runs.mts';
import { longUrls, serviceWith } from '../support/service.mts';
import { PAGE, times } from '../support/sheet.mts';

const COUNT = 100;

function vary(variations: Partial<Variations>): Partial<Bulk> {
	return { service: { variations } };
}

/** What a real install may be like, beyond the description. */
const SERVICES: Record<string, Partial<Bulk>> = {
	'does all in its own way, with a clock hours off': {
		service: {
			clockOffsetMs: 14 * 3_600_000,
			honoursLimit: false,
			variations: {
				errorValue: 'string',
				nestedCreateBody: true,
				normalisesLongUrls: true,
				numbersAsStrings: true,
				qBlindToLongUrls: true,
				shortUrlKey: 'short_url',
			},
		},
	},
	'finishes 5 seconds after it dropped the connection': vary({ finishLateMs: 5_000 }),
	// Nothing is known before the list was read for want of an id: the first two rounds are under way then.
	'answers a create without an id': { ...vary({ oldCreateBody: true }), spared: 32 },
	'has another client that creates other links': {
		outside: { urls: urlsOf(rows(COUNT, 'outside')), inFlight: 1 },
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
		options: { batching: { maxInFlight: 50, timeout: 2 } },
	},
	'limits the rate': { service: { rateLimit: { ...RATE_LIMIT, limit: 60, windowMs: 5_000 } } },
	// Every loss hits a first sending: it is counted where it arrives, like all others.
	'finishes 15 seconds late, with an alias that the node chooses': {
		...vary({ finishLateMs: 15_000 }),
		before: { kind: 'closeAfter' },
		options: { alias: 'chosenByNode', batching: { maxInFlight: 100 } },
	},
};

describe('C1: one link per item of a bulk run whose answers get lost, on a service that', () => {
	it.each(Object.keys(SERVICES))('%s', async (name) => {
		const random = randomOf(name);
		const result = await runBulk({ urls: variedUrls(COUNT, random), random, ...SERVICES[name] });
		// What is late is done by then.
		await new Promise((resolve) => setTimeout(resolve, 16_000));

		expectOneEach(result);
	});
});

describe('C1: one link per item', () => {
	it('of a thousand', async () => {
		const random = randomOf('thousand');
		expectOneEach(await runBulk({ urls: variedUrls(1_000, random), random }));
	});

	it('of 200 items that share 20 long URLs', async () => {
		const random = randomOf('shared');
		const twenty = variedUrls(20, random);
		const urls = Array.from({ length: 200 }, (_, index) => twenty[index % 20] ?? '');
		expectOneEach(await runBulk({ urls, random }));
	});

	it('of two that share a long URL, where the answer to one is on its way while the other is looked for', async () => {
		const service = await serviceWith();
		service.addFault({ kind: 'closeBefore', match: { method: 'POST', nth: 1 } });
		// The link of the other is listed for six seconds before its item has it.
		service.addFault({ kind: 'slowDrip', msPerByte: 100, match: { method: 'POST', nth: 1 } });
		const two = times(2, { url: PAGE });

		expectLinkEach(service, await createRows(service, two), two);
	});

	it('on a line that cuts every seventh connection', async () => {
		const service = await serviceWith({ latencyMs: 50 });
		service.addFault({ kind: 'closeBefore', match: { method: 'POST', every: 7 } });

		expectLinkEach(service, await createRows(service, rows(300)), rows(300));
	});

	it('but those whose connection drops four times, which say that they were not created', async () => {
		const service = await serviceWith({ latencyMs: 50 });
		service.addFault({ kind: 'closeBefore', match: { method: 'POST', every: 3 } });
		const run = await createRows(service, rows(100), { onError: ON_ERROR.Continue });

		const notMade = failedItems(run).map(({ details, message }) => {
			expect(message).toContain('so it was not created');
			return (details as { item: { longUrl: string } }).item.longUrl;
		});
		expect(notMade.length).toBeLessThan(10);
		expect([...longUrls(service), ...notMade].sort()).toEqual(urlsOf(rows(100)).sort());
	});

	it('is not promised where another client makes the same at the same moment: nothing is lost, and what is unclear is said', async () => {
		const urls = urlsOf(rows(COUNT, 'same'));
		const result = await runBulk({
			urls,
			random: randomOf('same'),
			outside: { urls, inFlight: 10 },
			service: { latencyMs: 100 },
			options: { batching: { maxInFlight: 10 } },
			run: { onError: ON_ERROR['Error Output'] },
		});
		const { run } = result;
		const given = run.items.map(({ shorturl }) => shorturl);

		expect(given.length + run.errorItems.length).toBe(COUNT);
		expect(new Set(given).size).toBe(given.length);
		for (const { error } of run.errorItems) {
			expect(error).toBe('The link may have been created: the response was lost');
		}
		// Whatever is handed out leads to the long URL of its item.
		const longUrlOf = new Map<unknown, string>(
			newLinks(result).map(({ shorturl, longurl }) => [shorturl, longurl]),
		);
		expect(given.map((shorturl) => longUrlOf.get(shorturl))).toEqual(
			pairs(run).map((index) => urls[Number(index)]),
		);
	});
});
