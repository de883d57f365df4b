import type { IDataObject } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';
import type { Cursor, CursorResult } from './cursor';
import { clicksOf, grown, latestClicks, type Counts } from './clicks';
import { isCount, isText, optional, recordOf, shapeOf } from './state';
import { Unreadable } from './unreadable';

/** The state between two polls of chosen links. */
export interface ChosenLinksState {
	/** The last known clicks, by link id. */
	clicks: Counts;
	/** The ids of links that are chosen by short URL. */
	ids?: Record<string, string>;
	/** The link before which a poll ran out of time. */
	next?: number;
}

/** Whether a poll can go on from a saved state. */
export const isChosenLinksState = shapeOf<ChosenLinksState>({
	clicks: recordOf(isCount),
	ids: optional(recordOf(isText)),
	next: optional(isCount),
});

/**
 * The clicks of up to 20 chosen links, one request each. The first reading of a link emits nothing. If the
 * choice changes between two polls, links that stay keep their count, and removed ones are forgotten.
 */
export class ChosenLinks implements Cursor<string, IDataObject | UserFacingError> {
	private readonly clicks: Counts;

	private readonly ids: Record<string, string>;

	/** The ids this poll has read: a link may be chosen both by id and by short URL. */
	private readonly counted = new Set<string>();

	private readonly gone: string[] = [];

	private readonly unreadable = new Unreadable();

	private readonly events: IDataObject[] = [];

	private readonly first: number;

	private linksRead = 0;

	/** @param links ids or short URLs */
	constructor(
		private readonly links: readonly string[],
		saved: ChosenLinksState | undefined,
	) {
		this.clicks = { ...saved?.clicks };
		this.ids = { ...saved?.ids };
		this.first = saved?.next ?? 0;
	}

	/** Yields the link to read, and gets its details back, or the service's words for a link that is gone. */
	*read(): Generator<string, void, IDataObject | UserFacingError> {
		for (let link = this.current(); link !== undefined; link = this.current()) {
			const record = yield link;
			if (record instanceof UserFacingError) this.skip(link, record);
			else this.take(link, record);
		}
	}

	private take(link: string, record: IDataObject): void {
		this.linksRead += 1;
		const shown = clicksOf(record);
		if (shown === undefined) {
			this.unreadable.addClicks(record);
			return;
		}
		const id = toText(record.id) || link;
		if (id !== link) this.ids[link] = id;
		if (this.counted.has(id)) return;
		this.counted.add(id);
		const before = this.clicks[id];
		const clicks = latestClicks(before, shown);
		this.clicks[id] = clicks;
		if (before !== undefined && clicks > before) this.events.push(grown(record, before, clicks));
	}

	/** Throws for a link that was never read, since it may be a typo, and if no link is left to watch. */
	private skip(link: string, gone: UserFacingError): void {
		this.gone.push(link);
		const wasRead = this.clicks[this.idOf(link)] !== undefined;
		if (!wasRead || this.gone.length === this.links.length) throw gone;
		this.linksRead += 1;
	}

	result(): CursorResult {
		const ids = only(this.ids, this.links);
		const clicks = only(
			this.clicks,
			this.links.map((link) => this.idOf(link)),
		);
		const state: ChosenLinksState = { clicks };
		if (Object.keys(ids).length > 0) state.ids = ids;
		if (this.linksRead < this.links.length) {
			const next = (this.first + this.linksRead) % this.links.length;
			if (next > 0) state.next = next;
		}
		const notes = this.gone.map(
			(link) =>
				`Link ${link} does not exist any more and is passed over. Remove it from Links in the node.`,
		);
		return {
			state: { ...state },
			events: this.events,
			notes: [...notes, ...this.unreadable.notes],
		};
	}

	private idOf(link: string): string {
		return this.ids[link] ?? link;
	}

	private current(): string | undefined {
		if (this.linksRead >= this.links.length) return undefined;
		return this.links[(this.first + this.linksRead) % this.links.length];
	}
}

function only<T>(all: Record<string, T>, names: readonly string[]): Record<string, T> {
	return Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}
