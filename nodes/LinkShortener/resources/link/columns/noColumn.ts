import { shownColumnName } from '../../../sheet/headings';
import type { Sheet } from '../../../sheet/sheet';

/** As many columns are shown to find the one to drag. */
const MOST_COLUMNS = 20;

/** The words for a sheet in which no column means Long URL. */
export function noColumn({
	columns,
	withAddresses,
	lateHeadings,
}: Pick<Sheet, 'columns' | 'withAddresses' | 'lateHeadings'>): {
	message: string;
	remedy: string;
} {
	if (lateHeadings !== undefined) {
		return {
			message: `The headings are in a row of their own: ${lateHeadings.join(', ')}`,
			remedy:
				'In the node that reads the sheet, set Starting Line (CSV), Range (Excel), or Header Row (Google Sheets) to the line with the headings.',
		};
	}
	const names = [...withAddresses, ...[...columns].filter((name) => !withAddresses.has(name))];
	const likeliest = likeliestOf([...withAddresses]);
	const found = names.slice(0, MOST_COLUMNS).map(shownColumnName).join(', ') || 'none';
	return {
		message: `No column is named Long URL. Columns found: ${found}`,
		remedy:
			likeliest === undefined
				? 'Drag the column with the addresses of your pages into Long URL below, or enter one address there for all rows.'
				: `Drag ${shownColumnName(likeliest)} into Long URL below.`,
	};
}

/** The same as one line. */
export function noColumnInWords(sheet: Sheet): string {
	const { message, remedy } = noColumn(sheet);
	return `${message}. ${remedy}`;
}

/** The line for a sheet whose long URLs are all empty, where a column that nobody knows may have them. */
export function emptyColumn(
	column: string,
	{ withAddresses }: Pick<Sheet, 'withAddresses'>,
): string | undefined {
	const likeliest = likeliestOf([...withAddresses]);
	if (likeliest === undefined) return undefined;
	return `${shownColumnName(column)} is empty in all rows. If ${shownColumnName(likeliest)} has your pages, drag it into Long URL below.`;
}

/** Headings of addresses that are seldom the page itself. */
const BESIDES = /image|img|photo|picture|bild|logo|icon|thumb|avatar|video|short/i;

function likeliestOf(columns: readonly string[]): string | undefined {
	return columns.find((column) => !BESIDES.test(column)) ?? columns[0];
}
