import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Client } from '../../api/client';
import type { ListEndpoint } from '../../api/records/listings';
import { MAX_PAGE_SIZE } from '../../api/records/page';
import { idOf } from '../../api/records/records';
import type { Parameters } from '../../shared/n8n/parameters';
import { type Explanation, UserFacingError } from '../../shared/userFacingError';
import { clicksOf } from '../cursors/clicks';
import type { Cut, PollOutcome, ReadPage } from '../cursors/list';

/** A listing of the service without page and size. */
export interface WatchedListing extends ListEndpoint {
	query?: IDataObject;
}

/** Sends a request of a poll, unless the rate limit or the poll's time ends it before. */
export type SendInPoll = <T>(request: (client: Client) => Promise<T>) => Promise<T | Cut>;

/** One event with its fields filled in: the list to read, and the way to find new records in it. */
export interface Watch {
	/** The event's settings. When they change, the trigger starts over. */
	settings: IDataObject;
	/** How a record is emitted, where that is not as the service shows it, tidied. */
	record?: (raw: IDataObject) => IDataObject;
	/**
	 * Reads what is new.
	 *
	 * @param saved the state of the poll before, which had the same settings; undefined for the first one
	 */
	poll(send: SendInPoll, saved: unknown): Promise<PollOutcome>;
	/** One real, recent record for a test in the editor. */
	sample(client: Client): Promise<IDataObject | undefined>;
	/** The message if there is no such record. */
	nothingYet: Explanation;
}

/** The definition of one event. */
export interface TriggerEvent {
	option: INodePropertyOptions & { value: string; action: string; description: string };
	properties: INodeProperties[];
	/** Reads the fields. @throws {UserFacingError} that names the one that is wrong */
	watch(parameters: Parameters): Watch;
}

/**
 * The pages of a listing.
 *
 * @param needs what the event cannot do without: a list whose first records all lack it is no use
 */
export function pagesOf(
	send: SendInPoll,
	listing: WatchedListing,
	{ needs = 'id', size = MAX_PAGE_SIZE }: { needs?: 'id' | 'clicks'; size?: number } = {},
): ReadPage {
	return async (number) => {
		const page = await send(async (client) => await client.page(listing, { number, size }));
		if (page === 'cut') return page;
		const { records } = page;
		const canUse = (record: IDataObject) =>
			idOf(record) !== undefined && (needs === 'id' || clicksOf(record) !== undefined);
		if (number === 1 && records.length > 0 && !records.some(canUse)) throw unusable(needs);
		return page;
	};
}

/**
 * The message of a test in an account that has nothing to show.
 *
 * @param noun as it reads within a sentence: "a campaign"
 */
export function noneYet(noun: string): Explanation {
	return {
		message: `There is no ${noun.replace(/^an? /, '')} in the account yet to show`,
		remedy: `Create ${noun} in the service and test again. You can publish the workflow without one.`,
	};
}

function unusable(needs: 'id' | 'clicks'): UserFacingError {
	const what = needs === 'id' ? 'an ID that is a number' : 'its ID and its clicks as numbers';
	return new UserFacingError({
		message: `The service lists its records without ${what}, so the trigger cannot tell what is new`,
		remedy:
			'Use a Schedule Trigger and Get Many instead, or ask the operator of the service about its API.',
	});
}
