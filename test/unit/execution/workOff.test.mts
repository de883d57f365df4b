import { expect, it } from 'vitest';

import {
	afterItem,
	NO_FAILURES,
	type EarlyEnd,
	endAfter,
	isProven,
	unsentAfter,
} from '../../../nodes/LinkShortener/execution/workOff';
import type { Explanation, FailureKind } from '../../../nodes/LinkShortener/shared/userFacingError';

/** What becomes of the items, in their order: `rejected: …` and `notFound: …` in these words. */
type Step = 'done' | 'ends it' | FailureKind | `${'rejected' | 'notFound'}: ${string}`;

const explanation = (step: Exclude<Step, 'done'>): Explanation => {
	const [kind = '', message = 'No'] = step.split(': ');
	const end = step === 'ends it' ? { endsRun: true } : { kind: kind as FailureKind };
	return { message, remedy: 'Do something.', ...end };
};

const times = (count: number, ...steps: Step[]): Step[] =>
	Array(count).fill(steps).flat() as Step[];

/** Why the run ends after the last item, if it does, and whether it did before. */
function endOf(steps: readonly Step[], isMixed = false): EarlyEnd | undefined | 'too early' {
	let course = NO_FAILURES;
	let end: EarlyEnd | undefined;
	for (const step of steps) {
		if (end !== undefined) return 'too early';
		const failure = step === 'done' ? undefined : explanation(step);
		course = afterItem(course, failure);
		end = failure && endAfter(course, failure, isMixed);
	}
	return end;
}

it.each<[what: string, steps: Step[], end: EarlyEnd | undefined, isMixed?: boolean]>([
	['not at all where all is done', times(50, 'done'), undefined],
	['not for refusals in other words', times(500, 'rejected: Row 1', 'rejected: Row 2'), undefined],
	['perhaps for the tenth in the same words in a row', times(10, 'rejected: No key'), 'account'],
	['also where they read as if a record were gone', times(10, 'notFound: No key'), 'account'],
	['not for nine', [...times(9, 'rejected'), 'done', ...times(9, 'rejected')], undefined],
	[
		'for the tenth behind others',
		[...times(9, 'rejected: Taken'), 'rejected: Blocked', ...times(10, 'rejected: No key')],
		'account',
	],
	['for the third refused key', times(3, 'credentialRefused'), 'key'],
	['for the third in a row later', ['done', ...times(3, 'credentialRefused')], 'key'],
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
	['perhaps for ten lost in a row', ['done', ...times(10, 'unavailable')], 'changes'],
	['in words of the service, too', times(10, 'brokeDown'), 'changes'],
	['not for nine', times(9, 'unavailable'), undefined],
	[
		'not where one was done or refused between',
		[...times(9, 'unavailable'), 'rejected', ...times(9, 'unavailable'), 'done'],
		undefined,
	],
	['not for what was not sent', ['unavailable', ...times(100, 'rateLimited')], undefined],
	[
		'with what was not sent between',
		times(10, 'unavailable', 'rateLimited').slice(0, -1),
		'changes',
	],
	['where a failure says so itself', ['done', 'ends it'], 'itself'],
])('a run ends early: %s', (_, steps, end, isMixed) => {
	expect(endOf(steps, isMixed)).toBe(end);
});

const NO_KEY = explanation('rejected: No key');

const PAGE: Explanation = { ...explanation('misconfigured'), httpStatus: 403 };

it.each<[end: EarlyEnd, ofAccount: Explanation | undefined, is: boolean, lostChanges?: number]>([
	['account', NO_KEY, true],
	['account', { ...NO_KEY, kind: 'notFound' }, true],
	['account', explanation('rejected: Not you'), false],
	['account', explanation('unavailable'), false],
	['account', undefined, false],
	['filter', PAGE, true],
	['filter', explanation('unavailable'), false],
	['filter', undefined, false],
	['changes', undefined, true, 10],
	['changes', undefined, false, 9],
	['changes', { ...PAGE, httpStatus: 200 }, true],
	['changes', explanation('misconfigured'), false],
	['changes', explanation('unavailable'), false, 10],
])('the account proves it: %s, %j: %s', (end, ofAccount, is, lostChanges = 0) => {
	expect(isProven(end, NO_KEY.message, ofAccount, lostChanges)).toBe(is);
});

it.each<[end: EarlyEnd, kind: FailureKind, remedy: RegExp]>([
	['key', 'credentialRefused', /^This was not sent, because earlier ones .* Do something\.$/],
	['plan', 'planLimit', /^This was not sent, because earlier ones .* Do something\.$/],
	[
		'filter',
		'filtered',
		/^This was not sent, because earlier ones .* A filter between n8n and the service/,
	],
	[
		'account',
		'rejected',
		/^This was not sent, because earlier ones .* The service rejects every request: check the API key\.$/,
	],
	['filter', 'misconfigured', /^This was not sent, because earlier ones .* Do something\.$/],
	[
		'changes',
		'unavailable',
		/^This was not sent, because none of the last 10 changes got a response/,
	],
	['itself', 'rejected', /^Do something\.$/],
])('the items that are not sent say so after %s (%s)', (end, kind, remedy) => {
	const failure = { ...explanation(kind), details: ['Of the item'], mayBeDone: true };
	const told = unsentAfter(end, failure);
	const message = end === 'changes' ? 'The service does not respond to changes' : 'No';
	expect(told).toEqual({ message, kind, endsRun: true, remedy: told.remedy });
	expect(told.remedy).toMatch(remedy);
});
