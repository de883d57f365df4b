import type { IDataObject } from 'n8n-workflow';

import { isLastPage, type Page } from '../../api/records/page';
import { idOf } from '../../api/records/records';
import type { PollOutcome, ReadPage } from './list';
import { toText } from '../../shared/json';

/** What is known of a list between two polls. */
export interface NewRecordsState {
	/** Records up to this id are old; undefined until the first reading was whole. */
	oldUpTo?: number;
	/** The ids above it that were read. */
	seen: number[];
	/** The highest id that was known when the last whole reading began. */
	highest: number;
	/** The last page with records, for a list that does not count its pages. */
	end: number;
	/** The reading that the last poll had no time to finish. */
	reading?: UnfinishedReading;
}

interface UnfinishedReading {
	/** The page to go on with. */
	page: number;
	/** Whether the pages are read upwards or downwards. */
	step: 1 | -1;
	/** The highest id that was known when it began. */
	highest: number;
	/** The highest id that it has shown. */
	top: number;
}

/** How a list is sorted; `own` is any other order, or one that page 1 does not tell. */
type Order = 'newestFirst' | 'oldestFirst' | 'own';

/** So many ids show an order; fewer may stand in it by chance. */
const TELLING = 8;

/** The newest records never count as old, so that deleting some of them does not look like a restored service. */
const KEPT = 5;

const NOTHING: NewRecordsState = { seen: [], highest: 0, end: 1 };

const RESTORED =
	'The newest known records no longer exist, so the trigger starts over with the current ones. If the service was restored from a backup or set up again, fetch missing records with Get Many.';

/**
 * Finds the records that are new since the last poll, by their ids.
 *
 * A list is read from its newest end until a page shows an old record, and whole where neither end is the
 * newest. Records move between pages while they are read, and some become visible late. So a record only
 * counts as old once two whole readings went past it that began when it was known; until then the pages
 * are read again. Until a first reading is whole, everything is old.
 *
 * @param isByDate whether the service is asked to sort by date: newest first, with the records of one second in
 *   any order. Page 1 tells whether it lists the oldest first instead
 * @throws what `read` throws; the earlier state is then still good
 */
export async function readNewRecords(
	read: ReadPage,
	saved: NewRecordsState | undefined,
	isByDate: boolean,
): Promise<PollOutcome<NewRecordsState>> {
	const first = await read(1);
	if (first === 'cut') return { records: [], state: saved ?? NOTHING, notes: [] };
	const reading = new NewestPages(saved, first, isByDate);
	for (let next = reading.take(1, first); next !== undefined;) {
		const page = await read(next);
		if (page === 'cut') return { records: reading.found, state: reading.cutAt(next), notes: [] };
		next = reading.take(next, page);
	}
	const notes = reading.isRestored ? [RESTORED] : [];
	return { records: reading.found, state: reading.finish(), notes };
}

/** A reading of the list in one poll. Decides which page is read next, and what is new; does no I/O. */
class NewestPages {
	private readonly order: Order;

	private readonly isBaseline: boolean;

	private readonly oldUpTo: number;

	private readonly seen: Set<number>;

	private readonly newRecords = new Map<number, IDataObject>();

	/** The ids that this poll has shown. */
	private readonly shown = new Set<number | undefined>();

	/** The records of the pages from the newest end on. */
	private readonly fromNewest: IDataObject[] = [];

	/** The second of which further records may be on the next page. */
	private unfinishedDate: unknown;

	private readonly underWay: UnfinishedReading;

	/** The last page with records that this poll has read. */
	private end = 1;

	private hasOld = false;

	constructor(
		private readonly saved: NewRecordsState | undefined,
		first: Page,
		private readonly isByDate: boolean,
	) {
		this.order = isByDate ? orderByDate(first) : orderById(first);
		this.isBaseline = saved?.oldUpTo === undefined;
		this.oldUpTo = saved?.oldUpTo ?? Infinity;
		this.seen = new Set(saved?.seen);
		this.underWay = { ...(saved?.reading ?? begin(this.order, first, saved)) };
	}

	/** The new records, oldest first. */
	get found(): IDataObject[] {
		return [...this.newRecords].sort(([one], [other]) => one - other).map(([, record]) => record);
	}

	/** Whether the newest record is an old one: ids never fall, unless a backup was put back. */
	get isRestored(): boolean {
		if (this.isBaseline || this.saved?.reading !== undefined) return false;
		return this.newestShown > 0 && this.underWay.top < this.oldUpTo;
	}

	/** @returns the page to read next; undefined when there is none */
	take(number: number, page: Page): number | undefined {
		const fresh = page.records.filter((record) => !this.shown.has(idOf(record)));
		const isLast = isLastPage(number, page, fresh.length === 0);
		for (const record of fresh) this.note(record);
		if (page.lastPage !== undefined || !isLast) this.end = Math.max(this.end, number);
		// On the way back, a page that shows nothing more is one behind the last, or the last itself.
		if (this.underWay.step === -1 && fresh.length === 0) this.end = number;
		// Page 1 of a list that is oldest first is the other end.
		if (this.order !== 'oldestFirst' || number > 1) {
			this.fromNewest.push(...fresh);
			this.unfinishedDate = isLast ? undefined : page.records.at(-1)?.date;
			this.hasOld ||= idsOf(page).some((id) => id <= this.oldUpTo);
		}
		return this.pageAfter(number, isLast);
	}

	/** How many of the newest records are known: all others are older. */
	private get newestShown(): number {
		const { fromNewest, isByDate, order, unfinishedDate } = this;
		if (!isByDate || order === 'oldestFirst' || unfinishedDate === undefined)
			return fromNewest.length;
		return fromNewest.filter(({ date }) => date !== unfinishedDate).length;
	}

	/** Whether all beyond is old. Where the records are known for the first time, some are read to be kept. */
	private get isDone(): boolean {
		if (!this.hasOld) return false;
		return this.newestShown > KEPT || !(this.isBaseline || this.isRestored);
	}

	private note(record: IDataObject): void {
		const id = idOf(record);
		this.shown.add(id);
		if (id === undefined) return;
		this.underWay.top = Math.max(this.underWay.top, id);
		if (id <= this.oldUpTo || this.seen.has(id)) return;
		this.seen.add(id);
		this.newRecords.set(id, record);
	}

	private pageAfter(number: number, isLast: boolean): number | undefined {
		const { order, underWay } = this;
		if (order === 'newestFirst' && this.isDone) return undefined;
		if (number === 1) return isLast ? undefined : underWay.page;
		if (underWay.step === -1) return this.isDone || number <= 2 ? undefined : number - 1;
		if (!isLast) return number + 1;
		const { end = 1 } = this.saved ?? {};
		if (order !== 'oldestFirst' || this.isDone || end <= 2) return undefined;
		// The pages before the one that was the last are still to be read, towards the first old record.
		underWay.step = -1;
		return end - 1;
	}

	/** The state after a poll that could not read this page. */
	cutAt(page: number): NewRecordsState {
		const { saved, underWay } = this;
		const seen = this.isBaseline ? this.highestIds() : [...this.seen];
		const end = Math.max(this.end, saved?.end ?? 1);
		// Every poll reads page 1 anyway.
		const reading = { ...underWay, page: Math.max(2, page) };
		return { ...saved, seen, highest: saved?.highest ?? 0, end, reading };
	}

	/** The state after a whole reading. */
	finish(): NewRecordsState {
		const { saved, oldUpTo, end, underWay } = this;
		if (this.isBaseline || this.isRestored) {
			const newest = this.highestIds();
			const seen = newest.slice(0, KEPT);
			return { oldUpTo: newest[KEPT] ?? 0, seen, highest: underWay.top, end };
		}
		const ids = [...this.seen].sort((one, other) => other - one);
		const old = Math.max(oldUpTo, Math.min(saved?.highest ?? 0, ids[KEPT] ?? 0));
		return { oldUpTo: old, seen: ids.filter((id) => id > old), highest: underWay.highest, end };
	}

	/** For a baseline: the highest ids so far, the last of which counts as old. */
	private highestIds(): number[] {
		const ids = new Set([...(this.isBaseline ? this.seen : []), ...this.shown]);
		return [...ids]
			.flatMap((id) => id ?? [])
			.sort((one, other) => other - one)
			.slice(0, KEPT + 1);
	}
}

/** A new reading, the first page of which was read. */
function begin(order: Order, first: Page, saved: NewRecordsState | undefined): UnfinishedReading {
	const { highest = 0, seen = [], end = 2 } = saved ?? {};
	const ids = [...seen, ...idsOf(first)];
	const known = { highest: ids.reduce((one, other) => Math.max(one, other), highest), top: 0 };
	if (order !== 'oldestFirst') return { ...known, page: 2, step: 1 };
	const { lastPage } = first;
	if (lastPage === undefined) return { ...known, page: Math.max(2, end), step: 1 };
	return { ...known, page: lastPage, step: -1 };
}

function idsOf({ records }: Page): number[] {
	return records.flatMap((record) => idOf(record) ?? []);
}

/**
 * The order that page 1 tells of a list by date. Where all of it is of one second, ids that rise tell none, since
 * those of one second may be in any order, so such a list is read whole.
 */
function orderByDate(page: Page): Order {
	const dates = page.records.map(({ date }) => toText(date));
	const [first = '', last = ''] = [dates[0], dates.at(-1)];
	if (first !== last) return first > last ? 'newestFirst' : 'oldestFirst';
	const order = orderById(page);
	return order === 'oldestFirst' && first !== '' ? 'own' : order;
}

/** The order that the ids of page 1 tell. */
function orderById(page: Page): Order {
	const ids = idsOf(page);
	if (ids.length < TELLING) return 'own';
	if (ids.every((id, at) => id < (ids[at - 1] ?? Infinity))) return 'newestFirst';
	return ids.every((id, at) => id > (ids[at - 1] ?? 0)) ? 'oldestFirst' : 'own';
}
