import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { LINKS_BY_CLICKS } from '../../api/records/list';
import { idOf } from '../../api/records/records';
import { checkLinkLocator, readLinkDetail } from '../../link/find/readLink';
import { simplifiedLink } from '../../link/find/listedLink';
import { linkLocator } from '../../names/fields';
import { isRecord, toText } from '../../shared/text';
import type { Parameters } from '../../shared/n8n/parameters';
import { asError, settle, UserFacingError, wrongValue } from '../../shared/userFacingError';
import { toCount, locatorParts } from '../../shared/values/convert';
import {
	clicksOf,
	pagesOf,
	type PollOutcome,
	type ReadPage,
	readPages,
	type SendInPoll,
	type TriggerEvent,
	unusable,
	type Watch,
} from '../pages';

/** Each chosen link costs a request per poll. */
const MAX_CHOSEN = 20;

const MAX_LISTED = 500;

const properties: INodeProperties[] = [
	{
		displayName: 'Links to Watch',
		name: 'linksToWatch',
		type: 'options',
		options: [
			{
				name: 'Chosen Links',
				value: 'chosen',
				description: 'Up to 20 links. Each one uses one request per poll.',
			},
			{
				name: 'Most Clicked Links',
				value: 'mostClicked',
				description: 'The links with the most clicks. One request per poll for every 100 links.',
			},
		],
		default: 'mostClicked',
	},
	{
		displayName: 'Links',
		name: 'links',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, maxAllowedFields: MAX_CHOSEN },
		placeholder: 'Add Link',
		default: {},
		options: [
			{
				displayName: 'Link',
				name: 'link',
				values: [linkLocator],
			},
		],
		description: 'Up to 20 links',
		displayOptions: { show: { linksToWatch: ['chosen'] } },
	},
	{
		displayName: 'Number of Links',
		name: 'numberOfLinks',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_LISTED, numberPrecision: 0 },
		default: 100,
		description: 'Up to 500 links',
		displayOptions: { show: { linksToWatch: ['mostClicked'] } },
	},
];

/** As ids or short URLs, each once. */
function readLinks(parameters: Parameters): string[] {
	const { link } = parameters.fields('links');
	const rows = Array.isArray(link) ? link.filter(isRecord) : [];
	const links = rows.flatMap(({ linkId: locator }) => {
		// A row that was added and left empty: the editor stores its bare default, without `__rl`.
		if (isRecord(locator) && toText(locator.value) === '') return [];
		checkLinkLocator(locator);
		return toText(locatorParts(locator).value);
	});
	const each = [...new Set(links)];
	if (each.length === 0) throw wrongValue('Links', 'is empty', '42, or choose one from the list');
	if (each.length <= MAX_CHOSEN) return each;
	throw new UserFacingError(
		`Links has ${each.length} links, but no more than ${MAX_CHOSEN} can be watched one by one`,
		'Remove some links, or set Links to Watch to Most Clicked Links, which takes up to 500.',
	);
}

function asSample(record: IDataObject): IDataObject {
	const clicks = Math.max(1, clicksOf(record) ?? 0);
	return grown(record, clicks - 1, clicks);
}

/** An error as a value if the service has no such link. */
async function readLink(client: Client, link: string): Promise<IDataObject | UserFacingError> {
	const locator = { __rl: true, mode: 'shortUrl', value: link };
	const detail = await settle(readLinkDetail(client, locator));
	if (!(detail instanceof UserFacingError)) return simplifiedLink(detail);
	if (!detail.is('notFound', 'rejected')) throw detail;
	// "Link does not exist" does not tell which one of twenty.
	const message = `Link ${link}: ${detail.message}`;
	const error = asError({ ...detail.explanation, message });
	if (detail.is('notFound')) return error;
	throw error;
}

/** A cut poll goes on with the next link. @throws {UserFacingError} for one that never was, and when all are gone */
function chosenPages(
	send: SendInPoll,
	links: readonly string[],
	saved: ClicksState | undefined,
	notes: string[],
): ReadPage {
	return async (number) => {
		const link = links[number - 1] ?? '';
		const record = await send((client) => readLink(client, link));
		if (record === 'cut') return record;
		const lastPage = links.length;
		if (record instanceof UserFacingError) {
			notes.push(`Link ${link} no longer exists. Remove it from Links in the node.`);
			if (saved?.clicks[link] === undefined || notes.length === lastPage) throw record;
			return { records: [], lastPage };
		}
		if (clicksOf(record) === undefined) throw unusable('clicks');
		return { records: [record], lastPage };
	};
}

function watchChosen(parameters: Parameters): Watch {
	const links = readLinks(parameters);
	return {
		settings: { links },
		poll: async (send, state) => {
			const saved = state as ClicksState | undefined;
			const notes: string[] = [];
			const pages = chosenPages(send, links, saved, notes);
			const outcome = await readClicks(pages, saved, (_, page) => links[page - 1]);
			return { ...outcome, notes };
		},
		sample: async (client) => {
			const record = await readLink(client, links[0] ?? '');
			if (record instanceof UserFacingError) throw record;
			return asSample(record);
		},
		noun: 'link',
	};
}

function watchMostClicked(parameters: Parameters): Watch {
	const count = toCount(parameters.value('numberOfLinks'), 'Number of Links');
	if (count > MAX_LISTED) {
		const what = `"${String(count)}" is more than ${String(MAX_LISTED)}`;
		throw wrongValue('Number of Links', what, '100');
	}
	return {
		settings: { mostClicked: count },
		poll: (send, saved) =>
			readClicks(
				pagesOf(send, LINKS_BY_CLICKS, 'clicks'),
				saved as ClicksState | undefined,
				(link) => idOf(link)?.toString(),
				count,
			),
		sample: async (client) => {
			const { records } = await client.page(LINKS_BY_CLICKS);
			return records.map(asSample)[0];
		},
		noun: 'link',
	};
}

export const linkClicked: TriggerEvent = {
	option: {
		name: 'Watched Link Clicked',
		value: 'linkClicked',
		action: 'On watched link clicked',
		description: 'Triggers when a watched link gets new clicks',
	},
	properties,
	watch: (parameters) =>
		parameters.text('linksToWatch') === 'chosen'
			? watchChosen(parameters)
			: watchMostClicked(parameters),
};

function grown(record: IDataObject, before: number, clicks: number): IDataObject {
	return { ...record, clicks, clicksBefore: before, newClicks: clicks - before };
}

export interface ClicksState {
	/** By the link's key. */
	clicks: Record<string, number>;
	/** Where a reading that was cut continues. */
	page?: number;
	/** How many links the pages before it had. */
	counted?: number;
}

/** Those no longer among the most clicked included. */
const MAX_COUNTED = 2_000;

/** The first reading of a link only counts; a count that falls was reset. @throws what `read` throws */
export async function readClicks(
	read: ReadPage,
	saved: ClicksState | undefined,
	keyFor: (link: IDataObject, page: number) => string | undefined,
	most = Infinity,
): Promise<PollOutcome<ClicksState>> {
	const before = saved?.clicks ?? {};
	const listed: Record<string, number> = {};
	const shown = new Set<number | string>();
	const earlier = saved?.counted ?? 0;
	const records: IDataObject[] = [];
	const cutAt = await readPages(read, saved?.page ?? 1, (page, number) => {
		for (const link of page.records) {
			const key = keyFor(link, number);
			const clicks = clicksOf(link);
			if (key === undefined || clicks === undefined || earlier + shown.size >= most) continue;
			const known = before[key] ?? clicks;
			listed[key] = clicks;
			// A link may move to the next page, or be chosen by its id and by its short URL.
			const id = idOf(link) ?? key;
			if (clicks > known && !shown.has(id)) records.push(grown(link, known, clicks));
			shown.add(id);
		}
		return earlier + shown.size >= most;
	});
	const all = { ...before, ...listed };
	const isWhole = cutAt === undefined && saved?.page === undefined;
	const clicks = isWhole && Object.keys(all).length > MAX_COUNTED ? listed : all;
	const counted = cutAt && earlier + shown.size;
	return { records, state: { clicks, page: cutAt, counted } };
}
