import type { IDataObject } from 'n8n-workflow';

import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../../api/pagination/page';
import type { Cursor, CursorResult } from './cursor';
import { grown, type Counts } from './grown';
import { clicksOf, completesBaseline, linkKeyOf, Pass, type SavedPass } from './pass';

/** What is kept between two polls. */
export interface MostClickedState {
	/** The clicks that were known last, by link id. */
	clicks: Counts;
	/** The fewest clicks of a full list: a link outside it had no more. */
	floor?: number;
	/** The baseline is not complete yet: nothing is emitted. */
	isBaseline?: boolean;
	/** The last whole pass of a baseline, for the next one to confirm. */
	last?: SavedPass;
	/** A list that a poll had no time to finish: where it is, and what it has so far. */
	pass?: SavedPass & { listed: number; lowest?: number };
}

/** Links that have left the list are kept up to this many, the list itself included. */
export const MAX_COUNTED = 2_000;

/** Clicks may move a link up past the page being read, so a baseline takes two passes. */
const MAX_PASSES = 2;

/**
 * The clicks of the N most clicked links, read as a list. A link that enters a full list had at most
 * as many clicks as the last one there, so that is what its growth is counted from.
 */
export class MostClicked implements Cursor {
	private clicks: Counts;

	private isBaseline: boolean;

	private last: SavedPass | undefined;

	/** The floor of the last whole list, from which growth is counted, and that of this one. */
	private readonly floor: { before: number | undefined; now: number | undefined };

	private pass: Pass | undefined;

	/** The list under way: how many links it has, the fewest clicks, and whether the poll began it. */
	private list = { listed: 0, lowest: Infinity, isOfThisPoll: true };

	private readonly seen = new Set<string>();

	private readonly found: Pick<CursorResult, 'events' | 'notes' | 'incomplete'> = {
		events: [],
		notes: [],
	};

	/** @param count how many links are watched */
	constructor(
		private readonly count: number,
		saved: MostClickedState | undefined,
	) {
		this.clicks = { ...saved?.clicks };
		this.isBaseline = saved === undefined || saved.isBaseline === true;
		this.last = saved?.last;
		this.floor = { before: saved?.floor, now: saved?.floor };
		if (saved?.pass === undefined) return;
		const { listed, lowest = Infinity } = saved.pass;
		this.pass = this.newPass(saved.pass);
		this.list = { listed, lowest, isOfThisPoll: false };
	}

	*scan(): Generator<PageRequest, void, Page> {
		for (let passes = 1; passes <= MAX_PASSES; passes += 1) {
			this.pass ??= this.newPass();
			yield* this.pass.read((records) => this.take(records));
			const isDecided = this.decide(this.pass);
			this.pass = undefined;
			if (isDecided) return;
			this.list = { listed: 0, lowest: Infinity, isOfThisPoll: true };
		}
	}

	result(): CursorResult {
		const state: MostClickedState = { clicks: this.clicks };
		if (this.floor.now !== undefined) state.floor = this.floor.now;
		if (this.isBaseline) state.isBaseline = true;
		if (this.last !== undefined) state.last = this.last;
		if (this.pass !== undefined && this.pass.pagesRead > 0) {
			const { listed, lowest } = this.list;
			state.pass = { ...this.pass.save(), listed };
			if (Number.isFinite(lowest)) state.pass.lowest = lowest;
		}
		return { state: { ...state }, ...this.found };
	}

	/** Pages of one size that make up the list: 150 links are two pages of 75. */
	private newPass(saved?: SavedPass): Pass {
		const pages = Math.ceil(this.count / MAX_PAGE_SIZE);
		return new Pass(linkKeyOf, saved, Math.ceil(this.count / pages));
	}

	/** Whether the list is full. */
	private take(records: readonly IDataObject[]): boolean {
		const { list } = this;
		for (const record of records) {
			if (list.listed >= this.count) break;
			const clicks = clicksOf(record) ?? 0;
			list.listed += 1;
			list.lowest = Math.min(list.lowest, clicks);
			this.note(linkKeyOf(record) ?? '', clicks, record);
		}
		return list.listed >= this.count;
	}

	private note(id: string, clicks: number, record: IDataObject): void {
		this.seen.add(id);
		const known = this.clicks[id];
		this.clicks[id] = clicks;
		const before = known ?? this.floor.before ?? 0;
		if (this.isBaseline || clicks <= before) return;
		const isMinimum = known === undefined && this.floor.before !== undefined;
		this.found.events.push(grown(record, before, clicks, isMinimum));
	}

	/** Whether this poll has nothing more to find out. */
	private decide(pass: Pass): boolean {
		const { last } = this;
		this.last = undefined;
		if (pass.note !== undefined) this.found.notes.push(pass.note);
		if (pass.incomplete !== undefined) this.found.incomplete = pass.incomplete;
		if (pass.incomplete !== undefined) return true;
		if (this.isBaseline && !completesBaseline(pass, last)) {
			this.last = pass.save();
			return pass.hasEmptyPage;
		}
		this.isBaseline = false;
		const { listed, lowest, isOfThisPoll } = this.list;
		if (listed >= this.count) this.floor.now = lowest;
		else if (!pass.hasEmptyPage) this.floor.now = undefined;
		if (isOfThisPoll && pass.rows > 0) this.forget();
		return true;
	}

	/**
	 * Drops links that have left the list: what they had is no more than the floor their growth would
	 * be counted from. One that had more was deleted, or moved while the list was read, and stays.
	 */
	private forget(): void {
		const floor = this.floor.now ?? -1;
		const entries = Object.entries(this.clicks);
		const kept = entries.filter(([id, clicks]) => this.seen.has(id) || clicks > floor);
		if (kept.length <= MAX_COUNTED) {
			if (kept.length < entries.length) this.clicks = Object.fromEntries(kept);
			return;
		}
		this.clicks = Object.fromEntries(kept.filter(([id]) => this.seen.has(id)));
		this.found.notes.push(
			`More than ${MAX_COUNTED.toLocaleString('en')} links were counted, most of them deleted since. Those that are no longer among the ${this.count.toLocaleString('en')} most clicked are forgotten.`,
		);
	}
}
