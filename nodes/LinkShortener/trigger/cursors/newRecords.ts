import type { IDataObject } from 'n8n-workflow';

import type { Page, PageRequest } from '../../api/pagination/page';
import type { Cursor, CursorResult } from './cursor';
import { IdSet } from './idSet';
import {
	findLastPage,
	PageReader,
	readAll,
	readOrdered,
	type Outcome,
	type ReadPage,
	type Scan,
} from './listingScan';
import { Numbering, toKnown, type KnownRecord } from './numbering';
import { isInOrder, learnOrder, type Order, type Row } from './rows';

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
export interface NewRecordsState {
	/** The baseline is not complete yet: nothing is emitted. */
	isBaseline?: boolean;
	/** Of a baseline after the service changed its numbering: what is dated later is emitted. */
	since?: string;
	/** Every record up to this id is old. */
	watermark: number;
	/** The ids above the watermark that are old too, as IdSet writes them. */
	seenIds: string;
	/** The highest id when a scan was completed last: beyond a run of ids up to it all are old. */
	maxId: number;
	newest: KnownRecord[];
	/** The newest date that was seen; empty where there are none. */
	newestDate: string;
	order?: Order;
	/** The number of the last page, as the service said. */
	lastPage?: number;
	/** Polls in which `lastPage` grew and nothing new was found where it should be. */
	unexplained?: number;
	/** Until then no order is believed; milliseconds since 1970. */
	distrustUntil?: number;
	backlog?: Backlog;
	/** The first poll found an empty list. */
	wasEmpty?: boolean;
	/** The last poll met no known record, and none above them. */
	wasGone?: boolean;
}

/** So many ids below the highest one are remembered one by one, for records that show late. */
const MAX_REMEMBERED = 300;

/** The same where no order is believed and a row may be missed in one scan and seen in the next. */
const MAX_REMEMBERED_UNSURE = 2_500;

/** More ids apart from each other than this are remembered as one range. */
const MAX_RUNS = 20_000;

/** After an empty list, more records than this were there all along. */
const MAX_FIRST = 10;

const DAY_MS = 24 * 3600_000;

/** How often the last page is looked for while its number changes. */
const MAX_TRIES = 3;

const MOVED =
	'The records kept moving from page to page while they were read. The next poll looks again for what may be missing.';

const SCATTERED = `More than ${MAX_RUNS} new records are waiting. They are remembered as one range now, so a record that becomes visible late among them is not noticed.`;

const RENUMBERED =
	'The service gives its records other IDs than before; it may have been restored, moved or set up anew. Records dated after the newest known one count as new.';

const RENUMBERED_WITHOUT_DATES =
	'The service gives its records other IDs than before; it may have been restored, moved or set up anew. These records have no dates, so the ones that are there now count as old.';

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
	private readonly state: NewRecordsState;

	private seenIds: IdSet;

	private numbering: Numbering;

	/** What this poll found, by id; undefined for what does not match. */
	private readonly found = new Map<number, IDataObject | undefined>();

	private readonly notes: string[] = [];

	private incomplete: string | undefined;

	/** Where the scan under way has come to. */
	private backlog: Backlog | undefined;

	/** Rows that were read before another numbering was noticed have to be read again. */
	private mustRepeat = false;

	/** The highest id this poll has read. */
	private highest = 0;

	/** The newest date the scan under way has read. */
	private newestDate: string;

	constructor(
		private readonly options: NewRecordsOptions,
		saved: NewRecordsState | undefined,
	) {
		const first = {
			isBaseline: true,
			watermark: 0,
			seenIds: '',
			maxId: 0,
			newest: [],
			newestDate: '',
		};
		const { backlog, ...state } = saved ?? { ...first, backlog: undefined };
		this.state = state;
		this.backlog = backlog;
		this.newestDate = backlog?.newestDate ?? '';
		this.seenIds = new IdSet(state.seenIds);
		this.numbering = new Numbering(state.newest);
	}

	*scan(): Generator<PageRequest, void, Page> {
		const { state, backlog } = this;
		if ((state.distrustUntil ?? 0) <= this.options.now) delete state.distrustUntil;
		if (backlog?.order === 'none') {
			yield* this.resumeAll(backlog);
			return;
		}
		if (backlog !== undefined) yield* this.resume(backlog, backlog.order);
		const mustRepeat = yield* this.readFromNewest();
		if (mustRepeat && backlog === undefined) yield* this.readFromNewest();
	}

	result(): CursorResult {
		const { state, seenIds, backlog, notes, incomplete } = this;
		const isScattered = seenIds.runCount > MAX_RUNS;
		const next = {
			...state,
			seenIds: isScattered ? seenIds.asOneRange() : seenIds.toText(state.watermark),
		};
		const events = [...this.found]
			.sort(([one], [other]) => one - other)
			.flatMap(([, record]) => (record === undefined ? [] : [record]));
		return {
			state: backlog === undefined ? next : { ...next, backlog: { ...backlog } },
			events,
			notes: isScattered ? [...notes, SCATTERED] : notes,
			...(incomplete === undefined ? {} : { incomplete }),
		};
	}

	// Records ----------------------------------------------------------------------------------------

	private take(rows: readonly Row[]): void {
		const { state } = this;
		this.numbering.look(rows);
		if (this.numbering.isOther) {
			this.beginNewNumbering();
		}
		for (const row of rows) {
			this.highest = Math.max(this.highest, row.id);
			if (row.date > this.newestDate) this.newestDate = row.date;
			if (this.isNew(row)) {
				state.newest = state.newest.map((known) => (known[0] === row.id ? toKnown(row) : known));
				const { matches } = this.options;
				this.found.set(row.id, matches?.(row.record) === false ? undefined : row.record);
				this.seenIds.add(row.id);
			} else if (state.isBaseline === true) this.seenIds.add(row.id);
		}
	}

	private isNew(row: Row): boolean {
		const { isBaseline, since = '', watermark } = this.state;
		const isSeen = this.seenIds.has(row.id);
		if (isBaseline === true) return since !== '' && row.date > since && !isSeen;
		if (this.numbering.isOtherRecord(row)) return !this.found.has(row.id);
		return row.id > watermark && !isSeen;
	}

	/** Whether a row was there when the last scan was completed. */
	private isOld({ id, date }: Row): boolean {
		const { isBaseline, since = '', maxId } = this.state;
		return isBaseline === true ? since === '' || date <= since : id <= maxId;
	}

	/** Ids say nothing any more: what is new is told by its date, once. */
	private beginNewNumbering(): void {
		const { state } = this;
		this.mustRepeat = this.highest > 0;
		const since = state.isBaseline === true ? (state.since ?? '') : state.newestDate;
		// What was found since the last completed scan was emitted already.
		this.seenIds = new IdSet(this.seenIds.toText(state.maxId));
		Object.assign(state, { isBaseline: true, since, watermark: 0, maxId: 0, newest: [] });
		delete state.wasGone;
		this.numbering = this.numbering.restart();
		this.notes.push(since === '' ? RENUMBERED_WITHOUT_DATES : RENUMBERED);
	}

	// Scans ------------------------------------------------------------------------------------------

	/** @returns whether it is to be read again, by what was found out meanwhile */
	private *readFromNewest(): Scan<boolean> {
		const { state } = this;
		const reader = this.newReader();
		const { lastPage } = state;
		const before = { newest: state.newest, newestDate: state.newestDate };
		let start = yield* this.findNewestAtEnd(reader);
		if (start === undefined) {
			start = yield* reader.peek(1);
			if (start.lastPage !== undefined) state.lastPage = start.lastPage;
			if (start.rows.length === 0 && (start.lastPage ?? 1) === 1) {
				this.completeEmpty();
				return false;
			}
			this.decideAfterEmpty(start);
			reader.take(start.rows);
			if (start.lastPage !== 1) start = yield* this.learn(reader, start);
		}
		const order = start.lastPage === 1 ? undefined : state.order;
		const outcome = yield* this.readOn(reader, start, order, this.highest);
		if (outcome !== 'complete') return outcome !== 'moved';
		return this.isGone(before) || this.isUnexplained(order, lastPage);
	}

	private newReader(): PageReader {
		return new PageReader((rows) => {
			this.take(rows);
		});
	}

	/** The last page, where the newest records are believed to be there; undefined where they are not. */
	private *findNewestAtEnd(reader: PageReader): Scan<ReadPage | undefined> {
		const { state } = this;
		if (state.order !== 'oldestFirst' || state.distrustUntil !== undefined) return undefined;
		let page = yield* reader.peek(state.lastPage ?? 1);
		for (let tries = 0; tries < MAX_TRIES && page.number !== page.lastPage; tries += 1) {
			if (page.lastPage === undefined) return undefined;
			page = yield* reader.peek(page.lastPage);
		}
		if (page.number !== page.lastPage) return undefined;
		state.lastPage = page.lastPage;
		if (page.rows.length === 0) {
			const shown = yield* findLastPage(reader, { ...page, number: 0 }, page.number - 1);
			if (shown === undefined) return undefined;
			page = shown;
		}
		if (!isInOrder(page.rows, 'oldestFirst')) return undefined;
		reader.take(page.rows);
		return page;
	}

	/** Learns the order where none is believed. @returns the page with the newest records */
	private *learn(reader: PageReader, first: ReadPage): Scan<ReadPage> {
		const { state } = this;
		if (state.order === 'newestFirst' && isInOrder(first.rows, state.order)) return first;
		delete state.order;
		if (state.distrustUntil !== undefined) return first;
		const last =
			first.lastPage === undefined ? undefined : yield* findLastPage(reader, first, first.lastPage);
		const order = learnOrder(first.rows, last?.rows ?? []);
		if (order !== undefined) state.order = order;
		if (order !== 'oldestFirst' || last === undefined) return first;
		if (last.number !== last.lastPage) {
			const newest = yield* this.findNewestAtEnd(reader);
			if (newest === undefined) delete state.order;
			return newest ?? first;
		}
		reader.take(last.rows);
		return last;
	}

	/** Goes on with what an earlier poll left unread. A page that shows none of what it read is not next. */
	private *resume(backlog: Backlog, order: Order): Scan<void> {
		const { size, lowestId, maxId } = backlog;
		const reader = this.newReader();
		const wasRead = ({ id }: Row) =>
			id >= lowestId && id > this.state.maxId && this.seenIds.has(id);
		let page = yield* reader.peek(backlog.number, size);
		for (let step = 1; !page.rows.some(wasRead); step *= 2) {
			const number = page.number + (order === 'newestFirst' ? -step : step);
			if (number < 1 || number > (page.lastPage ?? number)) {
				this.backlog = undefined;
				return;
			}
			page = yield* reader.peek(number, size);
		}
		reader.take(page.rows);
		yield* this.readOn(reader, page, order, maxId);
	}

	private *resumeAll({ number, size, maxId }: Backlog): Scan<void> {
		const reader = this.newReader();
		yield* this.readOn(reader, yield* reader.read(number, size), undefined, maxId);
	}

	/** @param maxId the highest id when the scan began */
	private *readOn(
		reader: PageReader,
		start: ReadPage,
		order: Order | undefined,
		maxId: number,
	): Scan<Outcome | 'renumbered'> {
		const onPage = ({ number, size, rows }: ReadPage) => {
			const lowestId = rows.reduce((lowest, { id }) => Math.min(lowest, id), Infinity);
			const highest = order === undefined ? Math.max(maxId, this.highest) : maxId;
			const { newestDate } = this;
			this.backlog = {
				number,
				size,
				order: order ?? 'none',
				maxId: highest,
				lowestId,
				newestDate,
			};
		};
		let outcome: Outcome = 'complete';
		if (order === undefined) outcome = yield* readAll(reader, start, onPage);
		else {
			const { canChooseSize = true } = this.options;
			const isOld = (row: Row) => this.isOld(row);
			outcome = yield* readOrdered(reader, start, { order, isOld, onPage, canChooseSize });
		}
		this.backlog = undefined;
		if (this.mustRepeat) {
			this.mustRepeat = false;
			return 'renumbered';
		}
		// Without an order a row may have been missed. The next poll sees it, unless one is believed then.
		const isSure = order !== undefined || start.lastPage === 1;
		if (outcome === 'complete') {
			const isBaseline = this.state.isBaseline === true;
			this.complete(
				isSure || isBaseline ? maxId : 0,
				isSure ? MAX_REMEMBERED : MAX_REMEMBERED_UNSURE,
			);
		}
		if (outcome === 'moved') this.incomplete = MOVED;
		if (outcome === 'disorder') this.distrust();
		return outcome;
	}

	/** @param maxId up to this id nothing is missing */
	private complete(maxId: number, remembered = MAX_REMEMBERED): void {
		const { state } = this;
		if (state.isBaseline === true) {
			state.maxId = Math.max(maxId, this.highest);
			state.watermark = state.maxId;
			if ((state.since ?? '') === '') this.seenIds = new IdSet();
			delete state.isBaseline;
			delete state.since;
		} else state.maxId = Math.max(state.maxId, maxId);
		state.newest = this.numbering.newest;
		if (this.newestDate > state.newestDate) state.newestDate = this.newestDate;
		const top = Math.max(state.maxId, this.highest);
		state.watermark = Math.max(state.watermark, this.seenIds.fromTop(top, remembered) ?? 0);
	}

	// Doubts -----------------------------------------------------------------------------------------

	/** One answer without rows proves nothing; the second poll that gets one does. */
	private completeEmpty(): void {
		const { state } = this;
		if (state.isBaseline !== true || state.since !== undefined) return;
		if (state.wasEmpty === true) this.complete(0);
		state.wasEmpty = true;
	}

	/** Few records after an empty list are the first ones; many were there all along. */
	private decideAfterEmpty({ rows, lastPage = 1 }: ReadPage): void {
		const { state } = this;
		const isFirst = state.wasEmpty === true && lastPage === 1 && rows.length <= MAX_FIRST;
		if (isFirst && state.isBaseline === true) this.complete(0);
		delete state.wasEmpty;
	}

	/** Whether all known records are gone and none came after them, in two polls. */
	private isGone(before: Pick<NewRecordsState, 'newest' | 'newestDate'>): boolean {
		const { state } = this;
		const isGone = this.highest > 0 && this.numbering.isGone(this.highest);
		const wasGone = state.wasGone === true;
		delete state.wasGone;
		if (isGone) Object.assign(state, before);
		if (isGone && !wasGone) {
			state.wasGone = true;
			// What was found is emitted by the next poll, by its date or its id.
			if (before.newestDate !== '') {
				this.found.clear();
				this.seenIds = new IdSet(state.seenIds);
			}
		}
		if (!isGone || !wasGone) return false;
		this.beginNewNumbering();
		this.mustRepeat = false;
		if (before.newestDate !== '') return true;
		// What there is was read just now, and without dates all of it is old.
		this.complete(0);
		return false;
	}

	/** Whether the listing grew twice, and not where its newest records are believed to be. */
	private isUnexplained(order: Order | undefined, before: number | undefined): boolean {
		const { state } = this;
		const hasGrown = before !== undefined && (state.lastPage ?? 0) > before;
		if (order === undefined || !hasGrown) return false;
		const unexplained = (state.unexplained ?? 0) + 1;
		delete state.unexplained;
		if (this.found.size > 0) return false;
		state.unexplained = unexplained;
		if (unexplained < 2) return false;
		this.distrust();
		return true;
	}

	private distrust(): void {
		delete this.state.order;
		delete this.state.unexplained;
		this.state.distrustUntil = this.options.now + DAY_MS;
	}
}
