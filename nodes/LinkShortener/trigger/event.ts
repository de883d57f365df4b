import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Page } from '../api/pages';
import type { Explanation } from '../api/problem';
import type { Parameters } from '../resources/parameters';
import type { Ask, Cursor } from './machine';

/** A listing of the service without page and size. */
export interface WatchedListing {
	path: string;
	collection: string;
	query?: IDataObject;
	family?: 'pixels';
}

/** One event with its fields filled in: what to read, and how to tell what is new. */
export interface Watch {
	/** What is watched, in plain words: when they change, it starts afresh. */
	subject: IDataObject;
	/** Where its pages are; single links need none. */
	listing?: WatchedListing;
	/** How a record is handed out. */
	record(raw: IDataObject): IDataObject;
	/** The cursor of one poll, on what an earlier one left behind. */
	cursor(state: IDataObject | undefined): Cursor;
	/** One real, recent record for a test in the editor. */
	sample(read: (ask: Ask) => Promise<Page>): Promise<IDataObject | undefined>;
	/** What to say when there is none. */
	nothingYet: Explanation;
}

/** Everything there is to one event. */
export interface TriggerEvent {
	option: INodePropertyOptions & { value: string; description: string };
	properties: INodeProperties[];
	/** Reads the fields. Throws a `Problem` that names the one that is wrong. */
	watch(parameters: Parameters): Watch;
}
