import { listedValue } from '../fields/columnFields';
import type { BlankCall } from '../../operations/operation';
import { yesOrNo } from '../../shared/values/convert';
import { toText } from '../../shared/json';
import { isEmpty, locatorParts } from '../../shared/n8n/parameters';
import { plainColumnName } from './headings';
import { isAutoMapped } from '../../operations/sheet';
import { valuesOf, fieldsByExpression } from './setForRows';

/** Blank rows, as there are between and below the rows of a sheet. Pure. */

/**
 * Nothing has anything for it, neither a column nor an expression of the form; where none could, and where each field
 * is mapped by hand, all its cells are empty. `naming`: fields of the form that name a link.
 */
export function isBlankRow(call: BlankCall, naming: readonly string[]): boolean {
	const { parameters, item, sheet } = call;
	if (!isAutoMapped(parameters)) return isBlankInput(call, naming);
	const row = item.json;
	const expressions = fieldsByExpression(parameters);
	if (sheet.columnsOf.size === 0 && expressions.length === 0) {
		// Nodes that read files leave empty cells out, so an earlier round of a loop has shown the columns.
		return call.isLaterRun || hasNothing(row);
	}
	const values = valuesOf(parameters, 'additionalFields');
	return (
		expressions.every((field) => isNone(field, values[field])) &&
		[...sheet.columnsOf].every(([field, columns]) =>
			columns.every((column) => isNone(field, listedValue(field, row[column]))),
		)
	);
}

const MAY_BE_TICKED = ['deeplink', 'password'];

/** Nothing at all, or the No of a checkbox. */
function isNone(field: string, value: unknown): boolean {
	if (isEmpty(locatorParts(value).value)) return true;
	return MAY_BE_TICKED.includes(field) && yesOrNo(toText(value)) === false;
}

/** n8n's node for Google Sheets adds this to each row. */
const ROW_NUMBER = 'rownumber';

/**
 * For Map Each Field Manually. A single item is somebody's first try, whose empty long URL is a mistake, unless it is
 * a round of a loop; an item of no columns is no row if the form names its link.
 */
function isBlankInput(
	{ parameters, item, itemCount, isLaterRun }: BlankCall,
	naming: readonly string[],
): boolean {
	const isOneOfSeveral = itemCount > 1 || isLaterRun;
	if (parameters.areOfModel || !parameters.varyByItem || !isOneOfSeveral) return false;
	if (!hasNothing(item.json)) return false;
	const hasColumns = Object.keys(item.json).length > 0;
	return hasColumns || naming.every((name) => isEmpty(parameters.value(name)));
}

function hasNothing(row: Readonly<Record<string, unknown>>): boolean {
	return Object.entries(row).every(
		([column, cell]) => isEmpty(cell) || plainColumnName(column) === ROW_NUMBER,
	);
}
