import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Listing } from '../../api/records/list';
import { MAX_PAGE_SIZE } from '../../api/records/page';
import { foldedName } from '../../locators/names';
import { decodeEntities } from '../../shared/entities';
import { toText } from '../../shared/json';
import type { Parameters } from '../../shared/n8n/parameters';
import { readNewRecords, type NewRecordsState } from '../cursors/newRecords';
import { pagesOf } from '../cursors/pages';
import type { TriggerEvent, Watch } from './event';

interface Options extends Pick<Watch, 'record'> {
	/** Whether records can be filtered by a keyword. */
	hasKeyword?: boolean;
}

const keywordFilter: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Keyword',
			name: 'keyword',
			type: 'string',
			default: '',
			placeholder: 'e.g. newsletter',
			description:
				'Only links with this text in their title, alias, URLs, or description (not case-sensitive)',
		},
	],
};

/** The event of a new record of a list, which is told from older ones by its id. */
export function newRecordEvent(
	title: string,
	value: string,
	listing: Listing,
	options: Options = {},
): TriggerEvent {
	const noun = listing.inWords.replace(/s$/, '');
	return {
		option: {
			name: `${title} Created`,
			value,
			action: `On ${noun} created`,
			description: `Triggers when a ${noun} is created`,
		},
		properties: options.hasKeyword ? [keywordFilter] : [],
		watch: (parameters) => watchNewRecords(listing, noun, options, parameters),
	};
}

function watchNewRecords(
	listing: Listing,
	noun: string,
	{ record, hasKeyword = false }: Options,
	parameters: Parameters,
): Watch {
	const keyword = hasKeyword ? toText(parameters.fields('filters').keyword) : '';
	const matches = (raw: IDataObject) => keyword === '' || contains(raw, keyword);
	return {
		settings: keyword === '' ? {} : { keyword },
		...(record && { record }),
		poll: async (send, saved) => {
			const pages = pagesOf(send, listing);
			const outcome = await readNewRecords(pages, saved as NewRecordsState | undefined);
			return { ...outcome, records: outcome.records.filter(matches) };
		},
		sample: async (client) => {
			const { records } = await client.page(listing, { number: 1, size: MAX_PAGE_SIZE });
			return records.filter(matches).sort((one, other) => Number(other.id) - Number(one.id))[0];
		},
		noun: keyword === '' ? noun : `${noun} with "${keyword}" among the newest`,
	};
}

/** Whether a keyword is in what a person would search a link by. */
function contains(raw: IDataObject, keyword: string): boolean {
	const { title, alias, shorturl, longurl, description } = raw;
	const texts = [title, alias, shorturl, longurl, description];
	return texts.some((text) => comparable(toText(text)).includes(comparable(keyword)));
}

/** Compared as names are, without the escapes of HTML and of a URL, in which a plus sign may be a space. */
function comparable(text: string): string {
	return foldedName(unescaped(decodeEntities(text)).replaceAll('+', ' '));
}

/** A text without the escapes of a URL; as it is, if it has none. */
function unescaped(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
