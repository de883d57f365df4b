import { describe, expect, it } from 'vitest';

import {
	afterItem,
	AT_FIRST,
	endAfter,
	type EarlyEnd,
	unsentAfter,
} from '../../../nodes/LinkShortener/execution/earlyEnd';
import type { Explanation, FailureKind } from '../../../nodes/LinkShortener/shared/userFacingError';

/** What becomes of the items, in their order; a number lets so many seconds pass. */
type Step = 'done' | 'not sent' | 'ends it' | 'reads work' | FailureKind | number;

const explanation = (step: FailureKind | 'not sent' | 'ends it'): Explanation => ({
	message: 'No',
	remedy: 'Do something.',
	...(step === 'not sent' ? { kind: 'unavailable', isUnsent: true } : {}),
	...(step === 'ends it' ? { endsRun: true } : {}),
	...(step !== 'not sent' && step !== 'ends it' ? { kind: step } : {}),
});

const times = (count: number, ...steps: Step[]): Step[] =>
	Array(count).fill(steps).flat() as Step[];

/** Why the run ends after the last item, if it does, and whether it did before. */
function endOf(steps: readonly Step[], isMixed = false): EarlyEnd | undefined | 'too early' {
	let course = AT_FIRST;
	let now = 0;
	let readAt = -Infinity;
	let end: EarlyEnd | undefined;
	for (const step of steps) {
		if (typeof step === 'number') now += 1_000 * step;
		else if (step === 'reads work') readAt = now;
		else {
			if (end !== undefined) return 'too early';
			const failure = step === 'done' ? undefined : explanation(step);
			course = afterItem(course, failure, now);
			end = failure && endAfter(course, failure, { readAt, now, isMixed });
		}
	}
	return end;
}

/** Rows that fail one a second, while a read works after the first one. */
const lost = (count: number, kind: FailureKind = 'unavailable'): Step[] => [
	kind,
	1,
	'reads work',
	...times(count - 1, kind, 1),
];

describe('a run ends early', () => {
	it.each<[what: string, steps: Step[], end: EarlyEnd | undefined, isMixed?: boolean]>([
		['not at all where all is done', times(50, 'done'), undefined],
		['not for refusals in words', times(500, 'rejected'), undefined],
		['for the third refused key', times(3, 'credentialRefused'), 'key'],
		[
			'for the third in a row once something was done',
			['done', ...times(3, 'credentialRefused')],
			'key',
		],
		['not for two', ['done', ...times(2, 'credentialRefused')], undefined],
		[
			'not where something was done between',
			['done', ...times(9, 'credentialRefused', 'credentialRefused', 'done')],
			undefined,
		],
		[
			'not where something else failed between',
			times(9, 'credentialRefused', 'planLimit', 'credentialRefused', 'rejected'),
			undefined,
		],
		['for the third refusal by the plan in a row', ['done', ...times(3, 'planLimit')], 'plan'],
		['not where room was left between', times(9, 'planLimit', 'planLimit', 'done'), undefined],
		['not where updates need no room in the plan', times(50, 'planLimit'), undefined, true],
		[
			'but for another reason there',
			[...times(2, 'planLimit'), ...times(10, 'filtered')],
			'filter',
			true,
		],
		['perhaps for the tenth page in a row', ['done', ...times(10, 'filtered')], 'filter'],
		['not for nine', ['done', ...times(9, 'filtered'), 'done', ...times(9, 'filtered')], undefined],
		['not for twelve that are spread', times(12, ...times(400, 'done'), 'filtered'), undefined],
		['for thirty lost in a row while reads work', ['done', ...lost(31)], 'changes'],
		['in words of the service, too', ['done', ...lost(31, 'brokeDown')], 'changes'],
		['not for twenty-nine', lost(29), undefined],
		[
			'not where one was done or refused between',
			[...lost(29), 'rejected', ...lost(29), 'done', ...lost(29)],
			undefined,
		],
		[
			'not within half a minute',
			['unavailable', 0.1, 'reads work', ...times(200, 'unavailable', 0.1)],
			undefined,
		],
		['not where reads fail too', times(100, 'unavailable', 1), undefined],
		[
			'not where a read has worked before alone',
			['reads work', 1, ...times(100, 'unavailable', 1)],
			undefined,
		],
		[
			'not for what was not sent',
			['unavailable', 1, 'reads work', ...times(100, 'not sent', 1)],
			undefined,
		],
		['where a failure says so itself', ['done', 'ends it'], 'itself'],
	])('%s', (_, steps, end, isMixed) => {
		expect(endOf(steps, isMixed)).toBe(end);
	});
});

describe('the items that are not sent say so', () => {
	it.each<[end: EarlyEnd, kind: FailureKind, remedy: RegExp]>([
		['key', 'credentialRefused', /^This was not sent, because earlier ones .* Do something\.$/],
		['plan', 'planLimit', /^This was not sent, because earlier ones .* Do something\.$/],
		[
			'filter',
			'filtered',
			/^This was not sent, because earlier ones .* A filter between n8n and the service/,
		],
		['filter', 'misconfigured', /^This was not sent, because earlier ones .* Do something\.$/],
		[
			'changes',
			'unavailable',
			/^This was not sent, because none of the last 30 items got a response/,
		],
		['itself', 'rejected', /^Do something\.$/],
	])('after %s (%s)', (end, kind, remedy) => {
		const failure = { ...explanation(kind), item: { alias: 'one' }, isUnconfirmed: true };
		const told = unsentAfter(end, failure);
		expect(told).toMatchObject({ message: 'No', kind, endsRun: true, isUnsent: true });
		expect(told.remedy).toMatch(remedy);
		expect([told.item, told.isUnconfirmed]).toEqual([undefined, undefined]);
	});
});
