import { ASK_ABOUT_FILTER, MAX_PLAN_REFUSALS, REFUSED_ALIKE } from '../api/http/remedies';
import type { Explanation } from '../shared/userFacingError';

/** The key counts as revoked during the run after so many refusals in a row; as wrong after the first, if nothing was done. */
const MAX_KEY_REFUSALS = 3;

/** After so many 4xx pages in a row, every request may get one: the account shows it. */
const MAX_PAGES = 10;

/** So many rows in a row got no usable answer, over at least this time (milliseconds), while reads work. */
const MAX_LOST = 30;
const MIN_LOST_MS = 30_000;

/** What the items of a run have come to so far, as far as it concerns those to come. */
export interface Course {
	anyDone: boolean;
	/** Since the last item that was done or failed in another way. */
	keyRefusals: number;
	pages: number;
	lost: number;
	/** When the first of the lost ones failed (epoch ms). */
	lostSince: number;
	/** In all, since good answers may overtake them. */
	planRefusals: number;
}

export const AT_FIRST: Course = {
	anyDone: false,
	keyRefusals: 0,
	pages: 0,
	lost: 0,
	lostSince: Infinity,
	planRefusals: 0,
};

/** Why no other item makes sense; `filter` if the account gets a page, too. */
export type EarlyEnd = 'key' | 'plan' | 'filter' | 'changes' | 'itself';

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
	const { keyRefusals, pages, lost, lostSince, planRefusals } = course;
	if (failure === undefined) return { ...AT_FIRST, anyDone: true, planRefusals };
	// An item that was not sent tells nothing new.
	if (failure.isUnsent === true) return course;
	const isLost = failure.kind === 'unavailable' || failure.kind === 'brokeDown';
	return {
		anyDone: course.anyDone,
		keyRefusals: failure.kind === 'credentialRefused' ? keyRefusals + 1 : 0,
		pages: isPage(failure) ? pages + 1 : 0,
		lost: isLost ? lost + 1 : 0,
		lostSince: isLost ? Math.min(lostSince, now) : Infinity,
		planRefusals: failure.kind === 'planLimit' ? planRefusals + 1 : planRefusals,
	};
}

/** Whether the run ends after its latest item, which failed, and why. Pure. */
export function endAfter(
	course: Course,
	failure: Explanation,
	{ readAt, now, isMixed }: Known,
): EarlyEnd | undefined {
	if (failure.endsRun === true) return 'itself';
	if (course.keyRefusals >= (course.anyDone ? MAX_KEY_REFUSALS : 1)) return 'key';
	if (!isMixed && course.planRefusals >= MAX_PLAN_REFUSALS) return 'plan';
	if (course.pages >= MAX_PAGES) return 'filter';
	const isLong = now - course.lostSince >= MIN_LOST_MS;
	if (course.lost >= MAX_LOST && isLong && readAt > course.lostSince) return 'changes';
	return undefined;
}

/** Something in front of the service answered with a 4xx. */
export function isPage({ kind, httpStatus = 0 }: Explanation): boolean {
	return kind === 'filtered' || (kind === 'misconfigured' && httpStatus >= 400 && httpStatus < 500);
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
		const lost = `This was not sent, because none of the last ${MAX_LOST} rows got a response, although the service responds to other requests.`;
		return { ...why, remedy: `${lost} Check the service, then run these items again.` };
	}
	return { ...why, remedy: `${REFUSED_ALIKE} ${kind === 'filtered' ? ASK_ABOUT_FILTER : remedy}` };
}
