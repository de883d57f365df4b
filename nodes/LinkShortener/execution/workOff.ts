import { explanationOf } from '../shared/n8n/nodeErrors';
import { Cancelled, type Explanation } from '../shared/userFacingError';
import { execute } from './calls';
import {
	AT_FIRST,
	afterItem,
	endAfter,
	isProven,
	isToBeProven,
	underWayAt,
	unsentAfter,
} from './earlyEnd';
import type { ItemResult } from './report/results';
import type { Run } from './run';

/** The client limits the requests under way, and an item that looks for its lost create does not hold up others. */
const ITEMS_AT_ONCE = 400;

/** Works on the items that are still to be done, side by side. */
export class Workers {
	private next = 0;

	/** The end of each item that was begun. */
	private readonly ends: Array<Promise<void> | undefined> = [];

	private isStopped = false;

	private course = AT_FIRST;

	/** The messages about which the account is being asked, and those that it does not get. */
	private readonly asked = new Set<string>();

	constructor(
		private readonly run: Run,
		private readonly results: Array<ItemResult | undefined>,
	) {}

	async workOff(): Promise<void> {
		const { results, run } = this;
		const { maxInFlight = ITEMS_AT_ONCE } = run.client?.policy ?? {};
		const workers = Math.min(maxInFlight, results.length);
		await Promise.all(Array.from({ length: workers }, async () => await this.work()));
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
			this.course = afterItem(this.course, undefined);
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

	/** An item that was under way when the run ended. */
	private giveUp(itemIndex: number, { mayBeDone, what }: Cancelled): void {
		const { results, run } = this;
		const { ended } = run;
		const isUnderWay = mayBeDone && run.operation.writes;
		if (ended !== undefined) {
			results[itemIndex] = { failed: isUnderWay ? underWayAt(ended) : ended };
		} else if (isUnderWay) {
			results[itemIndex] = 'interrupted';
			run.report.noteUnderWay(what);
		}
	}

	/** Ends the run where a failure would meet every other item as well, such as a refused key. */
	private async endEarly(failure: Explanation): Promise<void> {
		const { run } = this;
		const { message } = failure;
		this.course = afterItem(this.course, failure);
		const end = endAfter(this.course, failure, run.operation.isMixed);
		if (
			end === undefined ||
			this.asked.has(message) ||
			run.ended !== undefined ||
			!this.results.includes(undefined)
		)
			return;
		if (isToBeProven(end)) {
			this.asked.add(message);
			this.course = AT_FIRST;
			const ofAccount = await run.accountFailure();
			if (end !== 'account') this.asked.delete(message);
			if (!isProven(end, message, ofAccount)) return;
		}
		run.stopEarly(unsentAfter(end, failure));
	}
}
