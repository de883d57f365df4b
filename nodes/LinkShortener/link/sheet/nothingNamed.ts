import { isRecord, toText, withoutInvisible } from '../../shared/text';
import { isEmpty, locatorParts } from '../../shared/n8n/parameters';
import { UserFacingError } from '../../shared/userFacingError';
import type { BlankCall, ReadingCall } from '../../operations/operation';
import { isAutoMapped } from '../../operations/sheet';
import {
	fieldsByExpression,
	type ItemValues,
	listedValue,
	NAMING_FIELDS,
	titleOf,
	valuesOf,
} from '../fields/formFields';
import { columnsFound, headingsOf, matchHeadings, headingKey } from './headings';
import { yesOrNo } from '../../shared/values/convert';

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
		([column, cell]) => isEmpty(cell) || headingKey(column) === ROW_NUMBER,
	);
}

/** What a person is told whose item names no link. */

type NamingCall = Pick<ReadingCall, 'parameters' | 'item' | 'sheet' | 'itemCount'>;

/** As the item's column calls it, else as the form does. */
function titleIn({ parameters, item, sheet }: NamingCall, field: string): string {
	const columns = isAutoMapped(parameters) ? (sheet.columnsOf.get(field) ?? []) : [];
	const column = columns.find((one) => !isEmpty(item.json[one])) ?? columns[0];
	return column === undefined ? titleOf(field) : withoutInvisible(column);
}

const list = new Intl.ListFormat('en');

/** @throws {UserFacingError} unless the item has one of `needed` */
export function refuseNothingNamed(
	call: NamingCall,
	{ values, columns }: ItemValues,
	needed: readonly string[],
): void {
	if (needed.some((name) => !isEmpty(values[name]))) return;
	const { parameters, item, sheet, itemCount } = call;
	const isMapped = isAutoMapped(parameters);
	const isThere = (name: string) => sheet.columnsOf.has(name) || parameters.isFilledIn(name);
	const own = needed.filter(isThere);
	if (isMapped && own.length === 0) throw noColumn(item.json, sheet.columns);
	const isSet = NAMING_FIELDS.some((name) => parameters.isFilledIn(name));
	const inputs = Object.keys(item.json);
	// A blank row among others has no columns.
	if (!isMapped && !isSet && (inputs.length > 0 || itemCount > 1)) throw noField(inputs);
	const names = (own.length > 0 ? own : needed).map((name) => titleIn(call, name));
	const filled = Object.values(columns).map(withoutInvisible);
	const are = (of: readonly string[]) => (of.length === 1 ? 'is' : 'are');
	const what = `${list.format(names)} ${are(names)} empty`;
	if (isMapped && !isThere('url'))
		throw noUrlColumn(`${what}, and no column`, item.json, sheet.columns);
	const but = filled.length === 0 ? '' : `, but ${list.format(filled)} ${are(filled)} not`;
	const found = isMapped ? ` ${columnsFound(sheet.columns)}` : '';
	throw new UserFacingError({
		message: `${what}${but}`,
		remedy:
			but === ''
				? `Set ${names.length === 1 ? 'it' : 'one of them'} for every item, such as https://example.com/page.${found}`
				: MERGED,
	});
}

/** For a link that is to be created. */
export function noLongUrl(call: NamingCall, noun: string): UserFacingError {
	const { parameters, item, sheet } = call;
	const isThere = sheet.columnsOf.has('url') || parameters.isFilledIn('url');
	if (isAutoMapped(parameters) && !isThere) {
		return noUrlColumn('There is no such link, and no column', item.json, sheet.columns);
	}
	const title = titleIn(call, 'url');
	const merged = noun === 'row' ? ` ${MERGED}` : '';
	return new UserFacingError({
		message: `There is no such link, and ${title} is empty`,
		remedy: `Set ${title}, so that the link can be created.${merged}`,
	});
}

const MERGED =
	'Merged cells: fill them in each row. Rows without a link yet: take them out with a Filter node.';

function noUrlColumn(
	what: string,
	row: Readonly<Record<string, unknown>>,
	columns: readonly string[],
	endsRun = false,
): UserFacingError {
	return new UserFacingError({
		message: `${what} matches Long URL`,
		remedy: `${wayTo(row, columns)} ${columnsFound(columns)}`,
		endsRun,
	});
}

const SOME_COLUMNS = 3;

function noField(columns: readonly string[]): UserFacingError {
	const { columnsOf } = matchHeadings(headingsOf(columns));
	// Those that name a link in front.
	const naming = NAMING_FIELDS.flatMap((name) => columnsOf.get(name) ?? []);
	const fields = [...new Set([...naming, ...[...columnsOf.values()].flat()])];
	const shown = fields.length > 0 ? fields : columns;
	const some = shown.slice(0, SOME_COLUMNS).map(withoutInvisible).join(', ');
	const more = columns.length > SOME_COLUMNS ? ' …' : '';
	const named = some === '' ? '' : ` (${some}${more})`;
	return new UserFacingError({
		message: 'No field is filled in',
		remedy:
			columns.length > 0 && fields.length === 0
				? 'Drag the column with the addresses of your pages into Long URL, and others into the fields they are for.'
				: `To use the columns of your rows${named}, set Mapping Column Mode to Map Automatically.`,
		endsRun: true,
	});
}

/** Headings of addresses that are seldom the page itself. */
const BESIDES = /image|img|photo|picture|bild|logo|icon|thumb|avatar|video|short/i;

function isWebAddress(cell: unknown): boolean {
	return /^https?:/i.test(toText(cell));
}

export function noColumn(
	row: Readonly<Record<string, unknown>>,
	columns: readonly string[],
): UserFacingError {
	const address = columns.find(isWebAddress);
	if (address !== undefined) {
		return new UserFacingError({
			message: `The file has no headings: its first line, such as ${address}, was taken for them`,
			remedy:
				'In the node that reads the file, turn Header Row off. Then enter {{ $json.row[0] }} as Long URL, with the place of the column from 0.',
			endsRun: true,
		});
	}
	return noUrlColumn('No column', row, columns, true);
}

function wayTo(row: Readonly<Record<string, unknown>>, columns: readonly string[]): string {
	const parts = columns.find((column) => Array.isArray(row[column]) || isRecord(row[column]));
	if (parts !== undefined) {
		return `The column "${withoutInvisible(parts)}" has a list or an object: take it apart with a Split Out or Edit Fields node first.`;
	}
	const addresses = columns.filter((column) => isWebAddress(row[column]));
	const likeliest = addresses.find((column) => !BESIDES.test(column)) ?? addresses[0];
	return likeliest === undefined
		? 'Drag the column with the addresses of your pages into Long URL, or enter one address there for all rows.'
		: `Drag the column "${withoutInvisible(likeliest)}" into Long URL.`;
}
