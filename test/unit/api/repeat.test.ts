import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';

import type { Reading } from '../../../nodes/LinkShortener/api/answer';
import {
	backOffMs,
	decideRepeat,
	MOST_ATTEMPTS,
	type Decision,
	type Outcome,
} from '../../../nodes/LinkShortener/api/repeat';

const answered = (reading: Reading): Outcome => ({ kind: 'answered', reading });
const failure = (status: number) =>
	answered({ kind: 'failure', status, message: 'No', details: [] });
const unreadable = (status: number, found: 'webPage' | 'empty' | 'cutOff' | 'notTheService') =>
	answered({ kind: 'unreadable', status, found });

/** What is decided while attempts are left, for a read or an update, and for a create. */
const table: Array<[name: string, outcome: Outcome, repeatable: Decision, create: Decision]> = [
	['a success', answered({ kind: 'success', body: {} }), 'deliver', 'deliver'],
	['a refusal', answered({ kind: 'refused', waitMs: 1 }), 'waitForLimit', 'waitForLimit'],
	['a redirect', answered({ kind: 'redirect', status: 302, location: '/x' }), 'deliver', 'deliver'],
	['a failure on 200', failure(200), 'deliver', 'deliver'],
	['a failure on 404', failure(404), 'deliver', 'deliver'],
	['a failure on 500', failure(500), 'sendAgain', 'deliver'],
	['a failure on 503', failure(503), 'sendAgain', 'deliver'],
	['a web page on 200', unreadable(200, 'webPage'), 'deliver', 'deliver'],
	['a web page on 403', unreadable(403, 'webPage'), 'deliver', 'deliver'],
	['a web page on 502', unreadable(502, 'webPage'), 'sendAgain', 'askFirst'],
	['another program', unreadable(200, 'notTheService'), 'deliver', 'deliver'],
	['another program on 500', unreadable(500, 'notTheService'), 'sendAgain', 'askFirst'],
	['nothing on 200', unreadable(200, 'empty'), 'sendAgain', 'askFirst'],
	['nothing on 504', unreadable(504, 'empty'), 'sendAgain', 'askFirst'],
	['nothing on 403', unreadable(403, 'empty'), 'deliver', 'deliver'],
	['a cut-off answer on 413', unreadable(413, 'cutOff'), 'deliver', 'deliver'],
	['a cut-off answer', unreadable(200, 'cutOff'), 'sendAgain', 'askFirst'],
	['a connection never made', { kind: 'unsent' }, 'sendAgain', 'sendAgain'],
	['a lost answer', { kind: 'lost' }, 'sendAgain', 'askFirst'],
];

describe.each(table)('after %s', (_, outcome, repeatable, create) => {
	it.each([1, 2, 3])('of attempt %i', (attempt) => {
		expect(decideRepeat('read', outcome, attempt)).toBe(repeatable);
		expect(decideRepeat('idempotent', outcome, attempt)).toBe(repeatable);
		expect(decideRepeat('create', outcome, attempt)).toBe(create);
	});

	it('of a caller that has given up: is not sent again', () => {
		const instead = (decision: Decision) => (decision === 'sendAgain' ? 'giveUp' : decision);
		expect(decideRepeat('read', outcome, 1, true)).toBe(instead(repeatable));
		expect(decideRepeat('create', outcome, 1, true)).toBe(instead(create));
	});

	it('of the last attempt nothing is sent again', () => {
		const last = (decision: Decision) => (decision === 'sendAgain' ? 'giveUp' : decision);
		expect(decideRepeat('read', outcome, MOST_ATTEMPTS)).toBe(last(repeatable));
		expect(decideRepeat('create', outcome, MOST_ATTEMPTS)).toBe(last(create));
	});
});

test('a create is sent again only when it certainly was not done', () => {
	for (const [name, outcome] of table) {
		const again = decideRepeat('create', outcome, 1) === 'sendAgain';
		expect([name, again]).toEqual([name, outcome.kind === 'unsent']);
	}
});

test('the back-off doubles and is shortened by up to half', () => {
	const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
	fc.assert(
		fc.property(fc.integer({ min: 1, max: MOST_ATTEMPTS }), anyRandom, (attempt, random) => {
			const full = 500 * 2 ** (attempt - 1);
			expect(backOffMs(attempt, random)).toBeGreaterThanOrEqual(full / 2);
			expect(backOffMs(attempt, random)).toBeLessThanOrEqual(full);
		}),
	);
	expect([1, 2, 3].map((attempt) => backOffMs(attempt, 0))).toEqual([500, 1_000, 2_000]);
});
