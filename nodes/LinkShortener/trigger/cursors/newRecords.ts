import type { IDataObject } from 'n8n-workflow';

import type { Page, PageRequest } from '../../api/pagination/page';
import type { Cursor, CursorResult } from './cursor';
import { ListingOrder, readPage, type OrderState, type ReadPage, type Scan } from './listingOrder';
import { isInOrder, isOldBeyond, type Order } from './rows';
import { SeenRecords, type SeenState } from './seenRecords';

/** A scan that a poll had no time to finish. */
interface Backlog {
	/** The page to read next. */
	number: number;
	order?: Order;
}

/** What is kept between two polls. */
export interface NewRecordsState extends SeenState, OrderState {
	backlog?: Backlog;
}

const FIRST: NewRecordsState = {
	isBaseline: true,
	watermark: 0,
	seenIds: '',
	maxId: 0,
	unconfirmed: 0,
	newest: [],
	newestDate: '',
};

/** So many empty pages in a row are the end of a listing, however many pages the service counts. */
const MAX_EMPTY_PAGES = 20;

const CUT_SHORT =
	'The list became shorter while it was read, or the service answered with an empty page. The next poll looks again for what may be missing.';

export interface NewRecordsOptions {
	/** Milliseconds since 1970. */
	now: number;
	/** Which new records are emitted; all when left out. */
	matches?: (record: IDataObject) => boolean;
}

/**
 * New records by their ids.
 *
 * A record is emitted as soon as it is seen, and its id remembered. What takes care is to say that
 * nothing was missed: a listing is read from its newest record on, whichever end that is at, until
 * everything beyond is certain to be old. Where that took several pages, rows may have moved from one
 * not yet read to one that was, so the next poll reads the same pages again for what was missed. Where
 * no order is believed, every poll reads all pages.
 */
export class NewRecords implements Cursor {
	/** Changed in place while the listing is read. */
	private readonly state: NewRecordsState;

	private readonly records: SeenRecords;

	private readonly order: ListingOrder;

	private incomplete: string | undefined;

	constructor(
		private readonly options: NewRecordsOptions,
		saved: NewRecordsState | undefined,
	) {
		this.state = { ...(saved ?? FIRST) };
		this.records = new SeenRecords(this.state);
		this.order = new ListingOrder(this.state, options.now);
	}

	*scan(): Generator<PageRequest, void, Page> {
		const { backlog } = this.state;
		if (backlog !== undefined) yield* this.resume(backlog);
		const mustRepeat = yield* this.readFromNewest();
		if (mustRepeat && backlog === undefined) yield* this.readFromNewest();
	}

	result(): CursorResult {
		const { state, records, incomplete } = this;
		const { events, seenIds, notes } = records.result();
		const { matches = () => true } = this.options;
		return {
			state: { ...state, seenIds },
			events: events.filter(matches),
			hasFound: records.hasFound,
			notes,
			...(incomplete === undefined ? {} : { incomplete }),
		};
	}

	/** Goes on with what an earlier poll left unread. */
	private *resume({ number, order }: Backlog): Scan<void> {
		const end = yield* this.readOn(yield* readPage(number), order);
		delete this.state.backlog;
		if (end === 'disorder') this.order.distrust();
		if (typeof end === 'object') this.records.complete(false);
	}

	/** @returns whether all is to be read again, by what was found out meanwhile */
	private *readFromNewest(): Scan<boolean> {
		const { state, records } = this;
		const { lastPage } = state;
		const { page, order } = yield* this.order.findStart();
		if (page.number === 1) records.decideAfterEmpty(page);
		if (page.number === 1 && isEmptyList(page)) return false;
		const end = yield* this.readOn(page, order);
		delete state.backlog;
		if (end === 'disorder') this.order.distrust();
		if (end === 'beyond') this.incomplete = CUT_SHORT;
		if (typeof end === 'string') return end !== 'beyond';
		const isOneAnswer = end === page;
		if (records.decideGone(isOneAnswer || order === undefined)) return true;
		records.complete(isOneAnswer);
		return order !== undefined && this.order.endIfUnexplained(lastPage, records.hasFound);
	}

	/** Reads until everything beyond is old. @returns the last page, or what went wrong */
	private *readOn(
		start: ReadPage,
		order: Order | undefined,
	): Scan<ReadPage | 'disorder' | 'renumbered' | 'beyond'> {
		const { state, records } = this;
		const step = order === 'oldestFirst' ? -1 : 1;
		let emptyInARow = 0;
		let before: ReadPage | undefined;
		for (let page = start; ; page = yield* readPage(page.number + step)) {
			const { number, rows } = page;
			if (isBeyond(page)) return 'beyond';
			if (order !== undefined && !isInOrder(rows, order)) return 'disorder';
			if (records.take(rows)) return 'renumbered';
			emptyInARow = rows.length === 0 ? emptyInARow + 1 : 0;
			const isOld = order !== undefined && isOldBeyond(rows, order, (row) => records.isOld(row));
			const isEnd = step === 1 ? isLast(page, before) : number === 1;
			if (isOld || isEnd || emptyInARow === MAX_EMPTY_PAGES) return page;
			state.backlog = { number: number + step, ...(order === undefined ? {} : { order }) };
			before = page;
		}
	}
}

function isEmptyList({ rows, lastPage = 1 }: ReadPage): boolean {
	return rows.length === 0 && lastPage === 1;
}

/** An empty page beyond the last one: rows were deleted, or the answer is none. */
function isBeyond({ rows, number, lastPage = number }: ReadPage): boolean {
	return rows.length === 0 && number > lastPage;
}

/** Whether the service says that no page follows, or shows it where it names no last page. */
function isLast({ number, lastPage, rows }: ReadPage, before?: ReadPage): boolean {
	if (lastPage !== undefined) return number >= lastPage;
	const isRepeated = rows.every(({ id }, at) => id === before?.rows[at]?.id);
	return isRepeated && (rows.length === 0 || rows.length === before?.rows.length);
}
