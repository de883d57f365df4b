import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Listing } from '../../api/records/list';
import { nameKey } from '../../names/names';
import { decodeEntities, toText, unescaped } from '../../shared/text';
import {
	areFalling,
	pagesOf,
	type PollOutcome,
	type ReadPage,
	readPages,
	type TriggerEvent,
	type Watch,
} from '../pages';
import { idOf } from '../../api/records/records';

interface Options extends Pick<Watch, 'record'> {
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

/** Told from older records by its id. */
export function newRecordEvent(
	title: string,
	value: string,
	listing: Listing,
	{ record, hasKeyword = false }: Options = {},
): TriggerEvent {
	const { noun } = listing;
	return {
		option: {
			name: `${title} Created`,
			value,
			action: `On ${noun} created`,
			description: `Triggers when a ${noun} is created`,
		},
		properties: hasKeyword ? [keywordFilter] : [],
		watch: (parameters) => {
			const keyword = hasKeyword ? toText(parameters.fields('filters').keyword) : '';
			const matches = (raw: IDataObject) => keyword === '' || contains(raw, keyword);
			return {
				settings: keyword === '' ? {} : { keyword },
				record,
				poll: async (send, saved) => {
					const pages = pagesOf(send, listing);
					const outcome = await readNewRecords(pages, saved as NewRecordsState | undefined);
					return { ...outcome, records: outcome.records.filter(matches) };
				},
				sample: async (client) => {
					const { records } = await client.page(listing);
					return records.filter(matches).sort((one, other) => Number(other.id) - Number(one.id))[0];
				},
				noun: keyword === '' ? noun : `recent ${noun} with "${keyword}"`,
			};
		},
	};
}

/** In what a person would search a link by. */
function contains(raw: IDataObject, keyword: string): boolean {
	const { title, alias, shorturl, longurl, description } = raw;
	const texts = [title, alias, shorturl, longurl, description];
	const shown = texts.map((text) => comparable(toText(text))).join('\n');
	// In a URL, a plus sign may be a space.
	return `${shown}\n${shown.replaceAll('+', ' ')}`.includes(comparable(keyword));
}

/** As names are, without the escapes of HTML and of a URL. */
function comparable(text: string): string {
	return nameKey(unescaped(decodeEntities(text)));
}

export interface NewRecordsState {
	/** Undefined until a first reading was complete. */
	oldUpTo?: number;
	/** Above `oldUpTo`, the highest first. */
	seen: number[];
	/** The highest id when the last complete reading began. */
	highest: number;
	/** One that was cut: where to continue, and the highest id when it began. */
	reading?: { page: number; highest: number };
}

/** The links of one second stand in any order, so one of each tells. */
function idsBySecond(records: readonly IDataObject[]): number[] {
	const isFirst = ({ date }: IDataObject, at: number) => date !== records[at - 1]?.date;
	return records.filter(isFirst).flatMap((record) => idOf(record) ?? []);
}

/** The newest records never count as old, so that deleting some of them does not look like a restored service. */
const KEPT = 5;

const RESTORED =
	'The newest known records no longer exist, so the trigger starts over with the current ones. If the service was restored from a backup or set up again, fetch missing records with Get Many.';

/**
 * Page by page until one whose ids fall shows an old record. Records move between pages while they are read, and some
 * become visible late: one only counts as old once two complete readings began when it was known.
 * @throws what `read` throws; the earlier state is then still good
 */
export async function readNewRecords(
	read: ReadPage,
	saved: NewRecordsState = { seen: [], highest: 0 },
): Promise<PollOutcome<NewRecordsState>> {
	const { oldUpTo = 0, reading } = saved;
	const isFirst = saved.oldUpTo === undefined;
	const known = new Set(saved.seen);
	const shown: number[] = [];
	const found: IDataObject[] = [];
	let highest = reading?.highest;
	const cutAt = await readPages(read, reading?.page ?? 1, ({ records }) => {
		const ids = records.flatMap((record) => idOf(record) ?? []);
		const isOldBehind = isFirst ? known.size > KEPT : ids.some((id) => id <= oldUpTo);
		for (const record of records) {
			const id = idOf(record);
			if (id === undefined || id <= oldUpTo || known.has(id)) continue;
			known.add(id);
			found.push(record);
		}
		shown.push(...ids);
		highest ??= Math.max(saved.seen[0] ?? 0, ...ids);
		return isOldBehind && (areFalling(ids) || areFalling(idsBySecond(records)));
	});
	const isWhole = reading === undefined && cutAt === undefined;
	// Ids never fall, unless a backup was put back.
	const isRestored = isWhole && shown.length > 0 && shown.every((id) => id < oldUpTo);
	const ids = [...(isRestored ? new Set(shown) : known)].sort((one, other) => other - one);
	const records = isFirst ? [] : found.sort((one, other) => Number(one.id) - Number(other.id));
	if (cutAt !== undefined) {
		const seen = isFirst ? ids.slice(0, KEPT + 1) : ids;
		const unfinished = highest === undefined ? {} : { reading: { page: cutAt, highest } };
		return { records, state: { ...saved, seen, ...unfinished } };
	}
	const mark = ids[KEPT] ?? 0;
	const old = isFirst || isRestored ? mark : Math.max(oldUpTo, Math.min(saved.highest, mark));
	const seen = ids.filter((id) => id > old);
	return {
		records,
		state: { oldUpTo: old, seen, highest: isRestored ? mark : (highest ?? 0) },
		notes: isRestored ? [RESTORED] : [],
	};
}
