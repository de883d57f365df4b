import type { IDataObject } from 'n8n-workflow';

import { IdSet } from './idSet';
import { Numbering, toKnown, type KnownRecord } from './numbering';
import type { Row } from './rows';

/** What is kept of the records between two polls. */
export interface SeenState {
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
	/** The first poll found an empty list. */
	wasEmpty?: boolean;
	/** The last poll met no known record, and none above them. */
	wasGone?: boolean;
}

/** So many ids below the highest one are remembered one by one, for records that show late. */
const MAX_REMEMBERED = 300;

/** The same where a row may be missed in one scan and seen in the next. */
const MAX_REMEMBERED_UNSURE = 2_500;

/** More ids apart from each other than this are remembered as one range. */
const MAX_RUNS = 20_000;

/** After an empty list, more records than this were there all along. */
const MAX_FIRST = 10;

const SCATTERED = `More than ${MAX_RUNS} new records are waiting. They are remembered as one range now, so a record that becomes visible late among them is not noticed.`;

const RENUMBERED =
	'The service gives its records other IDs than before; it may have been restored, moved or set up anew. Records dated after the newest known one count as new.';

const RENUMBERED_WITHOUT_DATES =
	'The service gives its records other IDs than before; it may have been restored, moved or set up anew. These records have no dates, so the ones that are there now count as old.';

/** Which records were seen, and which of those that a poll reads are new. */
export class SeenRecords {
	private seenIds: IdSet;

	private numbering: Numbering;

	/** What this poll found, by id. */
	private readonly found = new Map<number, IDataObject>();

	private readonly notes: string[] = [];

	/** The highest id this poll has read. */
	highest = 0;

	/** Rows were read before another numbering was noticed, so they have to be read again. */
	mustRepeat = false;

	/**
	 * @param state changed in place
	 * @param newestDate the newest date the scan under way has read
	 */
	constructor(
		private readonly state: SeenState,
		public newestDate: string,
	) {
		this.seenIds = new IdSet(state.seenIds);
		this.numbering = new Numbering(state.newest);
	}

	get hasFound(): boolean {
		return this.found.size > 0;
	}

	/** What this poll found, what its ids leave to remember, and lines for the log. */
	result(): { events: IDataObject[]; seenIds: string; notes: string[] } {
		const { seenIds, notes } = this;
		const isScattered = seenIds.runCount > MAX_RUNS;
		return {
			events: [...this.found].sort(([one], [other]) => one - other).map(([, record]) => record),
			seenIds: isScattered ? seenIds.asOneRange() : seenIds.toText(this.state.watermark),
			notes: isScattered ? [...notes, SCATTERED] : notes,
		};
	}

	/** Takes the rows of a page: what is new is found, and seen from now on. */
	take(rows: readonly Row[]): void {
		const { state } = this;
		this.numbering.look(rows);
		if (this.numbering.isOther) {
			this.mustRepeat = this.highest > 0;
			this.beginNewNumbering();
		}
		for (const row of rows) {
			this.highest = Math.max(this.highest, row.id);
			if (row.date > this.newestDate) this.newestDate = row.date;
			if (this.isNew(row)) {
				state.newest = state.newest.map((known) => (known[0] === row.id ? toKnown(row) : known));
				this.found.set(row.id, row.record);
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
	isOld({ id, date }: Row): boolean {
		const { isBaseline, since = '', maxId } = this.state;
		return isBaseline === true ? since === '' || date <= since : id <= maxId;
	}

	/** Whether a row was new to a poll since the last scan was completed. */
	wasNew({ id }: Row): boolean {
		return id > this.state.maxId && this.seenIds.has(id);
	}

	/**
	 * A scan has got to its end.
	 *
	 * @param maxId the highest id when it began
	 * @param isSure whether nothing up to that id can be missing
	 */
	complete(maxId: number, isSure = true): void {
		const { state, highest } = this;
		if (state.isBaseline === true) {
			state.maxId = Math.max(maxId, highest);
			const isSilent = (state.since ?? '') === '';
			// What such a reading missed is told from the ids it saw, not from the highest one.
			if (isSilent || isSure) state.watermark = state.maxId;
			if (isSilent) this.seenIds = new IdSet();
			delete state.isBaseline;
			delete state.since;
		} else if (isSure) state.maxId = Math.max(state.maxId, maxId);
		state.newest = this.numbering.newest;
		if (this.newestDate > state.newestDate) state.newestDate = this.newestDate;
		const remembered = isSure ? MAX_REMEMBERED : MAX_REMEMBERED_UNSURE;
		const lowest = this.seenIds.fromTop(Math.max(state.maxId, highest), remembered);
		state.watermark = Math.max(state.watermark, lowest ?? 0);
	}

	/** One answer without rows proves nothing; the second poll that gets one does. */
	completeEmpty(): void {
		const { state } = this;
		if (state.isBaseline !== true || state.since !== undefined) return;
		if (state.wasEmpty === true) this.complete(0);
		state.wasEmpty = true;
	}

	/** Few records after an empty list are the first ones; many were there all along. */
	decideAfterEmpty(rows: readonly Row[], lastPage = 1): void {
		const { state } = this;
		const isFirst = state.wasEmpty === true && lastPage === 1 && rows.length <= MAX_FIRST;
		if (isFirst && state.isBaseline === true) this.complete(0);
		delete state.wasEmpty;
	}

	/** Whether all known records are gone and none came after them. */
	areGone(): boolean {
		const areGone = this.highest > 0 && this.numbering.isGone(this.highest);
		if (!areGone) delete this.state.wasGone;
		return areGone;
	}

	/**
	 * All known records are gone: one poll that shows it proves nothing; the second one in a row takes
	 * it for another numbering.
	 *
	 * @returns whether the listing is to be read again, for what is new by its date
	 */
	decideGone(): boolean {
		const { state } = this;
		const hasDates = state.newestDate !== '';
		if (state.wasGone !== true) {
			state.wasGone = true;
			if (!hasDates) return false;
			// What was found is emitted by the next poll, by its date or its id.
			this.found.clear();
			this.seenIds = new IdSet(state.seenIds);
			return false;
		}
		this.beginNewNumbering();
		// What there is was read just now, and without dates all of it is old.
		if (!hasDates) this.complete(0);
		return hasDates;
	}

	/** Ids say nothing any more: what is new is told by its date, once. */
	private beginNewNumbering(): void {
		const { state } = this;
		const since = state.isBaseline === true ? (state.since ?? '') : state.newestDate;
		// What was found since the last completed scan was emitted already.
		this.seenIds = new IdSet(this.seenIds.toText(state.maxId));
		Object.assign(state, { isBaseline: true, since, watermark: 0, maxId: 0, newest: [] });
		delete state.wasGone;
		this.numbering = this.numbering.restart();
		this.notes.push(since === '' ? RENUMBERED_WITHOUT_DATES : RENUMBERED);
	}
}
