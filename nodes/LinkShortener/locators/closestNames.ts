/** A name that is as close as this may be meant: letters that differ, for each letter there is. */
const CLOSE = 0.34;

/**
 * How many letters are compared for one name, some 0.4 ms: no help with a typing error may hold up n8n.
 * That is enough for 1,000 names that are not much alike.
 */
export const MAX_LETTERS = 50_000;

/** The names that may be meant, and how many letters were compared. */
interface Closest {
	names: string[];
	letters: number;
}

/**
 * The first names that may be meant by one that is not among them, since one holds the other or few
 * letters differ. Pure. A list that is too long is not compared to its end.
 *
 * @param names in the order of the list; they and the name are spelled alike: in small letters, say
 * @param most how many are wanted
 */
export function closestNames(name: string, names: Iterable<string>, most: number): Closest {
	const close: string[] = [];
	const distance = new Distance(name);
	for (const other of names) {
		if (close.length === most || distance.letters >= MAX_LETTERS) break;
		if (name.includes(other) || other.includes(name) || distance.isSmall(other)) close.push(other);
	}
	return { names: close, letters: distance.letters };
}

/** How many letters have to be changed, added or left out to make a name into others (Levenshtein). */
class Distance {
	/** How many letters were compared. */
	letters = 0;

	/** Two rows of the table, by letters of the name. */
	private above: number[];

	private row: number[];

	constructor(private readonly name: string) {
		this.above = new Array<number>(name.length + 1).fill(0);
		this.row = [...this.above];
	}

	/**
	 * Only the part of the table is filled in that can be within the limit (Ukkonen), and only until
	 * nothing in a row is.
	 */
	isSmall(other: string): boolean {
		const { name } = this;
		const { length } = name;
		this.letters += 1;
		const limit = Math.floor(CLOSE * Math.max(length, other.length));
		if (Math.abs(length - other.length) > limit) return false;
		for (let j = 0; j <= length; j += 1) this.row[j] = j;
		for (let i = 1; i <= other.length; i += 1) {
			[this.above, this.row] = [this.row, this.above];
			const { above, row } = this;
			const from = Math.max(1, i - limit);
			const to = Math.min(length, i + limit);
			row[from - 1] = from === 1 ? i : limit + 1;
			const letter = other.charCodeAt(i - 1);
			let least = row[from - 1] ?? 0;
			for (let j = from; j <= to; j += 1) {
				const changed = (above[j - 1] ?? 0) + (name.charCodeAt(j - 1) === letter ? 0 : 1);
				// Beyond the part that is filled in there is nothing within the limit.
				const added = j < i + limit ? (above[j] ?? 0) : limit;
				const fewest = Math.min(changed, added + 1, (row[j - 1] ?? 0) + 1);
				row[j] = fewest;
				if (fewest < least) least = fewest;
			}
			this.letters += to - from + 1;
			if (least > limit || this.letters > MAX_LETTERS) return false;
		}
		return (this.row[length] ?? 0) <= limit;
	}
}
