/** One page as asked for: its number from 1 and its size. */
export interface Window {
	number: number;
	size: number;
}

/** Which way a walk goes through a listing: from its first row to its end, or back from its end. */
export type Toward = 'end' | 'start';

/** Rows of the page before that a window should repeat, where pages are large enough. */
const OVERLAP = 10;

/** How often a page that cannot be shown to follow the one before is tried again in one poll. */
const MAX_TRIES = 8;

/**
 * The window that repeats at least `overlap` rows of what was read and brings the most new ones: 100
 * rows on page 1 are followed by 90 on page 2 (rows 90 to 180), then 85 on page 3 (170 to 255).
 *
 * @param edge where what was read ends (toward the end) or begins (toward the start), counted from 0
 * @param sizes the page sizes to choose from
 * @returns undefined when no size both repeats a row and brings a new one
 */
export function overlappingWindow(
	edge: number,
	toward: Toward,
	overlap: number,
	sizes: readonly number[],
): Window | undefined {
	let best: Window | undefined;
	let most = 0;
	for (const size of sizes) {
		const page =
			toward === 'end'
				? Math.floor(Math.max(0, edge - overlap) / size)
				: Math.ceil((edge + overlap) / size) - 1;
		const brings = toward === 'end' ? (page + 1) * size - edge : edge - page * size;
		if (brings > most) [best, most] = [{ number: page + 1, size }, brings];
	}
	return best;
}

/** The page sizes a walk chooses from, largest first. */
export function sizesUpTo(largest: number, allowed: readonly number[] | undefined): number[] {
	if (allowed !== undefined) return allowed.filter((size) => size <= largest);
	const smallest = Math.max(1, Math.ceil(largest / 2));
	return Array.from({ length: largest - smallest + 1 }, (_, index) => largest - index);
}

export interface WalkOptions {
	toward: Toward;
	/** Where what was read so far ends or begins. */
	edge: number;
	/** How many rows a full page has. */
	pageLength: number;
	/** The only page sizes the service takes; any up to the page length when left out. */
	allowedSizes?: readonly number[];
	/** Whether the service is known to ignore the page size. */
	fixed?: boolean;
	/** The window read last with its rows, unless the walk is taken up again from an earlier poll. */
	last?: { window: Window; keys: readonly string[] };
	/**
	 * Ids rise with age of the listing's rows the other way round: the newest id on page 1 then shows
	 * whether rows were put in. Undefined where nothing can be proven; pages then follow unproven.
	 */
	newestId?: number;
	/** Whether a row belongs to what an earlier poll read of this walk. */
	wasRead?: (key: string) => boolean;
}

/** What became of a page: it continues what was read, it does not (yet), or the walk lost its place. */
export type Verdict = 'joined' | 'apart' | 'lost';

/**
 * Reads a listing page by page without a hole, while rows come and go. Pure: it names windows and
 * judges what came.
 *
 * A page counts only if it repeats a row of what was read. Where the page size cannot be chosen, no
 * two pages overlap; there the page before is read again, and page 1 after it: if the first is the
 * same and the second has nothing newer, no row was deleted above in between, so none slipped from
 * the next page into the one before. Backward from the end rows can only slip into the part that is
 * still to be read, so pages follow without that.
 */
export class Walk {
	edge: number;

	fixed: boolean;

	/** Whether every page so far was shown to follow the one before. */
	proven = true;

	/** Whether the last window of the listing was reached. */
	atEnd = false;

	private overlap: number;

	private tries = 0;

	/** The service was seen to give a page of the size it was asked for. */
	private honours = false;

	private newestId: number | undefined;

	/** The window that was joined last. */
	private last: { window: Window; keys: readonly string[] } | undefined;

	/** A page that does not touch the one before, while that is being looked into. */
	private suspect:
		| { check: 'before' | 'front'; window: Window; keys: readonly string[]; isLast: boolean }
		| undefined;

	constructor(private readonly options: WalkOptions) {
		this.edge = options.edge;
		this.fixed = options.fixed ?? false;
		this.last = options.last;
		this.newestId = options.newestId;
		this.overlap = this.firstOverlap();
	}

	next(): Window {
		const { toward, pageLength } = this.options;
		if (this.suspect?.check === 'before' && this.last !== undefined) return this.last.window;
		if (this.suspect?.check === 'front') return { number: 1, size: pageLength };
		return (this.fixed ? undefined : this.chooseWindow()) ?? this.gridWindow(toward, pageLength);
	}

	/**
	 * @param keys the rows of the window `next` named, in the listing's order
	 * @param isLast whether the service says that no page follows
	 * @param perPage the page size the service says it gave
	 */
	take(window: Window, keys: readonly string[], isLast: boolean, perPage?: number): Verdict {
		if (this.suspect?.check === 'before') return this.takeBefore(window, keys);
		if (this.suspect?.check === 'front') return this.takeFront(keys);
		const { toward } = this.options;
		const isGrid = this.fixed || this.chooseWindow() === undefined;
		const isOtherSize = perPage !== undefined && perPage !== window.size;
		const isOwnSize = isOtherSize && window.size <= this.options.pageLength;
		if (isOwnSize || keys.length > window.size) this.fixed = true;
		if (perPage === window.size && perPage < this.options.pageLength) this.honours = true;
		if (this.touches(keys)) return this.join(window, keys, isLast);
		if (!isGrid || this.last === undefined) return this.widen();
		// Backward from the end, rows can only slip into the part that is still to be read.
		if (toward === 'start') return keys.length > 0 ? this.join(window, keys, isLast) : 'lost';
		if (this.newestId === undefined) {
			this.proven = false;
			return this.join(window, keys, isLast || keys.length === 0);
		}
		this.suspect = { check: 'before', window, keys, isLast };
		return this.countTry();
	}

	/** Whether the rows are those of the page before from its first on: the page number was ignored. */
	repeats(keys: readonly string[]): boolean {
		return keys.every((key, at) => key === this.last?.keys[at]);
	}

	private firstOverlap(): number {
		return Math.max(1, Math.min(OVERLAP, Math.floor(this.options.pageLength / 8)));
	}

	private chooseWindow(): Window | undefined {
		const { toward, pageLength, allowedSizes } = this.options;
		const sizes = sizesUpTo(pageLength, allowedSizes);
		return overlappingWindow(this.edge, toward, this.overlap, sizes);
	}

	/** The page of constant size that holds the next row; taken up again, the last row that was read. */
	private gridWindow(toward: Toward, size: number): Window {
		const takenUp = this.last === undefined;
		const row =
			toward === 'end' ? (takenUp ? this.edge - 1 : this.edge) : this.edge - (takenUp ? 0 : 1);
		return { number: Math.floor(Math.max(0, row) / size) + 1, size };
	}

	private touches(keys: readonly string[]): boolean {
		const before = new Set(this.last?.keys ?? []);
		const { wasRead } = this.options;
		return keys.some(
			(key) => before.has(key) || (this.last === undefined && wasRead?.(key) === true),
		);
	}

	private join(window: Window, keys: readonly string[], isLast: boolean): Verdict {
		const { pageLength } = this.options;
		const length = this.fixed ? pageLength : Math.min(window.size, pageLength);
		const start = (window.number - 1) * length;
		this.last = { window, keys };
		this.suspect = undefined;
		this.tries = 0;
		this.overlap = this.firstOverlap();
		if (this.options.toward === 'end') {
			this.edge = start + keys.length;
			this.atEnd = isLast;
		} else {
			this.edge = start;
			this.atEnd = start === 0;
		}
		return 'joined';
	}

	/** Rows were deleted, or the service does not keep to the size: reach further back, then change over. */
	private widen(): Verdict {
		do this.overlap *= 2;
		while (this.overlap < this.options.pageLength && this.chooseWindow() === undefined);
		if (this.overlap >= this.options.pageLength) {
			// No overlap however far back: pages of constant size it is, if the last one was of them.
			const isOnGrid = this.last !== undefined && this.last.window.size >= this.options.pageLength;
			if (this.fixed || this.honours || !isOnGrid) return 'lost';
			this.fixed = true;
		}
		return this.countTry();
	}

	private takeBefore(window: Window, keys: readonly string[]): Verdict {
		const { suspect, last } = this;
		if (suspect === undefined || last === undefined) return 'lost';
		const isSame =
			keys.length === last.keys.length && keys.every((key, at) => key === last.keys[at]);
		if (isSame) {
			if (window.number === 1) return this.joinSuspect();
			this.suspect = { ...suspect, check: 'front' };
			return 'apart';
		}
		this.suspect = undefined;
		if (!this.touches(keys)) return 'lost';
		this.last = { window, keys };
		return this.countTry();
	}

	private takeFront(keys: readonly string[]): Verdict {
		const newest = Math.max(0, ...keys.map(Number));
		if (newest <= (this.newestId ?? 0)) return this.joinSuspect();
		this.newestId = newest;
		this.suspect = undefined;
		return this.countTry();
	}

	private joinSuspect(): Verdict {
		const { suspect } = this;
		if (suspect === undefined) return 'lost';
		const { window, keys, isLast } = suspect;
		// An empty page after one that has not moved is the end.
		return this.join(window, keys, isLast || keys.length === 0);
	}

	private countTry(): Verdict {
		this.tries += 1;
		return this.tries > MAX_TRIES ? 'lost' : 'apart';
	}
}
