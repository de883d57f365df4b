import { expect, it } from 'vitest';
import type { Fault, Service } from '../../service/index.mts';
import { type RunResult } from '../harness/index.mts';
import { createRows, expectFailed } from '../support/creates.mts';
import { expectOfEach, textLike } from '../support/matchers.mts';
import { failedItems, ON_ERROR, rows, wordsOf } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { numbered } from '../support/sheet.mts';

const TIMEOUT_S = 15;
const MOST_S = 30;

/** Where the connection breaks each time a row is sent three times, and a silence is a timeout each time. */
const MOST_WITHOUT_ANSWER_S = 45;

const BROKE_DOWN = /Server Error|Something went wrong/;

/** Which answer which row always gets, what it has to say of it, and within which time. */
const BREAKAGES: Record<
	string,
	Omit<Fault, 'match'> & { row: number; says: RegExp; within: number }
> = {
	'breaks down': { kind: 'status500', row: 0, says: BROKE_DOWN, within: MOST_S },
	'a page with 502': { kind: 'status502Html', row: 1, says: /HTTP 502/, within: MOST_S },
	'a web page': { kind: 'html200', row: 2, says: /web page/, within: MOST_S },
	nothing: { kind: 'empty', work: false, row: 0, says: /nothing|empty/, within: MOST_S },
	'closes the connection': {
		kind: 'closeBefore',
		row: 1,
		says: /connection .*(broke|closed)/,
		within: MOST_WITHOUT_ANSWER_S,
	},
	'does not respond': {
		kind: 'silence',
		row: 2,
		says: /did not respond within 15 seconds/,
		within: MOST_WITHOUT_ANSWER_S,
	},
};

/** What a row says that an outage or a limit kept from being sent: it would not be its own failure. */
const NOT_ITS_OWN = /not sent|is away|come back|rate limit/i;

/** Rows of which some are told by their long URL: at these the service breaks. */
function rowsThatBreak(count: number, broken: readonly number[]): Array<{ url: string }> {
	return rows(count).map((row, index) =>
		broken.includes(index) ? { url: row.url.replace('page', 'breaks') } : row,
	);
}

async function create(service: Service, items: Array<{ url: string }>): Promise<RunResult> {
	const options = { batching: { timeout: TIMEOUT_S } };
	return await createRows(service, items, { options, onError: ON_ERROR.Continue });
}

/** These rows failed, each by itself and in words of its own; every other has its link. */
function expectAlone(
	service: Service,
	run: RunResult,
	items: Array<{ url: string }>,
	says: RegExp,
): void {
	expectFailed(service, run, items, (url) => url.includes('breaks'));
	const words = failedItems(run).map(wordsOf);
	expect(words).toEqual(words.map(() => textLike(says)));
	expect(words.filter((one) => NOT_ITS_OWN.test(one))).toEqual([]);
}

/** Seconds from the first answer that was of no use, or from the timeout in its place, to the end of the run. */
function secondsSinceFirst(service: Service, run: RunResult, startedAt: number): number {
	const first = service.requests.find(({ fault }) => fault !== null);
	const waits = first?.fault === 'silence' ? TIMEOUT_S * 1_000 : 0;
	return (startedAt + run.durationMs - (first?.startedAt ?? 0) - waits) / 1_000;
}

it('C10: one row of three that the service always breaks on fails alone within its time', async () => {
	await expectOfEach(BREAKAGES, async ({ says, within, row, ...fault }) => {
		const service = await serviceWith({ latencyMs: 50 });
		service.addFault({ ...fault, match: { method: 'POST', body: /breaks/ } });
		const items = rowsThatBreak(3, [row]);
		const startedAt = Date.now();
		const run = await create(service, items);

		expectAlone(service, run, items, says);
		expect(secondsSinceFirst(service, run, startedAt)).toBeLessThan(within);
		expect(service.requests.length).toBeLessThanOrEqual(12);
	});
});

const COUNT = 500;
const places = {
	'the first ten': numbered(10, (number) => number - 1),
	'spread over all': numbered(10, (number) => number * 49),
};

/** Seconds until the last row that can be done was done. */
async function secondsFor(service: Service, broken: readonly number[]): Promise<number> {
	const items = rowsThatBreak(COUNT, broken);
	const startedAt = Date.now();
	const run = await create(service, items);
	// Those of the very first that were under way together cannot be told apart by an id.
	expectAlone(service, run, items, /HTTP 502|may have been created/);
	const done = service.requests.filter(
		({ method, fault, status }) => method === 'POST' && fault === null && status === 200,
	);
	return (Math.max(...done.map(({ finishedAt }) => finishedAt)) - startedAt) / 1_000;
}

it('C10: ten rows of many that the service always breaks on fail alone, and hold the others up for 30 s at most', async () => {
	const untroubled = await secondsFor(await serviceWith({ latencyMs: 50 }), []);
	await expectOfEach(places, async (broken) => {
		const service = await serviceWith({ latencyMs: 50 });
		service.addFault({ kind: 'status502Html', match: { method: 'POST', body: /breaks/ } });

		expect(await secondsFor(service, broken)).toBeLessThan(untroubled + MOST_S);
	});
});
