import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Fault, ServiceOptions } from '../../service/index.mts';
import { RATE_LIMIT } from '../../service/index.mts';
import { createRows, expectLinkEach, urlsOf } from '../support/creates.mts';
import { expectOfEach } from '../support/matchers.mts';
import { failedItems, ON_ERROR, pairs, rows } from '../support/runs.mts';
import { longUrls, serviceWith } from '../support/service.mts';
import { PAGE, times } from '../support/sheet.mts';

const COUNT = 100;

/** How a create is lost: every tenth after the work was done, every twentieth before it. */
type Loss = Pick<Fault, 'kind' | 'work'>;

interface Lossy {
	service?: Partial<ServiceOptions>;
	after?: Loss;
	before?: Loss;
	options?: INodeParameters;
}

async function lossy({ service: more, after, before }: Lossy = {}) {
	const service = await serviceWith(more);
	const match = { method: 'POST', path: '/api/url/add' };
	service.addFault({ ...(after ?? { kind: 'closeAfter' }), match: { ...match, every: 10 } });
	service.addFault({ ...(before ?? { kind: 'closeBefore' }), match: { ...match, every: 19 } });
	return service;
}

/** A service that … beyond the description. */
const SERVICES: Record<string, Lossy> = {
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
	'finishes 5 seconds after it dropped the connection': {
		service: { variations: { finishLateMs: 5_000 } },
	},
	'answers a create without an id': { service: { variations: { oldCreateBody: true } } },
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
	'finishes 15 seconds late, with an alias that the node chooses': {
		service: { variations: { finishLateMs: 15_000 } },
		before: { kind: 'closeAfter' },
		options: { alias: 'chosenByNode', batching: { maxInFlight: 100 } },
	},
};

it('C1: one link per item of a bulk run whose answers get lost, whatever the service', async () => {
	await expectOfEach(SERVICES, async (given) => {
		const service = await lossy(given);
		const { options = {} } = given;
		const run = await createRows(service, rows(COUNT), { options });
		// What is late is done by then.
		await new Promise((resolve) => setTimeout(resolve, 16_000));

		expectLinkEach(service, run, rows(COUNT));
	});
});

describe('C1: one link per item', () => {
	it('of a thousand', async () => {
		const service = await lossy();
		expectLinkEach(service, await createRows(service, rows(1_000)), rows(1_000));
	});

	it('of 200 items that share 20 long URLs, which have older links', async () => {
		const service = await lossy();
		service.seed(
			'links',
			rows(20).map((row) => ({ ...row, date: '2026-01-05 09:00:00' })),
		);
		const items = Array.from({ length: 10 }, () => rows(20)).flat();
		const run = await createRows(service, items);

		expect(failedItems(run)).toEqual([]);
		expect(longUrls(service)).toEqual(urlsOf([...rows(20), ...items]).sort());
		const longUrlOf = new Map<unknown, string>(
			service.links().map(({ shorturl, longurl }) => [shorturl, longurl]),
		);
		expect(run.items.map(({ shorturl }) => longUrlOf.get(shorturl))).toEqual(urlsOf(items));
		expect(new Set(run.items.map(({ shorturl }) => shorturl)).size).toBe(200);
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
		const service = await lossy({ service: { latencyMs: 100 } });
		const another = rows(COUNT).map(async ({ url }) => {
			await fetch(`${service.url}/api/url/add`, {
				method: 'POST',
				headers: {
					authorization: `Bearer ${service.apiKey}`,
					'content-type': 'application/json',
				},
				body: JSON.stringify({ url }),
			}).catch(() => undefined);
		});
		const run = await createRows(service, rows(COUNT), {
			options: { batching: { maxInFlight: 10 } },
			onError: ON_ERROR['Error Output'],
		});
		await Promise.all(another);
		const given = run.items.map(({ shorturl }) => shorturl);

		expect(given.length + run.errorItems.length).toBe(COUNT);
		expect(new Set(given).size).toBe(given.length);
		for (const { error } of run.errorItems) {
			expect(error).toBe('The link may have been created: the response was lost');
		}
		// Whatever is handed out leads to the long URL of its item.
		const longUrlOf = new Map<unknown, string>(
			service.links().map(({ shorturl, longurl }) => [shorturl, longurl]),
		);
		expect(given.map((shorturl) => longUrlOf.get(shorturl))).toEqual(
			pairs(run).map((index) => rows(COUNT)[Number(index)]?.url),
		);
	});
});
