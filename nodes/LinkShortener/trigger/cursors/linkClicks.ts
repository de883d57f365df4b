import type { IDataObject } from 'n8n-workflow';

import type { Page, PageRequest } from '../../api/pagination/page';
import { toNumber } from '../../api/records';
import { toText } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';
import type { Cursor, CursorResult } from './cursor';

/** Clicks by link. */
type Counts = Record<string, number>;

/** A link with how its clicks grew. `newClicksIsMinimum`: it was not in the list before. */
function grown(
	record: IDataObject,
	before: number,
	clicks: number,
	isMinimum: boolean,
): IDataObject {
	return {
		...record,
		clicks,
		clicksBefore: before,
		newClicks: clicks - before,
		newClicksIsMinimum: isMinimum,
	};
}

function only<T>(all: Record<string, T>, names: readonly string[]): Record<string, T> {
	return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

function clicksOf(record: IDataObject): number | undefined {
	const clicks = toNumber(record.clicks);
	return typeof clicks === 'number' ? clicks : undefined;
}

/** What is kept between two polls of chosen links. */
export interface ChosenLinksState {
	/** The clicks that were known last, by link id. */
	clicks: Counts;
	/** The ids of links that are chosen by short URL. */
	ids?: Record<string, string>;
	/** The link a poll without time left stopped before. */
	next?: number;
}

/**
 * The clicks of up to 20 chosen links, one request each. A link's first look is silent. The choice may
 * change between two polls: links that stay are counted on, those that were taken out forgotten.
 */
export class ChosenLinks implements Cursor<string, IDataObject | UserFacingError> {
	private readonly clicks: Counts;

	private readonly ids: Record<string, string>;

	/** The ids this poll has read: a link may be chosen both by id and by short URL. */
	private readonly counted = new Set<string>();

	private readonly gone: string[] = [];

	private readonly fresh: IDataObject[] = [];

	private readonly first: number;

	private read = 0;

	/** @param links ids or short URLs */
	constructor(
		private readonly links: readonly string[],
		saved: ChosenLinksState | undefined,
	) {
		this.clicks = { ...saved?.clicks };
		this.ids = { ...saved?.ids };
		this.first = saved?.next ?? 0;
	}

	/** Yields the link to read; for one that is gone the service's words come back. */
	*scan(): Generator<string, void, IDataObject | UserFacingError> {
		for (let link = this.current(); link !== undefined; link = this.current()) {
			const record = yield link;
			if (record instanceof UserFacingError) this.skip(link, record);
			else this.take(link, record);
		}
	}

	private take(link: string, record: IDataObject): void {
		this.read += 1;
		const clicks = clicksOf(record);
		if (clicks === undefined) return;
		const id = toText(record.id) || link;
		if (id !== link) this.ids[link] = id;
		if (this.counted.has(id)) return;
		this.counted.add(id);
		const before = this.clicks[id];
		this.clicks[id] = clicks;
		if (before !== undefined && clicks > before)
			this.fresh.push(grown(record, before, clicks, false));
	}

	/** A link that was never read may be a typo, and without any link there is nothing to watch. */
	private skip(link: string, gone: UserFacingError): void {
		this.gone.push(link);
		const wasRead = this.clicks[this.idOf(link)] !== undefined;
		if (!wasRead || this.gone.length === this.links.length) throw gone;
		this.read += 1;
	}

	result(): CursorResult {
		const ids = only(this.ids, this.links);
		const clicks = only(
			this.clicks,
			this.links.map((link) => this.idOf(link)),
		);
		const state: ChosenLinksState = { clicks };
		if (Object.keys(ids).length > 0) state.ids = ids;
		if (this.read < this.links.length) {
			const next = (this.first + this.read) % this.links.length;
			if (next > 0) state.next = next;
		}
		const notes = this.gone.map(
			(link) =>
				`Link ${link} does not exist any more and is passed over. Remove it from Links in the node.`,
		);
		return { state: { ...state }, events: this.fresh, notes };
	}

	private idOf(link: string): string {
		return this.ids[link] ?? link;
	}

	private current(): string | undefined {
		if (this.read >= this.links.length) return undefined;
		return this.links[(this.first + this.read) % this.links.length];
	}
}

/** What is kept between two polls of the most clicked links. */
export interface MostClickedState {
	/** The clicks that were known last, by link id. */
	clicks: Counts;
	/** The fewest clicks of a full list: a link outside it had no more. */
	floor?: number;
	/** The baseline is not complete yet: nothing is handed out. */
	silent?: boolean;
	/** A list under way: the page a poll without time left stopped before, and what it has so far. */
	page?: number;
	listed?: number;
	lowest?: number;
}

/** Links that have left the list are kept up to this many, the list itself included. */
export const MAX_COUNTED = 2_000;

/**
 * The clicks of the N most clicked links, read as a list. A link that enters a full list had at most
 * as many clicks as the last one there, so that is what its growth is counted from.
 */
export class MostClicked implements Cursor {
	private clicks: Counts;

	private readonly fresh: IDataObject[] = [];

	private readonly notes: string[] = [];

	private readonly floor: number | undefined;

	private nextFloor: number | undefined;

	private silent: boolean;

	private page: number;

	private listed: number;

	private lowest: number;

	private readonly seen = new Set<string>();

	private finished = false;

	private readonly isResumed: boolean;

	private readonly pageSize: number;

	private foundInRound = 0;

	private rounds = 1;

	/** @param count how many links are watched */
	constructor(
		private readonly count: number,
		saved: MostClickedState | undefined,
	) {
		this.clicks = { ...saved?.clicks };
		this.floor = saved?.floor;
		this.nextFloor = saved?.floor;
		this.silent = saved === undefined || saved.silent === true;
		this.page = saved?.page ?? 1;
		this.listed = saved?.listed ?? 0;
		this.lowest = saved?.lowest ?? Infinity;
		this.isResumed = saved?.page !== undefined;
		this.pageSize = Math.ceil(count / Math.ceil(count / 100));
	}

	*scan(): Generator<PageRequest, void, Page> {
		for (let asked = this.ask(); asked !== undefined; asked = this.ask()) this.take(yield asked);
	}

	ask(): PageRequest | undefined {
		return this.finished ? undefined : { number: this.page, size: this.pageSize };
	}

	take(page: Page): void {
		for (const record of page.records) {
			if (this.listed >= this.count) break;
			const [id, clicks] = [toNumber(record.id), clicksOf(record)];
			if (typeof id !== 'number' || clicks === undefined) continue;
			this.listed += 1;
			this.lowest = Math.min(this.lowest, clicks);
			this.note(String(id), clicks, record);
		}
		const isLast =
			page.records.length === 0 ||
			(page.lastPage === undefined
				? page.records.length < this.pageSize
				: this.page >= page.lastPage);
		if (isLast || this.listed >= this.count) this.endList();
		else this.page += 1;
	}

	result(): CursorResult {
		const state: MostClickedState = { clicks: this.clicks };
		if (this.nextFloor !== undefined) state.floor = this.nextFloor;
		if (this.silent) state.silent = true;
		if (!this.finished && this.page > 1) {
			state.page = this.page;
			state.listed = this.listed;
			if (Number.isFinite(this.lowest)) state.lowest = this.lowest;
		}
		return { state: { ...state }, events: this.fresh, notes: this.notes };
	}

	private note(id: string, clicks: number, record: IDataObject): void {
		this.seen.add(id);
		const known = this.clicks[id];
		this.clicks[id] = clicks;
		if (known === undefined) this.foundInRound += 1;
		if (this.silent) return;
		const before = known ?? this.floor ?? 0;
		if (clicks <= before) return;
		this.fresh.push(grown(record, before, clicks, known === undefined && this.floor !== undefined));
	}

	private endList(): void {
		const mayHaveMissed = this.silent && this.page > 1 && this.foundInRound > 0;
		if (mayHaveMissed && this.rounds < 3) {
			this.rounds += 1;
			this.foundInRound = 0;
			this.listed = 0;
			this.lowest = Infinity;
			this.page = 1;
			return;
		}
		this.nextFloor = this.listed >= this.count ? this.lowest : undefined;
		if (!this.isResumed) this.forget();
		this.silent = false;
		this.finished = true;
	}

	/**
	 * Drops links that have left the list: what they had is no more than the floor their growth would
	 * be counted from. One that had more was deleted, or moved while the list was read, and stays.
	 */
	private forget(): void {
		const floor = this.nextFloor ?? -1;
		const entries = Object.entries(this.clicks);
		const kept = entries.filter(([id, clicks]) => this.seen.has(id) || clicks > floor);
		if (kept.length <= MAX_COUNTED) {
			if (kept.length < entries.length) this.clicks = Object.fromEntries(kept);
			return;
		}
		this.clicks = Object.fromEntries(kept.filter(([id]) => this.seen.has(id)));
		this.notes.push(
			`More than ${MAX_COUNTED.toLocaleString('en')} links were counted, most of them deleted since. Those that are no longer among the ${this.count.toLocaleString('en')} most clicked are forgotten.`,
		);
	}
}
