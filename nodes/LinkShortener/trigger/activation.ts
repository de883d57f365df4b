import { createHash } from 'crypto';

/** The poll of a trigger that began last. */
export interface LastPoll {
	isUnderWay: boolean;
	mode: string;
	/** All contexts that have polled. */
	contexts: WeakSet<object>;
	/** Whether its context had polled before. */
	isSameContext: boolean;
}

/** What of n8n's poll context tells one activation of a trigger from another. */
export interface ActivationContext {
	getActivationMode(): string;
}

/** What a poll is told when it begins. */
export interface PollStart {
	/** Whether n8n polls because it activates the workflow, where a throw would undo that. */
	isActivation: boolean;
	end(): void;
}

/**
 * Begins a poll, unless one of the same trigger is under way.
 *
 * n8n makes a context for an activation and polls with it ever after, so a new context is a new
 * activation. Its durable scheduler makes one for every poll, calls the mode `update` and sets a budget
 * of its own; only a new context that may be of that kind is no activation. Where that is open it is
 * taken for one: a warning too many does less harm than an activation undone.
 *
 * @param memory takes note of the poll
 * @param hasOwnBudget whether n8n gives the poll another budget than by default
 */
export function beginPoll(
	memory: { lastPoll: LastPoll | undefined },
	context: ActivationContext,
	hasOwnBudget: boolean,
): PollStart | undefined {
	const before = memory.lastPoll;
	if (before?.isUnderWay === true) return undefined;
	const mode = context.getActivationMode();
	const contexts = before?.contexts ?? new WeakSet();
	const isSameContext = contexts.has(context);
	contexts.add(context);
	const mayBeDurable =
		hasOwnBudget && mode === 'update' && before?.mode === 'update' && !before.isSameContext;
	const now: LastPoll = { isUnderWay: true, mode, contexts, isSameContext };
	memory.lastPoll = now;
	return {
		isActivation: !isSameContext && !mayBeDurable,
		end: () => {
			now.isUnderWay = false;
		},
	};
}

/** Tells one key of one service from another without being able to give it away. */
export function fingerprint(identity: string): string {
	return createHash('sha256').update(identity).digest('hex').slice(0, 12);
}
