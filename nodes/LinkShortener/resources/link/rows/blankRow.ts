import { yesOrNo } from '../../../shared/values/convert';
import { toText } from '../../../shared/json';
import { isEmpty } from '../../../shared/n8n/parameters';
import type { BlankCall } from '../../../operations/operation';
import { formFacts } from '../../../fields/cellValue';
import { cellsByField, columnsFor } from '../columns/columns';
import { emptyColumn, noColumnInWords } from '../columns/noColumn';
import { isWebAddress } from '../../../fields/fieldValues';
import { plainColumnName, type Row } from '../../../sheet/headings';
import { isAutoMapped, readIgnored } from '../../../sheet/mappingMode';
import { UPSERT_COLUMNS } from './newLink';

/** Blank rows, as there are between and below the rows of a sheet. Pure, but for a line on the node. */

/**
 * Whether an item is a blank row of a sheet.
 *
 * @param naming the fields of the form, or of columns, that name a link
 */
export function isBlankRow(call: BlankCall, naming: readonly string[]): boolean {
	const { parameters, item, sheet } = call;
	if (!isAutoMapped(parameters)) return isBlankInput(call, naming);
	const row = item.json;
	const set = naming.filter((field) => parameters.isFilledIn(field));
	// Without columns it is no row, if the form names its link.
	if (set.some((field) => !isEmpty(parameters.value(field)))) {
		return Object.keys(row).length > 0 && isBlankBesidesNumber(row);
	}
	if (Object.values(row).every(isEmpty)) return true;
	// A row may lack the columns of its empty cells.
	const all = Object.fromEntries([...sheet.columns].map((column) => [column, row[column]]));
	const cells = cellsByField(
		all,
		columnsFor(UPSERT_COLUMNS, sheet.meant),
		readIgnored(parameters, sheet),
	);
	const isOfOneLink = ({ field, value }: Cell) =>
		formFacts(field)?.isOfOneLink === true && !isEmpty(value);
	if (cells.some((cell) => isOfOneLink(cell) && !isCheckbox(cell))) return false;
	const fields = cells.map(({ field }) => field);
	const known = [...fields, ...set];
	const isNamed = naming.some((field) => known.includes(field));
	// In a later round of a loop no row may have that column, since an earlier one has shown it.
	if (!isNamed && !call.isLaterRun) return false;
	// The long URL may stand in a column that nobody knows, which a person should hear of.
	if (!known.includes('url') && Object.values(row).some(isWebAddress)) return false;
	if (!call.isLaterRun) noteNothingNamed(call, cells, naming);
	return true;
}

/** Tells which column to drag where no row of a sheet names its link: the long URLs may be in one that nobody knows. */
function noteNothingNamed(
	{ parameters, sheet, hint }: BlankCall,
	cells: readonly Cell[],
	fields: readonly string[],
): void {
	const naming = cells.filter(({ field }) => fields.includes(field));
	const isNamed = naming.some(({ column }) => sheet.filled.has(column));
	if (isNamed || fields.some((field) => parameters.isFilledIn(field))) return;
	const page = cells.find(({ field }) => field === 'url');
	const line = page === undefined ? noColumnInWords(sheet) : emptyColumn(page.column, sheet);
	if (line !== undefined) hint(line);
}

type Cell = ReturnType<typeof cellsByField>[number];

function isCheckbox({ field, value }: Cell): boolean {
	if (typeof value === 'boolean') return true;
	return formFacts(field)?.mayBeTicked === true && yesOrNo(toText(value)) !== undefined;
}

/** n8n's node for Google Sheets adds this to each row. */
const ROW_NUMBER = 'rownumber';

/**
 * The same where each field is mapped manually: the whole input row is blank, and the form takes something from
 * rows. A run of one item is somebody's first try, whose empty long URL is a mistake, unless it is a round of a
 * loop; and an item of no columns is no row if the form names its link.
 */
function isBlankInput(
	{ parameters, item, itemCount, isLaterRun }: BlankCall,
	fields: readonly string[],
): boolean {
	const isOneOfSeveral = itemCount > 1 || isLaterRun;
	if (parameters.areOfModel || !parameters.varyByItem || !isOneOfSeveral) return false;
	if (!isBlankBesidesNumber(item.json)) return false;
	const hasColumns = Object.keys(item.json).length > 0;
	return hasColumns || fields.every((name) => isEmpty(parameters.value(name)));
}

function isBlankBesidesNumber(row: Row): boolean {
	return Object.entries(row).every(
		([column, cell]) => isEmpty(cell) || plainColumnName(column) === ROW_NUMBER,
	);
}
