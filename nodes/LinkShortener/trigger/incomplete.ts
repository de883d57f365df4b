/** Polls in a row that could not read all they wanted, of one trigger. */
export interface Incomplete {
	count: number;
	/** When a poll failed for it last; milliseconds since 1970. */
	failedAt?: number;
}

/** So many in a row are no passing trouble. */
const MAX_IN_A_ROW = 3;

const HOUR_MS = 3600_000;

/** What a poll knows when it ends. */
export interface PollEnd {
	isIncomplete: boolean;
	hasEvents: boolean;
	isActivation: boolean;
	/** Milliseconds since 1970. */
	now: number;
}

/**
 * Whether a poll fails because scans cannot be completed: the third in a row, then one an hour; never
 * one that has something to emit, nor one that would undo an activation.
 */
export function decideIncomplete(
	before: Incomplete | undefined,
	{ isIncomplete, hasEvents, isActivation, now }: PollEnd,
): { fails: boolean; next: Incomplete | undefined } {
	if (!isIncomplete) return { fails: false, next: undefined };
	const { failedAt } = before ?? {};
	const count = (before?.count ?? 0) + 1;
	const isDue = failedAt === undefined || now - failedAt >= HOUR_MS;
	const fails = count >= MAX_IN_A_ROW && isDue && !hasEvents && !isActivation;
	const saidAt = fails ? now : failedAt;
	return { fails, next: saidAt === undefined ? { count } : { count, failedAt: saidAt } };
}

const incomplete = new Map<string, Incomplete>();

/** The same, with what this process remembers of a trigger. */
export function failsForIncomplete(trigger: string, end: PollEnd): boolean {
	const { fails, next } = decideIncomplete(incomplete.get(trigger), end);
	if (next === undefined) incomplete.delete(trigger);
	else incomplete.set(trigger, next);
	return fails;
}
