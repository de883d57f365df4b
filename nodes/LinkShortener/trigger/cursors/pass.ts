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

/** What is kept of a pass: of one that a poll had no time to finish, or of the last whole one. */
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
	private readonly progress: SavedPass;

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
		this.progress = { page: 1, rows: 0, digest: '', ...saved };
	}

	/**
	 * @param visit is shown the usable rows of each page; returns true when no more are needed
	 * @throws {UserFacingError} when a page has rows, but none that can be used
	 */
	*read(visit: (records: IDataObject[]) => boolean): Generator<PageRequest, void, Page> {
		const seen = new Set<string>();
		for (;;) {
			const request = { number: this.progress.page, size: this.size };
			const page = yield request;
			const before = seen.size;
			const usable = this.add(page, seen);
			if (visit(usable) || isLastPage(page, request)) break;
			const isRepeated = usable.length > 0 && seen.size === before;
			if (isRepeated || this.emptyInARow >= MAX_EMPTY_PAGES) {
				this.endEarly(page, request.number, isRepeated);
				return;
			}
		}
		if (this.rows === 0 && this.pagesRead > 1) {
			this.incomplete = `The service counts ${this.pagesRead} pages, but shows nothing on any of them`;
		}
	}

	get rows(): number {
		return this.progress.rows;
	}

	get pagesRead(): number {
		return this.progress.page - 1;
	}

	/** The same for two passes that were shown the same rows on the same pages. */
	get digest(): string {
		return this.progress.digest;
	}

	/** Whether the whole list came in one answer, which leaves rows no time to move. */
	get isOneAnswer(): boolean {
		return this.pagesRead === 1 && this.rows > 0;
	}

	/** An empty page may be a passing fault, so what it suggests has to be seen by another poll too. */
	get hasEmptyPage(): boolean {
		return this.progress.hasEmptyPage === true;
	}

	save(): SavedPass {
		return { ...this.progress };
	}

	/** The rows of a page that can be used. */
	private add(page: Page, seen: Set<string>): IDataObject[] {
		const { progress } = this;
		const keys: string[] = [];
		const usable = page.records.filter((record) => {
			const key = this.keyOf(record);
			if (key !== undefined) keys.push(key);
			return key !== undefined;
		});
		if (usable.length === 0 && page.records.length > 0) throw noUsableRow(page.records.length);
		for (const key of keys) seen.add(key);
		progress.page += 1;
		progress.rows += keys.length;
		this.emptyInARow = keys.length === 0 ? this.emptyInARow + 1 : 0;
		if (keys.length === 0) progress.hasEmptyPage = true;
		const text = JSON.stringify([progress.digest, page.lastPage, keys.sort()]);
		progress.digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
		return usable;
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
