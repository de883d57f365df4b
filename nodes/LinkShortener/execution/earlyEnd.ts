import { ASK_ABOUT_FILTER, MAX_PLAN_REFUSALS, REFUSED_ALIKE } from '../api/http/remedies';
import type { Explanation } from '../shared/userFacingError';

/** What would meet other items as well; `itself` if the failure says so. */
export type EarlyEnd = Cause | 'itself';

type Cause = 'key' | 'plan' | 'filter' | 'changes';

interface Rule {
	isFailure(failure: Explanation): boolean;
	/** So many items in a row have failed with it. */
	inARow: number;
	/** Creates need room in the plan. Where a run has other items, the operation ends its creates by itself. */
	ends: 'all' | 'creates';
}

/** A filter counts only if the account gets its page, too. */
const RULES: Record<Cause, Rule> = {
	key: { isFailure: ({ kind }) => kind === 'credentialRefused', inARow: 3, ends: 'all' },
	plan: {
		isFailure: ({ kind }) => kind === 'planLimit',
		inARow: MAX_PLAN_REFUSALS,
		ends: 'creates',
	},
	filter: { isFailure: isPage, inARow: 10, ends: 'all' },
	changes: { isFailure: isLost, inARow: 30, ends: 'all' },
};

const CAUSES = Object.keys(RULES) as Cause[];

/** Changes without a usable answer count over at least this time (milliseconds), while reads work. */
const MIN_LOST_MS = 30_000;

/** The failures of a run, as far as they concern the items to come: those of one kind in a row. */
export interface Course {
	cause: Cause | undefined;
	count: number;
	/** When the first of them failed (epoch ms). */
	since: number;
}

export const AT_FIRST: Course = { cause: undefined, count: 0, since: Infinity };

/** What else is known of a run. */
interface Known {
	/** When the latest read left that was answered (epoch ms). */
	readAt: number;
	/** Epoch ms. */
	now: number;
	/** Whether some of its items need no room in the plan, such as updates among creates. */
	isMixed: boolean;
}

/**
 * The course of a run after one more item. Pure.
 *
 * @param failure left out for an item that was done
 */
export function afterItem(course: Course, failure: Explanation | undefined, now: number): Course {
	// An item that was not sent tells nothing new.
	if (failure?.isUnsent === true) return course;
	const cause = failure && CAUSES.find((one) => RULES[one].isFailure(failure));
	if (cause === undefined) return AT_FIRST;
	const { count, since } = course.cause === cause ? course : { count: 0, since: now };
	return { cause, count: count + 1, since };
}

/** Whether the run ends after its latest item, which failed, and why. Pure. */
export function endAfter(
	{ cause, count, since }: Course,
	failure: Explanation,
	{ readAt, now, isMixed }: Known,
): EarlyEnd | undefined {
	if (failure.endsRun === true) return 'itself';
	if (cause === undefined || count < RULES[cause].inARow) return undefined;
	if (isMixed && RULES[cause].ends === 'creates') return undefined;
	const isProven = cause !== 'changes' || (now - since >= MIN_LOST_MS && readAt > since);
	return isProven ? cause : undefined;
}

/** Something in front of the service answered with a 4xx. */
export function isPage({ kind, httpStatus = 0 }: Explanation): boolean {
	return kind === 'filtered' || (kind === 'misconfigured' && httpStatus >= 400 && httpStatus < 500);
}

/** Nothing usable came back. */
function isLost({ kind }: Explanation): boolean {
	return kind === 'unavailable' || kind === 'brokeDown';
}

/** What the items say that are not sent, in the words of the one that ended the run. Pure. */
export function unsentAfter(end: EarlyEnd, failure: Explanation): Explanation {
	const { message, remedy, kind, httpStatus } = failure;
	const why: Explanation = {
		message,
		remedy,
		...(kind === undefined ? {} : { kind }),
		...(httpStatus === undefined ? {} : { httpStatus }),
		endsRun: true,
		isUnsent: true,
	};
	if (end === 'itself') return why;
	if (end === 'changes') {
		const lost = `This was not sent, because none of the last ${RULES.changes.inARow} items got a response, although the service responds to other requests.`;
		return { ...why, remedy: `${lost} Check the service, then run these items again.` };
	}
	return { ...why, remedy: `${REFUSED_ALIKE} ${kind === 'filtered' ? ASK_ABOUT_FILTER : remedy}` };
}

/** What an item says that was under way when the run ended. Pure. */
export function underWayAt(unsent: Explanation): Explanation {
	const remedy =
		'The run ended while this was being sent, so it may be done. Check it before you run it again.';
	return { ...unsent, remedy, isUnsent: false, isUnconfirmed: true };
}
