import { isEmpty } from '../../shared/n8n/parameters';
import { UserFacingError } from '../../shared/userFacingError';
import type { ReadingCall } from '../../operations/operation';
import { headingsOf, shownColumnName } from './headings';
import { isAutoMapped } from '../../operations/sheet';
import { matchHeadings, columnsFound } from './columns';
import { UPSERT_COLUMNS, type NewLink } from '../rows/newLink';
import { NAMING_FIELDS } from './setForRows';
import { isWebAddress } from '../fields/fieldValues';
import { isRecord } from '../../shared/json';

/** What a person is told whose rows are there, and none of whose fields or columns is found. */

type Call = Pick<ReadingCall, 'parameters' | 'item' | 'sheet' | 'itemCount'>;

/** @throws {UserFacingError} when no row can have any of `needed`, or the form holds none of what names a link */
export function refuseNothingMapped(
	{ parameters, item, sheet, itemCount }: Call,
	{ values }: Pick<NewLink, 'values'>,
	needed: readonly string[],
): void {
	if (needed.some((name) => !isEmpty(values[name]))) return;
	if (isAutoMapped(parameters)) {
		const isThere = (name: string) => parameters.isFilledIn(name) || sheet.columnsOf.has(name);
		if (!needed.some(isThere)) throw noColumn(item.json, sheet.columns);
		return;
	}
	const columns = Object.keys(item.json);
	const isFilledIn = NAMING_FIELDS.some((name) => parameters.isFilledIn(name));
	// A blank row among others has no columns.
	if (!isFilledIn && (columns.length > 0 || itemCount > 1)) throw noField(columns);
}

const SOME_COLUMNS = 3;

function noField(columns: readonly string[]): UserFacingError {
	const { columnsOf } = matchHeadings(headingsOf(columns), UPSERT_COLUMNS, new Set());
	// Those that name a link in front.
	const naming = NAMING_FIELDS.flatMap((name) => columnsOf.get(name) ?? []);
	const fields = [...new Set([...naming, ...[...columnsOf.values()].flat()])];
	const shown = fields.length > 0 ? fields : columns;
	const some = shown.slice(0, SOME_COLUMNS).map(shownColumnName).join(', ');
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
	return new UserFacingError({
		message: 'No column means Long URL',
		remedy: `${wayTo(row, columns)} ${columnsFound(columns)}`,
		endsRun: true,
	});
}

function wayTo(row: Readonly<Record<string, unknown>>, columns: readonly string[]): string {
	const parts = columns.find((column) => Array.isArray(row[column]) || isRecord(row[column]));
	if (parts !== undefined) {
		return `The column "${shownColumnName(parts)}" has a list or an object: take it apart with a Split Out or Edit Fields node first.`;
	}
	const addresses = columns.filter((column) => isWebAddress(row[column]));
	const likeliest = addresses.find((column) => !BESIDES.test(column)) ?? addresses[0];
	return likeliest === undefined
		? 'Drag the column with the addresses of your pages into Long URL, or enter one address there for all rows.'
		: `Drag the column "${shownColumnName(likeliest)}" into Long URL.`;
}
