import type { IDataObject } from 'n8n-workflow';
import { seededRandom } from '../../random.mts';

/**
 * How the service sorts the list. `date` is newest first, with the records of one second in any order, in
 * `dateThenId` in that of their ids. A list in an order of its own has tables in unit/trigger.
 */
export type Sorting = 'date' | 'dateThenId' | 'newestFirst' | 'oldestFirst';

/** A change in the account: by another client, or by hand. */
export type Change =
	| { kind: 'create'; count: number; inOneSecond: boolean; shows: 'now' | 'later' | 'never' }
	/** `place`: from 0, the first row of the list, to 1, the last one. */
	| { kind: 'delete'; place: number; count: number };

export interface ListOptions {
	sorting: Sorting;
	hasPageCount: boolean;
	/** Without a page count: a page beyond the end repeats the last one, or is empty. */
	repeatsLastPage: boolean;
	pageSize: number;
	seed: number;
}

interface Row {
	id: number;
	/** Seconds. */
	date: number;
	/** Where it stands among equals of one second. */
	place: number;
	shows: 'now' | 'later' | 'never';
	/** Readings to their end that began when it was there and have not shown it. */
	missed: number;
}

const START = Date.UTC(2026, 0, 1) / 1000;

const SORTINGS: Record<Sorting, (one: Row, other: Row) => number> = {
	date: (one, other) => other.date - one.date || other.place - one.place,
	dateThenId: (one, other) => other.date - one.date || one.id - other.id,
	newestFirst: (one, other) => other.id - one.id,
	oldestFirst: (one, other) => one.id - other.id,
};

/** One list of an account, as the service shows it: ids rise with time, rows move between pages. */
export class ListModel {
	private readonly pageSize: number;

	private rows: Row[] = [];

	private readonly deletedIds: number[] = [];

	private nextId = 1;

	private now = START;

	private readonly random: () => number;

	constructor(private readonly options: ListOptions) {
		this.pageSize = options.pageSize;
		this.random = seededRandom(options.seed);
	}

	/** A minute later; what was to show later does, unless a reading is under way. */
	passMinute(isReading: boolean): void {
		this.now += 60;
		if (isReading) return;
		for (const row of this.rows) if (row.shows === 'later') row.shows = 'now';
	}

	/** @param isReading whether a reading of the list is under way */
	change(change: Change, isReading: boolean): void {
		if (change.kind === 'create') this.create(change);
		else this.delete(change, isReading);
	}

	private create({ count, inOneSecond, shows }: Change & { kind: 'create' }): void {
		this.now += 1;
		for (let made = 0; made < count; made += 1) {
			if (!inOneSecond) this.now += 1;
			this.nextId += this.random() < 0.2 ? 3 : 1;
			const row = { id: this.nextId, date: this.now, place: this.random(), shows, missed: 0 };
			this.rows.push(row);
		}
	}

	private delete({ place, count }: Change & { kind: 'delete' }, isReading: boolean): void {
		const sorted = this.sorted();
		const from = Math.floor(place * sorted.length);
		const gone = new Set(sorted.slice(from, from + count));
		const rest = sorted.filter((row) => !gone.has(row));
		// The one limit: what two readings in a row miss, since it moves to a page that was read, is lost.
		const pageOf = (rows: Row[], row: Row) => Math.floor(rows.indexOf(row) / this.pageSize);
		const isLast = (row: Row) => row.missed > 0 && pageOf(rest, row) !== pageOf(sorted, row);
		if (isReading && rest.some(isLast)) return;
		this.rows = this.rows.filter((row) => !gone.has(row));
		for (const { id, shows } of gone) if (shows === 'now') this.deletedIds.push(id);
	}

	page(number: number): { records: IDataObject[]; lastPage?: number } {
		const { hasPageCount, repeatsLastPage } = this.options;
		const sorted = this.sorted();
		const lastPage = Math.max(1, Math.ceil(sorted.length / this.pageSize));
		const shown = !hasPageCount && repeatsLastPage ? Math.min(number, lastPage) : number;
		const rows = sorted.slice((shown - 1) * this.pageSize, shown * this.pageSize);
		const visible = rows.filter(({ shows }) => shows === 'now');
		const records = visible.map(({ id, date }) => ({
			id,
			date: new Date(date * 1000).toISOString().slice(0, 19).replace('T', ' '),
		}));
		return hasPageCount ? { records, lastPage } : { records };
	}

	/** The ids that the list shows, or will. */
	get visibleIds(): number[] {
		return this.rows.filter(({ shows }) => shows !== 'never').map(({ id }) => id);
	}

	/** The newest record that the list shows now; 0 when it shows none. */
	get newestShown(): number {
		return Math.max(0, ...this.rows.filter(({ shows }) => shows === 'now').map(({ id }) => id));
	}

	/** How many records above an id were shown and deleted. */
	countDeletedAbove(newestId: number): number {
		return this.deletedIds.filter((id) => id > newestId).length;
	}

	get highestId(): number {
		return this.nextId;
	}

	/** Notes which of the records up to an id a reading to its end has missed. */
	noteMissed(upToId: number, isKnown: (id: number) => boolean): void {
		for (const row of this.rows) {
			if (isKnown(row.id)) row.missed = 0;
			else if (row.id <= upToId) row.missed += 1;
		}
	}

	/** Rows that show later are no rows yet; those that never do are counted all the same. */
	private sorted(): Row[] {
		return this.rows.filter(({ shows }) => shows !== 'later').sort(SORTINGS[this.options.sorting]);
	}
}
