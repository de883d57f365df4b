import { afterLoss, afterSuccess, firstConcurrency, type Concurrency } from './concurrency';

/**
 * Lets as many tasks through at once as the service takes with ease, in the order they came; the
 * others wait. It holds for the pages of lists as well as for items.
 */
export class InFlight {
	private inside = 0;

	private readonly waiting: Array<() => void> = [];

	private concurrency: Concurrency;

	/** @param max the most a user allows */
	constructor(max?: number) {
		this.concurrency = firstConcurrency(max);
	}

	get limit(): number {
		return this.concurrency.limit;
	}

	/** Runs a task once there is room for it. */
	async run<T>(task: () => Promise<T>): Promise<T> {
		await new Promise<void>((enter) => {
			this.waiting.push(enter);
			this.letIn();
		});
		try {
			return await task();
		} finally {
			this.inside -= 1;
			this.letIn();
		}
	}

	succeeded(): void {
		this.concurrency = afterSuccess(this.concurrency);
		this.letIn();
	}

	/** @param sentAt when the lost request left, in epoch ms */
	lost(sentAt: number): void {
		this.concurrency = afterLoss(this.concurrency, sentAt, Date.now());
	}

	private letIn(): void {
		while (this.inside < this.limit) {
			const enter = this.waiting.shift();
			if (enter === undefined) return;
			this.inside += 1;
			enter();
		}
	}
}
