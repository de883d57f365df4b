import type { IDataObject } from 'n8n-workflow';

import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../../api/pagination/page';
import type { CursorResult } from './cursor';
import { Pass, type SavedPass } from './pass';

/** What is kept of the passes over a list between two polls. */
export interface PassesState {
	/** The baseline is not complete yet: nothing is emitted. */
	isBaseline?: boolean;
	/** The last whole pass, while something is left for the next one to decide. */
	last?: SavedPass;
	/** A pass that a poll had no time to finish. */
	pass?: SavedPass;
}

/** A pass that has got to its end. */
export interface WholePass {
	pass: Pass;
	/** The pass before, where it left something open. */
	last: SavedPass | undefined;
	/** Whether it was read for the baseline. */
	wasBaseline: boolean;
}

/** Passes of one poll: the second one tells what the first may have missed. */
const MAX_PASSES = 2;

/**
 * The passes over a list that is read anew by every poll. Rows may move to another page while the list is
 * read, so a baseline of several pages takes two passes, in one poll if there is time.
 */
export class Passes {
	isBaseline: boolean;

	private last: SavedPass | undefined;

	private pass: Pass | undefined;

	private readonly said: Pick<CursorResult, 'notes' | 'incomplete'> = { notes: [] };

	/** @param keyOf what tells a row from others; undefined for one that cannot be used */
	constructor(
		private readonly keyOf: (record: IDataObject) => string | undefined,
		saved: PassesState | undefined,
		private readonly size = MAX_PAGE_SIZE,
	) {
		this.isBaseline = saved === undefined || saved.isBaseline === true;
		this.last = saved?.last;
		if (saved?.pass !== undefined) this.pass = new Pass(keyOf, saved.pass, size);
	}

	/**
	 * @param take is shown the usable rows of each page; returns true when no more are needed
	 * @param finish is told of each whole pass; returns whether it leaves nothing for another one
	 */
	*read(
		take: (records: IDataObject[]) => boolean,
		finish: (whole: WholePass) => boolean,
	): Generator<PageRequest, void, Page> {
		for (let passes = 1; passes <= MAX_PASSES; passes += 1) {
			const pass = (this.pass ??= new Pass(this.keyOf, undefined, this.size));
			yield* pass.read(take);
			const { last, isBaseline: wasBaseline } = this;
			this.pass = undefined;
			this.last = undefined;
			if (pass.note !== undefined) this.said.notes.push(pass.note);
			if (pass.incomplete !== undefined) {
				this.said.incomplete = pass.incomplete;
				return;
			}
			this.isBaseline = wasBaseline && !completesBaseline(pass, last);
			if (finish({ pass, last, wasBaseline }) && !this.isBaseline) return;
			this.last = pass.save();
			if (pass.hasEmptyPage) return;
		}
	}

	/** @param state what is kept beside the passes, and of one that is under way */
	result(
		{ state, underWay = {} }: { state: IDataObject; underWay?: IDataObject },
		events: IDataObject[],
	): CursorResult {
		const kept: PassesState = {};
		if (this.isBaseline) kept.isBaseline = true;
		if (this.last !== undefined) kept.last = this.last;
		const isUnderWay = this.pass !== undefined && this.pass.pagesRead > 0;
		if (isUnderWay) kept.pass = this.pass?.save();
		return { state: { ...state, ...kept, ...(isUnderWay ? underWay : {}) }, events, ...this.said };
	}
}

/**
 * Whether a baseline is complete: a list of several pages is read twice, for the rows that move to
 * another page meanwhile. What an empty page suggests has to be seen both times.
 *
 * @param last the pass before; undefined when this is the first one
 */
function completesBaseline(pass: Pass, last: SavedPass | undefined): boolean {
	if (pass.isOneAnswer) return true;
	if (last === undefined) return false;
	const mayHaveMissed = pass.hasEmptyPage || last.hasEmptyPage === true;
	return !mayHaveMissed || pass.rows === last.rows;
}
