import { IdleMap } from '../shared/idleMap';
import type { LastPoll } from './activation';
import type { Incomplete } from './incomplete';
import type { Unsaved } from './saved';

/**
 * A trigger that was not polled for this long counts as switched off. A trigger that is polled once a day
 * is still remembered the next day. One that is polled once a week goes on as after a restart of n8n.
 */
const FORGET_AFTER_MS = 25 * 3600_000;

/** This process's memory of one trigger. */
export class TriggerMemory {
	/** Undefined before the first poll in this process. */
	lastPoll: LastPoll | undefined;

	/** The state that the last poll left and n8n did not save. */
	unsaved: Unsaved | undefined;

	/** The line about records without a usable id that the log shows already. */
	withoutId: string | undefined;

	/** The polls in a row that could not read the whole list. */
	incomplete: Incomplete | undefined;

	/** Epoch ms. */
	private polledAt = Date.now();

	touch(): this {
		this.polledAt = Date.now();
		return this;
	}

	isIdleSince(ms: number): boolean {
		return Date.now() - this.polledAt > ms && this.lastPoll?.isUnderWay !== true;
	}
}

const triggers = new IdleMap(() => new TriggerMemory(), FORGET_AFTER_MS);

/** The part of n8n's poll context that identifies a trigger. */
interface TriggerContext {
	getWorkflow(): { id?: string };
	getNode(): { id: string };
}

/** The memory of the trigger that polls: a node of a workflow. */
export function memoryOf(context: TriggerContext): TriggerMemory {
	return triggers.get(`${context.getWorkflow().id ?? ''}\n${context.getNode().id}`).touch();
}
