/**
 * What one run of a node spent on the rate limit. Waits of requests that wait side by side count
 * once: it is the time a person sees pass.
 */
export class WaitBudget {
	private waitedMs = 0;

	private waiters = 0;

	private waitingSince = 0;

	private lastSlot = -Infinity;

	private lastSlotTakenAt = -Infinity;

	/** Takes the next of the moments (epoch ms) that lie at least `gapMs` apart. */
	nextSlot(gapMs: number, nowMs: number): number {
		// When the local clock was set back, the slots go back with it.
		this.lastSlot -= Math.max(0, this.lastSlotTakenAt - nowMs);
		this.lastSlotTakenAt = nowMs;
		this.lastSlot = Math.max(nowMs, this.lastSlot + gapMs);
		return this.lastSlot;
	}

	/** Notes that a request begins to wait; the returned function notes that it has ended. */
	beginWait(nowMs: number): (nowMs: number) => void {
		if (this.waiters === 0) this.waitingSince = nowMs;
		this.waiters += 1;
		return (endMs) => {
			this.waiters -= 1;
			if (this.waiters === 0) this.waitedMs += Math.max(0, endMs - this.waitingSince);
		};
	}

	/** Milliseconds spent waiting so far. */
	totalWaitMs(nowMs: number): number {
		return this.waitedMs + (this.waiters > 0 ? Math.max(0, nowMs - this.waitingSince) : 0);
	}

	/** The moment (epoch ms) at which a run that may wait `maxWaitMs` in total has waited enough. */
	waitingEndsAt(maxWaitMs: number | undefined, nowMs: number): number | undefined {
		return maxWaitMs === undefined ? undefined : nowMs + maxWaitMs - this.totalWaitMs(nowMs);
	}
}
