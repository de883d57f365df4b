import type { IDataObject } from 'n8n-workflow';

import { IdSet, isIdSet } from './idSet';
import type { RowPage } from './listingOrder';
import { newestOf, Numbering, type KnownRecord } from './numbering';
import type { Row } from './rows';
import { isCount, isSwitch, isText, listOf, optional, tupleOf } from './state';

/** The state of the records between two polls. */
export interface SeenState {
	/** The baseline is not complete yet: nothing is emitted. */
	isBaseline?: boolean;
	/** The service changed its numbering: until the list is read, records with a later date are new. */
	since?: string;
	/** Every record up to this id is old. */
	watermark: number;
	/** The ids above the watermark that are old too, as IdSet writes them. */
	seenIds: string;
	/** No record up to this id can be missing. */
	completeUpTo: number;
	/** The highest id when the last scan got to its end; the next one looks once more up to there. */
	unconfirmed: number;
	newest: KnownRecord[];
	/** The newest date that was seen; empty where there are none. */
	newestDate: string;
	/** Since when the newest known records are gone and none has come; milliseconds since 1970. */
	goneSince?: number;
	/** The first poll found an empty list. */
	wasEmpty?: boolean;
}

/** The checks of this part of a saved state. */
export const seenState = {
	isBaseline: optional(isSwitch),
	since: optional(isText),
	watermark: isCount,
	seenIds: isIdSet,
	completeUpTo: isCount,
	unconfirmed: isCount,
	newest: listOf(tupleOf(isCount, isText, isText, isText)),
	newestDate: isText,
	goneSince: optional(isCount),
	wasEmpty: optional(isSwitch),
};

/** The number of ids up to `completeUpTo` that are remembered one by one, for records that appear late. */
const MAX_REMEMBERED = 300;

/** If more records than this appear in an empty list, they were there before. */
const MAX_FIRST = 10;

/** Copies of the service's database may lag by a minute, and then lack the newest records for that long. */
const MAX_LAG_MS = 2 * 60_000;

const RENUMBERED =
	'The service gives its records other IDs than before; it may have been restored, moved or set up anew. Records dated after the newest known one count as new.';

const RENUMBERED_WITHOUT_DATES =
	'The newest known records are gone or have other IDs; the service may have been restored, moved or set up anew. These records have no dates, so the ones that are there now count as old.';

/** Knows the records that were seen, and finds the new ones among those that a poll reads. */
export class SeenRecords {
	private seen: IdSet;

	private numbering: Numbering;

	/** The new records of this poll, by id. */
	private readonly found = new Map<number, IDataObject>();

	/** The ids that no earlier poll has seen, nor the baseline. */
	private readonly unknown = new Set<number>();

	private readonly notes: string[] = [];

	/** The newest date that was seen before this poll, or by the baseline that it completed. */
	private dateBefore: string;

	/** A record that is not new by its id is dated after `dateBefore`. */
	private hasLaterDate = false;

	/** @param state changed in place */
	constructor(private readonly state: SeenState) {
		this.seen = new IdSet(state.seenIds);
		this.numbering = new Numbering(state.newest);
		this.dateBefore = state.newestDate;
	}

	get hasFound(): boolean {
		return this.found.size > 0;
	}

	/** The new records of this poll, the state to keep, and lines for the log. */
	result(): { events: IDataObject[]; seenIds: string; notes: string[] } {
		const events = [...this.found].sort(([one], [other]) => one - other);
		return {
			events: events.map(([, record]) => record),
			seenIds: this.seen.toText(this.state.watermark),
			notes: this.notes,
		};
	}

	/**
	 * Takes the rows of a page. New ones are found, and count as seen from now on.
	 *
	 * @returns whether the numbering has changed, so that all pages have to be read again
	 */
	take(rows: readonly Row[]): boolean {
		const { state } = this;
		this.numbering.look(rows);
		if (this.numbering.isReused) {
			this.beginNewNumbering();
			return true;
		}
		for (const row of rows) {
			const isNew = this.isNew(row);
			const isNewById = (isNew && state.since === undefined) || this.found.has(row.id);
			if (row.date > this.dateBefore && !isNewById) this.hasLaterDate = true;
			if (isNew) this.found.set(row.id, row.record);
			if (row.id > state.watermark && !this.seen.has(row.id)) this.unknown.add(row.id);
			this.seen.add(row.id);
			if (row.date > state.newestDate) state.newestDate = row.date;
		}
		// An older one that comes back, from a backup, is no sign that the newest are still there.
		const lowest = state.isBaseline === true ? 0 : (state.newest.at(-1)?.[0] ?? 0);
		const rowsToKnow = rows.filter(({ id }) => id >= lowest);
		state.newest = newestOf(state.newest, rowsToKnow);
		return false;
	}

	private isNew(row: Row): boolean {
		const { isBaseline, since, watermark } = this.state;
		if (isBaseline === true) return false;
		if (this.numbering.isOtherRecord(row)) return !this.found.has(row.id);
		const mayBeNew = since === undefined ? row.id > watermark : row.date > since;
		return mayBeNew && !this.seen.has(row.id);
	}

	/** Whether a row is certainly old, so that reading may end there. */
	isOld({ id, date }: Row): boolean {
		const { isBaseline, since, completeUpTo } = this.state;
		return isBaseline === true || (since === undefined ? id <= completeUpTo : date <= since);
	}

	/**
	 * Notes that a scan has reached its end. A scan over several pages may have missed records that moved from
	 * page to page. So its result is certain only when the next scan has got as far.
	 */
	complete(isOneAnswer: boolean): void {
		const { state } = this;
		const highest = Math.max(state.watermark, this.seen.highest);
		const isFirst = state.isBaseline === true;
		state.completeUpTo = isFirst || isOneAnswer ? highest : state.unconfirmed;
		state.unconfirmed = highest;
		if (isFirst || (state.since !== undefined && state.completeUpTo > 0)) {
			state.watermark = state.completeUpTo;
			delete state.isBaseline;
			delete state.since;
		}
		const lowest = this.seen.fromTop(state.completeUpTo, MAX_REMEMBERED) ?? 0;
		state.watermark = Math.max(state.watermark, lowest);
		if (isFirst) this.compareWithBaseline();
	}

	/** A poll that completes the baseline may read on: what it read until then is no sign of other ids. */
	private compareWithBaseline(): void {
		this.numbering = new Numbering(this.state.newest);
		this.dateBefore = this.state.newestDate;
		this.hasLaterDate = false;
		this.unknown.clear();
	}

	/** Few records in an empty list, or none again, are the first ones; many were there before. */
	decideAfterEmpty({ rows, page: { lastPage = 1 } }: RowPage): void {
		const { state } = this;
		if (state.isBaseline !== true) return;
		const areFirst = state.wasEmpty === true && lastPage === 1 && rows.length <= MAX_FIRST;
		delete state.wasEmpty;
		if (areFirst) this.complete(true);
		else if (lastPage === 1 && rows.length === 0) state.wasEmpty = true;
	}

	/**
	 * Decides at the end of a scan whether the known records have other ids, or are gone: none came after
	 * them, and the present ones are dated later. Without dates these count as old.
	 *
	 * @param isSure whether nothing can have moved meanwhile
	 * @param now milliseconds since 1970
	 * @returns whether all is to be read again
	 */
	decideGone(isSure: boolean, now: number): boolean {
		const { state, numbering } = this;
		const { goneSince = now } = state;
		delete state.goneSince;
		if (state.isBaseline === true) return false;
		const isMoved = numbering.movedTo.some((id) => this.unknown.has(id));
		if (isMoved || (numbering.isGone && this.hasLaterDate)) {
			this.beginNewNumbering();
			return true;
		}
		if (!numbering.isGone || state.newestDate !== '' || !isSure || this.hasFound) return false;
		if (now - goneSince < MAX_LAG_MS) {
			state.goneSince = goneSince;
			return false;
		}
		this.forget(numbering.highest);
		this.notes.push(RENUMBERED_WITHOUT_DATES);
		return false;
	}

	/**
	 * Begins a new numbering. Ids tell nothing any more, so new records are recognized by their date, once.
	 */
	private beginNewNumbering(): void {
		const { state } = this;
		const hasDates = state.isBaseline !== true && this.dateBefore !== '';
		if (hasDates) state.since = this.dateBefore;
		else state.isBaseline = true;
		// Records that were found by their ids alone may be old. Those that are not are found again.
		this.found.clear();
		this.forget(0);
		this.numbering = new Numbering([]);
		this.notes.push(hasDates ? RENUMBERED : RENUMBERED_WITHOUT_DATES);
	}

	/** Forgets all ids; those up to the one given are old. */
	private forget(id: number): void {
		Object.assign(this.state, { watermark: id, completeUpTo: id, unconfirmed: id, newest: [] });
		this.seen = new IdSet();
	}
}
