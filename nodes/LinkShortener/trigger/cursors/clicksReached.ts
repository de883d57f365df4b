import type { IDataObject } from 'n8n-workflow';

import type { Page, PageRequest } from '../../api/pagination/page';
import { UserFacingError } from '../../shared/userFacingError';
import type { Cursor, CursorResult } from './cursor';
import { IdSet } from './idSet';
import { clicksOf, completesBaseline, idOf, linkKeyOf, Pass, type SavedPass } from './pass';

/** What is kept between two polls. */
export interface ClicksReachedState {
	/** The links that have reached the number, as IdSet writes them. */
	announced: string;
	/** The baseline is not complete yet: nothing is emitted. */
	isBaseline?: boolean;
	/** The last whole pass of a baseline, for the next one to confirm. */
	last?: SavedPass;
	/** A pass that a poll had no time to finish. */
	pass?: SavedPass;
}

/** More links than this cannot be told apart from new ones for ever. */
export const MAX_ANNOUNCED = 5_000;

/** Clicks may move a link up past the page being read, so a baseline takes two passes. */
const MAX_PASSES = 2;

/** An order counts as none below these odds against its being a coincidence. */
const MIN_ODDS = 1_000;

/**
 * Links whose clicks reach a number for the first time. The most clicked links are read down to the
 * number; one that is not in the set of announced ones is new. Where the service does not sort by
 * clicks, all links are read. A link that a click moves past the page being read is found by the next
 * poll: it keeps its clicks.
 */
export class ClicksReached implements Cursor {
	private readonly announced: IdSet;

	private readonly found = new Map<number, IDataObject>();

	private isBaseline: boolean;

	private last: SavedPass | undefined;

	private pass: Pass | undefined;

	/** What this poll has read of the pass under way. */
	private links: ClickedLink[] = [];

	private readonly said: Pick<CursorResult, 'notes' | 'incomplete'> = { notes: [] };

	/** @param clicks the number to reach */
	constructor(
		private readonly clicks: number,
		saved: ClicksReachedState | undefined,
	) {
		this.announced = new IdSet(saved?.announced);
		this.isBaseline = saved === undefined || saved.isBaseline === true;
		this.last = saved?.last;
		if (saved?.pass !== undefined) this.pass = new Pass(linkKeyOf, saved.pass);
	}

	*scan(): Generator<PageRequest, void, Page> {
		for (let passes = 1; passes <= MAX_PASSES; passes += 1) {
			this.pass ??= new Pass(linkKeyOf);
			this.links = [];
			yield* this.pass.read((records) => this.take(records));
			const isDecided = this.decide(this.pass);
			this.pass = undefined;
			if (isDecided) return;
		}
	}

	result(): CursorResult {
		const state: ClicksReachedState = { announced: this.announced.toText() };
		if (this.isBaseline) state.isBaseline = true;
		if (this.last !== undefined) state.last = this.last;
		if (this.pass !== undefined && this.pass.pagesRead > 0) state.pass = this.pass.save();
		const events = [...this.found]
			.sort(([one], [other]) => one - other)
			.map(([, record]) => record);
		return { state: { ...state }, events, ...this.said };
	}

	/** Whether no more links can have reached the number. */
	private take(records: readonly IDataObject[]): boolean {
		for (const record of records) {
			const link = { id: idOf(record) ?? 0, clicks: clicksOf(record) ?? 0 };
			this.links.push(link);
			if (link.clicks < this.clicks || this.announced.has(link.id)) continue;
			this.announced.add(link.id);
			if (!this.isBaseline) this.found.set(link.id, record);
		}
		if (this.announced.size > MAX_ANNOUNCED) throw tooManyLinks(this.clicks);
		const isBelow = this.links.some(({ clicks }) => clicks < this.clicks);
		return isBelow && isSortedByClicks(this.links);
	}

	/** Whether this poll has nothing more to find out. */
	private decide(pass: Pass): boolean {
		const { last } = this;
		this.last = undefined;
		if (pass.note !== undefined) this.said.notes.push(pass.note);
		if (pass.incomplete !== undefined) this.said.incomplete = pass.incomplete;
		if (pass.incomplete !== undefined || !this.isBaseline) return true;
		this.isBaseline = !completesBaseline(pass, last);
		if (!this.isBaseline) return true;
		this.last = pass.save();
		return pass.hasEmptyPage;
	}
}

interface ClickedLink {
	id: number;
	clicks: number;
}

/**
 * Whether links are sorted by clicks, and hardly by coincidence. Where the service ignores that order
 * it lists them by age, in which clicks may fall too, all the more while nearly all links have none.
 */
export function isSortedByClicks(links: readonly ClickedLink[]): boolean {
	let hasRisingId = false;
	let hasFallingId = false;
	// All ways to arrange the links, divided by those in which their clicks fall.
	let odds = 1;
	let equal = 0;
	let before: ClickedLink | undefined;
	for (const [index, link] of links.entries()) {
		if (before !== undefined && link.clicks > before.clicks) return false;
		hasRisingId ||= before !== undefined && link.id > before.id;
		hasFallingId ||= before !== undefined && link.id < before.id;
		equal = link.clicks === before?.clicks ? equal + 1 : 1;
		odds *= (index + 1) / equal;
		before = link;
	}
	return hasRisingId && hasFallingId && odds >= MIN_ODDS;
}

function tooManyLinks(clicks: number): UserFacingError {
	const most = MAX_ANNOUNCED.toLocaleString('en');
	return new UserFacingError({
		message: `More than ${most} links have reached ${clicks.toLocaleString('en')} clicks, which is more than this trigger can remember`,
		remedy:
			'Enter a higher number in Clicks. The trigger then starts afresh: links that have reached the new number already are not announced.',
	});
}
