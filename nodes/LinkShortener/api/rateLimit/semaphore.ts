/**
 * Lets a number of tasks through at once, in the order they came; the others wait. It is what makes
 * Max in Flight hold for the pages of lists as well as for items.
 */
export class Semaphore {
	private inside = 0;

	private readonly waiting: Array<() => void> = [];

	constructor(private readonly most: number) {}

	/** Runs a task once there is room for it. */
	async run<T>(task: () => Promise<T>): Promise<T> {
		if (this.inside >= this.most) await new Promise<void>((enter) => this.waiting.push(enter));
		else this.inside += 1;
		try {
			return await task();
		} finally {
			// Who waits takes over the place, so that nobody slips in between.
			const next = this.waiting.shift();
			if (next === undefined) this.inside -= 1;
			else next();
		}
	}
}
