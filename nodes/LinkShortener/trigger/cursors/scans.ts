import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { MAX_PAGE_SIZE } from '../../api/pagination/page';
import { walk, type NumberedPage, type Walk } from '../../api/pagination/pages';
import { UserFacingError } from '../../shared/userFacingError';
import type { CursorResult } from './cursor';
import { idOf } from './rows';
import { isCount, isPlace, isSwitch, isText, optional, shapeOf } from './state';
import { Unreadable } from './unreadable';

/** The identity of a row; undefined for a row that cannot be used. */
type KeyOf = (record: IDataObject) => string | undefined;

/** The state of a scan that a poll had no time to finish, or of the last whole scan. */
export interface SavedScan {
	/** The page to read next. */
	page: number;
	/** The number of rows it has seen. */
	rows: number;
	digest: string;
	hasEmptyPage?: boolean;
}

const isSavedScan = shapeOf<SavedScan>({
	page: isPlace,
	rows: isCount,
	digest: isText,
	hasEmptyPage: optional(isSwitch),
});

/**
 * One reading of a list, page by page at one size, from page 1 to the last one. A place is a page number,
 * never a count of rows: a page may show fewer rows than it stands for. Rows may move to another page
 * meanwhile, so a scan over several pages can miss some.
 */
export class Scan {
	private readonly progress: SavedScan;

	/** Why the list has no end that can be believed; undefined while nothing is wrong. */
	incomplete: string | undefined;

	/** A line for the log. */
	note: string | undefined;

	/**
	 * @param unreadable is told of rows that cannot be used
	 * @param saved where an earlier poll stopped
	 */
	constructor(
		private readonly keyOf: KeyOf,
		private readonly unreadable: Unreadable,
		saved: SavedScan | undefined,
		private readonly size: number,
	) {
		this.progress = { page: 1, rows: 0, digest: '', ...saved };
	}

	/**
	 * @param take is shown the usable rows of each page; returns true when no more are needed
	 * @throws {UserFacingError} when the first page has rows, but none that can be used
	 */
	*read(take: (records: IDataObject[]) => boolean): Walk {
		const identify = (record: IDataObject) => this.keyOf(record) ?? '';
		let counted = '';
		// A service may count one page too few.
		const doubts = ['countedFull'] as const;
		const { page: from } = this.progress;
		const end = yield* walk({ size: this.size, identify, from, doubts }, (page) => {
			counted = `The service counts ${page.page.lastPage?.toLocaleString('en') ?? ''} pages, but`;
			return take(this.add(page));
		});
		if (end === 'repeated') {
			this.incomplete = `${counted} page ${this.pagesRead} repeats the one before it`;
		} else if (this.rows === 0 && this.pagesRead > 1) {
			this.incomplete = `${counted} shows nothing on them`;
		} else if (end === 'empty') {
			this.note = `${counted} many in a row and the last one are empty. What may stand between them is not read.`;
		}
	}

	get rows(): number {
		return this.progress.rows;
	}

	get pagesRead(): number {
		return this.progress.page - 1;
	}

	/** The same for two scans that were shown the same rows on the same pages. */
	get digest(): string {
		return this.progress.digest;
	}

	/** Whether the whole list came in one answer, which leaves rows no time to move. */
	get isOneAnswer(): boolean {
		return this.pagesRead === 1 && this.rows > 0;
	}

	/** An empty page may be a passing fault, so another poll has to see it too. */
	get hasEmptyPage(): boolean {
		return this.progress.hasEmptyPage === true;
	}

	save(): SavedScan {
		return { ...this.progress };
	}

	/** The rows of a page that can be used. */
	private add({ number, page: { records, lastPage }, isBehindEnd }: NumberedPage): IDataObject[] {
		const { progress } = this;
		const usable = records.filter((record) => this.isUsable(record));
		if (number === 1 && usable.length === 0 && records.length > 0) throw this.noUsableRow();
		const keys = usable.map((record) => this.keyOf(record)).sort();
		progress.page += 1;
		progress.rows += keys.length;
		if (keys.length === 0 && !isBehindEnd) progress.hasEmptyPage = true;
		const text = JSON.stringify([progress.digest, lastPage, keys]);
		progress.digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
		return usable;
	}

	private noUsableRow(): UserFacingError {
		const { withoutId, notes } = this.unreadable;
		return new UserFacingError({
			message: 'None of the records on the first page of the list can be told from others',
			remedy: `${[withoutId, ...notes].filter((line) => line !== undefined).join(' ')} The trigger needs records with an ID that is a whole number of at most 15 digits, and links with their clicks. Check with the operation Get Many what the service returns.`,
		});
	}

	private isUsable(record: IDataObject): boolean {
		if (this.keyOf(record) !== undefined) return true;
		if (idOf(record) === undefined) this.unreadable.addId(record);
		else this.unreadable.addClicks(record);
		return false;
	}
}

/** The state of a list's scans between two polls. */
export interface ScansState {
	/** The baseline is not complete yet: nothing is emitted. */
	isBaseline?: boolean;
	/** The last whole scan, while something is left for the next one to decide. */
	last?: SavedScan;
	/** A scan that a poll had no time to finish. */
	scan?: SavedScan;
}

/** The checks of what every cursor keeps of its scans. */
export const scansState = {
	isBaseline: optional(isSwitch),
	last: optional(isSavedScan),
	scan: optional(isSavedScan),
};

/** A scan that has reached its end. */
export interface WholeScan {
	scan: Scan;
	/** The scan before, if it left something open. */
	last: SavedScan | undefined;
	/** Whether it was read for the baseline. */
	wasBaseline: boolean;
}

/** The most scans of one poll. The second one finds the rows that the first may have missed. */
const MAX_SCANS = 2;

/**
 * The scans of a list that every poll reads anew. Rows may move to another page while the list is read,
 * so a baseline of several pages takes two scans, in one poll if there is time.
 */
export class Scans {
	isBaseline: boolean;

	private last: SavedScan | undefined;

	private scan: Scan | undefined;

	private readonly unreadable = new Unreadable();

	private readonly said: Pick<CursorResult, 'notes' | 'incomplete'> = { notes: [] };

	constructor(
		private readonly keyOf: KeyOf,
		saved: ScansState | undefined,
		private readonly size = MAX_PAGE_SIZE,
	) {
		this.isBaseline = saved === undefined || saved.isBaseline === true;
		this.last = saved?.last;
		if (saved?.scan !== undefined) this.scan = new Scan(keyOf, this.unreadable, saved.scan, size);
	}

	/**
	 * @param take is shown the usable rows of each page; returns true when no more are needed
	 * @param finish is told of each whole scan; returns whether it leaves nothing for another one
	 */
	*read(take: (records: IDataObject[]) => boolean, finish: (whole: WholeScan) => boolean): Walk {
		for (let scans = 1; scans <= MAX_SCANS; scans += 1) {
			const scan = (this.scan ??= new Scan(this.keyOf, this.unreadable, undefined, this.size));
			yield* scan.read(take);
			const { last, isBaseline: wasBaseline } = this;
			this.scan = undefined;
			this.last = undefined;
			if (scan.note !== undefined) this.said.notes.push(scan.note);
			if (scan.incomplete !== undefined) {
				this.said.incomplete = scan.incomplete;
				return;
			}
			this.isBaseline = wasBaseline && !completesBaseline(scan, last);
			if (finish({ scan, last, wasBaseline }) && !this.isBaseline) return;
			this.last = scan.save();
			if (scan.hasEmptyPage) return;
		}
	}

	/** @param state the state beside the scans, and that of the scan under way */
	result(
		{ state, underWay = {} }: { state: IDataObject; underWay?: IDataObject },
		events: IDataObject[],
	): CursorResult {
		const kept: ScansState = {};
		if (this.isBaseline) kept.isBaseline = true;
		if (this.last !== undefined) kept.last = this.last;
		const isUnderWay = this.scan !== undefined && this.scan.pagesRead > 0;
		if (isUnderWay) kept.scan = this.scan?.save();
		const { withoutId, notes } = this.unreadable;
		return {
			state: { ...state, ...kept, ...(isUnderWay ? underWay : {}) },
			events,
			...this.said,
			notes: [...this.said.notes, ...notes],
			withoutId,
		};
	}
}

/**
 * Whether a baseline is complete: a list of several pages is read twice, for the rows that move to another
 * page meanwhile. An empty page has to be seen both times.
 *
 * @param last the scan before; undefined when this is the first one
 */
function completesBaseline(scan: Scan, last: SavedScan | undefined): boolean {
	if (scan.isOneAnswer) return true;
	if (last === undefined) return false;
	const mayHaveMissed = scan.hasEmptyPage || last.hasEmptyPage === true;
	return !mayHaveMissed || scan.rows === last.rows;
}
