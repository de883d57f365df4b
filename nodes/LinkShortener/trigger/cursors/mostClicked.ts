import type { IDataObject } from 'n8n-workflow';

import { MAX_PAGE_SIZE } from '../../api/pagination/page';
import type { Walk } from '../../api/pagination/pages';
import type { Cursor, CursorResult } from './cursor';
import { clicksOf, grown, latestClicks, linkKeyOf, type Counts } from './clicks';
import { Scans, scansState, type ScansState, type WholeScan } from './scans';
import { isCount, optional, recordOf, shapeOf } from './state';

/** The state between two polls. */
export interface MostClickedState extends ScansState {
	/** The last known clicks, by link id. */
	clicks: Counts;
	/** The fewest clicks of a full list: a link outside it had no more. */
	floor?: number;
	/** The list under way: how many links it has, and the fewest clicks. */
	listed?: number;
	lowest?: number;
}

/** Whether a poll can go on from a saved state. */
export const isMostClickedState = shapeOf<MostClickedState>({
	...scansState,
	clicks: recordOf(isCount),
	floor: optional(isCount),
	listed: optional(isCount),
	lowest: optional(isCount),
});

/** The most links that are kept, those that have left the list included. */
export const MAX_COUNTED = 2_000;

/**
 * The clicks of the N most clicked links, read as a list. A link that enters a full list had at most as
 * many clicks as the last link there, so its growth is counted from that number.
 */
export class MostClicked implements Cursor {
	private clicks: Counts;

	/** The floor of the last whole list, from which growth is counted, and that of this one. */
	private readonly floor: { before: number | undefined; now: number | undefined };

	private readonly scans: Scans;

	/** The list under way: how many links it has, the fewest clicks, and whether the poll began it. */
	private list: { listed: number; lowest: number; isOfThisPoll: boolean };

	private readonly seen = new Set<string>();

	private readonly events: IDataObject[] = [];

	private readonly notes: string[] = [];

	/** @param count how many links are watched */
	constructor(
		private readonly count: number,
		saved: MostClickedState | undefined,
	) {
		this.clicks = { ...saved?.clicks };
		this.floor = { before: saved?.floor, now: saved?.floor };
		// Pages of one size that make up the list: 150 links are two pages of 75.
		const pages = Math.ceil(count / MAX_PAGE_SIZE);
		this.scans = new Scans(linkKeyOf, saved, Math.ceil(count / pages));
		const { listed = 0, lowest = Infinity } = saved ?? {};
		this.list = { listed, lowest, isOfThisPoll: saved?.scan === undefined };
	}

	*read(): Walk {
		yield* this.scans.read(
			(records) => this.take(records),
			(whole) => this.finish(whole),
		);
	}

	result(): CursorResult {
		const state: IDataObject = { clicks: this.clicks };
		if (this.floor.now !== undefined) state.floor = this.floor.now;
		const { listed, lowest } = this.list;
		const underWay = Number.isFinite(lowest) ? { listed, lowest } : { listed };
		const result = this.scans.result({ state, underWay }, this.events);
		return { ...result, notes: [...result.notes, ...this.notes] };
	}

	/** Whether the list is full. */
	private take(records: readonly IDataObject[]): boolean {
		const { list } = this;
		for (const record of records) {
			if (list.listed >= this.count) break;
			const id = linkKeyOf(record) ?? '';
			const clicks = latestClicks(this.clicks[id], clicksOf(record) ?? 0);
			list.listed += 1;
			list.lowest = Math.min(list.lowest, clicks);
			this.note(id, clicks, record);
		}
		return list.listed >= this.count;
	}

	private note(id: string, clicks: number, record: IDataObject): void {
		this.seen.add(id);
		const known = this.clicks[id];
		this.clicks[id] = clicks;
		const before = known ?? this.floor.before ?? 0;
		if (this.scans.isBaseline || clicks <= before) return;
		const isMinimum = known === undefined && this.floor.before !== undefined;
		this.events.push(grown(record, before, clicks, isMinimum));
	}

	private finish({ scan }: WholeScan): boolean {
		const { listed, lowest, isOfThisPoll } = this.list;
		this.list = { listed: 0, lowest: Infinity, isOfThisPoll: true };
		if (this.scans.isBaseline) return false;
		if (listed >= this.count) this.floor.now = lowest;
		else if (!scan.hasEmptyPage) this.floor.now = undefined;
		if (isOfThisPoll && scan.rows > 0) this.forget();
		return true;
	}

	/**
	 * Drops links that have left the list with no more clicks than the floor, from which their growth would be
	 * counted anyway. A link with more clicks was deleted, or moved while the list was read, and stays.
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
		this.notes.push(
			`More than ${MAX_COUNTED.toLocaleString('en')} links were counted, most of them deleted since. Those that are no longer among the ${this.count.toLocaleString('en')} most clicked are forgotten.`,
		);
	}
}
