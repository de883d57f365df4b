import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ListEndpoint } from '../../api/listings';
import type { Client } from '../../api/client';
import type { Page, PageRequest } from '../../api/pagination/page';
import type { Explanation } from '../../shared/userFacingError';
import type { Parameters } from '../../shared/parameters';
import type { RunningCursor } from '../cursors/cursor';

/** A listing of the service without page and size. */
export interface WatchedListing extends ListEndpoint {
	query?: IDataObject;
}

/** One event with its fields filled in: the list to read, and the way to find new records in it. */
export interface Watch {
	/** The event and its settings as text. When it changes, the cursor starts afresh. */
	configKey: IDataObject;
	/** How a record is emitted. */
	record(raw: IDataObject): IDataObject;
	/** Whether the state of an earlier poll has the form that `read` can go on from. */
	isState(state: unknown): boolean;
	/** Begins to read new records, on the state of an earlier poll. */
	read(client: Client, state: IDataObject | undefined): RunningCursor;
	/** Whether the newest records an earlier poll knew are there; left out where that cannot be told. */
	isKnown?(client: Client, state: IDataObject): Promise<boolean>;
	/** One real, recent record for a test in the editor. */
	sample(client: Client): Promise<IDataObject | undefined>;
	/** The message if there is no such record. */
	nothingYet: Explanation;
}

/** The source of a listing's pages. */
export type PageSource = (request: PageRequest) => Promise<Page>;

export function pagesOf(client: Client, listing: WatchedListing): PageSource {
	return async (request) => await client.page(listing, request);
}

/** The definition of one event. */
export interface TriggerEvent {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	properties: INodeProperties[];
	/** Reads the fields. @throws {UserFacingError} that names the one that is wrong */
	watch(parameters: Parameters): Watch;
}
