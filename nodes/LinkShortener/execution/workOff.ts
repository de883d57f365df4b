import { itemsAtOnce } from '../operations/runOptions';
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
import type { ItemWork } from './readAll';
import type { ItemResult, Results } from './report/results';
import type { Run } from './run';

/** Works on the items side by side, and returns their results in the order of the input. */
export async function workOff(run: Run, works: readonly ItemWork[]): Promise<Results> {
	const results = await resultsOfReading(run, works);
	await new Workers(run, works, results).workOff();
	return results;
}

/** What is known of the items before any is worked on. */
async function resultsOfReading(
	run: Run,
	works: readonly ItemWork[],
): Promise<Array<ItemResult | undefined>> {
	const results: Array<ItemResult | undefined> = [];
	for (const work of works) {
		await run.eventLoop.share();
		results.push(resultOf(work));
	}
	return results;
}

function resultOf(work: ItemWork): ItemResult | undefined {
	switch (work.kind) {
		case 'done':
			return { done: work.output };
		case 'blank':
			return 'blank';
		case 'wrong':
			return { failed: explanationOf(work.error) };
		default:
			return undefined;
	}
}

/** Whether something is wrong with an item for which the run stops before it begins. */
export function staysUnsent(run: Run, works: readonly ItemWork[]): boolean {
	return works.some(({ kind }, itemIndex) => kind === 'wrong' && run.mayStop(itemIndex));
}

/** The items of a run at work. */
class Workers {
	private next = 0;

	/** The end of each item that was begun. */
	private readonly ends: Array<Promise<void> | undefined> = [];

	private isStopped: boolean;

	private course = AT_FIRST;

	private isAsking = false;

	constructor(
		private readonly run: Run,
		private readonly works: readonly ItemWork[],
		private readonly results: Array<ItemResult | undefined>,
	) {
		this.isStopped = staysUnsent(run, works);
	}

	async workOff(): Promise<void> {
		const { run, works } = this;
		const workers = Math.min(itemsAtOnce(run.parametersAt(0)), works.length);
		await Promise.all(Array.from({ length: workers }, async () => await this.work()));
	}

	private async work(): Promise<void> {
		const { ends, works } = this;
		while (this.next < works.length && !this.isStopped && !this.run.isCanceled) {
			const itemIndex = this.next;
			this.next += 1;
			const work = works[itemIndex];
			if (work?.kind !== 'ready') continue;
			const end = this.beginInOrder(work.earlier, itemIndex);
			ends[itemIndex] = end;
			await end;
		}
	}

	/** Earlier items are always begun earlier, so no two can wait for each other. */
	private async beginInOrder(earlier: number | undefined, itemIndex: number): Promise<void> {
		if (earlier !== undefined) await this.ends[earlier];
		if (this.isStopped || this.run.isCanceled) return;
		const { unsent } = this.run;
		if (unsent !== undefined) this.results[itemIndex] = { failed: unsent };
		else await this.workOn(itemIndex);
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
		const { unsent } = run;
		const isUnderWay = mayBeDone && run.operation.writes;
		if (unsent !== undefined) {
			results[itemIndex] = { failed: isUnderWay ? underWayAt(unsent) : unsent };
		} else if (isUnderWay) {
			results[itemIndex] = 'interrupted';
			run.report.noteUnderWay(what);
		}
	}

	/** Ends the run where a failure would meet every other item as well, such as a refused key. */
	private async endEarly(failure: Explanation): Promise<void> {
		const { run } = this;
		const { isMixed = false } = run.operation;
		this.course = afterItem(this.course, failure);
		const end = endAfter(this.course, failure, isMixed);
		if (end === undefined || this.isAsking || run.unsent !== undefined) return;
		if (!this.results.includes(undefined)) return;
		if (isToBeProven(end)) {
			this.isAsking = true;
			const ofAccount = await run.accountFailure().finally(() => (this.isAsking = false));
			this.course = AT_FIRST;
			if (!isProven(end, ofAccount)) return;
		}
		run.endEarly(unsentAfter(end, failure));
	}
}
