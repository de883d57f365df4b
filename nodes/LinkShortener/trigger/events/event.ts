import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Client } from '../../api/client';
import type { Parameters } from '../../shared/n8n/parameters';
import type { PollOutcome, SendInPoll } from '../cursors/pages';

/** One event with its fields filled in: the list to read, and the way to find new records in it. */
export interface Watch {
	/** The event's settings. When they change, the trigger starts over. */
	settings: IDataObject;
	/** How a record is emitted, if that is not as the service shows it, tidied. */
	record?: (raw: IDataObject) => IDataObject;
	/**
	 * Reads what is new.
	 *
	 * @param saved the state of the poll before, which had the same settings; undefined for the first one
	 */
	poll(send: SendInPoll, saved: unknown): Promise<PollOutcome>;
	/** One real, recent record for a test in the editor. */
	sample(client: Client): Promise<IDataObject | undefined>;
	/** What it is called, as it reads behind "There is no": "campaign". */
	noun: string;
}

/** The definition of one event. */
export interface TriggerEvent {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	properties: INodeProperties[];
	/** Reads the fields. @throws {UserFacingError} that names the one that is wrong */
	watch(parameters: Parameters): Watch;
}
