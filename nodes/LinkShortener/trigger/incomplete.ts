/** Polls of one trigger that could not read the whole list, since the last one that could. */
export interface Incomplete {
	/** Those that found nothing new. */
	count: number;
	/** When a poll failed for it last; milliseconds since 1970. */
	failedAt?: number;
}

/** The number of such polls in a row at which a poll fails. */
const MAX_IN_A_ROW = 3;

const HOUR_MS = 3600_000;

/** The facts at the end of a poll. */
export interface PollEnd {
	isIncomplete: boolean;
	/** Whether it found anything new, even if a filter left none of it to emit. */
	hasFound: boolean;
	isActivation: boolean;
	/** Milliseconds since 1970. */
	now: number;
}

/**
 * Whether a poll fails because scans cannot be completed: the third in a row, then one an hour, but never
 * one that would undo an activation. A poll that found something new neither fails nor counts.
 */
export function decideIncomplete(
	before: Incomplete | undefined,
	{ isIncomplete, hasFound, isActivation, now }: PollEnd,
): { fails: boolean; next: Incomplete | undefined } {
	if (!isIncomplete) return { fails: false, next: undefined };
	if (hasFound) return { fails: false, next: before };
	const { failedAt } = before ?? {};
	const count = (before?.count ?? 0) + 1;
	const isDue = failedAt === undefined || now - failedAt >= HOUR_MS;
	const fails = count >= MAX_IN_A_ROW && isDue && !isActivation;
	const saidAt = fails ? now : failedAt;
	return { fails, next: saidAt === undefined ? { count } : { count, failedAt: saidAt } };
}
