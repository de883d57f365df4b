/**
 * Measures time that several requests wait through side by side. It counts once, as a person sees it pass.
 * Moments are epoch ms.
 */
export class Stopwatch {
	private totalMs = 0;

	private waiters = 0;

	private since = 0;

	begin(now: number): void {
		if (this.waiters === 0) this.since = now;
		this.waiters += 1;
	}

	end(now: number): void {
		this.waiters -= 1;
		if (this.waiters === 0) this.totalMs += Math.max(0, now - this.since);
	}

	/** Milliseconds so far. */
	total(now: number): number {
		return this.totalMs + (this.waiters > 0 ? Math.max(0, now - this.since) : 0);
	}
}
