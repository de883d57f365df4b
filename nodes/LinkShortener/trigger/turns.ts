import type { Client } from '../api/client';

/** How many of those turned away may poll, the longest waiting first. Few, so that a poll of several pages gets on. */
const AT_ONCE = 5;

/** A trigger that was turned away and does not poll again in this time is not waited for. */
const FORGET_AFTER_MS = 3 * 60_000;

/**
 * Takes turns among the triggers of one base URL and key. n8n polls each at the same second of every minute,
 * so where the rate limit has too few requests for all, it would turn away the same ones for ever. While some
 * wait for their turn, all others give way.
 */
export class Turns {
	/** The triggers that the rate limit turned away, in order, with the time they last wanted to poll. */
	private readonly waiting = new Map<object, number>();

	/** Whether a trigger that begins to poll leaves this time to others. */
	givesWay(trigger: object, now: number): boolean {
		if (this.waiting.has(trigger)) this.waiting.set(trigger, now);
		for (const [other, wanted] of this.waiting) {
			if (now - wanted > FORGET_AFTER_MS) this.waiting.delete(other);
		}
		const first = [...this.waiting.keys()].slice(0, AT_ONCE);
		return first.length > 0 && !first.includes(trigger);
	}

	/** Notes the end of a poll. */
	end(trigger: object, now: number, wasTurnedAway: boolean): void {
		this.waiting.delete(trigger);
		if (wasTurnedAway) this.waiting.set(trigger, now);
	}
}

export function turnsOf(client: Pick<Client, 'perKey'>): Turns {
	return client.perKey(Turns, () => new Turns());
}
