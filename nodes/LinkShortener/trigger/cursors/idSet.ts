/** A run of whole numbers, both ends included. */
type Run = [first: number, last: number];

const MAX_RUNS = 20_000;

/** A set of ids that stays small as text: neighbours are written as one run, `7,101-340`. */
export class IdSet {
	/** In ascending order, with a gap between each two. */
	private readonly runs: Run[];

	constructor(text = '') {
		this.runs = text === '' ? [] : text.split(',').map(readRun);
	}

	has(id: number): boolean {
		const run = this.runs[this.placeOf(id)];
		return run !== undefined && run[0] <= id;
	}

	add(id: number): void {
		if (this.has(id)) return;
		const at = this.placeOf(id);
		const [before, after] = [this.runs[at - 1], this.runs[at]];
		const first = before?.[1] === id - 1 ? before[0] : id;
		const last = after?.[0] === id + 1 ? after[1] : id;
		const joined = Number(first < id) + Number(last > id);
		this.runs.splice(first < id ? at - 1 : at, joined, [first, last]);
	}

	/** The id that comes after the `count` highest ones up to `top`; undefined when there are no more. */
	fromTop(top: number, count: number): number | undefined {
		let left = count;
		for (const [first, highest] of [...this.runs].reverse()) {
			const last = Math.min(highest, top);
			if (last < first) continue;
			if (last - first + 1 > left) return last - left;
			left -= last - first + 1;
		}
		return undefined;
	}

	/** How many ids there are. */
	get size(): number {
		return this.runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
	}

	/** The highest id; 0 for none. */
	get highest(): number {
		return this.runs.at(-1)?.[1] ?? 0;
	}

	/** All ids, in ascending order. */
	get ids(): number[] {
		return this.runs.flatMap(([first, last]) =>
			Array.from({ length: last - first + 1 }, (_, at) => first + at),
		);
	}

	/**
	 * The set as text, without the ids up to `watermark`. More runs than can be kept are written as one,
	 * with everything in between.
	 */
	toText(watermark = 0): string {
		const runs = this.runs.slice(this.placeOf(watermark + 1));
		const first = Math.max(runs[0]?.[0] ?? 0, watermark + 1);
		if (runs.length > MAX_RUNS) return `${first}-${this.highest}`;
		return runs.map((run, at) => writeRun(at === 0 ? first : run[0], run[1])).join(',');
	}

	/** Where the first run is that ends at an id or after it. */
	private placeOf(id: number): number {
		let low = 0;
		let high = this.runs.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.runs[middle]?.[1] ?? 0) < id) low = middle + 1;
			else high = middle;
		}
		return low;
	}
}

/** Whether a text is one that `toText` writes, of at most so many ids. */
export function isIdSet(value: unknown, most = Infinity): boolean {
	if (value === '') return true;
	if (typeof value !== 'string' || !/^\d+(-\d+)?(,\d+(-\d+)?)*$/.test(value)) return false;
	const ends = value.split(',').flatMap(readRun);
	const isRising = ends.every((end, at) => Number.isSafeInteger(end) && end >= (ends[at - 1] ?? 1));
	return isRising && new IdSet(value).size <= most;
}

function readRun(text: string): Run {
	const [first = '', last = first] = text.split('-');
	return [Number(first), Number(last)];
}

function writeRun(first: number, last: number): string {
	return first === last ? String(first) : `${first}-${last}`;
}
