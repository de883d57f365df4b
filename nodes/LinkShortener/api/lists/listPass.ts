/** The rows that a page showed, by their identity. */
type Rows = readonly string[];

/** One reading of all pages of a list. */
export interface ListPass {
	pages: Array<{ ids: Rows; isFull: boolean }>;
	/** The last page, as it was before the others; page 1 where the service does not say which one is the last. */
	last: { number: number; ids: Rows };
	/** It ended before a record that is not wanted, with the rows in front of it. */
	isCut?: boolean;
}

/**
 * Whether no row moved from one page to another while all were read. A record that is created or deleted
 * shifts all rows behind it: that shows on page 1 or on the last page. If it comes and goes, or only changes
 * its place, a row stands on two pages.
 *
 * @param again page 1 as it is afterwards
 */
export function isProven({ pages, last }: ListPass, again: Rows): boolean {
	const rows = pages.flatMap(({ ids }) => ids);
	const isEachOnce = new Set(rows).size === rows.length;
	// On a page with hidden rows, one that moves may not be seen.
	const areAllShown = pages.slice(0, -1).every(({ isFull }) => isFull);
	return (
		isEachOnce &&
		areAllShown &&
		pages.length === last.number &&
		areSameRows(pages.at(-1)?.ids, last.ids) &&
		areSameRows(pages[0]?.ids, again)
	);
}

/** Whether two readings show the same rows on each page. */
export function areSame(one: ListPass, other: ListPass): boolean {
	return (
		one.pages.length === other.pages.length &&
		one.pages.every(({ ids }, index) => areSameRows(ids, other.pages[index]?.ids))
	);
}

/**
 * Whether the records of a reading were returned in its order. Those above the one that was on top at first
 * are new, so it does not matter where they stand.
 *
 * @param top undefined where page 1 showed nothing
 */
export function isInOrder(
	{ pages }: ListPass,
	returned: ReadonlySet<string>,
	top: string | undefined,
): boolean {
	const rows = pages.flatMap(({ ids }) => ids);
	const old = rows.slice(rows.findIndex((id) => id === top) + 1);
	const areOld = new Set(old);
	const asReturned = [...returned].filter((id) => areOld.has(id));
	return old.every((id, index) => id === asReturned[index]);
}

/** Whether two pages show the same rows, in whichever order. */
function areSameRows(one: Rows = [], other: Rows = []): boolean {
	const ids = new Set(one);
	return one.length === other.length && other.every((id) => ids.has(id));
}
