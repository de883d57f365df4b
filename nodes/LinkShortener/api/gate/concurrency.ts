/**
 * How many requests of one kind a run may have under way at once. It looks at the host: the number grows while more
 * answers come for it in the same time and take no longer, and goes back otherwise, so that a big host is used and
 * a small one is not pushed. n8n's own lag delays answers as well, so how long they take says nothing about the host
 * while n8n is busy. Pure; moments are epoch ms.
 */
interface Concurrency {
	size: number;
	max: number;
	/** Since when it has this size. Only how long the answers take that left since then tells of it. */
	from: number;
	/** How long the answers of this round took, in milliseconds. A round is as many answers as the size. */
	round: readonly number[];
	/** When the round began; undefined in the first, which takes longer for its connections. */
	begin: Moment | undefined;
	/** All answers since then, those that left before this size among them. */
	answers: number;
	/** The median of the best round. */
	bestMs: number;
	/** The most answers in a millisecond that a round had; undefined before the second. */
	bestRate: number | undefined;
	/** The size before, while a larger one is tried for a round. */
	before?: number | undefined;
	/** Rounds until a larger size is tried. */
	rest: number;
}

/** A moment, and how long n8n's event loop has been busy until then, in milliseconds. */
export interface Moment {
	/** Epoch ms. */
	now: number;
	busyMs: number;
}

/** The first size, and the largest unless the user sets another. */
export const FIRST_SIZE = 10;
const MAX_SIZE = 200;

/** A larger size has to bring so many times as many answers … */
const MORE = 1.2;

/** … whose median is not longer than the best one by this factor … */
const SLOWER = 1.5;

/** … unless n8n itself was busy for more than this share of the round. */
const BUSY = 0.9;

/** A host whose median is no longer than this, in milliseconds, has room for more in any case. */
const QUICK_MS = 100;

/**
 * The largest size that is tried while n8n is busy. More do not come any faster then, and those that come together
 * keep the event loop from everybody else.
 */
const MAX_WHILE_BUSY = 30;

/** The next size in units of this one, and of one that has just turned out not to be too large. */
const LARGER = 2;
const MUCH_LARGER = 4;

/** Rounds between two tries of a larger size. */
const REST_ROUNDS = 8;

/** @param max the most a user allows */
export function firstConcurrency(max = MAX_SIZE): Concurrency {
	return {
		size: Math.min(FIRST_SIZE, max),
		max,
		from: -Infinity,
		round: [],
		begin: undefined,
		answers: 0,
		bestMs: Infinity,
		bestRate: undefined,
		rest: 0,
	};
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
	moment: Moment,
	mayGrow: boolean,
): Concurrency {
	const { size, max, before, begin } = known;
	const { now } = moment;
	const answers = known.answers + 1;
	if (sentAt < known.from) return { ...known, answers };
	const round = [...known.round, now - sentAt];
	if (round.length < size) return { ...known, round, answers };
	const medianMs = round.sort((one, other) => one - other)[round.length >> 1] ?? 0;
	const rate = begin && answers / Math.max(1, now - begin.now);
	const areMore = (rate ?? 0) > MORE * (known.bestRate ?? Infinity);
	const isOwnLag = begin !== undefined && isBusy(begin, moment);
	const isSlower = medianMs > SLOWER * known.bestMs && !isOwnLag;
	const isTooLarge = medianMs > QUICK_MS && (isSlower || !areMore);
	const rest = Math.max(0, known.rest - 1);
	const next = { ...known, round: [], begin: moment, answers: 0, before: undefined, rest };
	if (before !== undefined && isTooLarge) {
		return { ...next, size: before, from: now, rest: REST_ROUNDS };
	}
	const bestMs = Math.min(known.bestMs, medianMs);
	const bestRate = rate && Math.max(known.bestRate ?? 0, rate);
	const best = { bestMs, bestRate };
	// The first round says little: its connections are new.
	const isFirst = begin === undefined;
	const most = isOwnLag ? Math.min(max, MAX_WHILE_BUSY) : max;
	if (!mayGrow || isFirst || rest > 0 || size >= most) return { ...next, ...best };
	const larger = size * (before === undefined ? LARGER : MUCH_LARGER);
	return { ...next, ...best, size: Math.min(larger, most), from: now, before: size };
}

function isBusy(begin: Moment, end: Moment): boolean {
	return end.busyMs - begin.busyMs > BUSY * (end.now - begin.now);
}

/** The state after a request without a usable answer: half the size, once for all that was under way. */
export function afterLoss(known: Concurrency, sentAt: number, begin: Moment): Concurrency {
	if (sentAt < known.from) return known;
	const size = Math.max(1, known.size >> 1);
	return { ...known, size, from: begin.now, round: [], begin, answers: 0, before: undefined };
}
