import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { MAX_PAGE_SIZE } from '../../api/pagination/page';
import { tidyRecord } from '../../api/records';
import { toText } from '../../shared/json';
import type { Parameters } from '../../shared/parameters';
import {
	type PageSource,
	pagesOf,
	type TriggerEvent,
	type Watch,
	type WatchedListing,
} from './event';
import { startCursor } from '../cursors/cursor';
import { isNewRecordsState, NewRecords, type NewRecordsState } from '../cursors/newRecords';
import { isKnownAmong } from '../cursors/numbering';
import { rowsOf } from '../cursors/rows';

/** A kind of record that is told from older ones by its id. */
interface NewRecordEvent {
	/** As it reads in a title: "Campaign". */
	title: string;
	value: string;
	/** As it reads within a sentence: "a campaign". */
	noun: string;
	listing: WatchedListing;
	record?: (raw: IDataObject) => IDataObject;
	properties?: INodeProperties[];
	/** A keyword that a record must contain; undefined when every record counts. */
	keyword?: (parameters: Parameters) => string | undefined;
}

/** How far back a test in the editor looks for a record with the keyword. */
const MAX_SAMPLE_PAGES = 5;

/** The event of a new record of some kind. */
export function newRecordEvent(event: NewRecordEvent): TriggerEvent {
	const { title, value, noun, listing, properties = [] } = event;
	return {
		option: {
			name: `${title} Created`,
			value,
			action: `On ${noun.replace(/^an? /, '')} created`,
			description: `Triggers when ${noun} is created`,
		},
		properties,
		watch: (parameters) => watchNewRecords(event, listing, event.keyword?.(parameters)),
	};
}

function watchNewRecords(
	{ noun, record = tidyRecord }: NewRecordEvent,
	listing: WatchedListing,
	keyword: string | undefined,
): Watch {
	const matches = (raw: IDataObject) => keyword === undefined || contains(raw, keyword);
	return {
		configKey: keyword === undefined ? {} : { keyword },
		record,
		isState: isNewRecordsState,
		read: (client, state) =>
			startCursor(
				new NewRecords({ now: Date.now(), matches }, isNewRecordsState(state) ? state : undefined),
				pagesOf(client, listing),
			),
		isKnown: async (client, state) =>
			isNewRecordsState(state) && (await showsKnown(pagesOf(client, listing), state)),
		sample: async (client) => await newest(pagesOf(client, listing), matches),
		nothingYet: {
			message:
				keyword === undefined
					? `There is no ${noun.replace(/^an? /, '')} in the account yet that could be shown`
					: `None of the newest links contains "${keyword}"`,
			remedy:
				keyword === undefined
					? `Create ${noun} in the service and test again. A published workflow does not need one to start.`
					: 'Create such a link and test again, or change Keyword. A published workflow does not need one to start.',
		},
	};
}

/** The parts of a link that a person would search for. */
function contains(raw: IDataObject, keyword: string): boolean {
	const { title, alias, shorturl, longurl, description } = raw;
	const wanted = keyword.toLowerCase();
	return [title, alias, shorturl, longurl, description].some((part) =>
		toText(part).toLowerCase().includes(wanted),
	);
}

/** Whether a listing shows one of the newest records that are known. */
async function showsKnown(
	fetchPage: PageSource,
	{ newest: known, order }: NewRecordsState,
): Promise<boolean> {
	const first = await fetchPage({ number: 1, size: MAX_PAGE_SIZE });
	if (isKnownAmong(rowsOf(first.records), known)) return true;
	if (order !== 'oldestFirst' || first.lastPage === undefined) return false;
	const last = await fetchPage({ number: first.lastPage, size: MAX_PAGE_SIZE });
	return isKnownAmong(rowsOf(last.records), known);
}

/** The newest record that matches, from whichever end of the listing the newest ones are at. */
async function newest(
	fetchPage: PageSource,
	matches: (raw: IDataObject) => boolean,
): Promise<IDataObject | undefined> {
	const size = MAX_PAGE_SIZE;
	const first = await fetchPage({ number: 1, size });
	const last = first.lastPage ?? 1;
	const isRising = last > 1 && Number(first.records[0]?.id) < Number(first.records.at(-1)?.id);
	for (let step = 0; step < MAX_SAMPLE_PAGES && step < last; step += 1) {
		const number = isRising ? last - step : step + 1;
		const { records } = number === 1 ? first : await fetchPage({ number, size });
		const found = records.filter(matches);
		found.sort((one, other) => Number(other.id) - Number(one.id));
		if (found[0] !== undefined) return found[0];
	}
	return undefined;
}
