import { createHash } from 'crypto';

/** What this process knows of one trigger: its polls under way, and how it was activated. */
interface Known {
	isPolling: boolean;
	mode: string;
	/** Whether the context of the last poll has served more than one. */
	servesSeveral: boolean;
}

const triggers = new Map<string, Known>();

const contexts = new WeakSet<PollIdentity>();

/** What of n8n's poll context tells one activation of one trigger from another. */
export interface PollIdentity {
	getWorkflow(): { id?: string };
	getNode(): { id: string };
	getActivationMode(): string;
}

/** Which trigger node of which workflow polls. */
export function nameOf(context: Pick<PollIdentity, 'getWorkflow' | 'getNode'>): string {
	return `${context.getWorkflow().id ?? ''}\n${context.getNode().id}`;
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
 * @param hasOwnBudget whether n8n gives the poll another budget than by default
 */
export function beginPoll(context: PollIdentity, hasOwnBudget: boolean): PollStart | undefined {
	const name = nameOf(context);
	const known = triggers.get(name);
	if (known?.isPolling === true) return undefined;
	const mode = context.getActivationMode();
	const isSameContext = contexts.has(context);
	contexts.add(context);
	const mayBeDurable =
		hasOwnBudget && mode === 'update' && known?.mode === 'update' && !known.servesSeveral;
	const isActivation = known === undefined || (!isSameContext && !mayBeDurable);
	const now: Known = { isPolling: true, mode, servesSeveral: isSameContext };
	triggers.set(name, now);
	return {
		isActivation,
		end: () => {
			now.isPolling = false;
		},
	};
}

/** Tells one key of one service from another without being able to give it away. */
export function fingerprint(identity: string): string {
	return createHash('sha256').update(identity).digest('hex').slice(0, 12);
}
