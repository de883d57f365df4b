import fc from 'fast-check';
import { expect, it, test } from 'vitest';

import type { Instead, ParsedResponse } from '../../../../nodes/LinkShortener/api/http/types';
import {
	backOffMs,
	decideRetry,
	isServiceAway,
	mayHaveBeenDone,
	type Decision,
	MAX_ATTEMPTS,
} from '../../../../nodes/LinkShortener/api/http/retry';

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

/** What is decided for a read or an update, and for a create. */
const table: Array<
	[name: string, outcome: ParsedResponse, repeatable: Decision, create: Decision]
> = [
	['a success', { kind: 'success', body: {} }, 'return', 'return'],
	['a redirect', { kind: 'redirect', status: 302, location: '/x' }, 'return', 'return'],
	['a failure on 200', failure(200), 'return', 'return'],
	['a failure on 404', failure(404), 'return', 'return'],
	['words on 500', brokeDown(500, 'SQL error'), 'retry', 'verify'],
	['words on 503', brokeDown(503, 'Maintenance'), 'retry', 'verify'],
	['a web page on 200', unreadable(200, 'webPage'), 'return', 'verify'],
	['a web page on 403', page(403, 'webPage'), 'return', 'verify'],
	['a web page on 401', page(401, 'webPage'), 'return', 'return'],
	['a web page on 404', page(404, 'webPage'), 'return', 'return'],
	['nothing on 405', page(405, 'empty'), 'return', 'return'],
	['a web page on 502', brokeDown(502), 'retry', 'verify'],
	['another program', unreadable(200, 'notTheService'), 'return', 'verify'],
	['another program on 500', brokeDown(500), 'retry', 'verify'],
	['nothing on 200', unreadable(200, 'empty'), 'retry', 'verify'],
	['nothing on 504', brokeDown(504), 'retry', 'verify'],
	['nothing on 403', page(403, 'empty'), 'return', 'verify'],
	['a cut-off answer on 415', page(415, 'cutOff'), 'return', 'verify'],
	['a web page on 413', page(413, 'webPage'), 'return', 'return'],
	['a web page on 414', page(414, 'webPage'), 'return', 'return'],
	['nothing on 431', page(431, 'empty'), 'return', 'return'],
	['a cut-off answer', unreadable(200, 'cutOff'), 'retry', 'verify'],
	['a connection never made', UNSENT, 'retry', 'retry'],
	['no answer', NO_ANSWER, 'retry', 'verify'],
];

it('each outcome is decided as the table says', () => {
	for (const [name, outcome, repeatable, create] of table) {
		const decided = (['safe', 'idempotent', 'unsafe'] as const).map((safety) =>
			decideRetry(safety, outcome),
		);
		expect.soft([name, ...decided]).toEqual([name, repeatable, repeatable, create]);
	}
});

test('what may have been done is verified or tried again, save what never left', () => {
	for (const [name, outcome, repeatable, create] of table) {
		if (outcome.kind === 'unsent') continue;
		const expected = [name, repeatable === 'retry', create === 'verify'];
		const may = (['safe', 'unsafe'] as const).map((safety) => mayHaveBeenDone(safety, outcome));
		expect([name, ...may]).toEqual(expected);
	}
	expect(mayHaveBeenDone('unsafe', UNSENT)).toBe(false);
});

test.each(['read', 'change'] as const)(
	'the service is away where nothing or a 5xx comes, never a 4xx or a page: %s',
	(kind) => {
		const away = table.filter(([, outcome]) => isServiceAway(kind, outcome)).map(([name]) => name);
		expect(away).toEqual([
			'words on 500',
			'words on 503',
			'a web page on 502',
			'another program on 500',
			// To a change it is a failure of one row.
			...(kind === 'read' ? ['nothing on 200'] : []),
			'nothing on 504',
			...(kind === 'read' ? ['a cut-off answer'] : []),
			'a connection never made',
			'no answer',
		]);
	},
);

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
