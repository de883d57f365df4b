import type { IDataObject } from 'n8n-workflow';

import type { Walk } from '../../api/pagination/pages';
import { UserFacingError } from '../../shared/userFacingError';
import { toText } from '../../shared/json';
import type { Cursor, CursorResult } from './cursor';
import { IdSet, isIdSet } from './idSet';
import { idOf } from './rows';
import { Scans, scansState, type ScansState, type WholeScan } from './scans';
import { isSwitch, optional, recordOf, shapeOf } from './state';

/** Ids by the type of the item, as IdSet writes them. */
type SavedItems = Record<string, string>;

/** The state between two polls. */
export interface ChannelItemsState extends ScansState {
	/** The items that were seen and not forgotten since. */
	items: SavedItems;
	/** The items that the scan under way has seen. */
	seen?: SavedItems;
	/** The first poll found an empty channel. */
	wasEmpty?: boolean;
}

/** The most items that are watched, since every poll reads all of them. */
export const MAX_ITEMS = 5_000;

const isItems = recordOf((ids) => isIdSet(ids, 2 * MAX_ITEMS));

/** Whether a poll can go on from a saved state. */
export const isChannelItemsState = shapeOf<ChannelItemsState>({
	...scansState,
	items: isItems,
	seen: optional(isItems),
	wasEmpty: optional(isSwitch),
});

/** If more items than this appear in an empty channel, they were there before. */
const MAX_FIRST = 10;

/**
 * New items of a channel. An old item may be added to a channel, so ids do not tell which are new, and the
 * whole channel is read and compared.
 *
 * An item that is gone is forgotten, so that it counts as new when it is put back. Rows move while the
 * pages are read, so an item may only seem to be gone. It is forgotten only if the channel came in one
 * answer, or if two scans in a row showed the same rows on the same pages. A baseline of several pages also
 * takes two scans.
 */
export class ChannelItems implements Cursor {
	private known: Set<string>;

	private seen: Set<string>;

	/** The items that this poll has seen, in whichever scan. A copy of the database that lags may hide them again. */
	private readonly shown = new Set<string>();

	private wasEmpty: boolean;

	private readonly scans: Scans;

	private readonly events: IDataObject[] = [];

	/** The new items that the scan under way has found. */
	private found: IDataObject[] = [];

	constructor(saved: ChannelItemsState | undefined) {
		this.known = readItems(saved?.items);
		this.seen = readItems(saved?.seen);
		this.wasEmpty = saved?.wasEmpty === true;
		this.scans = new Scans(keyOf, saved);
	}

	*read(): Walk {
		yield* this.scans.read(
			(records) => this.take(records),
			(whole) => this.finish(whole),
		);
	}

	result(): CursorResult {
		const { isBaseline } = this.scans;
		const state: IDataObject = { items: writeItems(this.known) };
		if (isBaseline && this.wasEmpty) state.wasEmpty = true;
		const events = [...this.events, ...oldestFirst(isBaseline ? [] : this.found)];
		return this.scans.result({ state, underWay: { seen: writeItems(this.seen) } }, events);
	}

	private take(records: readonly IDataObject[]): boolean {
		for (const record of records) {
			const key = keyOf(record) ?? '';
			this.seen.add(key);
			this.shown.add(key);
			if (this.known.has(key)) continue;
			this.known.add(key);
			if (!this.scans.isBaseline || this.wasEmpty) this.found.push(record);
		}
		// The error is thrown at once, since a poll that runs out of time would remember more and more.
		if (this.seen.size > MAX_ITEMS) throw tooManyItems('holds');
		if (this.known.size > 2 * MAX_ITEMS) throw tooManyItems('held lately');
		return false;
	}

	private finish({ scan, last, wasBaseline }: WholeScan): boolean {
		const { seen } = this;
		this.seen = new Set();
		// Few items in an empty channel are its first ones; many were there before.
		const areFirst = this.wasEmpty && scan.isOneAnswer && scan.rows <= MAX_FIRST;
		if (!wasBaseline || areFirst) this.events.push(...oldestFirst(this.found));
		this.found = [];
		this.wasEmpty = wasBaseline && scan.rows === 0 && scan.pagesRead === 1;
		// An empty list makes no item forgotten, since it may be a fault after which all items come back.
		const isMissing = scan.rows > 0 && this.known.size > seen.size;
		if (!wasBaseline && !isMissing) return true;
		const isCertain = scan.isOneAnswer || scan.digest === last?.digest;
		if (isCertain && scan.rows > 0) this.known = new Set([...seen, ...this.shown]);
		return isCertain;
	}
}

/** The identity of an item: a link and a QR code may have the same id. */
function keyOf(record: IDataObject): string | undefined {
	const id = idOf(record);
	return id === undefined ? undefined : `${toText(record.type)}:${id}`;
}

function readItems(saved: SavedItems = {}): Set<string> {
	const types = Object.entries(saved);
	return new Set(types.flatMap(([type, text]) => new IdSet(text).ids.map((id) => `${type}:${id}`)));
}

function writeItems(items: ReadonlySet<string>): SavedItems {
	const byType = new Map<string, IdSet>();
	for (const item of items) {
		const [, type = '', id] = /^(.*):(\d+)$/s.exec(item) ?? [];
		const ids = byType.get(type) ?? new IdSet();
		byType.set(type, ids);
		ids.add(Number(id));
	}
	return Object.fromEntries([...byType].map(([type, ids]) => [type, ids.toText()]));
}

/** Items carry a day and no time; within one the list's order is believed, newest first. */
function oldestFirst(records: readonly IDataObject[]): IDataObject[] {
	const days = records.map(({ date }) => toText(date));
	const rises = (days[0] ?? '') < (days.at(-1) ?? '');
	return rises ? [...records] : [...records].reverse();
}

function tooManyItems(verb: 'holds' | 'held lately'): UserFacingError {
	return new UserFacingError({
		message: `The channel ${verb} more than ${MAX_ITEMS.toLocaleString('en')} items, which is more than this trigger can watch`,
		remedy:
			'Watch a channel with fewer items: move older ones to another channel, or use a channel of its own for what shall start the workflow.',
	});
}
