import { yesOrNo } from '../../shared/convert';
import { toText } from '../../shared/json';
import { isEmpty, type Parameters } from '../../shared/parameters';
import { cellsByField } from './columns';
import { columnsCalled, type Row } from './headings';
import { isAutoMapped, readIgnored } from './mapping';
import { UPSERT_COLUMNS } from './newLink';

/** A row has a column for one of these, or it is no row of links. */
const NAMES = ['url', 'custom', 'shorturl'];

/**
 * Whether an item is a row of a sheet without a link in it, as there are between and below others. A sheet may
 * have a checkbox, a row number or an ID in each of them.
 */
export function isBlankRow(parameters: Parameters, row: Row): boolean {
	if (!isAutoMapped(parameters)) return false;
	if (Object.values(row).every(isEmpty)) return true;
	const match = parameters.text('columnToMatchOn');
	if (columnsCalled(row, match).some((column) => !isEmpty(row[column]))) return false;
	const cells = cellsByField(row, UPSERT_COLUMNS, readIgnored(parameters));
	return (
		cells.some(({ field }) => NAMES.includes(field)) &&
		cells.every(({ field, value }) => isEmpty(value) || isOff(field, value)) &&
		!Object.values(row).some(isWebAddress)
	);
}

/** An unticked checkbox. */
function isOff(field: string, value: unknown): boolean {
	return value === false || (field === 'deeplink' && yesOrNo(toText(value)) === false);
}

/** The long URL may stand in a column that nobody knows, which a person should hear of. */
function isWebAddress(cell: unknown): boolean {
	return /^https?:/i.test(toText(cell));
}
