import { yesOrNo } from '../../shared/convert';
import { toText } from '../../shared/json';
import { isEmpty, type Parameters } from '../../shared/parameters';
import type { Sheet } from '../common/sheet';
import { cellsByField } from './columns';
import { isWebAddress } from './fieldValues';
import { columnsCalled, type Row } from './headings';
import { readIgnored } from './mapping';
import { NAMING_FIELDS, UPSERT_COLUMNS } from './newLink';

/**
 * Whether a row of a sheet has no link in it, as there are between and below others. A sheet may have a
 * checkbox, a row number, an ID, or a value that was filled down in each of them.
 *
 * @param sheet its columns, since a row may lack those of its empty cells
 */
export function isBlankRow(
	parameters: Parameters,
	row: Row,
	sheet: Pick<Sheet, 'columns' | 'filledDown' | 'notMeant'>,
): boolean {
	if (Object.values(row).every(isEmpty)) return true;
	const match = parameters.text('columnToMatchOn');
	if (columnsCalled(row, match).some((column) => !isEmpty(row[column]))) return false;
	const all = Object.fromEntries([...sheet.columns].map((column) => [column, row[column]]));
	const cells = cellsByField(all, UPSERT_COLUMNS, readIgnored(parameters, sheet));
	return (
		// Without a column for one of these it is no row of links.
		cells.some(({ field }) => NAMING_FIELDS.includes(field)) &&
		cells.every((cell) => isEmpty(cell.value) || isOff(cell) || isFilledDown(cell, sheet)) &&
		// The long URL may stand in a column that nobody knows, which a person should hear of.
		!Object.entries(row).some(([name, cell]) => isWebAddress(cell) && !sheet.filledDown.has(name))
	);
}

type Cell = ReturnType<typeof cellsByField>[number];

/** An unticked checkbox. */
function isOff({ field, value }: Cell): boolean {
	return value === false || (field === 'deeplink' && yesOrNo(toText(value)) === false);
}

/** A value that every row has says nothing of this one, unless it names its link. */
function isFilledDown({ field, column }: Cell, { filledDown }: Pick<Sheet, 'filledDown'>): boolean {
	return filledDown.has(column) && !NAMING_FIELDS.includes(field);
}
