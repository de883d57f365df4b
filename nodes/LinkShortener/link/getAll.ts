import type { IDataObject } from 'n8n-workflow';

import { MAX_PAGE_SIZE, endpoints } from '../api/records/list';
import { tidyRecord } from '../api/records/records';
import { toText } from '../shared/text';
import { wrongValue } from '../shared/userFacingError';
import type { Field } from '../operations/fields';
import { listOf, readListing } from '../operations/list';
import { readWallClock } from '../shared/values/dates';

/** The API has no filter by date, so the node applies it. */
const dateFilter = {
	type: 'dateTime',
	default: '',
	placeholder: 'e.g. 2026-12-31 18:00:00',
	read: (value, displayName, { timezone }) => {
		const wallClock = readWallClock(value, timezone);
		if (wallClock !== undefined) return wallClock;
		const what = `"${toText(value)}" is not a recognized date`;
		throw wrongValue(displayName, what, '2026-12-31 18:00:00');
	},
} satisfies Partial<Field>;

const filters: Field[] = [
	{
		...dateFilter,
		displayName: 'Created After',
		name: 'createdAfter',
		description:
			'Only links created at this time or later, according to the date that the service shows',
	},
	{
		...dateFilter,
		displayName: 'Created Before',
		name: 'createdBefore',
		description:
			'Only links created before this time, according to the date that the service shows',
	},
	{
		displayName: 'Search',
		name: 'q',
		type: 'string',
		default: '',
		placeholder: 'e.g. newsletter',
		description: 'What to search for, at least 4 characters',
		builderHint: {
			propertyHint:
				'Cannot find links of a campaign. Items have id, alias, shorturl, longurl, clicks, title, description, and date; few services add campaign, an ID.',
		},
	},
];

const sorting: Field[] = [
	{
		displayName: 'Sort By',
		name: 'order',
		type: 'options',
		options: [
			{ name: 'Clicks', value: 'click', description: 'The most clicked links first' },
			{ name: 'Creation Date', value: 'date', description: 'The newest links first' },
		],
		// Whoever adds it wants another order than the usual one.
		default: 'click',
		builderHint: { propertyHint: 'Left out: the newest links first.' },
	},
];

const kind = {
	list: endpoints.links,
	record: tidyRecord,
	output: {
		id: 'integer',
		alias: 'string',
		shorturl: 'string',
		longurl: 'string',
		clicks: 'integer',
		title: 'string',
		description: 'string',
		date: 'string',
	},
} as const;

/** `YYYY-MM-DD HH:MM:SS`, or only the day. */
const SHOWN_DATE = /^(?!0000)\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}:\d{2})?/;

/** Without a time zone; undefined if it cannot be read. */
export function dateOf({ date }: IDataObject): string | undefined {
	return SHOWN_DATE.exec(toText(date))?.[0].replace('T', ' ');
}

/** `after`: `YYYY-MM-DD HH:MM:SS`; of a link that only has a day, the days are compared. Pure. */
export function isOlder(link: IDataObject, after: string): boolean {
	const date = dateOf(link);
	return date !== undefined && date < after.slice(0, date.length);
}

/** A link that only has a day was created when that began. Pure. */
export function isNewer(link: IDataObject, before: string): boolean {
	const date = dateOf(link);
	return date !== undefined && `${date} 00:00:00`.slice(0, before.length) >= before;
}

export function isNewestFirst(links: readonly IDataObject[]): boolean {
	const dates = links.flatMap((link) => dateOf(link) ?? []);
	return (dates[0] ?? '') > (dates.at(-1) ?? '');
}

const WITHOUT_DATE =
	'Some links have no readable date. They are included, since they may have been created in that time.';

const list = listOf(kind, {
	description: 'List links, newest or most clicked first, or search them',
	filters,
	sorting,
});

export const getAll: typeof list = {
	...list,
	hasLimits: true,
	/** Of a period it reads down to the first older link, if page 1 shows that the newest come first. */
	async execute(call, { query: { createdAfter, createdBefore, ...query }, limit }) {
		if (createdAfter === undefined && createdBefore === undefined) {
			return await list.execute(call, { query, limit });
		}
		const isByDate = query.order !== 'click';
		const listing = { ...kind.list, query: isByDate ? { ...query, order: 'date' } : query };
		const first = await call.client.page(listing, { number: 1, size: MAX_PAGE_SIZE });
		const [after, before] = [toText(createdAfter), toText(createdBefore)];
		const isTooOld = (link: IDataObject) => isOlder(link, after);
		const endsEarly = isByDate && isNewestFirst(first.records);
		const links = await readListing(
			call,
			{
				...listing,
				first,
				endsAt: endsEarly ? isTooOld : undefined,
				isOut: (link) => isTooOld(link) || (before !== '' && isNewer(link, before)),
				record: kind.record,
			},
			limit,
		);
		if (links.some((link) => dateOf(link) === undefined)) call.hint(WITHOUT_DATE);
		return links;
	},
};
