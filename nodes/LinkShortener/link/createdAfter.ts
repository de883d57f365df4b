import type { IDataObject } from 'n8n-workflow';

import { MAX_PAGE_SIZE } from '../api/records/page';
import type { ListEndpoint } from '../api/records/listings';
import { toText } from '../shared/json';
import { wrongValue } from '../shared/userFacingError';
import type { Field } from '../operations/fields';
import { readListing } from '../operations/list';
import type { OperationCall } from '../operations/operation';
import { readWallClock } from './fields/expiry';

/** The links that were created after a date. The API has no such filter, so the node applies it. */

export const createdAfterField: Field = {
	displayName: 'Created After',
	name: 'createdAfter',
	type: 'dateTime',
	default: '',
	description:
		'Only links created at this time or later, according to the date that the service shows',
	read: (value, displayName, { timezone }) => {
		const wallClock = readWallClock(value, timezone);
		if (wallClock !== undefined) return wallClock;
		const what = `"${toText(value)}" is not a recognized date`;
		throw wrongValue(displayName, what, '2026-12-31 18:00:00');
	},
};

/** A date as the service shows it: `YYYY-MM-DD HH:MM:SS`, or only the day. */
const SHOWN_DATE = /^(?!0000)\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}:\d{2})?/;

/** The date of a link without a time zone; undefined if it cannot be read. */
export function dateOf({ date }: IDataObject): string | undefined {
	return SHOWN_DATE.exec(toText(date))?.[0].replace('T', ' ');
}

/**
 * Whether a link is older than a date. Pure.
 *
 * @param after `YYYY-MM-DD HH:MM:SS`; of a link that only has a day, the days are compared
 */
export function isOlder(link: IDataObject, after: string): boolean {
	const date = dateOf(link);
	return date !== undefined && date < after.slice(0, date.length);
}

/** Whether the dates of a page show that its list has the newest links first. Pure. */
export function isNewestFirst(links: readonly IDataObject[]): boolean {
	const dates = links.flatMap((link) => dateOf(link) ?? []);
	return (dates[0] ?? '') > (dates.at(-1) ?? '');
}

const WITHOUT_DATE =
	'Some links have no date that can be read. They are included, since they may have been created after the date.';

/**
 * Reads the links that were created at a time or later: down to the first older one if page 1 shows that the
 * newest links come first, else all of them.
 *
 * @param limit how many are wanted; undefined for all of them
 */
export async function listCreatedAfter(
	call: Pick<OperationCall, 'client' | 'hint'>,
	listing: ListEndpoint & { query: IDataObject; record: (raw: IDataObject) => IDataObject },
	after: string,
	limit: number | undefined,
): Promise<IDataObject[]> {
	const isByDate = toText(listing.query.order) !== 'click';
	const query = isByDate ? { ...listing.query, order: 'date' } : listing.query;
	const first = await call.client.page({ ...listing, query }, { number: 1, size: MAX_PAGE_SIZE });
	const endsEarly = isByDate && isNewestFirst(first.records);
	const isOut = (link: IDataObject) => isOlder(link, after);
	const links = await readListing(
		call,
		{ ...listing, query, first, ...(endsEarly && { endsAt: isOut }), isOut },
		limit,
	);
	if (links.some((link) => dateOf(link) === undefined)) call.hint(WITHOUT_DATE);
	return links;
}
