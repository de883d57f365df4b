/**
 * A time that several wait through side by side: it counts once, as a person sees it pass. Moments are
 * epoch ms.
 */
class Stopwatch {
	private totalMs = 0;

	private waiters = 0;

	private since = 0;

	/** Notes that somebody begins to wait; the returned function notes that it has ended. */
	begin(now: number): (now: number) => void {
		if (this.waiters === 0) this.since = now;
		this.waiters += 1;
		return (end) => {
			this.waiters -= 1;
			if (this.waiters === 0) this.totalMs += Math.max(0, end - this.since);
		};
	}

	/** Milliseconds so far. */
	total(now: number): number {
		return this.totalMs + (this.waiters > 0 ? Math.max(0, now - this.since) : 0);
	}
}

/** What one run of a node has spent on waiting, and what it may. */
export class WaitBudget {
	/** For the rate limit. */
	readonly limit = new Stopwatch();

	/** For a service that was away. */
	readonly outage = new Stopwatch();

	private lastSlot = -Infinity;

	private lastSlotTakenAt = -Infinity;

	/** Takes the next of the moments (epoch ms) that lie at least `gapMs` apart. */
	nextSlot(gapMs: number, now: number): number {
		// When the local clock was set back, the slots go back with it.
		this.lastSlot -= Math.max(0, this.lastSlotTakenAt - now);
		this.lastSlotTakenAt = now;
		this.lastSlot = Math.max(now, this.lastSlot + gapMs);
		return this.lastSlot;
	}

	/** The moment (epoch ms) at which a run that may wait `maxWaitMs` in total has waited enough. */
	waitingEndsAt(maxWaitMs: number | undefined, now: number): number | undefined {
		if (maxWaitMs === undefined) return undefined;
		return now + maxWaitMs - this.limit.total(now) - this.outage.total(now);
	}
}
