import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Instead, ParsedResponse } from '../../../../nodes/LinkShortener/api/http/types';
import { backOffMs, judge, MAX_ATTEMPTS } from '../../../../nodes/LinkShortener/api/http/retry';

const UNSENT: ParsedResponse = { kind: 'unsent', code: 'ECONNREFUSED', detail: 'x' };
const NO_ANSWER: ParsedResponse = { kind: 'noAnswer', code: 'ECONNRESET', detail: 'x' };
const failure = (status: number): ParsedResponse => ({
	kind: 'rejected',
	status,
	message: 'No',
	details: [],
});
const unreadable = (status: number, found: Instead): ParsedResponse => ({
	kind: 'unreadable',
	status,
	found,
});
const page = (status: number, found: Instead): ParsedResponse => ({
	kind: 'page',
	status,
	found,
	title: '',
});
const brokeDown = (status: number, message?: string): ParsedResponse => ({
	kind: 'brokeDown',
	status,
	details: [],
	...(message === undefined ? {} : { message }),
});

const busy = (status: 503 | 508): ParsedResponse => ({ kind: 'busy', status, title: 'Busy' });

/** What a request is: its method, and of a create whether its key is proven. */
const REQUESTS = {
	read: { method: 'GET' },
	change: { method: 'PUT' },
	create: { method: 'POST' },
	proven: { method: 'POST', hasProvenKey: () => true },
} as const;

/** Whether it was done, what is next, and who waits: for a read, a change, a create, a create with a proven key. */
type Row = [read: string, change: string, create: string, proven: string];

const OVER = 'no return nobody';
const AGAIN_ALL = 'perhaps retry all';
const VERIFY = 'perhaps verify nobody';
const VERIFY_ALL = 'perhaps verify all';

function everywhere(verdict: string): Row {
	return [verdict, verdict, verdict, verdict];
}

const REJECTED = everywhere(OVER);
const BROKEN: Row = [AGAIN_ALL, AGAIN_ALL, VERIFY_ALL, VERIFY_ALL];
const STOPPED: Row = [OVER, OVER, VERIFY, VERIFY];
const CUT_SHORT: Row = [AGAIN_ALL, 'perhaps retry nobody', VERIFY, VERIFY];
const BUSY: Row = [
	...(['perhaps retry itself', 'perhaps retry itself'] as const),
	...(['perhaps verify itself', 'no retry itself'] as const),
];

const TABLE: Array<[name: string, outcome: ParsedResponse, verdicts: Row]> = [
	['a success', { kind: 'success', body: {} }, everywhere('yes return nobody')],
	['a redirect', { kind: 'redirect', status: 302, location: '/x' }, REJECTED],
	['a rate limit', { kind: 'rateLimited' }, everywhere('no retry limit')],
	['a failure on 200', failure(200), REJECTED],
	['a failure on 404', failure(404), REJECTED],
	['a page on 503', busy(503), BUSY],
	['a page on 508', busy(508), BUSY],
	...[500, 501, 502, 504, 520, 521, 522, 523, 524].map((status): [string, ParsedResponse, Row] => [
		`a page on ${status}`,
		brokeDown(status),
		BROKEN,
	]),
	['words on 500', brokeDown(500, 'SQL error'), BROKEN],
	['words on 503', brokeDown(503, 'Maintenance'), BROKEN],
	['words on 508', brokeDown(508, 'Maintenance'), BROKEN],
	['a page on 200', unreadable(200, 'webPage'), STOPPED],
	['another program on 200', unreadable(200, 'notTheService'), STOPPED],
	['nothing on 200', unreadable(200, 'empty'), CUT_SHORT],
	['a cut-off answer', unreadable(200, 'cutOff'), CUT_SHORT],
	['a page on 403', page(403, 'webPage'), STOPPED],
	['nothing on 403', page(403, 'empty'), STOPPED],
	['a cut-off answer on 415', page(415, 'cutOff'), STOPPED],
	...[401, 404, 405, 413, 414, 431].map((status): [string, ParsedResponse, Row] => [
		`a page on ${status}`,
		page(status, 'webPage'),
		REJECTED,
	]),
	['a connection never made', UNSENT, everywhere('no retry all')],
	['no answer', NO_ANSWER, BROKEN],
];

test.each(TABLE)('%s is decided by what the request is', (_, outcome, verdicts) => {
	const judged = Object.values(REQUESTS).map((request) => {
		const { done, next, waits } = judge(outcome, request);
		return `${done} ${next} ${waits}`;
	});
	expect(judged).toEqual(verdicts);
});

test('an assignment is judged like any other change, although it is a POST', () => {
	for (const [, outcome] of TABLE) {
		const assignment = judge(outcome, { method: 'POST', isRepeatable: true });
		expect(assignment).toEqual(judge(outcome, REQUESTS.change));
	}
});

test('the back-off doubles and is shortened by up to half', () => {
	const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
	fc.assert(
		fc.property(fc.integer({ min: 1, max: MAX_ATTEMPTS }), anyRandom, (attempt, random) => {
			const full = 500 * 2 ** (attempt - 1);
			expect(backOffMs(attempt, random)).toBeGreaterThanOrEqual(full / 2);
			expect(backOffMs(attempt, random)).toBeLessThanOrEqual(full);
		}),
	);
	expect([1, 2, 3].map((attempt) => backOffMs(attempt, 0))).toEqual([500, 1_000, 2_000]);
});
