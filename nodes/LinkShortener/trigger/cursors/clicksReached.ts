import type { IDataObject } from 'n8n-workflow';

import type { Page, PageRequest } from '../../api/pagination/page';
import { UserFacingError } from '../../shared/userFacingError';
import { toNumber } from '../../api/records';
import { IdSet } from './idSet';
import type { Cursor, CursorResult } from './cursor';

/** What is kept between two polls. */
export interface ClicksReachedState {
	/** The links that have reached the number, as IdSet writes them. */
	announced: string;
	/** The baseline is not complete yet: nothing is handed out. */
	silent?: boolean;
	/** The page a poll without time left stopped before. */
	page?: number;
}

/** More links than this cannot be told apart from new ones for ever. */
export const MAX_ANNOUNCED = 5_000;

const PAGE = 100;

/** Clicks may move a link up past the page being read, so a baseline is read until nothing new turns up. */
const MAX_BASELINE_ROUNDS = 3;

/**
 * Links whose clicks reach a number for the first time. The most clicked links are read down to the
 * number; who is not in the set of announced ones is new. A link that a click moves past the page
 * being read is found by the next poll: it keeps its clicks.
 */
export class ClicksReached implements Cursor {
	private readonly announced: IdSet;

	private readonly fresh = new Map<number, IDataObject>();

	private silent: boolean;

	private page: number;

	private finished = false;

	private rounds = 1;

	private foundInRound = 0;

	private isSorted = true;

	/** @param clicks the number to reach */
	constructor(
		private readonly clicks: number,
		saved: ClicksReachedState | undefined,
	) {
		this.announced = new IdSet(saved?.announced ?? '');
		this.silent = saved === undefined || saved.silent === true;
		this.page = saved?.page ?? 1;
	}

	*scan(): Generator<PageRequest, void, Page> {
		for (let asked = this.ask(); asked !== undefined; asked = this.ask()) this.take(yield asked);
	}

	ask(): PageRequest | undefined {
		return this.finished ? undefined : { number: this.page, size: PAGE };
	}

	take(page: Page): void {
		let before = Infinity;
		let below = false;
		for (const record of page.records) {
			const [id, clicks] = [toNumber(record.id), toNumber(record.clicks)];
			if (typeof id !== 'number' || typeof clicks !== 'number') continue;
			// An install that does not sort by clicks has to be read to its end.
			if (clicks > before) this.isSorted = false;
			before = clicks;
			if (clicks < this.clicks) below = true;
			else this.note(id, record);
		}
		if (this.announced.size > MAX_ANNOUNCED) throw tooManyLinks(this.clicks);
		const isLast =
			page.records.length === 0 ||
			(page.lastPage === undefined ? page.records.length < PAGE : this.page >= page.lastPage);
		if (isLast || (below && this.isSorted)) this.endRound();
		else this.page += 1;
	}

	result(): CursorResult {
		const state: ClicksReachedState = { announced: this.announced.toText() };
		if (this.silent) state.silent = true;
		if (!this.finished && this.page > 1) state.page = this.page;
		const events = [...this.fresh]
			.sort(([one], [other]) => one - other)
			.map(([, record]) => record);
		return { state: { ...state }, events, notes: [] };
	}

	private note(id: number, record: IDataObject): void {
		if (this.announced.has(id)) return;
		this.announced.add(id);
		this.foundInRound += 1;
		if (!this.silent) this.fresh.set(id, record);
	}

	private endRound(): void {
		const mayHaveMissed = this.silent && this.page > 1 && this.foundInRound > 0;
		this.page = 1;
		if (mayHaveMissed && this.rounds < MAX_BASELINE_ROUNDS) {
			this.rounds += 1;
			this.foundInRound = 0;
			return;
		}
		this.silent = false;
		this.finished = true;
	}
}

function tooManyLinks(clicks: number): UserFacingError {
	const most = MAX_ANNOUNCED.toLocaleString('en');
	return new UserFacingError({
		message: `More than ${most} links have reached ${clicks.toLocaleString('en')} clicks, which is more than this trigger can remember`,
		remedy:
			'Enter a higher number in Clicks. The trigger then starts afresh: links that have reached the new number already are not announced.',
	});
}
