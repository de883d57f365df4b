import { createClock, type Clock as FakeClock } from '@sinonjs/fake-timers';

/**
 * A clock whose time passes only when nothing else is left to do, so that ten minutes take
 * milliseconds and every run with the same seed is the same run.
 */
export class VirtualTime {
	/** @param clock an installed one where the code under test reads the process's own */
	constructor(
		startMs = Date.UTC(2026, 0, 5, 9, 0, 0, 0),
		private readonly clock: Pick<
			FakeClock,
			'now' | 'setTimeout' | 'countTimers' | 'next'
		> = createClock(startMs),
	) {}

	now(): number {
		return this.clock.now;
	}

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((resolve) => {
			this.schedule(ms, resolve);
		});
	}

	schedule(ms: number, wake: () => void): void {
		this.clock.setTimeout(wake, ms);
	}

	/** Lets time pass until `done` settles. Throws when it never will, or not within `mostMs`. */
	async until<T>(done: Promise<T>, mostMs: number): Promise<T> {
		const end = this.now() + mostMs;
		const state = { settled: false };
		const settle = () => {
			state.settled = true;
		};
		done.then(settle, settle);
		for (;;) {
			await microtasks();
			if (state.settled) return await done;
			if (this.clock.countTimers() === 0)
				throw new Error('Stranded: somebody waits and nothing will happen');
			if (this.clock.next() > end)
				throw new Error(`Not done within ${mostMs} ms of simulated time`);
		}
	}

	/** Lets a span of time pass. */
	async pass(ms: number): Promise<void> {
		await this.until(this.sleep(ms), ms);
	}
}

/** Lets everything that is already due run to its end. */
async function microtasks(): Promise<void> {
	await new Promise<void>((resolve) => setImmediate(resolve));
}
