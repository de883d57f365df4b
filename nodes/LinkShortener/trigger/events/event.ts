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

/** One event with its fields filled in: what to read, and how to tell what is new. */
export interface Watch {
	/** What is watched: when it changes, the cursor starts afresh. */
	configKey: IDataObject;
	/** How a record is emitted. */
	record(raw: IDataObject): IDataObject;
	/** Begins to read what is new, on what an earlier poll left behind. */
	read(client: Client, state: IDataObject | undefined): RunningCursor;
	/** Whether the newest records an earlier poll knew are there; left out where that cannot be told. */
	isKnown?(client: Client, state: IDataObject): Promise<boolean>;
	/** One real, recent record for a test in the editor. */
	sample(client: Client): Promise<IDataObject | undefined>;
	/** What to say when there is none. */
	nothingYet: Explanation;
}

/** Where the pages of a listing come from. */
export type PageSource = (request: PageRequest) => Promise<Page>;

export function pagesOf(client: Client, listing: WatchedListing): PageSource {
	return async (request) => await client.page(listing, request);
}

/** Everything there is to one event. */
export interface TriggerEvent {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	properties: INodeProperties[];
	/** Reads the fields. @throws {UserFacingError} that names the one that is wrong */
	watch(parameters: Parameters): Watch;
}
