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
 * checkbox, a row number or an ID in each of them.
 *
 * @param sheet its columns, since a row may lack those of its empty cells
 */
export function isBlankRow(
	parameters: Parameters,
	row: Row,
	sheet: Pick<Sheet, 'columns' | 'notMeant'>,
): boolean {
	if (Object.values(row).every(isEmpty)) return true;
	const match = parameters.text('columnToMatchOn');
	if (columnsCalled(row, match).some((column) => !isEmpty(row[column]))) return false;
	const all = Object.fromEntries([...sheet.columns].map((column) => [column, row[column]]));
	const cells = cellsByField(all, UPSERT_COLUMNS, readIgnored(parameters, sheet));
	return (
		// Without a column for one of these it is no row of links.
		cells.some(({ field }) => NAMING_FIELDS.includes(field)) &&
		cells.every(({ field, value }) => isEmpty(value) || isOff(field, value)) &&
		// The long URL may stand in a column that nobody knows, which a person should hear of.
		!Object.values(row).some(isWebAddress)
	);
}

/** An unticked checkbox. */
function isOff(field: string, value: unknown): boolean {
	return value === false || (field === 'deeplink' && yesOrNo(toText(value)) === false);
}
