import { explanationOf } from '../shared/n8n/nodeErrors';
import { Cancelled, type Explanation } from '../shared/userFacingError';
import { execute } from './calls';
import type { ItemResult } from './report/results';
import type { Run } from './run';
import {
	ALLOWS_FEWER,
	ASK_ABOUT_FILTER,
	MAX_PLAN_REFUSALS,
	REFUSED_ALIKE,
} from '../api/http/remedies';

/** What would meet other items as well; `itself` if the failure says so. */
export type EarlyEnd = Cause | 'itself';

type Cause = 'key' | 'plan' | 'filter' | 'changes' | 'account';

/** So many items in a row that fail for one cause, which lies in none of them, end a run. */
const IN_A_ROW: Record<Cause, number> = {
	key: 3,
	plan: MAX_PLAN_REFUSALS,
	filter: 10,
	changes: 10,
	account: 10,
};

/** The failures of a run, as far as they concern the items to come: those for one cause in a row. */
interface FailureStreak {
	cause: Cause | undefined;
	/** Of refusals, which count in the same words. */
	words?: string;
	count: number;
}

export const NO_FAILURES: FailureStreak = { cause: undefined, count: 0 };

/**
 * The streak of failures after one more item. Pure.
 *
 * @param failure left out for an item that was done
 */
export function afterItem(
	failureStreak: FailureStreak,
	failure: Explanation | undefined,
): FailureStreak {
	// An item that was not sent tells nothing new.
	if (failure?.kind === 'rateLimited') return failureStreak;
	const cause = failure && causeOf(failure);
	if (cause === undefined) return NO_FAILURES;
	const words = cause === 'account' ? failure?.message : '';
	const isSame = failureStreak.cause === cause && failureStreak.words === words;
	return { cause, words, count: isSame ? failureStreak.count + 1 : 1 };
}

function causeOf(failure: Explanation): Cause | undefined {
	const { kind } = failure;
	if (kind === 'credentialRefused') return 'key';
	if (kind === 'planLimit') return 'plan';
	if (isPage(failure)) return 'filter';
	// A key that is refused in words that nobody knows looks like a refused item, or like a record that is gone.
	if (kind === 'rejected' || kind === 'notFound') return 'account';
	return kind === 'unavailable' || kind === 'brokeDown' ? 'changes' : undefined;
}

/**
 * Whether the run ends after its latest item, which failed, and why. Pure.
 *
 * @param isMixed whether some of its items need no room in the plan, such as updates among creates: then the
 *   operation ends its creates by itself (`create` in `link/rows/applyRow`)
 */
export function endAfter(
	{ cause, count }: FailureStreak,
	failure: Explanation,
	isMixed = false,
): EarlyEnd | undefined {
	if (failure.endsRun === true) return 'itself';
	if (cause === undefined || count < IN_A_ROW[cause]) return undefined;
	return cause === 'plan' && isMixed ? undefined : cause;
}

/**
 * Whether the account proves that it is not the items: it gets the page of a filter or the words of the refusals, too,
 * or is read while changes are lost. Items tell of lost creates only once these were looked for, so the changes count
 * that were lost one after the other, whatever the items say. Pure.
 *
 * @param ofAccount why the account cannot be read; undefined where it can
 * @param lostChanges in a row, while no read was lost
 */
export function isProven(
	end: EarlyEnd,
	message: string,
	ofAccount: Explanation | undefined,
	lostChanges: number,
): boolean {
	if (end === 'account') return ofAccount?.message === message;
	if (ofAccount !== undefined) return isPage(ofAccount);
	return end === 'changes' && lostChanges >= IN_A_ROW.changes;
}

/** Something in front of the service answered, with a page or a 4xx. */
function isPage({ kind, httpStatus = Infinity }: Explanation): boolean {
	return kind === 'filtered' || (kind === 'misconfigured' && httpStatus < 500);
}

/** What the items say that are not sent, in the words of the one that ended the run. Pure. */
export function unsentAfter(end: EarlyEnd, failure: Explanation): Explanation {
	const { message, remedy, kind, httpStatus } = failure;
	const why: Explanation = { message, remedy, kind, httpStatus, endsRun: true };
	if (end === 'itself') return why;
	if (end === 'changes') {
		return {
			...why,
			message: 'The service does not respond to changes',
			remedy: `This was not sent, because none of the last ${IN_A_ROW.changes} changes got a response. Check the service, then run these items again.`,
		};
	}
	const ofAll =
		end === 'account' ? 'The service rejects every request: check the API key.' : remedy;
	return { ...why, remedy: `${REFUSED_ALIKE} ${kind === 'filtered' ? ASK_ABOUT_FILTER : ofAll}` };
}

/** What an item says in progress when the run ended. Pure. */
function mayBeDoneAt(ended: Explanation): Explanation {
	const remedy =
		'The run ended while this was being sent, so it may have been done. Check it before you run it again.';
	return { ...ended, remedy, mayBeDone: true };
}

/** The client limits the requests under way, and an item that looks for its lost create does not hold up others. */
const ITEMS_AT_ONCE = 400;

/** Works on the items that are still to be done, side by side. */
export class Workers {
	private next = 0;

	/** The end of each item that was begun. */
	private readonly ends: Array<Promise<void> | undefined> = [];

	private isStopped = false;

	private failureStreak = NO_FAILURES;

	/** The messages about which the account is being asked, and those that it does not get. */
	private readonly accountRequests = new Set<string>();

	constructor(
		private readonly run: Run,
		private readonly results: Array<ItemResult | undefined>,
	) {}

	async workOff(): Promise<void> {
		const { results, run } = this;
		const { maxInFlight = ITEMS_AT_ONCE } = run.client?.policy ?? {};
		const workers = Math.min(maxInFlight, results.length);
		await Promise.all(Array.from({ length: workers }, () => this.work()));
	}

	private async work(): Promise<void> {
		const { ends, results } = this;
		while (this.next < results.length && !this.isStopped && !this.run.isCanceled) {
			const itemIndex = this.next;
			this.next += 1;
			if (results[itemIndex] !== undefined) continue;
			const end = this.workInOrder(itemIndex);
			ends[itemIndex] = end;
			await end;
		}
	}

	/** Earlier items are always begun earlier, so no two can wait for each other. */
	private async workInOrder(itemIndex: number): Promise<void> {
		const { ends, results, run } = this;
		const earlier = run.earlier[itemIndex];
		if (earlier !== undefined) await ends[earlier];
		if (this.isStopped || run.isCanceled) return;
		if (run.ended === undefined) await this.workOn(itemIndex);
		else results[itemIndex] = { failed: run.ended };
	}

	private async workOn(itemIndex: number): Promise<void> {
		const { results, run } = this;
		try {
			results[itemIndex] = { done: await execute(run, itemIndex) };
			this.failureStreak = afterItem(this.failureStreak, undefined);
		} catch (error) {
			if (error instanceof Cancelled) {
				this.giveUp(itemIndex, error);
				return;
			}
			const explanation = explanationOf(error);
			results[itemIndex] = { failed: explanation };
			this.isStopped ||= run.mayStop(itemIndex);
			if (this.isStopped) run.stop();
			else await this.endEarly(explanation);
		}
	}

	/** An item in progress when the run ended. */
	private giveUp(itemIndex: number, { mayBeDone, what }: Cancelled): void {
		const { results, run } = this;
		const { ended } = run;
		const isChange = mayBeDone && run.operation.writes;
		if (ended !== undefined) {
			results[itemIndex] = { failed: isChange ? mayBeDoneAt(ended) : ended };
		} else if (isChange) {
			results[itemIndex] = 'interrupted';
			run.report.noteInProgress(what);
		}
	}

	/** Ends the run where a failure would meet every other item as well, such as a refused key. */
	private async endEarly(failure: Explanation): Promise<void> {
		const { run } = this;
		const { message } = failure;
		this.failureStreak = afterItem(this.failureStreak, failure);
		const end = endAfter(this.failureStreak, failure, run.operation.isMixed);
		if (
			end === undefined ||
			this.accountRequests.has(message) ||
			run.ended !== undefined ||
			!this.results.includes(undefined)
		)
			return;
		let why = failure;
		// Whether it is not the items, the account has to prove.
		if (end === 'filter' || end === 'changes' || end === 'account') {
			this.accountRequests.add(message);
			this.failureStreak = NO_FAILURES;
			const ofAccount = await run.accountFailure();
			if (end !== 'account') this.accountRequests.delete(message);
			const lostChanges = run.client?.lostChanges() ?? 0;
			if (!isProven(end, message, ofAccount, lostChanges)) return;
			// What is not sent is not in doubt.
			if (ofAccount && failure.mayBeDone)
				why = { ...ofAccount, remedy: `${ofAccount.remedy} ${ALLOWS_FEWER}` };
		}
		run.endEarly(unsentAfter(end, why));
	}
}
