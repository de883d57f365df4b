import type { IDataObject } from 'n8n-workflow';

import { MAX_PAGE_SIZE } from '../../api/pagination/page';
import { walk, type Walk } from '../../api/pagination/pages';
import type { Cursor, CursorResult } from './cursor';
import {
	fetchRows,
	isOrder,
	ListingOrder,
	orderState,
	toRowPage,
	type OrderState,
	type RowPage,
} from './listingOrder';
import { idOf, isInOrder, isOldBeyond, type Order } from './rows';
import { SeenRecords, seenState, type SeenState } from './seenRecords';
import { isPlace, optional, shapeOf } from './state';
import { Unreadable } from './unreadable';

/** A scan that a poll had no time to finish. */
interface Backlog {
	/** The page to read next. */
	number: number;
	order?: Order;
}

/** The state between two polls. */
export interface NewRecordsState extends SeenState, OrderState {
	backlog?: Backlog;
}

/** Whether a poll can go on from a saved state. */
export const isNewRecordsState = shapeOf<NewRecordsState>({
	...seenState,
	...orderState,
	backlog: optional(shapeOf<Backlog>({ number: isPlace, order: isOrder })),
});

const FIRST: NewRecordsState = {
	isBaseline: true,
	watermark: 0,
	seenIds: '',
	completeUpTo: 0,
	unconfirmed: 0,
	newest: [],
	newestDate: '',
};

const CUT_SHORT =
	'The list became shorter while it was read, or the service answered with an empty page. The next poll looks again for what may be missing.';

export interface NewRecordsOptions {
	/** Milliseconds since 1970. */
	now: number;
	/** Chooses the new records to emit; all when left out. */
	matches?: (record: IDataObject) => boolean;
}

/**
 * New records by their ids.
 *
 * A record is emitted as soon as it is seen, and its id is remembered. The difficulty is to be sure that no
 * record was missed. A listing is read from its newest record on, from either end, until all further
 * records are certainly old. If that takes several pages, rows may move from a page not yet read to one
 * that was, so the next poll reads the same pages again for missed records. While no order is proven, every
 * poll reads all pages.
 */
export class NewRecords implements Cursor {
	/** Changed in place while the listing is read. */
	private readonly state: NewRecordsState;

	private readonly records: SeenRecords;

	private readonly order: ListingOrder;

	private readonly unreadable = new Unreadable();

	private incomplete: string | undefined;

	constructor(
		private readonly options: NewRecordsOptions,
		saved: NewRecordsState | undefined,
	) {
		this.state = { ...(saved ?? FIRST) };
		this.records = new SeenRecords(this.state);
		this.order = new ListingOrder(this.state, options.now, this.unreadable);
	}

	*read(): Walk {
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
			withoutId: this.unreadable.withoutId,
			...(incomplete === undefined ? {} : { incomplete }),
		};
	}

	/** Goes on with the pages that an earlier poll left unread. */
	private *resume({ number, order }: Backlog): Walk {
		const end = yield* this.readOn(yield* fetchRows(number, this.unreadable), order);
		delete this.state.backlog;
		if (end === 'disorder') this.order.distrust();
		if (typeof end === 'object') this.records.complete(false);
	}

	/** @returns whether all pages have to be read again, because of what the pages showed */
	private *readFromNewest(): Walk<boolean> {
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
		const isOneAnswer = end.number === page.number;
		if (records.decideGone(isOneAnswer || order === undefined, this.options.now)) return true;
		records.complete(isOneAnswer);
		return order !== undefined && this.order.endIfUnexplained(lastPage, records.hasFound);
	}

	/** Reads until everything beyond is old. @returns the last page, or what went wrong */
	private *readOn(
		start: RowPage,
		order: Order | undefined,
	): Walk<RowPage | 'disorder' | 'renumbered' | 'beyond'> {
		const { state, records } = this;
		const step = order === 'oldestFirst' ? -1 : 1;
		let outcome: RowPage | 'disorder' | 'renumbered' | 'beyond' = start;
		const options = {
			size: MAX_PAGE_SIZE,
			identify: (record: IDataObject) => String(idOf(record)),
			from: start.number,
			step,
			first: start.page,
			doubts: ['countedFull', 'short', 'repeated'],
		} as const;
		yield* walk(options, ({ number, page, isEnd, isBehindEnd }) => {
			const last = toRowPage(number, page, this.unreadable);
			const { rows } = last;
			outcome = last;
			if (isBeyond(last, start) && !isBehindEnd) outcome = 'beyond';
			else if (order !== undefined && !isInOrder(rows, order)) outcome = 'disorder';
			else if (records.take(rows)) outcome = 'renumbered';
			if (typeof outcome === 'string') return true;
			if (order !== undefined && isOldBeyond(rows, order, (row) => records.isOld(row))) return true;
			const next = { number: number + step, ...(order === undefined ? {} : { order }) };
			if (!isEnd) state.backlog = next;
			return false;
		});
		return outcome;
	}
}

function isEmptyList({ rows, page: { lastPage = 1 } }: RowPage): boolean {
	return rows.length === 0 && lastPage === 1;
}

/**
 * An empty page that, or the page read first, is beyond the last one by now: rows were deleted, or the
 * answer is wrong.
 */
function isBeyond({ rows, number, page: { lastPage = number } }: RowPage, first: RowPage): boolean {
	// A service that counts one page too few counted less than that from the start.
	const { lastPage: counted = first.number } = first.page;
	return rows.length === 0 && Math.max(number, Math.min(first.number, counted)) > lastPage;
}
