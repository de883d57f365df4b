import { sleep } from 'n8n-workflow';

import { within } from '../../shared/waiting';

/** The longest wait for an outage: two minutes, a question that was lost before its end, and the pause after that. */
export const MAX_OUTAGE_MS = 140_000;

/** The account is asked at once, and after 1, 2, 4, 8, 10, 10 … seconds. */
export const MIN_GAP_MS = 1_000;
export const MAX_GAP_MS = 10_000;

/** A loss so long after the one before is not of the same outage: single connections are cut as well. */
const APART_MS = 20_000;

/** But an outage that was given up is taken to last so long after its latest loss. */
const GIVEN_UP_MS = 60_000;

/** An answer that is older tells nothing of how the service answers now. */
const FRESH_MS = 60_000;

/** `there`: the loss was of one request alone. `back`: the service was away. `away`: it still is. */
export type Found = 'there' | 'back' | 'away';

/** Whether the service of one base URL and key is there: asked once for all whose requests were lost. Epoch ms. */
export class Outage {
	/** When the first request left that was lost after all that were answered. */
	private since = Infinity;

	/** How many were lost since then. */
	losses = 0;

	/** Whether one of them was waited for in vain. */
	hasTimedOut = false;

	private lostAt = -Infinity;

	private isGivenUp = false;

	/** When the latest request left that was answered. */
	private answeredFrom = -Infinity;

	private asking: Promise<Found> | undefined;

	private waiting = 0;

	get hasAnsweredLately(): boolean {
		return Date.now() - this.answeredFrom <= FRESH_MS;
	}

	lost(sentAt: number, now: number, isTimeout = false): void {
		if (sentAt - this.lostAt > (this.isGivenUp ? GIVEN_UP_MS : APART_MS)) this.forget();
		this.losses += 1;
		this.hasTimedOut ||= isTimeout;
		this.since = Math.min(this.since, Math.max(sentAt, this.answeredFrom));
		this.lostAt = now;
	}

	answered(sentAt: number): void {
		this.answeredFrom = Math.max(this.answeredFrom, sentAt);
		if (sentAt >= this.since) this.forget();
	}

	private forget(): void {
		this.since = Infinity;
		this.losses = 0;
		this.hasTimedOut = false;
		this.isGivenUp = false;
	}

	/**
	 * Waits after a loss until the service answers, two minutes at most.
	 *
	 * @param ask sends the smallest request there is, and returns whether it may not leave
	 * @param until when this caller gives up
	 * @throws {Cancelled} when the run is stopped
	 */
	async wait(
		ask: () => Promise<boolean>,
		until: number,
		stopSignal: AbortSignal | undefined,
	): Promise<Found> {
		this.waiting += 1;
		this.asking ??= this.ask(ask).finally(() => (this.asking = undefined));
		const found = within(this.asking, until, stopSignal).finally(() => (this.waiting -= 1));
		const beganAt = Date.now();
		return (await found) ?? (this.answeredFrom >= beganAt ? 'there' : 'away');
	}

	private async ask(ask: () => Promise<boolean>): Promise<Found> {
		const beganAt = Date.now();
		for (let gapMs = 0; ;) {
			const mayNotLeave = await ask();
			if (mayNotLeave || this.answeredFrom >= beganAt) return gapMs === 0 ? 'there' : 'back';
			gapMs = Math.min(Math.max(MIN_GAP_MS, 2 * gapMs), MAX_GAP_MS);
			this.isGivenUp ||= Date.now() + gapMs > this.since + MAX_OUTAGE_MS;
			if (this.isGivenUp || this.waiting === 0) return 'away';
			await sleep(gapMs);
		}
	}
}
