import { both, toText, withoutInvisible, type Values } from '../../shared/text';
import { UserFacingError } from '../../shared/userFacingError';
import type { BlankCall, ReadingCall } from '../../operations/operation';
import { isAutoMapped } from '../../operations/sheet';
import { type ItemValues, listedValue, titleOf } from '../fields/formFields';
import { fieldsByExpression, valuesOf } from '../fields/setInForm';
import { columnsFound, headingKey } from './headings';
import { addressIn, yesOrNo, isEmpty } from '../../shared/values/convert';

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
	const values = valuesOf(parameters);
	return (
		expressions.every((field) => isNone(field, values[field])) &&
		[...sheet.columnsOf].every(([field, columns]) =>
			columns.every((column) => isNone(field, row[column])),
		)
	);
}

/** Nothing at all, or the No of a checkbox. */
function isNone(field: string, cell: unknown): boolean {
	const value = listedValue(field, cell);
	return isEmpty(value) || (field === 'deeplink' && yesOrNo(toText(value)) === false);
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

function hasNothing(row: Values): boolean {
	return Object.entries(row).every(
		([column, cell]) => isEmpty(cell) || headingKey(column) === ROW_NUMBER,
	);
}

/** What is said of an item that names no link: what is empty or missing, and which column to drag. */

type NamingCall = Pick<ReadingCall, 'parameters' | 'item' | 'sheet'>;

/** As the item's column calls it, else as the form does; undefined if it is in neither. */
function titleIn({ parameters, item, sheet }: NamingCall, field: string): string | undefined {
	const columns = isAutoMapped(parameters) ? (sheet.columnsOf.get(field) ?? []) : [];
	const column = columns.find((one) => !isEmpty(item.json[one])) ?? columns[0];
	if (column !== undefined) return withoutInvisible(column);
	return parameters.isFilledIn(field) ? titleOf(field) : undefined;
}

/** @throws {UserFacingError} unless the item has one of `needed` */
export function refuseNothingNamed(
	call: NamingCall,
	{ values }: ItemValues,
	needed: readonly string[],
): void {
	if (needed.some((name) => !isEmpty(values[name]))) return;
	const own = needed.flatMap((name) => titleIn(call, name) ?? []);
	if (own.length === 0 && Object.keys(call.item.json).length > 0) throw nothingFor(call);
	const names = own.length > 0 ? own : needed.map(titleOf);
	const [are, them] = names.length === 1 ? ['is', 'it'] : ['are', 'one of them'];
	const what = `${both.format(names)} ${are} empty`;
	const remedy = `Set ${them} for every item, such as https://example.com/page.`;
	throw lackOfUrl(call, what, what, remedy);
}

/** For a link that is to be created. */
export function noLongUrl(call: NamingCall): UserFacingError {
	const title = titleIn(call, 'url') ?? titleOf('url');
	const what = 'There is no such link';
	const remedy = `Set ${title}, so that the link can be created.`;
	return lackOfUrl(call, what, `${what}, and ${title} is empty`, remedy);
}

/** `message` and `remedy`: what is said where the form or a column has a long URL. */
function lackOfUrl(
	call: NamingCall,
	what: string,
	message: string,
	remedy: string,
): UserFacingError {
	if (!isAutoMapped(call.parameters)) return new UserFacingError(message, remedy);
	if (titleIn(call, 'url') !== undefined)
		return new UserFacingError(message, `${remedy} ${MERGED}`);
	const missing = `${what}, and no column matches Long URL`;
	return new UserFacingError(missing, nothingFor(call).explanation.remedy);
}

const MERGED =
	'If cells are merged, fill in each row. Use a Filter node to take out rows without a page.';

/** Headings of addresses that are not the page itself. */
const BESIDES = /image|img|photo|picture|bild|logo|icon|thumb|avatar|video|short/i;

function isWebAddress(cell: unknown): boolean {
	return /^https?:/i.test(toText(addressIn(cell)));
}

/** Neither a field nor a column. */
export function nothingFor({ parameters, item, sheet }: NamingCall): UserFacingError {
	const columns = Object.keys(item.json);
	const isMapped = isAutoMapped(parameters);
	const address = columns.find(isWebAddress);
	if (address !== undefined) {
		return new UserFacingError(
			`The file has no headings: its first line, such as ${address}, was taken for them`,
			'In the node that reads the file, turn Header Row off. Then enter {{ $json.row[0] }} as Long URL, where 0 is the first column.',
			{ endsRun: true },
		);
	}
	const page = columns.find((one) => isWebAddress(item.json[one]) && !BESIDES.test(one));
	const column = page === undefined ? 'with your pages' : `"${withoutInvisible(page)}"`;
	const built =
		page === undefined
			? ' If there is none, enter an address with a column in it as Long URL, such as https://example.com/{{ $json.Handle }}.'
			: '';
	const found = columnsFound(isMapped ? sheet.columns : columns);
	return new UserFacingError(
		isMapped ? 'No column matches Long URL' : 'No field is filled in',
		`Drag the column ${column} into Long URL${isMapped ? ', or name it Long URL' : ', or set Mapping Column Mode to Map Automatically for a column named Long URL'}.${built} ${found}`,
		{ endsRun: true },
	);
}
