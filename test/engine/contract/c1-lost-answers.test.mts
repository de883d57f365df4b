import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { type Fault, RATE_LIMIT, type ServiceOptions } from '../../service/index.mts';
import { atLeastOne } from '../../lists.mts';
import { createRows, expectLinkEach, pagesOf, urlsOf } from '../support/creates.mts';
import { expectOfEach } from '../support/matchers.mts';
import { errorOf, failedItems, ON_ERROR, pairs, RETRY, rows, wordsOf } from '../support/runs.mts';
import { createBodies, longUrls, serviceWith } from '../support/service.mts';
import { PAGE, times } from '../support/sheet.mts';

const COUNT = 100;

type Loss = Pick<Fault, 'kind' | 'work'>;

/** How creates are lost: the first so many; else every tenth after the work was done, every nineteenth before it. */
interface Lossy {
	service?: Partial<ServiceOptions>;
	first?: Loss & { times: number };
	after?: Loss;
	before?: Loss;
	options?: INodeParameters;
	count?: number;
}

async function lossy({ service: more, first, after, before }: Lossy = {}) {
	const service = await serviceWith(more);
	const match = { method: 'POST', path: '/api/url/add' };
	if (first !== undefined) {
		const { times: often, ...loss } = first;
		service.addFault({ ...loss, match: { ...match, times: often } });
		return service;
	}
	service.addFault({ ...(after ?? { kind: 'closeAfter' }), match: { ...match, every: 10 } });
	service.addFault({ ...(before ?? { kind: 'closeBefore' }), match: { ...match, every: 19 } });
	return service;
}

/** The first answers of a run, the work done or not; then what a real install may be like, beyond the description. */
const LOSSES: Record<string, Lossy> = {
	'closed before the work': { first: { kind: 'closeBefore', times: 11 }, count: 60 },
	'closed after the work': { first: { kind: 'closeAfter', times: 1 }, count: 5 },
	'cut off': { first: { kind: 'cutOff', times: 11 }, count: 60 },
	'a page with 502': { first: { kind: 'status502Html', work: false, times: 1 }, count: 5 },
	'a page with 502, and the work': { first: { kind: 'status502Html', work: true, times: 11 } },
	'an empty answer': { first: { kind: 'empty', work: false, times: 11 }, count: 60 },
	'an empty answer, and the work': { first: { kind: 'empty', work: true, times: 1 }, count: 10 },
	'of a thousand': { count: 1_000 },
	'a filter that hides good answers': { after: { kind: 'page403', work: true } },
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

it('C1: a lost answer costs no item', async () => {
	await expectOfEach(LOSSES, async (given) => {
		const service = await lossy(given);
		const { options = {}, count = COUNT } = given;
		const run = await createRows(service, rows(count), { options });
		// What is late is done by then.
		await new Promise((resolve) => setTimeout(resolve, 16_000));

		expectLinkEach(service, run, rows(count));
	});
});

describe('C1: one link per item', () => {
	it('of 200 items that share 20 long URLs, which have older links', async () => {
		const service = await lossy();
		const older = rows(20).map((row) => ({ ...row, date: '2026-01-05 09:00:00' }));
		service.seed('links', older);
		const items = times(10, rows(20)).flat();
		const run = await createRows(service, items);

		expect(failedItems(run)).toEqual([]);
		expect(longUrls(service)).toEqual(urlsOf([...rows(20), ...items]).sort());
		expect(pagesOf(run, service.links())).toEqual(urlsOf(items));
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

		const notMade = atLeastOne(failedItems(run)).map(({ details, message }) => {
			expect(message).toContain('so it was not created');
			return (details as { item: { longUrl: string } }).item.longUrl;
		});
		expect(notMade.length).toBeLessThan(10);
		expect([...longUrls(service), ...notMade].sort()).toEqual(urlsOf(rows(100)).sort());
	});

	it.each([
		{ customAliases: 'kept', unclear: 0 },
		{ customAliases: 'ignored', unclear: 6 },
	] as const)(
		'is not promised where another client makes the same at the same moment: nothing is lost, and what is unclear is said: %o',
		async ({ customAliases, unclear }) => {
			const service = await serviceWith({ latencyMs: 100, variations: { customAliases } });
			// All links are on one page of the list.
			const items = rows(40);
			// Of six rows, and never of the other client.
			const ofRows = (digit: number) => new RegExp(`^(?!.*another).*/[123]${digit}"`);
			service.addFault({ kind: 'closeAfter', match: { body: ofRows(5) } });
			service.addFault({ kind: 'closeBefore', match: { body: ofRows(0), times: 3 } });
			const another = atLeastOne(items).map(async ({ url }) => {
				const response = await fetch(`${service.url}/api/url/add`, {
					method: 'POST',
					headers: {
						authorization: `Bearer ${service.apiKey}`,
						'content-type': 'application/json',
					},
					body: JSON.stringify({ url, description: 'another' }),
				});
				expect(response.status).toBe(200);
			});
			const run = await createRows(service, items, {
				options: { batching: { maxInFlight: 10 } },
				onError: ON_ERROR['Error Output'],
			});
			await Promise.all(another);
			const given = run.items.map(({ shorturl }) => shorturl);

			expect(new Set(given).size).toBe(items.length - unclear);
			expect(run.errorItems.map(({ error }) => error)).toEqual(
				times(unclear, 'The link may have been created: the service did not confirm it'),
			);
			// Whatever is handed out leads to the long URL of its item, and is not the other client's.
			const own = service.links().filter(({ description }) => description !== 'another');
			expect(pagesOf(run, own)).toEqual(pairs(run).map((index) => items[Number(index)]?.url));
		},
	);
});

async function losing(kind: Fault['kind']) {
	const service = await serviceWith();
	service.addFault({ kind, match: { method: 'POST', times: 1 } });
	return service;
}

// Whether aliases are taken is not known before one was.
it('C1: the first create of all, whose answer is lost, is not sent again where another link leads to its page', async () => {
	const service = await losing('closeBefore');
	service.seed('links', [{ url: PAGE, custom: 'old-link' }]);
	const run = await createRows(service, [{ url: PAGE }], { onError: ON_ERROR.Continue });

	expect(failedItems(run).map(wordsOf)).toEqual([expect.stringContaining('/old-link.')]);
	expect(createBodies(service)).toHaveLength(1);
});

/** How the first answer is lost, how many looks are refused, and what comes of it. */
const RETRIED: Record<string, { kind: Fault['kind']; refused?: number; sent: number }> = {
	// Both looks of the first try.
	'a link that was made': { kind: 'closeAfter', refused: 2, sent: 1 },
	'a link that was not': { kind: 'closeBefore', refused: 2, sent: 2 },
	'a link that cannot be looked for': { kind: 'closeAfter', sent: 1 },
};

it('C2: Retry On Fail goes on with the alias whose answer was lost, or stays in doubt', async () => {
	await expectOfEach(RETRIED, async ({ kind, refused, sent }) => {
		const service = await losing(kind);
		const match = { path: '/api/urls', ...(refused !== undefined && { times: refused }) };
		service.addFault({ kind: 'failureOn200', match, message: 'No access.' });
		const run = await createRows(service, rows(1), RETRY);

		if (refused !== undefined) expectLinkEach(service, run, rows(1));
		else expect(errorOf(run).message).toContain('may have been created');
		const aliases = createBodies(service).map((body) => (body as { custom?: string }).custom);
		expect(aliases).toHaveLength(sent);
		expect(new Set(aliases).size).toBe(1);
	});
});
