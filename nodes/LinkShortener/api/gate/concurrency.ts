/**
 * How many requests of one kind a run may have under way at once. It looks at the host: the number doubles
 * while answers take no longer for it, and goes back where they do, so that a big host is used and a small
 * one is not pushed. Pure; moments are epoch ms.
 */
interface Concurrency {
	size: number;
	max: number;
	/** Since when it has this size. Only what left since then tells of it. */
	from: number;
	/** How long the answers of this round took, in milliseconds. A round is as many answers as the size. */
	round: readonly number[];
	/** The median of the best round. */
	bestMs: number;
	/** The size before, while a larger one is tried for a round. */
	before?: number | undefined;
	/** Rounds until a larger size is tried. */
	rest: number;
}

/** The first size, and the largest unless the user sets another. */
export const FIRST_SIZE = 10;
const MAX_SIZE = 200;

/** A round whose median is longer by this factor than the best one's was too large for the host. */
const SLOWER = 1.5;

/** Rounds between two tries of a larger size. */
const REST_ROUNDS = 8;

/** @param max the most a user allows */
export function firstConcurrency(max = MAX_SIZE): Concurrency {
	const size = Math.min(FIRST_SIZE, max);
	return { size, max, from: -Infinity, round: [], bestMs: Infinity, rest: 0 };
}

/**
 * The state after an answer.
 *
 * @param sentAt when its request left
 * @param mayGrow false while a rate limit sets the pace
 */
export function afterAnswer(
	known: Concurrency,
	sentAt: number,
	now: number,
	mayGrow: boolean,
): Concurrency {
	const { size, max, before } = known;
	if (sentAt < known.from) return known;
	const round = [...known.round, now - sentAt];
	if (round.length < size) return { ...known, round };
	const medianMs = round.sort((one, other) => one - other)[round.length >> 1] ?? 0;
	const next = { ...known, round: [], before: undefined, rest: Math.max(0, known.rest - 1) };
	if (before !== undefined && medianMs > SLOWER * known.bestMs) {
		return { ...next, size: before, from: now, rest: REST_ROUNDS };
	}
	const bestMs = Math.min(known.bestMs, medianMs);
	if (!mayGrow || next.rest > 0 || size >= max) return { ...next, bestMs };
	return { ...next, bestMs, size: Math.min(2 * size, max), from: now, before: size };
}

/** The state after a request without a usable answer: half the size, once for all that was under way. */
export function afterLoss(known: Concurrency, sentAt: number, now: number): Concurrency {
	if (sentAt < known.from) return known;
	return { ...known, size: Math.max(1, known.size >> 1), from: now, round: [], before: undefined };
}
