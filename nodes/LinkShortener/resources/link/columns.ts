import { isEmpty } from '../../shared/parameters';

/** A field that a column can be meant for. */
export interface Column {
	/** The API's field name. */
	name: string;
	/** Other headings that mean it, besides its name. */
	headings: readonly string[];
}

/** What the columns of one row are good for. */
export interface MatchedRow {
	/** Values by the API's field name; empty cells are not among them. */
	values: Record<string, unknown>;
	/** Columns that are no field, in the row's order. */
	leftOut: string[];
}

/** A heading without what people and programs vary: case, blanks, `_` and `-`, a byte-order mark. */
export function plainHeading(heading: string): string {
	return heading.replace(/[\s_\-\uFEFF]/g, '').toLowerCase();
}

/**
 * Matches a row's columns to fields. Pure.
 *
 * Where two filled cells mean the same field the one with the API's own name wins, else the first; the
 * other counts as left out, so that nothing is dropped in silence.
 *
 * @param ignored headings the user does not want to be looked at, in any spelling
 */
export function matchColumns(
	row: Readonly<Record<string, unknown>>,
	columns: readonly Column[],
	ignored: readonly string[],
): MatchedRow {
	const skip = new Set(ignored.map(plainHeading));
	const byHeading = new Map<string, string>();
	for (const { name, headings } of columns) {
		for (const heading of [name, ...headings]) byHeading.set(plainHeading(heading), name);
	}
	const chosen = new Map<string, string>();
	const leftOut: string[] = [];
	for (const heading of Object.keys(row)) {
		const plain = plainHeading(heading);
		if (skip.has(plain)) continue;
		const field = byHeading.get(plain);
		if (field !== undefined && isEmpty(row[heading])) continue;
		const earlier = field === undefined ? undefined : chosen.get(field);
		if (field === undefined) leftOut.push(heading);
		else if (earlier === undefined) chosen.set(field, heading);
		else if (plain === plainHeading(field) && plainHeading(earlier) !== plain) {
			chosen.set(field, heading);
			leftOut.push(earlier);
		} else leftOut.push(heading);
	}
	const values = Object.fromEntries([...chosen].map(([field, heading]) => [field, row[heading]]));
	return { values, leftOut };
}
