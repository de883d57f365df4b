import FakeTimers from '@sinonjs/fake-timers';
import { onTestFinished } from 'vitest';

/**
 * The process's own clock, whose time passes only when nothing else is left to do, so that ten minutes
 * take milliseconds and every run with the same seed is the same run. `test/clock` waits for sockets
 * before each of its leaps, of which a long run needs hundreds of thousands.
 */
export class VirtualTime {
	private readonly clock = FakeTimers.install({
		now: Date.UTC(2026, 0, 5, 9),
		toFake: ['Date', 'setTimeout', 'clearTimeout'],
	});

	constructor() {
		onTestFinished(() => this.clock.uninstall());
		// In this file's own process; a spy would keep every call.
		AbortSignal.timeout = (ms) => {
			const controller = new AbortController();
			setTimeout(() => controller.abort(), ms);
			return controller.signal;
		};
	}

	/** Lets time pass until `done` settles. Throws when it never will, or not within `mostMs`. */
	async until<T>(done: Promise<T>, mostMs: number): Promise<T> {
		const end = Date.now() + mostMs;
		const state = { settled: false };
		const settle = () => {
			state.settled = true;
		};
		done.then(settle, settle);
		for (;;) {
			await everythingDue();
			if (state.settled) return await done;
			if (this.clock.countTimers() === 0)
				throw new Error('Stranded: somebody waits and nothing will happen');
			if (this.clock.next() > end)
				throw new Error(`Not done within ${mostMs} ms of simulated time`);
		}
	}

	/** Lets a span of time pass. */
	async pass(ms: number): Promise<void> {
		await this.until(sleep(ms), ms);
	}
}

export async function sleep(ms: number): Promise<void> {
	await new Promise<void>((resolve) => {
		setTimeout(resolve, ms);
	});
}

/** Lets everything that is already due run to its end. */
async function everythingDue(): Promise<void> {
	await new Promise<void>((resolve) => setImmediate(resolve));
}
