import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Client } from '../../api/client';
import type { Parameters } from '../../shared/n8n/parameters';
import type { PollOutcome, SendInPoll } from '../pages';

/** One event with its fields filled in. */
export interface Watch {
	/** When they change, the trigger starts over. */
	settings: IDataObject;
	/** If that is not as the service shows it, tidied. */
	record?: (raw: IDataObject) => IDataObject;
	/** `saved`: of the poll before, which had the same settings; undefined for the first one. */
	poll(send: SendInPoll, saved: unknown): Promise<PollOutcome>;
	sample(client: Client): Promise<IDataObject | undefined>;
	/** As it reads behind "There is no": "campaign". */
	noun: string;
}

export interface TriggerEvent {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	properties: INodeProperties[];
	/** @throws {UserFacingError} that names the field that is wrong */
	watch(parameters: Parameters): Watch;
}
