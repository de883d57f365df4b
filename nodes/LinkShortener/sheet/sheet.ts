/** The order of day and month in a date with its year behind, such as 05/06/2030. */
export type DateOrder = 'dayFirst' | 'monthFirst';

/** What the dates of a column tell of their order. Undefined if none of them tells it. */
export type ColumnOrder = DateOrder | 'contradictory' | undefined;

/** What can be told only from all rows of a sheet. */
export interface Sheet {
	/** The columns of any row: nodes that read files leave empty cells out. */
	readonly columns: ReadonlySet<string>;
	/** Those of them that are not empty in all rows. */
	readonly filled: ReadonlySet<string>;
	/** Those of them that are no field by their names, and have a web address in some cell. */
	readonly withAddresses: ReadonlySet<string>;
	/** The cells of a row that are headings, as in a file with its title in the first line. */
	readonly lateHeadings?: readonly string[];
	/** Columns that mean something else than their name says; ignored, and told in a hint. */
	readonly notMeant: readonly string[];
	/** The order of the dates of a column, by its name in any spelling. */
	readonly orderOf: (column: string) => ColumnOrder;
	/** What only all columns tell of some: the field of each, or an empty text for none. */
	readonly meant: ReadonlyMap<string, string>;
	/** The columns of a UTM plan, and the one that is the service's campaign as well. */
	readonly plan:
		| { readonly meant: ReadonlyMap<string, string>; readonly campaign: string | undefined }
		| undefined;
	/** What programs have written for nothing in columns of fields, and the places of the rows that have it. */
	readonly nothing: { readonly words: ReadonlySet<string>; readonly rows: readonly number[] };
	/** The number of each row for people, where a column tells it. */
	readonly rowNumbers: readonly number[] | undefined;
}

/** The sheet of a form, which has no columns. */
export const NO_SHEET: Sheet = {
	columns: new Set(),
	filled: new Set(),
	withAddresses: new Set(),
	notMeant: [],
	orderOf: () => undefined,
	meant: new Map(),
	plan: undefined,
	nothing: { words: new Set(), rows: [] },
	rowNumbers: undefined,
};

/** The number of an item for people: that of its row in the sheet, else its place, from 1. */
export function numberOf(itemIndex: number, rowNumbers: Sheet['rowNumbers']): number {
	return rowNumbers?.[itemIndex] ?? itemIndex + 1;
}
