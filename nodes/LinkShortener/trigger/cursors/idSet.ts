/** A run of whole numbers, both ends included. */
type Run = [first: number, last: number];

/**
 * A set of ids that stays small as text: neighbours are written as one run, `7,101-340`. What is
 * added is not kept by reference, so a set can be built on saved text again and again.
 */
export class IdSet {
	private readonly saved: readonly Run[];

	private readonly added = new Set<number>();

	constructor(text = '') {
		this.saved = text === '' ? [] : text.split(',').map(readRun);
	}

	has(id: number): boolean {
		return this.added.has(id) || this.inSavedRun(id);
	}

	add(id: number): void {
		if (!this.inSavedRun(id)) this.added.add(id);
	}

	/** The id that comes after the `count` highest ones up to `maxId`; undefined when there are no more. */
	fromTop(maxId: number, count: number): number | undefined {
		let left = count;
		for (const [first, highest] of this.runs().reverse()) {
			const last = Math.min(highest, maxId);
			if (last < first) continue;
			if (last - first + 1 > left) return last - left;
			left -= last - first + 1;
		}
		return undefined;
	}

	get size(): number {
		return this.runs().reduce((total, [first, last]) => total + last - first + 1, 0);
	}

	/** How many runs its text has: what it costs to keep. */
	get runCount(): number {
		return this.runs().length;
	}

	/** The set as text, without the ids up to `watermark`. */
	toText(watermark = 0): string {
		return this.runs()
			.filter(([, last]) => last > watermark)
			.map(([first, last]) => writeRun([Math.max(first, watermark + 1), last]))
			.join(',');
	}

	/** From its lowest to its highest id, with everything in between. */
	asOneRange(): string {
		const runs = this.runs();
		const [first, last] = [runs[0], runs.at(-1)];
		return first === undefined || last === undefined ? '' : writeRun([first[0], last[1]]);
	}

	private inSavedRun(id: number): boolean {
		let low = 0;
		let high = this.saved.length - 1;
		while (low <= high) {
			const middle = (low + high) >> 1;
			const [first, last] = this.saved[middle] ?? [0, 0];
			if (id < first) high = middle - 1;
			else if (id > last) low = middle + 1;
			else return true;
		}
		return false;
	}

	/** Everything as runs in ascending order. */
	private runs(): Run[] {
		const added = [...this.added].map((id): Run => [id, id]);
		const all = [...this.saved, ...added].sort(([one], [other]) => one - other);
		const joined: Run[] = [];
		for (const [first, last] of all) {
			const before = joined.at(-1);
			if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
			else joined.push([first, last]);
		}
		return joined;
	}
}

function readRun(text: string): Run {
	const [first = '', last = first] = text.split('-');
	return [Number(first), Number(last)];
}

function writeRun([first, last]: Run): string {
	return first === last ? String(first) : `${first}-${last}`;
}
