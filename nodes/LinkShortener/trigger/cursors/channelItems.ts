import type { IDataObject } from 'n8n-workflow';

import type { Page, PageRequest } from '../../api/pagination/page';
import { UserFacingError } from '../../shared/userFacingError';
import { toText } from '../../shared/json';
import { IdSet } from './idSet';
import type { Cursor, CursorResult } from './cursor';
import { Walk, type Window } from './scan';

/** What is kept between two polls. */
export interface ChannelItemsState {
	/** The ids of the items that are in the channel, by their type, as IdSet writes them. */
	items: Record<string, string>;
	/** The baseline is not complete yet: nothing is handed out. */
	silent?: boolean;
	/** The row a poll without time left stopped at. */
	edge?: number;
	pageLength?: number;
	fixed?: boolean;
}

/** More items than this are not watched: every poll reads all of them. */
export const MAX_ITEMS = 5_000;

const PAGE = 100;

/**
 * Items new in a channel. An item may be as old as it likes when it is put there, so no id tells: the
 * whole channel is read and compared. What is no longer there is forgotten, so that it counts as new
 * when it is put back, but only after a reading that cannot have missed it.
 */
export class ChannelItems implements Cursor {
	/** What was known before this poll, to find its place again. */
	private readonly before = new Map<string, IdSet>();

	private readonly sets = new Map<string, IdSet>();

	/** Everything this poll has seen, provided it reads the whole channel. */
	private readonly seen = new Map<string, IdSet>();

	private readonly fresh: IDataObject[] = [];

	private walk: Walk | undefined;

	private silent: boolean;

	private pageLength: number;

	private fixed: boolean;

	private finished = false;

	private readonly startedAt: number | undefined;

	constructor(saved: ChannelItemsState | undefined) {
		for (const [type, ids] of Object.entries(saved?.items ?? {})) {
			this.before.set(type, new IdSet(ids));
			this.sets.set(type, new IdSet(ids));
		}
		this.silent = saved === undefined || saved.silent === true;
		this.pageLength = saved?.pageLength ?? PAGE;
		this.fixed = saved?.fixed ?? false;
		this.startedAt = saved?.edge;
		if (saved?.edge !== undefined) this.walk = this.newWalk(saved.edge, undefined);
	}

	*scan(): Generator<PageRequest, void, Page> {
		for (let asked = this.ask(); asked !== undefined; asked = this.ask()) this.take(yield asked);
	}

	ask(): PageRequest | undefined {
		if (this.finished) return undefined;
		const window = this.walk?.next() ?? { number: 1, size: PAGE };
		return { ...window };
	}

	take(page: Page): void {
		const asked = this.ask();
		if (asked === undefined) return;
		const keys: string[] = [];
		for (const record of page.records) {
			const [type, id] = [toText(record.type), Number(record.id)];
			if (type === '' || !Number.isInteger(id) || id < 1) continue;
			keys.push(`${type}:${id}`);
			this.note(type, id, record);
		}
		// Said at once: a poll that runs out of time would remember ever more.
		if (sizeOf(this.seen) > MAX_ITEMS) throw tooManyItems();
		const isLast = isLastWindow(page, asked);
		if (this.walk === undefined) {
			this.pageLength = Math.max(1, page.records.length);
			this.walk = this.newWalk(page.records.length, { window: asked, keys });
			if (isLast || keys.length === 0) this.finish();
			return;
		}
		const verdict = this.walk.take(asked, keys, isLast, page.perPage);
		this.fixed = this.walk.fixed;
		// What was missed between two pages is in the channel at the next poll too.
		if (verdict === 'lost') this.finish(false);
		else if (this.walk.atEnd) this.finish();
	}

	result(): CursorResult {
		const items: Record<string, string> = {};
		for (const [type, ids] of this.sets) items[type] = ids.toText();
		const state: ChannelItemsState = { items };
		if (this.silent) state.silent = true;
		if (this.pageLength !== PAGE) state.pageLength = this.pageLength;
		if (this.fixed) state.fixed = true;
		if (!this.finished && this.walk !== undefined) state.edge = this.walk.edge;
		else if (!this.finished && this.startedAt !== undefined) state.edge = this.startedAt;
		return { state: { ...state }, events: oldestFirst(this.fresh), notes: [] };
	}

	private note(type: string, id: number, record: IDataObject): void {
		setOf(this.seen, type).add(id);
		const items = setOf(this.sets, type);
		if (items.has(id)) return;
		items.add(id);
		if (!this.silent) this.fresh.push(record);
	}

	private newWalk(edge: number, last: { window: Window; keys: string[] } | undefined): Walk {
		const { before } = this;
		return new Walk({
			toward: 'end',
			edge,
			pageLength: this.pageLength,
			fixed: this.fixed,
			...(last === undefined ? {} : { last }),
			wasRead: (key) => {
				const [type = '', id] = key.split(':');
				return before.get(type)?.has(Number(id)) === true;
			},
		});
	}

	private finish(isComplete = true): void {
		this.finished = true;
		const missedNothing = isComplete && this.startedAt === undefined && this.walk?.proven !== false;
		if (missedNothing) {
			this.sets.clear();
			for (const [type, ids] of this.seen) this.sets.set(type, ids);
		}
		if (sizeOf(this.sets) > MAX_ITEMS) throw tooManyItems();
		if (isComplete) this.silent = false;
	}
}

function sizeOf(sets: ReadonlyMap<string, IdSet>): number {
	return [...sets.values()].reduce((sum, ids) => sum + ids.size, 0);
}

function setOf(sets: Map<string, IdSet>, type: string): IdSet {
	const known = sets.get(type);
	if (known !== undefined) return known;
	const fresh = new IdSet();
	sets.set(type, fresh);
	return fresh;
}

function isLastWindow(page: Page, window: Window): boolean {
	if (page.lastPage !== undefined) return window.number >= page.lastPage;
	return page.records.length < window.size;
}

/** Items carry a day and no time; within one the listing's order is believed, newest first. */
function oldestFirst(records: readonly IDataObject[]): IDataObject[] {
	const days = records.map(({ date }) => toText(date));
	const rises = (days[0] ?? '') < (days.at(-1) ?? '');
	return rises ? [...records] : [...records].reverse();
}

function tooManyItems(): UserFacingError {
	return new UserFacingError({
		message: `The channel holds more than ${MAX_ITEMS.toLocaleString('en')} items, which is more than this trigger can watch`,
		remedy:
			'Watch a channel with fewer items: move older ones to another channel, or use a channel of its own for what shall start the workflow.',
	});
}
