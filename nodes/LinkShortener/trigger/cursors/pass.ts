import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isLastPage, MAX_PAGE_SIZE, type Page, type PageRequest } from '../../api/pagination/page';
import { toNumber } from '../../api/records';
import { UserFacingError } from '../../shared/userFacingError';

/**
 * So many empty pages in a row are the end of a list, however many the service counts. A page in the
 * middle may be empty where the service cuts its pages before it leaves rows out.
 */
export const MAX_EMPTY_PAGES = 50;

/** What is kept of a pass that a poll had no time to finish. */
export interface SavedPass {
	/** The page to read next. */
	page: number;
	/** How many rows it has seen. */
	rows: number;
	digest: string;
	hasEmptyPage?: boolean;
}

/**
 * One pass over a list, page by page at one size, from page 1 to the last one. A place is a page
 * number, never a count of rows: a page may show fewer rows than it stands for. Rows may move to
 * another page meanwhile, so that a pass over several pages can miss some.
 */
export class Pass {
	private page: number;

	private rowCount: number;

	private digestSoFar: string;

	private sawEmptyPage: boolean;

	private emptyInARow = 0;

	/** Why the list has no end that could be believed; undefined while nothing is wrong with it. */
	incomplete: string | undefined;

	/** A line for the log. */
	note: string | undefined;

	/**
	 * @param keyOf what tells a row from others; undefined for one that cannot be used
	 * @param saved where an earlier poll stopped
	 */
	constructor(
		private readonly keyOf: (record: IDataObject) => string | undefined,
		saved?: SavedPass,
		private readonly size = MAX_PAGE_SIZE,
	) {
		this.page = saved?.page ?? 1;
		this.rowCount = saved?.rows ?? 0;
		this.digestSoFar = saved?.digest ?? '';
		this.sawEmptyPage = saved?.hasEmptyPage ?? false;
	}

	/**
	 * @param visit is shown the usable rows of each page; returns true when no more are needed
	 * @throws {UserFacingError} when a page has rows, but none that can be used
	 */
	*read(visit: (records: IDataObject[]) => boolean): Generator<PageRequest, void, Page> {
		const seen = new Set<string>();
		for (;;) {
			const request = { number: this.page, size: this.size };
			const page = yield request;
			const before = seen.size;
			const keys = this.add(page, seen);
			const isEnough = visit(page.records.filter((record) => this.keyOf(record) !== undefined));
			if (isEnough || isLastPage(page, request)) break;
			const isRepeated = keys.length > 0 && seen.size === before;
			if (isRepeated || this.emptyInARow >= MAX_EMPTY_PAGES) {
				this.endEarly(page, request.number, isRepeated);
				return;
			}
		}
		if (this.rowCount === 0 && this.pagesRead > 1) {
			this.incomplete = `The service counts ${this.pagesRead} pages, but shows nothing on any of them`;
		}
	}

	get rows(): number {
		return this.rowCount;
	}

	/** The same for two passes that were shown the same rows on the same pages. */
	get digest(): string {
		return this.digestSoFar;
	}

	get pagesRead(): number {
		return this.page - 1;
	}

	/** Whether the whole list came in one answer, which leaves rows no time to move. */
	get isOneAnswer(): boolean {
		return this.pagesRead === 1 && this.rowCount > 0;
	}

	/** An empty page may be a passing fault, so what it suggests has to be seen by another poll too. */
	get hasEmptyPage(): boolean {
		return this.sawEmptyPage;
	}

	save(): SavedPass {
		const { page, rowCount: rows, digestSoFar: digest } = this;
		return { page, rows, digest, ...(this.sawEmptyPage ? { hasEmptyPage: true } : {}) };
	}

	private add(page: Page, seen: Set<string>): string[] {
		const keys: string[] = [];
		for (const record of page.records) {
			const key = this.keyOf(record);
			if (key === undefined) continue;
			keys.push(key);
			seen.add(key);
		}
		if (keys.length === 0 && page.records.length > 0) throw noUsableRow(page.records.length);
		this.page += 1;
		this.rowCount += keys.length;
		this.emptyInARow = keys.length === 0 ? this.emptyInARow + 1 : 0;
		if (keys.length === 0) this.sawEmptyPage = true;
		const text = JSON.stringify([this.digestSoFar, page.lastPage, keys.sort()]);
		this.digestSoFar = createHash('sha256').update(text).digest('hex').slice(0, 16);
		return keys;
	}

	private endEarly({ lastPage }: Page, number: number, isRepeated: boolean): void {
		// Where no number of pages is given, a page that repeats what was there is the end.
		if (lastPage === undefined) return;
		const counted = `The service counts ${lastPage.toLocaleString('en')} pages, but`;
		if (isRepeated) this.incomplete = `${counted} page ${number} repeats the ones before it`;
		else
			this.note = `${counted} ${MAX_EMPTY_PAGES} in a row are empty. What may follow is not read.`;
	}
}

/**
 * Whether a baseline is complete: a list of several pages is read twice, for the rows that move to
 * another page meanwhile. What an empty page suggests has to be seen both times.
 *
 * @param lastRows how many rows the pass before has seen; undefined for the first one
 */
export function completesBaseline(pass: Pass, lastRows: number | undefined): boolean {
	if (pass.isOneAnswer) return true;
	if (pass.hasEmptyPage) return lastRows === pass.rows;
	return lastRows !== undefined && lastRows > 0;
}

/** A record's id; undefined where it is no positive whole number that can be told from others. */
export function idOf(record: IDataObject): number | undefined {
	const id = toNumber(record.id);
	return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** A link's clicks; undefined where there is no number. */
export function clicksOf(record: IDataObject): number | undefined {
	const clicks = toNumber(record.clicks);
	return typeof clicks === 'number' ? clicks : undefined;
}

/** What tells a link from others; undefined without id or clicks. */
export function linkKeyOf(record: IDataObject): string | undefined {
	const id = idOf(record);
	return id === undefined || clicksOf(record) === undefined ? undefined : String(id);
}

function noUsableRow(count: number): UserFacingError {
	return new UserFacingError({
		message: `None of the ${count} records on a page of the list can be told from others`,
		remedy:
			'The trigger needs records with an ID that is a whole number of at most 15 digits, and links with their clicks. Check with the operation Get Many what the service returns.',
	});
}
