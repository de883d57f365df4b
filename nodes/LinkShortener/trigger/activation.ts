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

/** The part of n8n's poll context that tells one activation of a trigger from another. */
export interface ActivationContext {
	getActivationMode(): string;
}

/** The facts that a poll is given when it begins. */
export interface PollStart {
	/** Whether n8n polls because it activates the workflow, where a throw would undo that. */
	isActivation: boolean;
	end(): void;
}

/**
 * Begins a poll, unless one of the same trigger is under way.
 *
 * n8n makes a context for an activation and polls with it from then on, so a new context is a new
 * activation. Its durable scheduler instead makes one for every poll, calls the mode `update` and sets its
 * own budget. So a new context that may be of that kind is no activation. A case that is open counts as an
 * activation: a needless warning does less harm than an activation that is undone.
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

/** A short hash that tells one key of one service from another and does not reveal it. */
export function fingerprint(identity: string): string {
	return createHash('sha256').update(identity).digest('hex').slice(0, 12);
}
