import { describe, expect, it } from 'vitest';
import { RATE_LIMIT, type Fault, type Service } from '../service/index.mts';
import { runNode, type RunOptions, type RunResult } from './harness/index.mts';
import {
	createOf,
	errorOf,
	failedItems,
	goodItems,
	ON_ERROR,
	rows,
	wordsOf,
} from './support/runs.mts';
import {
	credentialsOf,
	longUrls,
	requestLines,
	sentUrls,
	serviceWith,
} from './support/service.mts';

/** A part of long URLs that a web filter takes for an attack. */
const CAUGHT = 'wp-login';

const TITLE = 'Attention Required';
const PAGE: Omit<Fault, 'match'> = { kind: 'page403', message: TITLE };
const SAYS_PAGE = /(?=.*Attention Required)(?=.*HTTP 403)/;

/** What a filter says in the place of the service, and the words of it that a person has to read. */
const FILTERS = [
	{ what: 'a page with HTTP 403', fault: PAGE, says: SAYS_PAGE },
	{
		what: 'errors by field, without a message',
		fault: { kind: 'errors422', message: 'This address is on a blocklist.' },
		says: /This address is on a blocklist\./,
	},
	{
		what: 'problem details',
		fault: { kind: 'problem400', message: 'Rule 930120 matched.' },
		says: /Request blocked|Rule 930120 matched\./,
	},
] satisfies Array<{ what: string; fault: Omit<Fault, 'match'>; says: RegExp }>;

async function create(
	service: Service,
	items: Array<{ url: string }>,
	settings: Partial<RunOptions> = {},
): Promise<RunResult> {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}'),
		items,
		onError: ON_ERROR.Continue,
		...settings,
	});
}

/** Rows of which the filter catches those that `isCaught` names. */
function someCaught(count: number, isCaught: (index: number) => boolean): Array<{ url: string }> {
	return rows(count).map(({ url }, index) => ({
		url: isCaught(index) ? url.replace('/page/', `/${CAUGHT}/`) : url,
	}));
}

function urlsOf(items: Array<{ url: string }>): string[] {
	return items.map(({ url }) => url).sort();
}

function isGood({ url }: { url: string }): boolean {
	return !url.includes(CAUGHT);
}

/** Each row that was not caught has its link, each other one says why; nothing was waited for. */
function expectOnlyCaughtFailed(
	service: Service,
	items: Array<{ url: string }>,
	run: RunResult,
	says: RegExp,
): void {
	expect(run.items.map(({ error }) => error === undefined)).toEqual(items.map(isGood));
	for (const { error } of failedItems(run)) expect(error).toMatch(says);
	expect(longUrls(service)).toEqual(urlsOf(items.filter(isGood)));
	const madeFor = new Map(service.links().map(({ longurl, shorturl }) => [longurl, shorturl]));
	expect(goodItems(run).map(({ shorturl }) => shorturl)).toEqual(
		items.filter(isGood).map(({ url }) => madeFor.get(url)),
	);
	expect(sentUrls(service).sort()).toEqual(urlsOf(items));
	expect(JSON.stringify([run.hints, run.logs, run.items])).not.toMatch(
		/waited .* for the service|service is away|not sent/,
	);
	expect(run.durationMs).toBeLessThan(60_000);
}

// One after the other: what measures time has the clock to itself.
describe('a row that a filter in front of the service catches', () => {
	it.each(FILTERS.flatMap((filter) => [5, 120].map((count) => ({ ...filter, count }))))(
		'fails alone with what the filter says: $what, $count rows',
		async ({ fault, says, count }) => {
			const service = await serviceWith({ latencyMs: 50 });
			service.addFault({ ...fault, match: { method: 'POST', body: new RegExp(CAUGHT) } });
			const items = someCaught(count, (index) => index % 4 === 1);
			const run = await create(service, items);

			expectOnlyCaughtFailed(service, items, run, says);
		},
	);

	it.each(FILTERS)('holds up none of those behind 20 in a row: $what', async ({ fault, says }) => {
		const service = await serviceWith({ latencyMs: 50 });
		service.addFault({ ...fault, match: { method: 'POST', body: new RegExp(CAUGHT) } });
		const items = someCaught(60, (index) => index >= 10 && index < 30);
		const parameters = createOf('={{ $json.url }}', { options: { batching: { maxInFlight: 1 } } });
		const run = await create(service, items, { parameters });

		expectOnlyCaughtFailed(service, items, run, says);
		const asked = requestLines(service).filter((line) => line === 'GET /api/account');
		expect(asked.length).toBeLessThanOrEqual(3);
	});

	it.each([5, 120])(
		'comes out with its link where the page took the place of a good answer: %i rows',
		async (count) => {
			const service = await serviceWith({ latencyMs: 50 });
			const match = { method: 'POST', body: new RegExp(CAUGHT) };
			service.addFault({ ...PAGE, match, work: true });
			const items = someCaught(count, (index) => index % 4 === 1);
			const run = await create(service, items);

			expect(failedItems(run)).toEqual([]);
			expect(longUrls(service)).toEqual(urlsOf(items));
			expect(sentUrls(service)).toHaveLength(count);
			const madeFor = new Map(service.links().map(({ longurl, shorturl }) => [longurl, shorturl]));
			expect(run.items.map(({ shorturl }) => shorturl)).toEqual(
				items.map(({ url }) => madeFor.get(url)),
			);
			expect(run.durationMs).toBeLessThan(60_000);
		},
	);
});

describe('a filter that lets nothing of n8n through, the account included', () => {
	it.each([5, 100])(
		'ends a run of %i rows after few requests, and says so on each item',
		async (count) => {
			const service = await serviceWith({ latencyMs: 50 });
			service.addFault({ ...PAGE, match: {} });
			const run = await create(service, rows(count));

			expect(failedItems(run)).toHaveLength(count);
			for (const item of failedItems(run)) {
				expect(wordsOf(item)).toContain(TITLE);
			}
			expect(service.links()).toEqual([]);
			const sent = sentUrls(service);
			expect(new Set(sent).size).toBe(sent.length);
			// Ten creates, a look for each of them, the account, and what was under way with the tenth.
			expect(service.requests.length).toBeLessThanOrEqual(30);
			expect(run.durationMs).toBeLessThan(60_000);
		},
	);

	it('ends a run that stops on an error with the title of its page', async () => {
		const service = await serviceWith({ latencyMs: 50 });
		service.addFault({ ...PAGE, match: {} });
		const run = await create(service, rows(100), { onError: ON_ERROR.Stop });

		expect(`${errorOf(run).message} ${errorOf(run).description}`).toContain(TITLE);
		expect(service.requests.length).toBeLessThanOrEqual(30);
	});
});

describe('an answer with 20,000 nested brackets', () => {
	it('fails its own item, 25 times in a row, and keeps nobody waiting', async () => {
		const service = await serviceWith({
			latencyMs: 20,
			rateLimit: { ...RATE_LIMIT, limit: 55 },
		});
		const message = 'This was refused at length.';
		service.addFault({ match: { body: /wp-login/ }, kind: 'nestedBrackets', message });
		const items = someCaught(50, (index) => index < 25);
		const run = await create(service, items);

		expect(run.items.map(({ error }) => error === undefined)).toEqual(items.map(isGood));
		expect(longUrls(service)).toEqual(urlsOf(items.filter(isGood)));
		expect(run.durationMs).toBeLessThan(30_000);
		for (const item of failedItems(run)) {
			expect(item.error).toBe(message);
			expect(wordsOf(item).length).toBeLessThan(1_000);
		}
	});
});
