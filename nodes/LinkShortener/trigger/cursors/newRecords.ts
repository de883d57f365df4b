import type { IDataObject } from 'n8n-workflow';

import type { Page, PageRequest } from '../../api/pagination/page';
import { IdSet } from './idSet';
import type { Cursor, CursorResult } from './cursor';
import {
	aboveAllBeyond,
	countTies,
	hasDates,
	highest,
	isFalling,
	isLastWindow,
	isRising,
	isStrictlyDescending,
	isWhole,
	keysOf,
	learnOrder,
	type Order,
	PAGE,
	type Row,
	toRows,
} from './rows';
import { overlappingWindow, sizesUpTo, Walk, type Window } from './scan';

/** A walk that stopped on its way. */
interface Gap {
	/** The row it stopped at. */
	edge: number;
	/** The highest id when it began. */
	top: number;
	order: Order;
	/** The ids of the page it read last, as IdSet writes them: the next one has to repeat one. */
	last: string;
	/** Known ids from here up to the top were read by this walk too; where that is certain. */
	from?: number;
}

/** What is kept between two polls. */
export interface NewRecordsState {
	/** Every record up to this id is old: known at the baseline or handed out. */
	mark: number;
	/** The ids above the mark that are old too, as IdSet writes them. */
	known: string;
	/** Learned as soon as the listing has more than one page. */
	order?: Order;
	/** Records of the same date were seen out of the order of their ids. */
	mixedDates?: boolean;
	/** The service hands out pages of its own size. */
	fixed?: boolean;
	/** Rows of a full page, where that is not 100. */
	pageLength?: number;
	/** How many rows an ascending listing had: its newest records are there. */
	end?: number;
	/** A walk that did not get to its end: what lies beyond its edge is read first in the next poll. */
	gap?: Gap;
	/** The baseline is not complete yet: nothing is handed out. */
	silent?: boolean;
}

/**
 * So many of the newest ids are remembered one by one, so that a record whose id was given out
 * earlier but which became visible later is still told from an old one.
 */
const REMEMBERED = 50;

/** The same where the listing has no order and its newest records can be anywhere. */
const REMEMBERED_UNORDERED = 2_500;

/** Of a page at the end of an ascending listing so much is to be known already; less where need be. */
const SHARES_OF_KNOWN = [0.6, 0.4, 0.2, 0.1];

/** A burst whose ids take more runs than this is remembered as one range. */
const MAX_RUNS = 20_000;

/** How often a walk that lost its place begins again in one poll. */
const MAX_RESTARTS = 5;

/** So many neighbours of one date in the order of their ids are no chance. */
const TELLING_TIES = 8;

export interface NewRecordsOptions {
	/** The page sizes the service takes; any up to 100 when left out. */
	allowedSizes?: readonly number[];
	/** Which new records are handed out; all when left out. */
	matches?: (record: IDataObject) => boolean;
}

/**
 * New records by their id, which only ever grows.
 *
 * A listing is read from its newest record on, whichever end that is at, until everything beyond is
 * certain to be old. Where reading ends before that, the edge is remembered and the next poll goes on
 * there before it looks for newer records, so that there is never more than one gap. The mark moves
 * only when a walk has been completed.
 */
export class NewRecords implements Cursor {
	private readonly state: NewRecordsState;

	private readonly known: IdSet;

	private readonly fresh = new Map<number, IDataObject>();

	private readonly notes: string[] = [];

	private phase: 'front' | 'back' | 'walk' | 'confirm' | 'done' = 'front';

	/** The first page while the order is being learned from it and the last one. */
	private front: { rows: Row[]; window: Window } | undefined;

	private walk: Walk | undefined;

	/** The order this walk goes by; learned anew while the state has none. */
	private order: Order | undefined;

	/** The highest id when the walk began: what came later is for the next one. */
	private top = 0;

	/** Whether the walk under way was begun by an earlier poll. */
	private takenUp = false;

	private restarts = 0;

	/** Rows of a baseline walk, to tell what lies below it. */
	private baselineRows: Row[] = [];

	/** The first rows of a full read, to see at its end whether the listing has an order by now. */
	private frontRows: Row[] | undefined;

	/** Where the newest records of an ascending listing are looked for. */
	private backWindow: Window = { number: 1, size: PAGE };

	/** Whether this walk has gone beyond the page it began with. */
	private walkedOn = false;

	private reachedStart = false;

	/** The page joined last, newest first. */
	private lastRows: Row[] = [];

	/** The ids of a whole reading of an unordered baseline. */
	private readingBefore: number[] | undefined;

	constructor(
		private readonly options: NewRecordsOptions,
		saved: NewRecordsState | undefined,
	) {
		this.state = saved === undefined ? { mark: 0, known: '', silent: true } : { ...saved };
		this.known = new IdSet(this.state.known);
		if (this.state.gap === undefined) this.beginAtFront();
		else this.takeUp(this.state.gap);
	}

	*scan(): Generator<PageRequest, void, Page> {
		for (let asked = this.ask(); asked !== undefined; asked = this.ask()) this.take(yield asked);
	}

	ask(): PageRequest | undefined {
		switch (this.phase) {
			case 'front':
			case 'confirm':
				return { number: 1, size: PAGE };
			case 'back':
				return { ...this.backWindow };
			case 'walk':
				return this.walk === undefined ? undefined : { ...this.walk.next() };
			case 'done':
				return undefined;
		}
	}

	take(page: Page): void {
		const asked = this.ask();
		if (asked === undefined) return;
		const rows = toRows(page.records);
		for (const row of rows) this.note(row);
		if (this.phase === 'front') this.takeFront(page, rows);
		else if (this.phase === 'back') this.takeBack(page, rows, asked);
		else if (this.phase === 'confirm') this.confirm(rows);
		else this.takeWindow(asked, page, rows);
	}

	result(): CursorResult {
		const { mark, order, mixedDates, fixed, pageLength, end, silent } = this.state;
		const state: NewRecordsState = { mark, known: this.writeKnown() };
		if (order !== undefined) state.order = order;
		if (mixedDates === true) state.mixedDates = true;
		if (fixed === true) state.fixed = true;
		if (pageLength !== undefined && pageLength !== PAGE) state.pageLength = pageLength;
		if (end !== undefined && order === 'ascending') state.end = end;
		if (silent === true) state.silent = true;
		const gap = this.gap();
		if (gap !== undefined) state.gap = gap;
		const events = [...this.fresh]
			.sort(([one], [other]) => one - other)
			.map(([, record]) => record);
		return { state: { ...state }, events, notes: this.notes };
	}

	// What was read --------------------------------------------------------------------------------

	private note(row: Row): void {
		const { mark, silent } = this.state;
		if (row.id <= mark || this.known.has(row.id)) return;
		this.known.add(row.id);
		if (silent === true) return;
		if (this.options.matches?.(row.record) === false) return;
		this.fresh.set(row.id, row.record);
	}

	private takeFront(page: Page, rows: Row[]): void {
		const window = { number: 1, size: PAGE };
		this.top = highest(rows);
		if (isWhole(page, rows)) {
			// Everything in one look: no order is needed, and none is believed from here on.
			this.order = undefined;
			delete this.state.order;
			this.close(true);
			return;
		}
		this.state.pageLength = Math.min(page.perPage ?? PAGE, page.records.length);
		if (this.order === 'descending' && !isFalling(rows)) this.order = undefined;
		if (this.order === 'ascending') this.order = undefined;
		if (this.order === undefined && page.lastPage !== undefined) {
			this.front = { rows, window };
			this.backWindow = { number: page.lastPage, size: PAGE };
			this.phase = 'back';
			return;
		}
		this.order ??= 'descending';
		this.beginWalk(rows, window, page);
	}

	private takeBack(page: Page, rows: Row[], asked: Window): void {
		const { lastPage } = page;
		if (lastPage !== undefined && lastPage !== asked.number) {
			// The listing has grown or shrunk by a page: the newest records are elsewhere.
			this.backWindow = { number: lastPage, size: asked.size };
			if (lastPage === 1) this.restart();
			else this.limitRestarts();
			return;
		}
		if (this.front !== undefined) {
			const { rows: front, window } = this.front;
			this.front = undefined;
			const learned = learnOrder(front, rows);
			this.order = learned.order;
			if (learned.isCertain) this.state.order = learned.order;
			else delete this.state.order;
			if (learned.order !== 'ascending') {
				this.beginWalk(front, window, undefined);
				return;
			}
		} else if (!isRising(rows) || rows.length === 0) {
			delete this.state.order;
			this.restart();
			return;
		}
		this.top = highest(rows);
		const { pageLength = PAGE } = this.state;
		const isOtherSize = page.perPage !== undefined && page.perPage !== asked.size;
		if (asked.size <= pageLength && (isOtherSize || rows.length > asked.size)) {
			this.state.fixed = asked.size < PAGE;
		}
		const length = Math.min(PAGE, page.perPage ?? Math.min(pageLength, asked.size));
		if (asked.size === PAGE) this.state.pageLength = length;
		const start = (asked.number - 1) * length;
		this.state.end = start + rows.length;
		this.walk = this.newWalk('start', start, { window: asked, keys: keysOf(rows) });
		this.phase = 'walk';
		this.weigh(rows, start === 0);
	}

	/**
	 * The window at the end of an ascending listing that shows enough known records beside new ones,
	 * so that one look suffices when little is new.
	 */
	private windowAtEnd(): Window {
		const { end = 0, fixed, pageLength = PAGE } = this.state;
		const lastPage = { number: Math.max(1, Math.ceil(end / pageLength)), size: PAGE };
		if (fixed === true) return lastPage;
		const sizes = sizesUpTo(pageLength, this.options.allowedSizes);
		for (const share of SHARES_OF_KNOWN) {
			const window = overlappingWindow(end, 'end', Math.ceil(pageLength * share), sizes);
			if (window !== undefined) return window;
		}
		return lastPage;
	}

	/** So many known records the next look at the end of an ascending listing shows. */
	private shownAtEnd(): number {
		const { end = 0, pageLength = PAGE } = this.state;
		const { number, size } = this.windowAtEnd();
		return Math.max(0, end - (number - 1) * Math.min(size, pageLength));
	}

	private takeWindow(window: Window, page: Page, rows: Row[]): void {
		const { walk } = this;
		if (walk === undefined) return;
		const isLast =
			isLastWindow(page, window) || (page.lastPage === undefined && walk.repeats(keysOf(rows)));
		const verdict = walk.take(window, keysOf(rows), isLast, page.perPage);
		this.state.fixed = walk.fixed;
		if (verdict === 'apart') return;
		if (verdict === 'lost') {
			this.restart();
			return;
		}
		this.walkedOn = true;
		this.weigh(rows, walk.atEnd);
	}

	// Walks ----------------------------------------------------------------------------------------

	private beginAtFront(): void {
		this.lastRows = [];
		this.order = this.state.order;
		this.takenUp = false;
		this.phase = this.order === 'ascending' ? 'back' : 'front';
		this.backWindow = this.windowAtEnd();
	}

	private beginWalk(rows: Row[], window: Window, page: Page | undefined): void {
		this.walk = this.newWalk('end', rows.length, { window, keys: keysOf(rows) });
		this.phase = 'walk';
		this.weigh(rows, page !== undefined && isLastWindow(page, window));
	}

	private takeUp(gap: Gap): void {
		this.takenUp = true;
		this.order = gap.order;
		this.top = gap.top;
		const last = new IdSet(gap.last);
		const from = gap.from ?? Infinity;
		const toward = this.order === 'ascending' ? 'start' : 'end';
		this.walk = this.newWalk(toward, gap.edge, undefined, (key) => {
			const id = Number(key);
			return last.has(id) || (id >= from && id <= gap.top && this.known.has(id));
		});
		this.phase = 'walk';
	}

	private newWalk(
		toward: 'end' | 'start',
		edge: number,
		last: { window: Window; keys: string[] } | undefined,
		wasRead?: (key: string) => boolean,
	): Walk {
		this.walkedOn = last === undefined;
		const { allowedSizes } = this.options;
		const { fixed } = this.state;
		return new Walk({
			toward,
			edge,
			pageLength: this.state.pageLength ?? PAGE,
			...(allowedSizes === undefined ? {} : { allowedSizes }),
			...(fixed === true ? { fixed } : {}),
			...(last === undefined ? {} : { last }),
			...(this.order === 'descending' ? { newestId: this.top } : {}),
			...(wasRead === undefined ? {} : { wasRead }),
		});
	}

	private restart(): void {
		this.walk = undefined;
		this.front = undefined;
		this.takenUp = false;
		this.baselineRows = [];
		this.lastRows = [];
		this.order = this.state.order === 'ascending' ? undefined : this.state.order;
		this.phase = 'front';
		this.limitRestarts();
	}

	private limitRestarts(): void {
		this.restarts += 1;
		if (this.restarts <= MAX_RESTARTS) return;
		this.phase = 'done';
		this.notes.push(
			'The records kept moving from page to page while they were read. What may still be missing is looked for in the next poll.',
		);
	}

	/** Ends the walk when everything beyond the rows just joined is certain to be old. */
	private weigh(rows: Row[], isEnd: boolean): void {
		const inOrder = this.order === 'ascending' ? [...rows].reverse() : rows;
		this.lastRows = inOrder;
		if (this.state.silent === true) this.baselineRows.push(...inOrder);
		if (isEnd) {
			if (this.order === 'none') this.learnAgain(rows);
			if (this.mustReadAgain()) this.beginAtFront();
			else this.finishWalk(true);
			return;
		}
		if (this.order === 'none') {
			this.frontRows ??= rows;
			return;
		}
		if (!isFalling(inOrder)) {
			// Not in the order it had: everything is read, and the order learned anew at the end.
			this.state.order = 'none';
			this.restart();
			return;
		}
		if (!isStrictlyDescending(inOrder) && hasDates(inOrder)) this.state.mixedDates = true;
		if (this.isOldBeyond(inOrder)) this.finishWalk(false);
	}

	/**
	 * Read backward while it is not certain that new records come at the end: had any come at the
	 * front, rows would have slipped past the walk.
	 */
	private finishWalk(isWhole: boolean): void {
		const isUncertain = this.order === 'ascending' && this.state.order !== 'ascending';
		if (isUncertain && this.walkedOn) {
			this.reachedStart = isWhole;
			this.phase = 'confirm';
		} else this.close(isWhole);
	}

	private confirm(rows: Row[]): void {
		if (highest(rows) > this.top) this.restart();
		else this.close(this.reachedStart);
	}

	/**
	 * A baseline without an order whose pages cannot overlap may have missed a row that slipped over a
	 * page's end. It has not if everything it saw is still there in a second reading.
	 */
	private mustReadAgain(): boolean {
		if (this.state.silent !== true || this.order !== 'none') return false;
		if (this.takenUp || this.walk?.proven !== false) return false;
		const ids = new Set(this.baselineRows.map(({ id }) => id));
		const isStill = this.readingBefore?.every((id) => ids.has(id)) === true;
		this.restarts += 1;
		if (isStill || this.restarts > MAX_RESTARTS) return false;
		this.readingBefore = [...ids];
		this.baselineRows = [];
		return true;
	}

	private learnAgain(rows: Row[]): void {
		if (this.frontRows === undefined || rows.length === 0) return;
		const learned = learnOrder(this.frontRows, rows);
		if (learned.isCertain) this.state.order = learned.order;
	}

	/**
	 * Whether no row beyond these can be new: behind an old row all are old. Records of one date may
	 * stand in any order among themselves, so an old one has to be newer than the last row, unless
	 * there are no dates, or enough records of one date to see that these go by id as well. Of a
	 * baseline only the newest records have to be complete.
	 *
	 * @param rows newest first
	 */
	private isOldBeyond(rows: Row[]): boolean {
		const { mark, silent, mixedDates } = this.state;
		const last = rows.at(-1);
		if (last === undefined) return false;
		const old = silent === true ? this.baselineRows : rows.filter(({ id }) => id <= mark);
		if (old.some(({ date }) => date > last.date)) return true;
		if (old.length === 0 || mixedDates === true || !isStrictlyDescending(rows)) return false;
		return last.date === '' || countTies(rows) >= TELLING_TIES;
	}

	/** Everything up to the walk's top is known: the mark may move. */
	private close(isWhole: boolean): void {
		const { state } = this;
		if (state.silent === true) {
			state.mark = isWhole ? 0 : this.markOfBaseline();
			delete state.silent;
			this.baselineRows = [];
		}
		state.mark = Math.max(state.mark, this.known.fromTop(this.walkTop(), this.remembered()) ?? 0);
		delete state.gap;
		this.walk = undefined;
		// After an old gap the newer records follow in the same poll, as far as it goes.
		if (this.takenUp) this.beginAtFront();
		else this.phase = 'done';
	}

	/** Ids up to this one are complete when the walk is. */
	private walkTop(): number {
		return this.order === 'none' ? Infinity : this.top;
	}

	/** How many of the newest ids stay above the mark: fewer than the next poll's first page shows. */
	private remembered(): number {
		if (this.order === 'none') return REMEMBERED_UNORDERED;
		const { pageLength = PAGE } = this.state;
		const shown = this.order === 'ascending' ? this.shownAtEnd() * 0.8 : pageLength / 2;
		return Math.max(1, Math.min(REMEMBERED, Math.floor(shown)));
	}

	/** Below this id the baseline has read nothing, and everything is old. */
	private markOfBaseline(): number {
		const rows = this.baselineRows;
		const last = rows.at(-1);
		if (last === undefined) return 0;
		const newer = rows.filter(({ date }) => date > last.date);
		const complete = newer.length > 0 ? newer : rows;
		return Math.min(...complete.map(({ id }) => id)) - 1;
	}

	private gap(): Gap | undefined {
		if (this.phase === 'done' || this.walk === undefined || this.order === undefined) {
			// A poll that ended before its first page leaves an older gap as it was.
			return this.state.gap;
		}
		// Taken up and not a page further: the gap is what it was.
		if (this.lastRows.length === 0) return this.state.gap;
		const last = new IdSet();
		for (const { id } of this.lastRows) last.add(id);
		const gap: Gap = {
			edge: this.walk.edge,
			top: this.top,
			order: this.order,
			last: last.toText(),
		};
		const from = this.order === 'none' ? undefined : aboveAllBeyond(this.lastRows);
		return from === undefined ? gap : { ...gap, from };
	}

	private writeKnown(): string {
		if (this.known.runCount <= MAX_RUNS) return this.known.toText(this.state.mark);
		this.notes.push(
			`More than ${MAX_RUNS} new records are waiting. They are remembered as one range now, so a record that becomes visible late among them is not noticed.`,
		);
		return this.known.asOneRange();
	}
}
