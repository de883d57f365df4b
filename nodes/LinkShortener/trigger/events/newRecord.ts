import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { MAX_PAGE_SIZE } from '../../api/records/page';
import { decodeEntities } from '../../shared/entities';
import { foldedName } from '../../locators/names';
import { toText } from '../../shared/json';
import type { Parameters } from '../../shared/n8n/parameters';
import { readNewRecords, type NewRecordsState } from '../cursors/newRecords';
import { noneYet, pagesOf, type TriggerEvent, type Watch, type WatchedListing } from './event';

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
	const { title, value, noun, properties = [] } = event;
	return {
		option: {
			name: `${title} Created`,
			value,
			action: `On ${noun.replace(/^an? /, '')} created`,
			description: `Triggers when ${noun} is created`,
		},
		properties,
		watch: (parameters) => watchNewRecords(event, event.keyword?.(parameters)),
	};
}

function watchNewRecords(
	{ noun, listing, record }: NewRecordEvent,
	keyword: string | undefined,
): Watch {
	const matches = (raw: IDataObject) => keyword === undefined || contains(raw, keyword);
	return {
		settings: keyword === undefined ? {} : { keyword },
		...(record && { record }),
		poll: async (send, saved) => {
			const outcome = await readNewRecords(
				pagesOf(send, listing),
				saved as NewRecordsState | undefined,
				listing.query?.order === 'date',
			);
			return { ...outcome, records: outcome.records.filter(matches) };
		},
		sample: async (client) => await newest(client, listing, matches),
		nothingYet:
			keyword === undefined
				? noneYet(noun)
				: {
						message: `None of the newest links contains "${keyword}"`,
						remedy:
							'Create a link that does and test again, or change Keyword. You can publish the workflow without one.',
					},
	};
}

/** Whether a keyword is in what a person would search a link by, compared as names are. */
function contains(raw: IDataObject, keyword: string): boolean {
	const wanted = foldedName(keyword);
	const { title, alias, shorturl, longurl, description } = raw;
	const texts = [title, alias, description].map((text) => decodeEntities(toText(text)));
	const addresses = [shorturl, longurl].flatMap((address) =>
		readings(decodeEntities(toText(address))),
	);
	return [...texts, ...addresses].some((text) => foldedName(text).includes(wanted));
}

/** An address as a person reads it. A plus sign in its query is a space, or meant as it is written. */
function readings(address: string): string[] {
	const spaced = address.replace(/\?[^#]*/, (query) => query.replaceAll('+', ' '));
	return [unescaped(address), unescaped(spaced)];
}

/** A text without the escapes of an address; as it is, where its escapes are none. */
function unescaped(address: string): string {
	try {
		return decodeURIComponent(address);
	} catch {
		return address;
	}
}

/** The newest record that matches, from whichever end of the listing the newest ones are at. */
async function newest(
	client: Client,
	listing: WatchedListing,
	matches: (raw: IDataObject) => boolean,
): Promise<IDataObject | undefined> {
	const read = async (number: number) =>
		await client.page(listing, { number, size: MAX_PAGE_SIZE });
	const first = await read(1);
	const last = first.lastPage ?? 1;
	const isRising = last > 1 && Number(first.records[0]?.id) < Number(first.records.at(-1)?.id);
	for (let step = 0; step < MAX_SAMPLE_PAGES && step < last; step += 1) {
		const number = isRising ? last - step : step + 1;
		const { records } = number === 1 ? first : await read(number);
		const found = records.filter(matches);
		found.sort((one, other) => Number(other.id) - Number(one.id));
		if (found[0] !== undefined) return found[0];
	}
	return undefined;
}
