import type { Clock } from '../../../nodes/LinkShortener/api/rateLimit/limiter';

interface Timer {
	atMs: number;
	wake: () => void;
}

/**
 * A clock whose time passes only when nothing else is left to do, so that ten minutes take
 * milliseconds and every run with the same seed is the same run.
 */
export class VirtualTime implements Clock {
	private nowMs: number;

	private readonly timers: Timer[] = [];

	constructor(startMs = Date.UTC(2026, 0, 5, 9, 0, 0, 0)) {
		this.nowMs = startMs;
	}

	now(): number {
		return this.nowMs;
	}

	async sleep(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.schedule(ms, resolve));
	}

	schedule(ms: number, wake: () => void): void {
		const timer = { atMs: this.nowMs + Math.max(0, ms), wake };
		const later = this.timers.findIndex(({ atMs }) => atMs > timer.atMs);
		this.timers.splice(later < 0 ? this.timers.length : later, 0, timer);
	}

	/** Lets time pass until `done` settles. Throws when it never will, or not within `mostMs`. */
	async until<T>(done: Promise<T>, mostMs: number): Promise<T> {
		const end = this.nowMs + mostMs;
		const state = { settled: false };
		const settle = () => {
			state.settled = true;
		};
		done.then(settle, settle);
		for (;;) {
			await microtasks();
			if (state.settled) return await done;
			const timer = this.timers.shift();
			if (timer === undefined) throw new Error('Stranded: somebody waits and nothing will happen');
			if (timer.atMs > end) throw new Error(`Not done within ${mostMs} ms of simulated time`);
			this.nowMs = timer.atMs;
			timer.wake();
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

/** Random numbers that a seed decides (mulberry32). */
export function seededRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
