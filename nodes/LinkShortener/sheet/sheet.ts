/** What the headings of a sheet tell, once for all of its rows. */
export interface Sheet {
	/** The columns of any row, since nodes that read files leave empty cells out. */
	readonly columns: readonly string[];
	/** The columns of each field, by the field's name. */
	readonly columnsOf: ReadonlyMap<string, readonly string[]>;
	/** The columns that mean a field only because other headings say so. */
	readonly plan: readonly string[];
	/** How the columns are used, if not every one is. */
	readonly line?: string;
	/** What a person should know of that before anything else. */
	readonly warning?: string;
	/** The number of each row for people, where a column tells it. */
	readonly rowNumbers: readonly number[] | undefined;
}

/** The sheet of a form, which has no columns. */
export const NO_SHEET: Sheet = {
	columns: [],
	columnsOf: new Map(),
	plan: [],
	rowNumbers: undefined,
};

/** The number of an item for people: that of its row in the sheet, else its place, from 1. */
export function numberOf(itemIndex: number, rowNumbers: Sheet['rowNumbers']): number {
	return rowNumbers?.[itemIndex] ?? itemIndex + 1;
}
