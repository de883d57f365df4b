import type { IDataObject } from 'n8n-workflow';

import type { Walk } from '../../api/pagination/pages';
import { UserFacingError } from '../../shared/userFacingError';
import { clicksOf, linkKeyOf } from './clicks';
import type { Cursor, CursorResult } from './cursor';
import { IdSet, isIdSet } from './idSet';
import { goUpAndDown, idOf, oddsOf } from './rows';
import { Scans, scansState, type ScansState } from './scans';
import { shapeOf } from './state';

/** The state between two polls. */
export interface ClicksReachedState extends ScansState {
	/** The links that have reached the number, as IdSet writes them. */
	announced: string;
}

/** The most links that are remembered. */
export const MAX_ANNOUNCED = 5_000;

/** Whether a poll can go on from a saved state. */
export const isClicksReachedState = shapeOf<ClicksReachedState>({
	...scansState,
	announced: (ids) => isIdSet(ids, MAX_ANNOUNCED),
});

/** The least odds against a coincidence at which an order is believed. */
const MIN_ODDS = 1_000;

/**
 * Links whose clicks reach a number for the first time. The most clicked links are read down to the number.
 * A link that is not in the set of announced ones is new. If the service does not sort by clicks, all links
 * are read. A click may move a link past the page being read; the next poll finds it, since it keeps its
 * clicks.
 */
export class ClicksReached implements Cursor {
	private readonly announced: IdSet;

	private readonly found = new Map<number, IDataObject>();

	private readonly scans: Scans;

	/** The links that this poll has read in the scan under way. */
	private links: ClickedLink[] = [];

	/** @param clicks the number to reach */
	constructor(
		private readonly clicks: number,
		saved: ClicksReachedState | undefined,
	) {
		this.announced = new IdSet(saved?.announced);
		this.scans = new Scans(linkKeyOf, saved);
	}

	*read(): Walk {
		const take = (records: IDataObject[]) => this.take(records);
		yield* this.scans.read(take, () => {
			this.links = [];
			return true;
		});
	}

	result(): CursorResult {
		const found = [...this.found].sort(([one], [other]) => one - other);
		return this.scans.result(
			{ state: { announced: this.announced.toText() } },
			found.map(([, record]) => record),
		);
	}

	/** Whether no more links can have reached the number. */
	private take(records: readonly IDataObject[]): boolean {
		for (const record of records) {
			const link = { id: idOf(record) ?? 0, clicks: clicksOf(record) ?? 0 };
			this.links.push(link);
			if (link.clicks < this.clicks || this.announced.has(link.id)) continue;
			this.announced.add(link.id);
			if (!this.scans.isBaseline) this.found.set(link.id, { ...record, clicks: link.clicks });
		}
		if (this.announced.size > MAX_ANNOUNCED) throw tooManyLinks(this.clicks);
		const isBelow = this.links.some(({ clicks }) => clicks < this.clicks);
		return isBelow && isSortedByClicks(this.links);
	}
}

interface ClickedLink {
	id: number;
	clicks: number;
}

/**
 * Whether links are sorted by clicks, and hardly by coincidence. A service that ignores the order lists
 * links by age. Clicks may fall in that order too, above all while nearly all links have none.
 */
export function isSortedByClicks(links: readonly ClickedLink[]): boolean {
	const clicks = links.map((link) => link.clicks);
	if (clicks.some((count, at) => count > (clicks[at - 1] ?? count))) return false;
	const ids = links.map(({ id }) => id);
	return goUpAndDown(ids, (one, other) => one - other) && oddsOf(clicks) >= MIN_ODDS;
}

function tooManyLinks(clicks: number): UserFacingError {
	const most = MAX_ANNOUNCED.toLocaleString('en');
	return new UserFacingError({
		message: `More than ${most} links have reached ${clicks.toLocaleString('en')} clicks, which is more than this trigger can remember`,
		remedy:
			'Enter a higher number in Clicks. The trigger then starts afresh: links that have reached the new number already are not announced.',
	});
}
