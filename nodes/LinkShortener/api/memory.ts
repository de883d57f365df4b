import { Gate } from './gate/gate';

type Class<T, P extends unknown[]> = new (...parameters: P) => T;

/** Objects that live equally long: one of each class. */
export class Memory {
	private readonly known = new Map<unknown, unknown>();

	/** Made for the first caller. */
	readonly get = <T, P extends unknown[]>(type: Class<T, P>, ...parameters: P): T => {
		const known = this.known.get(type);
		if (known instanceof type) return known;
		const made = new type(...parameters);
		this.known.set(type, made);
		return made;
	};
}

/** Far more than one run makes in an hour; what is remembered of one link takes less than a kilobyte. */
export const MAX_REMEMBERED = 20_000;

/** For all that outlives a run: a full memory drops its oldest entry. */
export function bound(known: Map<unknown, unknown> | Set<unknown>): void {
	const [oldest] = known.keys();
	if (known.size > MAX_REMEMBERED) known.delete(oldest);
}

/** An unused one is forgotten after this long, so that a sheet that comes every week finds what it has sent. */
const FORGET_AFTER_MS = 8 * 24 * 60 * 60_000;

/**
 * The memory of one base URL and key, shared by all executions of this process. What outlives a run and
 * belongs to them hangs here; other folders add their own parts.
 */
export class KeyMemory extends Memory {
	readonly gate = new Gate();

	/** The parts of the API that have answered with success, in the words of `lackOf`. */
	readonly worked = new Set<string>();

	/** When a client was last opened for it (epoch ms). */
	usedAt = Date.now();
}

/** By base URL and key. */
const keyMemories = new Map<string, KeyMemory>();

/** The memory of this base URL and key. */
export function keyMemoryOf(identity: string): KeyMemory {
	const now = Date.now();
	for (const [other, { usedAt }] of keyMemories)
		if (now - usedAt > FORGET_AFTER_MS) keyMemories.delete(other);
	const memory = keyMemories.get(identity) ?? new KeyMemory();
	memory.usedAt = now;
	keyMemories.set(identity, memory);
	return memory;
}
