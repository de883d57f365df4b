import type { IDataObject } from 'n8n-workflow';

import type { Page, PageRequest } from '../../api/pagination/page';
import { UserFacingError } from '../../shared/userFacingError';
import { toText } from '../../shared/json';
import type { Cursor, CursorResult } from './cursor';
import { IdSet } from './idSet';
import { completesBaseline, idOf, Pass, type SavedPass } from './pass';

/** Ids by the type of the item, as IdSet writes them. */
type SavedItems = Record<string, string>;

/** What is kept between two polls. */
export interface ChannelItemsState {
	/** The items that were seen and not forgotten since. */
	items: SavedItems;
	/** The baseline is not complete yet: nothing is emitted. */
	isBaseline?: boolean;
	/** The first poll found an empty channel. */
	wasEmpty?: boolean;
	/** The last whole pass, while something is left for the next one to decide. */
	last?: SavedPass;
	/** A pass that a poll had no time to finish. */
	pass?: SavedPass & { seen: SavedItems };
}

/** More items than this are not watched: every poll reads all of them. */
export const MAX_ITEMS = 5_000;

/** After an empty channel, more items than this were there all along. */
const MAX_FIRST = 10;

/** Passes of one poll: the second one tells what the first may have missed. */
const MAX_PASSES = 2;

/**
 * Items new in a channel. An item may be as old as it likes when it is put there, so no id tells: the
 * whole channel is read and compared.
 *
 * What is no longer there is forgotten, so that it counts as new when it is put back. Rows move while
 * the pages are read, so that an item may only seem to be gone: it is forgotten when the channel came
 * in one answer, or when two passes in a row were shown the same rows on the same pages. A baseline of
 * several pages takes two passes, too.
 */
export class ChannelItems implements Cursor {
	private known: ItemSet;

	private seen: ItemSet;

	private isBaseline: boolean;

	private wasEmpty: boolean;

	private last: SavedPass | undefined;

	private pass: Pass | undefined;

	private readonly events: IDataObject[] = [];

	/** What the pass under way has found. */
	private found: IDataObject[] = [];

	private readonly said: Pick<CursorResult, 'notes' | 'incomplete'> = { notes: [] };

	constructor(saved: ChannelItemsState | undefined) {
		this.known = new ItemSet(saved?.items);
		this.seen = new ItemSet(saved?.pass?.seen);
		this.isBaseline = saved === undefined || saved.isBaseline === true;
		this.wasEmpty = saved?.wasEmpty === true;
		this.last = saved?.last;
		if (saved?.pass !== undefined) this.pass = new Pass(keyOf, saved.pass);
	}

	*scan(): Generator<PageRequest, void, Page> {
		for (let passes = 1; passes <= MAX_PASSES; passes += 1) {
			this.pass ??= new Pass(keyOf);
			yield* this.pass.read((records) => this.take(records));
			const isDecided = this.decide(this.pass);
			this.pass = undefined;
			this.seen = new ItemSet();
			this.events.push(...oldestFirst(this.found));
			this.found = [];
			if (isDecided) return;
		}
	}

	result(): CursorResult {
		const state: ChannelItemsState = { items: this.known.save() };
		if (this.isBaseline) state.isBaseline = true;
		if (this.isBaseline && this.wasEmpty) state.wasEmpty = true;
		if (this.last !== undefined) state.last = this.last;
		if (this.pass !== undefined && this.pass.pagesRead > 0) {
			state.pass = { ...this.pass.save(), seen: this.seen.save() };
		}
		const found = this.isBaseline ? [] : this.found;
		const events = [...this.events, ...oldestFirst(found)];
		return { state: { ...state }, events, ...this.said };
	}

	private take(records: readonly IDataObject[]): boolean {
		for (const record of records) {
			this.seen.add(record);
			if (this.known.has(record)) continue;
			this.known.add(record);
			if (!this.isBaseline || this.wasEmpty) this.found.push(record);
		}
		// Said at once: a poll that runs out of time would remember ever more.
		if (this.seen.size > MAX_ITEMS) throw tooManyItems('holds');
		if (this.known.size > 2 * MAX_ITEMS) throw tooManyItems('held lately');
		return false;
	}

	/** Few items after an empty channel are the first ones; many were there all along. */
	private decideBaselineEvents(pass: Pass): void {
		const areFirst = this.wasEmpty && pass.isOneAnswer && pass.rows <= MAX_FIRST;
		if (!areFirst) this.found = [];
		this.wasEmpty = pass.rows === 0 && pass.pagesRead === 1;
	}

	/** Whether this poll has nothing more to find out. */
	private decide(pass: Pass): boolean {
		const { last } = this;
		this.last = undefined;
		if (pass.note !== undefined) this.said.notes.push(pass.note);
		if (pass.incomplete !== undefined) {
			this.said.incomplete = pass.incomplete;
			return true;
		}
		if (this.isBaseline) this.decideBaselineEvents(pass);
		// An empty list makes nothing forgotten: what if it is a fault, and everything comes back?
		const isMissing = pass.rows > 0 && this.known.size > this.seen.size;
		if (!this.isBaseline && !isMissing) return true;
		if (completesBaseline(pass, last)) this.isBaseline = false;
		if (pass.isOneAnswer || pass.digest === last?.digest) {
			if (pass.rows > 0) this.known = this.seen;
			return true;
		}
		this.last = pass.save();
		return pass.hasEmptyPage;
	}
}

/** What tells an item from others: a link and a QR code may have the same id. */
function keyOf(record: IDataObject): string | undefined {
	const id = idOf(record);
	return id === undefined ? undefined : `${toText(record.type)}:${id}`;
}

/** A set of items that stays small as text. */
class ItemSet {
	private readonly byType = new Map<string, IdSet>();

	private count = 0;

	constructor(saved: SavedItems = {}) {
		for (const [type, text] of Object.entries(saved)) {
			const ids = new IdSet(text);
			this.byType.set(type, ids);
			this.count += ids.size;
		}
	}

	get size(): number {
		return this.count;
	}

	has(record: IDataObject): boolean {
		return this.idsOf(record).has(idOf(record) ?? 0);
	}

	add(record: IDataObject): void {
		if (this.has(record)) return;
		this.idsOf(record).add(idOf(record) ?? 0);
		this.count += 1;
	}

	save(): SavedItems {
		const texts = [...this.byType].map(([type, ids]) => [type, ids.toText()] as const);
		return Object.fromEntries(texts.filter(([, text]) => text !== ''));
	}

	private idsOf(record: IDataObject): IdSet {
		const type = toText(record.type);
		const ids = this.byType.get(type) ?? new IdSet();
		this.byType.set(type, ids);
		return ids;
	}
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
