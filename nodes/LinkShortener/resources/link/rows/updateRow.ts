import type { IDataObject } from 'n8n-workflow';

import { IDENTITY } from '../../../links/link/linkFields';
import { aliasOf, hostOf, pastedKey, toShortUrl } from '../../../links/link/shortUrl';
import { toText } from '../../../shared/json';
import { isEmpty, looksLikeId, toId } from '../../../shared/n8n/parameters';
import { UserFacingError, wrongValue } from '../../../shared/userFacingError';
import { isShortened } from '../../../shared/values/number';
import { meantText } from '../../../shared/values/text';
import { withPastedAlias } from '../../../fields/alias';
import { NO_SHEET, type Sheet } from '../../../sheet/sheet';
import {
	cellsByField,
	columnsFor,
	columnsOfRow,
	matchColumns,
	type Column,
} from '../columns/columns';
import { refuseOtherInput } from '../columns/inputKind';
import { isNothing } from '../../../shared/values/nothing';
import { valueIn } from '../../../fields/cellValue';
import { columnsCalled, plainColumnName, shownColumnName, type Row } from '../../../sheet/headings';
import { LINK_COLUMNS } from './linkBody';
import { matchSheetRow, type NewLink } from './newLink';
import { quoted, words } from '../../../shared/words';

/**
 * Reads a row that updates a link: the link it names, and its changes. Pure. A row may come from a listing;
 * then most of its columns hold present values, which are no changes.
 */

/** The column that names the link unless the user picks another. */
export const SHORT_URL_COLUMN = 'shorturl';

/** Another name of that column. */
const SHORT_LINK = 'shortlink';

const EXAMPLE = 'https://go.example.com/summer';

/**
 * The columns that hold new values of a link. Under its other names the alias is only told, as in a listing,
 * and must not become a new one. Link may well be the short URL.
 */
const UPDATE_COLUMNS = LINK_COLUMNS.map((column): Column => {
	const { name, columnNames, vagueColumnNames } = column;
	return {
		...column,
		isOnlyByName: name === 'custom',
		columnNames: name === 'custom' ? [] : columnNames,
		vagueColumnNames:
			name === 'custom' ? [] : vagueColumnNames?.filter((other) => other !== 'Link'),
	};
});

/** The link that a row names. */
export interface RowLink {
	/** Its short URL or its ID. */
	locator: { mode: 'shortUrl'; value: string };
	/** The short URL in a column of its own, which has to be of the same link. */
	shorturl?: string;
	/** The columns that name it. */
	columns: string[];
}

/**
 * The columns of a row by which its link is found. Short Link counts as a short URL if there is no other.
 *
 * @param name of the column to match on, in any spelling
 */
export function columnsToMatchOn(row: Row, name: string): readonly string[] {
	const matching = columnsCalled(row, name);
	const isShortUrl = plainColumnName(name) === SHORT_URL_COLUMN;
	return matching.length === 0 && isShortUrl ? columnsCalled(row, SHORT_LINK) : matching;
}

/**
 * The link that a row names in the column to match on; a short URL besides has to be of the same link.
 *
 * @param columnToMatchOn the column's name in any spelling
 * @param ignored columns that are not looked at
 * @throws {UserFacingError} that names the column
 */
export function linkOfRow(row: Row, columnToMatchOn: string, ignored: readonly string[]): RowLink {
	refuseField(columnToMatchOn);
	const isShortUrl = plainColumnName(columnToMatchOn) === SHORT_URL_COLUMN;
	const matching = columnsToMatchOn(row, columnToMatchOn);
	const [first] = matching;
	if (first === undefined) {
		refuseOtherInput(row);
		throw noColumn(columnToMatchOn, row);
	}
	const column = matching.find((name) => !isEmpty(nameCell(row[name])));
	if (column === undefined) throw wrongValue(quotedColumn(first), 'is empty', EXAMPLE);
	const value = nameIn(column, row[column], !isShortUrl);
	const locator = { mode: 'shortUrl', value } as const;
	const isIgnored = ignored.some((name) => plainColumnName(name) === SHORT_URL_COLUMN);
	const besides = isShortUrl || isIgnored ? [] : columnsCalled(row, SHORT_URL_COLUMN);
	const other = besides.find((name) => !isEmpty(nameCell(row[name])));
	if (other === undefined) return { locator, columns: [column] };
	return { locator, shorturl: nameIn(other, row[other], false), columns: [column, other] };
}

/** Refuses a column of values that several links may share. */
function refuseField(columnToMatchOn: string): void {
	if (plainColumnName(columnToMatchOn) === 'link') return;
	const { columns } = matchColumns({ [columnToMatchOn]: 'Any' }, LINK_COLUMNS, []);
	const field = LINK_COLUMNS.find(({ name }) => name in columns);
	if (field === undefined) return;
	throw new UserFacingError({
		...words`Column to Match On ${quoted(columnToMatchOn)} is ${field.displayName}, which more than one link may have`,
		remedy: `Enter a value such as ${SHORT_URL_COLUMN}, or use Create or Update, which also matches by alias and long URL.`,
	});
}

/** The link that a cell names. Digits in a column of short URLs may be an alias, so they are no id there. */
function nameIn(column: string, cell: unknown, takesIds: boolean): string {
	const text = meantText(nameCell(cell), quotedColumn(column), { kind: 'address' });
	if (takesIds && (looksLikeId(text) || isShortened(text)))
		return String(toId(text, quotedColumn(column)));
	if (pastedKey(text) !== '') return text;
	const what = takesIds ? 'is neither a short URL nor an ID' : 'is not a short URL';
	throw wrongValue(quotedColumn(column), words`${quoted(text)} ${what}`, EXAMPLE);
}

/** The cell of a column that names a link; undefined if a program has written nothing there. */
function nameCell(cell: unknown): unknown {
	return isNothing(cell) ? undefined : valueIn('shorturl', cell);
}

function quotedColumn(column: string): string {
	return `Column "${shownColumnName(column)}"`;
}

function noColumn(columnToMatchOn: string, row: Row): UserFacingError {
	return new UserFacingError({
		...words`The item has no column ${quoted(columnToMatchOn)}, which identifies the link`,
		remedy: `Name the column that holds short URLs, such as ${EXAMPLE}, or IDs in Column to Match On. ${columnsOfRow(row)}`,
	});
}

/** The changes that a row asks for. */
export interface RowChanges extends Omit<NewLink, 'values'> {
	/** Values by the API's field name; undefined where the row only repeats what its short URL says. */
	values: Record<string, unknown>;
	/** The columns that were used, those that name the link in front. */
	used: string[];
}

/**
 * The changes that a row asks for.
 *
 * @param link the link that the row names
 * @param ignored columns that are not looked at
 * @param sheet what all of its rows tell
 */
export function changesOfRow(
	row: Row,
	link: RowLink,
	ignored: readonly string[],
	sheet: Pick<Sheet, 'meant' | 'plan'> = NO_SHEET,
): RowChanges {
	const skipped = [...ignored, ...link.columns, SHORT_URL_COLUMN];
	const matched = matchSheetRow(row, UPDATE_COLUMNS, sheet, skipped);
	const { columns, leftOut } = matched;
	const alias = withPastedAlias(matched.values, columns, matched.values.domain);
	const { values, pasted } = alias;
	for (const name of IDENTITY) {
		// The row has a value of its own, so the one for all rows does not hold for it.
		if (name in values && repeatsShortUrl(name, values[name], link)) values[name] = undefined;
	}
	return {
		values,
		used: [...link.columns, ...Object.values(columns)],
		...{ columns, ignored: leftOut },
		problems: [...matched.problems, ...alias.problems],
		...(pasted && { pasted }),
	};
}

/**
 * What is returned for a row that changes nothing: its link, as the row names it.
 *
 * @returns undefined where no column is a field, so that the row can never change anything
 */
export function untouched(
	row: Row,
	{ locator: { value }, shorturl, columns }: RowLink,
	ignored: readonly string[],
	{ meant }: Pick<Sheet, 'meant'> = NO_SHEET,
): IDataObject | undefined {
	const skipped = [...ignored, ...columns, SHORT_URL_COLUMN];
	if (cellsByField(row, columnsFor(UPDATE_COLUMNS, meant), skipped).length === 0) return undefined;
	const link = looksLikeId(value) ? { id: Number(value) } : { shorturl: toShortUrl(value) };
	return { updated: false, ...link, ...(shorturl === undefined ? {} : { shorturl }) };
}

/** Whether a value is the alias or the domain that the short URL of the link has. */
function repeatsShortUrl(name: string, value: unknown, { locator, shorturl }: RowLink): boolean {
	const short = shorturl ?? locator.value;
	if (name === 'custom') return toText(value) === aliasOf({ shorturl: short });
	return name === 'domain' && hostOf(value) === hostOf(short);
}
