/**
 * How many requests one client may have under way at once. The number is found as TCP finds it: slow start,
 * additive increase, multiplicative decrease. Latency plays no part. Pure.
 */
export interface Concurrency {
	limit: number;
	/** The limit doubles up to here and grows by one from here on. */
	threshold: number;
	max: number;
	/** Answers since the limit last changed. */
	succeeded: number;
	/**
	 * When the limit was last halved (epoch ms). The failure of a request that left earlier does not halve it
	 * again.
	 */
	halvedAt: number;
}

/** The first limit, and the highest one unless the user sets another. */
export const FIRST_LIMIT = 10;
export const MAX_LIMIT = 50;

/** @param max the most a user allows */
export function firstConcurrency(max = MAX_LIMIT): Concurrency {
	const limit = Math.min(FIRST_LIMIT, max);
	return { limit, threshold: max, max, succeeded: 0, halvedAt: -Infinity };
}

/** The state after an answer. A whole round of answers raises the limit. */
export function afterAnswered(concurrency: Concurrency): Concurrency {
	const { limit, threshold, max } = concurrency;
	const succeeded = concurrency.succeeded + 1;
	if (succeeded < limit) return { ...concurrency, succeeded };
	const raised = limit < threshold ? Math.min(2 * limit, threshold) : limit + 1;
	return { ...concurrency, limit: Math.min(raised, max), succeeded: 0 };
}

/**
 * The state after a request that got no usable answer.
 *
 * @param sentAt when it left, in epoch ms
 */
export function afterFailed(concurrency: Concurrency, sentAt: number, now: number): Concurrency {
	if (sentAt <= concurrency.halvedAt) return concurrency;
	const limit = Math.max(1, concurrency.limit >> 1);
	return { ...concurrency, limit, threshold: limit, succeeded: 0, halvedAt: now };
}
