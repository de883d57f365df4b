import { createHash } from 'crypto';

import type { IPollFunctions } from 'n8n-workflow';

/** What this process knows of one trigger: its polls under way, and how it was activated. */
interface Known {
	isPolling: boolean;
	mode: string;
	/** Whether the context of the last poll has served more than one. */
	servesSeveral: boolean;
}

const triggers = new Map<string, Known>();

const contexts = new WeakSet<IPollFunctions>();

function nameOf(context: IPollFunctions): string {
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
 * activation. Its durable scheduler makes one for every poll and calls the mode `update`; there a new
 * context says nothing, and only the first poll of this process or a change of mode does.
 */
export function beginPoll(context: IPollFunctions): PollStart | undefined {
	const name = nameOf(context);
	const known = triggers.get(name);
	if (known?.isPolling === true) return undefined;
	const mode = context.getActivationMode();
	const isSameContext = contexts.has(context);
	contexts.add(context);
	const isActivation =
		known === undefined ||
		(!isSameContext && (known.servesSeveral || (mode !== known.mode && mode !== 'update')));
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
