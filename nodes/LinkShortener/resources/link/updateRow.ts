import { aliasOf, hostOf, pastedKey } from '../../links/shortUrl';
import { toText } from '../../shared/json';
import { isEmpty, toId } from '../../shared/parameters';
import { UserFacingError, wrongValue } from '../../shared/userFacingError';
import type { ColumnUse } from '../common/operation';
import { columnsOfRow, listedValue, matchColumns, plainColumnName, type Column } from './columns';
import { LINK_COLUMNS } from './linkBody';

/**
 * Reads a row that updates a link: the link it names, and its changes. Pure. A row may come from a listing;
 * then most of its columns hold present values, which are no changes.
 */

type Row = Readonly<Record<string, unknown>>;

/** The column that names the link unless the user picks another. */
export const SHORT_URL_COLUMN = 'shorturl';

/** Another name of that column. */
const SHORT_LINK = 'shortlink';

const EXAMPLE = 'https://go.example.com/summer';

/** Names of the alias under which it is only told: that of a listing must not become a new one. */
const ALIAS_COLUMNS = ['alias', 'slug', 'backhalf', 'shortcode'];

/** Columns that are never new values of a link. Link may well be the short URL. */
const NOT_MEANT = [...ALIAS_COLUMNS, 'link'];

/** Whether a column may hold a new value. */
function isMeant(column: string): boolean {
	return !NOT_MEANT.includes(plainColumnName(column));
}

const UPDATE_COLUMNS = LINK_COLUMNS.map((column): Column => ({
	...column,
	columnNames: column.columnNames?.filter(isMeant) ?? [],
	vagueColumnNames: column.vagueColumnNames?.filter(isMeant) ?? [],
}));

/** Columns of a listing that look like a field under another name. */
const LISTED = [...ALIAS_COLUMNS, 'title'];

/** The link that a row names: by its id, by its short URL or by both. */
export interface RowLink {
	id?: number;
	shortUrl?: string;
}

/** The link as one cell names it. */
interface Name extends RowLink {
	column: string;
}

/**
 * The link that a row names in the column to match on; a short URL besides has to be of the same link.
 *
 * @param columnToMatchOn the column's name in any spelling
 * @param ignored columns that are not looked at
 * @throws {UserFacingError} that names the column
 */
export function linkOfRow(row: Row, columnToMatchOn: string, ignored: readonly string[]): RowLink {
	const match = plainColumnName(columnToMatchOn);
	const field = LINK_COLUMNS.find((column) => spellingsOf(column).includes(match));
	if (field !== undefined && match !== 'link') {
		const what = `"${columnToMatchOn}" is ${field.displayName}, which more than one link may have`;
		throw wrongValue('Column to Match On', what, SHORT_URL_COLUMN);
	}
	const matching = matchingColumns(row, match);
	const [first] = matching;
	if (first === undefined) throw noColumn(columnToMatchOn, row);
	const filled = matching.filter((column) => !isEmpty(row[column]));
	if (filled.length === 0) throw wrongValue(quotedColumn(first), 'is empty', EXAMPLE);
	const besides = shortUrlsBesides(row, match, ignored);
	return oneLink([
		...filled.map((column) => nameIn(column, row[column], match !== SHORT_URL_COLUMN)),
		...besides.map((column) => nameIn(column, row[column], false)),
	]);
}

/** The columns that name the link. Short Link counts as one if there is no other. */
function matchingColumns(row: Row, match: string): string[] {
	const columns = columnsCalled(row, match);
	const mayBeShortLink = columns.length === 0 && match === SHORT_URL_COLUMN;
	return mayBeShortLink ? columnsCalled(row, SHORT_LINK) : columns;
}

/** The columns that name the link once more. */
function shortUrlsBesides(row: Row, match: string, ignored: readonly string[]): string[] {
	const isIgnored = ignored.some((column) => plainColumnName(column) === SHORT_URL_COLUMN);
	if (isIgnored || match === SHORT_URL_COLUMN) return [];
	return columnsCalled(row, SHORT_URL_COLUMN).filter((column) => !isEmpty(row[column]));
}

function columnsCalled(row: Row, plain: string): string[] {
	return Object.keys(row).filter((column) => plainColumnName(column) === plain);
}

function spellingsOf({
	name,
	displayName,
	columnNames = [],
	vagueColumnNames = [],
}: Column): string[] {
	return [name, displayName, ...columnNames, ...vagueColumnNames].map(plainColumnName);
}

/** The link that a cell names. Digits in a column of short URLs may be an alias, so they are no id there. */
function nameIn(column: string, cell: unknown, takesIds: boolean): Name {
	const text = toText(cell);
	if (takesIds && /^\d+$/.test(text)) return { column, id: toId(text, quotedColumn(column)) };
	if (pastedKey(text) !== '') return { column, shortUrl: text };
	const what = takesIds ? 'is neither a short URL nor an ID' : 'is not a short URL';
	throw wrongValue(quotedColumn(column), `"${text}" ${what}`, EXAMPLE);
}

function oneLink(names: readonly Name[]): RowLink {
	const [id, otherId] = distinct(names, (name) => name.id);
	const [short, otherShort] = distinct(names, ({ shortUrl }) => shortUrl && pastedKey(shortUrl));
	if (id !== undefined && otherId !== undefined) throw twoLinks(id, otherId);
	if (short !== undefined && otherShort !== undefined) throw twoLinks(short, otherShort);
	return {
		...(id?.id === undefined ? {} : { id: id.id }),
		...(short?.shortUrl === undefined ? {} : { shortUrl: short.shortUrl }),
	};
}

/** The first name of each link. */
function distinct(names: readonly Name[], keyOf: (name: Name) => unknown): Name[] {
	const byKey = new Map<unknown, Name>();
	for (const name of names) {
		const key = keyOf(name);
		if (key !== undefined && !byKey.has(key)) byKey.set(key, name);
	}
	return [...byKey.values()];
}

function quotedColumn(column: string): string {
	return `Column "${column.replace(/^\uFEFF/, '')}"`;
}

function noColumn(columnToMatchOn: string, row: Row): UserFacingError {
	return new UserFacingError({
		message: `The item has no column "${columnToMatchOn}", which names the link`,
		remedy: `Name the column that holds short URLs, such as ${EXAMPLE}, or IDs in Column to Match On. ${columnsOfRow(row)}`,
	});
}

function twoLinks(one: Name, other: Name): UserFacingError {
	const [first, second] = [one, other].map(
		({ column, id, shortUrl }) => `${quotedColumn(column)} says ${id ?? shortUrl ?? ''}`,
	);
	return new UserFacingError({
		message: `The item names two links: ${first}, ${second}`,
		remedy: 'Correct one of them, or name the column that is wrong under Inputs to Ignore.',
	});
}

/** The changes that a row asks for. */
export interface RowChanges {
	/** Values by the API's field name. */
	values: Record<string, unknown>;
	columns: Required<ColumnUse>;
}

/**
 * The changes that a row asks for.
 *
 * @param link the link that the row names
 * @param columnToMatchOn is no field
 * @param ignored columns that are not looked at
 */
export function changesOfRow(
	row: Row,
	link: RowLink,
	columnToMatchOn: string,
	ignored: readonly string[],
): RowChanges {
	const match = plainColumnName(columnToMatchOn);
	const naming = [...matchingColumns(row, match), ...shortUrlsBesides(row, match, ignored)];
	const skipped = [...ignored, ...naming, SHORT_URL_COLUMN];
	const { values, columns, leftOut } = matchColumns(row, UPDATE_COLUMNS, skipped);
	for (const [name, cell] of Object.entries(values)) values[name] = listedValue(name, cell);
	const unchanged = Object.keys(values).filter((name) => isUnchanged(name, values[name], link));
	const changed = Object.keys(values).filter((name) => !unchanged.includes(name));
	const isListed = (column: string) => LISTED.includes(plainColumnName(column));
	const columnsOf = (names: string[]) => names.map((name) => columns[name] ?? name);
	return {
		values: {
			...Object.fromEntries(changed.map((name) => [name, values[name]])),
			// A value of the row's own, although nothing is sent: no other holds for it.
			...(unchanged.includes('domain') && { domain: undefined }),
		},
		columns: {
			used: [...naming, ...columnsOf(changed)],
			ignored: leftOut.filter((column) => !isListed(column)),
			listed: leftOut.filter(isListed),
			unchanged: columnsOf(unchanged),
		},
	};
}

/** Whether a value only repeats how a listing shows the link. */
function isUnchanged(name: string, value: unknown, { shortUrl }: RowLink): boolean {
	if (value === undefined) return true;
	switch (name) {
		case 'custom':
			return shortUrl !== undefined && toText(value) === aliasOf({ shorturl: pastedKey(shortUrl) });
		case 'domain':
			return shortUrl !== undefined && hostOf(value) === hostOf(shortUrl);
		default:
			return false;
	}
}
