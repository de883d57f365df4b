import type { IDataObject } from 'n8n-workflow';

import type { Page, PageRequest } from '../../api/pagination/page';
import type { Cursor, CursorResult } from './cursor';
import { ListingOrder, type OrderState } from './listingOrder';
import {
	PageReader,
	readAll,
	readOrdered,
	type ScanResult,
	type ReadPage,
	type Scan,
} from './listingScan';
import type { Order, Row } from './rows';
import { SeenRecords, type SeenState } from './seenRecords';

/** A scan that did not get to its end: the next poll goes on there before it looks for newer records. */
interface Backlog extends PageRequest {
	order: Order | 'none';
	/** The highest id when the scan began. */
	maxId: number;
	/** The lowest id of the page read last. */
	lowestId: number;
	/** The newest date it has read. */
	newestDate: string;
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
	newest: [],
	newestDate: '',
};

const MOVED =
	'The records kept moving from page to page while they were read. The next poll looks again for what may be missing.';

export interface NewRecordsOptions {
	/** Milliseconds since 1970. */
	now: number;
	/** Whether the service takes any page size up to 100; yes when left out. */
	canChooseSize?: boolean;
	/** Which new records are emitted; all when left out. */
	matches?: (record: IDataObject) => boolean;
}

/**
 * New records by their ids.
 *
 * A record is emitted as soon as it is seen, and its id remembered. What takes care is to say that
 * nothing was missed: a listing is read from its newest record on, whichever end that is at, until
 * everything beyond is certain to be old, and only then `maxId` moves. Where no order is believed,
 * every poll reads all pages.
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
		this.records = new SeenRecords(this.state, saved?.backlog?.newestDate ?? '');
		this.order = new ListingOrder(this.state, options.now);
	}

	*scan(): Generator<PageRequest, void, Page> {
		const { backlog } = this.state;
		if (backlog !== undefined) yield* this.resume(backlog);
		// Without an order that was a poll's work.
		if (backlog?.order === 'none') return;
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

	/** @returns whether it is to be read again, by what was found out meanwhile */
	private *readFromNewest(): Scan<boolean> {
		const { state, records } = this;
		const reader = this.newReader();
		const { lastPage } = state;
		const start = (yield* this.order.findNewestAtEnd(reader)) ?? (yield* this.readFirst(reader));
		if (start === undefined) return false;
		const order = start.lastPage === 1 ? undefined : state.order;
		const maxId = records.highest;
		const result = yield* this.readOn(reader, start, order, maxId);
		if (result !== 'complete') return result !== 'moved';
		if (!records.areGone()) records.complete(maxId, isSure(start, order));
		else if (records.decideGone()) return true;
		return order !== undefined && this.order.endIfUnexplained(lastPage, records.hasFound);
	}

	/**
	 * Reads page 1, and learns the order.
	 *
	 * @returns the page with the newest records; undefined for an empty list
	 */
	private *readFirst(reader: PageReader): Scan<ReadPage | undefined> {
		const { state, records } = this;
		const first = yield* reader.peek(1);
		const { rows, lastPage } = first;
		if (lastPage !== undefined) state.lastPage = lastPage;
		if (rows.length === 0 && (lastPage ?? 1) === 1) {
			records.completeEmpty();
			return undefined;
		}
		records.decideAfterEmpty(rows, lastPage);
		reader.take(rows);
		return lastPage === 1 ? first : yield* this.order.learn(reader, first);
	}

	private newReader(): PageReader {
		return new PageReader((rows) => {
			this.records.take(rows);
		});
	}

	/** Goes on with what an earlier poll left unread. */
	private *resume(backlog: Backlog): Scan<void> {
		const reader = this.newReader();
		const order = backlog.order === 'none' ? undefined : backlog.order;
		const page = yield* this.findPlace(reader, backlog, order);
		delete this.state.backlog;
		if (page === undefined) return;
		reader.take(page.rows);
		const result = yield* this.readOn(reader, page, order, backlog.maxId);
		if (result === 'complete') this.records.complete(backlog.maxId, isSure(page, order));
	}

	/** The page to go on from. In an order, one that shows none of what was read is not next. */
	private *findPlace(
		reader: PageReader,
		{ number, size, lowestId }: Backlog,
		order: Order | undefined,
	): Scan<ReadPage | undefined> {
		const wasRead = (row: Row) => row.id >= lowestId && this.records.wasNew(row);
		let page = yield* reader.peek(number, size);
		for (let step = 1; order !== undefined && !page.rows.some(wasRead); step *= 2) {
			const other = page.number + (order === 'newestFirst' ? -step : step);
			if (other < 1 || other > (page.lastPage ?? other)) return undefined;
			page = yield* reader.peek(other, size);
		}
		return page;
	}

	/** @param maxId the highest id when the scan began */
	private *readOn(
		reader: PageReader,
		start: ReadPage,
		order: Order | undefined,
		maxId: number,
	): Scan<ScanResult | 'renumbered'> {
		const { state, records } = this;
		const onPage = ({ number, size, rows }: ReadPage) => {
			state.backlog = {
				number,
				size,
				order: order ?? 'none',
				maxId: order === undefined ? Math.max(maxId, records.highest) : maxId,
				lowestId: rows.reduce((lowest, { id }) => Math.min(lowest, id), Infinity),
				newestDate: records.newestDate,
			};
		};
		let result: ScanResult;
		if (order === undefined) result = yield* readAll(reader, start, onPage);
		else {
			const { canChooseSize = true } = this.options;
			const isOld = (row: Row) => records.isOld(row);
			const onProof = () => {
				delete state.backlog;
			};
			result = yield* readOrdered(reader, start, { order, isOld, onPage, onProof, canChooseSize });
		}
		delete state.backlog;
		if (records.mustRepeat) {
			records.mustRepeat = false;
			return 'renumbered';
		}
		if (result === 'moved') this.incomplete = MOVED;
		if (result === 'disorder') this.order.distrust();
		return result;
	}
}

/** Without an order a row may have been missed. The next poll sees it, unless an order is believed then. */
function isSure({ lastPage }: ReadPage, order: Order | undefined): boolean {
	return order !== undefined || lastPage === 1;
}
