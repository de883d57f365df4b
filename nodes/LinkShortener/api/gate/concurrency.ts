/**
 * How many requests one client has under way at once, found out as TCP does it (slow start, additive
 * increase, multiplicative decrease). Nothing is learned of latency: what goes well grows. Pure.
 */
export interface Concurrency {
	limit: number;
	/** It doubles up to here and grows by one from here on. */
	threshold: number;
	max: number;
	/** Answers since the limit was changed last. */
	succeeded: number;
	/** When it was halved last (epoch ms): a request that left earlier does not count again. */
	halvedAt: number;
}

/** Where it starts, and where it ends unless a user says so. */
export const FIRST_LIMIT = 10;
export const MAX_LIMIT = 50;

/** @param max the most a user allows */
export function firstConcurrency(max = MAX_LIMIT): Concurrency {
	const limit = Math.min(FIRST_LIMIT, max);
	return { limit, threshold: max, max, succeeded: 0, halvedAt: -Infinity };
}

/** After an answer: a whole round of them raises the limit. */
export function afterAnswered(concurrency: Concurrency): Concurrency {
	const { limit, threshold, max } = concurrency;
	const succeeded = concurrency.succeeded + 1;
	if (succeeded < limit) return { ...concurrency, succeeded };
	const raised = limit < threshold ? Math.min(2 * limit, threshold) : limit + 1;
	return { ...concurrency, limit: Math.min(raised, max), succeeded: 0 };
}

/**
 * After a request came to nothing.
 *
 * @param sentAt when it left, in epoch ms
 */
export function afterFailed(concurrency: Concurrency, sentAt: number, now: number): Concurrency {
	if (sentAt <= concurrency.halvedAt) return concurrency;
	const limit = Math.max(1, concurrency.limit >> 1);
	return { ...concurrency, limit, threshold: limit, succeeded: 0, halvedAt: now };
}
