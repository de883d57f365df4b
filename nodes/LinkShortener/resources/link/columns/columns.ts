import { REFERENCES } from '../../../links/link/linkFields';
import { aliasOf, plainShortUrl } from '../../../links/link/shortUrl';
import { toText } from '../../../shared/json';
import { isEmpty, locatorParts } from '../../../shared/n8n/parameters';
import { UserFacingError } from '../../../shared/userFacingError';
import type { Field } from '../../../operations/fields';
import { listedValue } from '../../../fields/cellValue';
import {
	headingsOf,
	isNotionPage,
	plainColumnName,
	shownColumnName,
	withoutIgnored,
	type Heading,
	type Row,
} from '../../../sheet/headings';
import { quoted, words } from '../../../shared/words';
import { parameterOf } from './openParameters';

/** A field that a column can be meant for. */
export type Column = Pick<Field, 'name' | 'displayName' | 'columnNames' | 'vagueColumnNames'>;

/** The values that the columns of one row give. */
export interface MatchedRow {
	/** Values by the API's field name; empty cells are not among them. */
	values: Record<string, unknown>;
	/** The column of each value. */
	columns: Record<string, string>;
	/** Columns that are no field, in the row's order. */
	leftOut: string[];
	/** Columns whose names say the same, with different values. */
	problems: UserFacingError[];
}

/** The rank of a vague column name, and of what belongs to the page in Notion that a row comes from. */
const VAGUE = 2;
const OF_PAGE = 3;

/** The field that a column name means, and how sure that is: 0 for the API's own name. */
interface Meaning {
	field: string;
	rank: number;
}

/** What all columns of a sheet tell of some of them: the field of each, or an empty text for none. */
export type MeantColumns = ReadonlyMap<string, string>;

/** The meanings of column names for a set of fields, which is the same for all rows of a run. */
const knownMeanings = new WeakMap<readonly Column[], ReadonlyMap<string, Meaning>>();

/** The meaning of every column name, by the plain one: the surest, whatever the order of the fields. */
function meaningsOf(fields: readonly Column[]): ReadonlyMap<string, Meaning> {
	const known = knownMeanings.get(fields);
	if (known !== undefined) return known;
	const meanings = new Map<string, Meaning>();
	const byRank: Array<(column: Column) => readonly string[]> = [
		({ name }) => [name],
		({ displayName, columnNames = [] }) => [displayName, ...columnNames],
		({ vagueColumnNames = [] }) => vagueColumnNames,
	];
	for (const [rank, namesOf] of byRank.entries()) {
		for (const column of fields) {
			for (const plain of namesOf(column).map(plainColumnName)) {
				if (!meanings.has(plain)) meanings.set(plain, { field: column.name, rank });
			}
		}
	}
	knownMeanings.set(fields, meanings);
	return meanings;
}

/** The fields for the columns of one sheet, each made once for it. */
const fieldsOfSheet = new WeakMap<MeantColumns, Map<readonly Column[], readonly Column[]>>();

/** What the sheet tells, by the fields for its columns. */
const meantIn = new WeakMap<readonly Column[], MeantColumns>();

/** The same fields for the columns of a sheet, in which some columns mean more than their names say. */
export function columnsFor(fields: readonly Column[], meant: MeantColumns): readonly Column[] {
	if (meant.size === 0) return fields;
	const known = fieldsOfSheet.get(meant) ?? new Map<readonly Column[], readonly Column[]>();
	fieldsOfSheet.set(meant, known);
	const own = known.get(fields) ?? [...fields];
	known.set(fields, own);
	meantIn.set(own, meant);
	return own;
}

/** The fields but some, each list made once. */
const fewerFields = new WeakMap<readonly Column[], Map<string, readonly Column[]>>();

/** The same fields without those of these names. */
export function fieldsWithout(
	fields: readonly Column[],
	names: readonly string[],
): readonly Column[] {
	if (names.length === 0) return fields;
	const known = fewerFields.get(fields) ?? new Map<string, readonly Column[]>();
	fewerFields.set(fields, known);
	const key = names.join();
	const fewer = known.get(key) ?? fields.filter(({ name }) => !names.includes(name));
	known.set(key, fewer);
	return fewer;
}

/** The field that a column name means, by the plain one; undefined if it means none of these. */
export function fieldOf(plain: string, fields: readonly Column[]): string | undefined {
	return meaningsOf(fields).get(plain)?.field;
}

/** The columns in which either a short URL or its last part stands, which a slash tells. */
const SHORT = ['short', 'shortlink'];

/** Whether a cell is a short URL in a column that may also have aliases. */
export function isShortUrlCell(column: string, cell: unknown): boolean {
	return SHORT.includes(plainColumnName(column)) && toText(cell).includes('/');
}

/** A cell that is meant for a field. */
interface MeantCell extends Meaning {
	column: string;
	/** Undefined if it says that there is none. */
	value: unknown;
}

/** The cells of a row that are meant for a field, in the row's order. */
function meantCells(row: Row, headings: readonly Heading[], fields: readonly Column[]) {
	const meanings = meaningsOf(fields);
	const meant = meantIn.get(fields);
	return headings.flatMap(({ column, plain, isOfPage }): MeantCell[] => {
		const cell = row[column];
		const own = meant?.get(column);
		const name = isShortUrlCell(plain, cell) ? 'shorturl' : plain;
		const parameter = parameterOf({ column, plain }, cell);
		const meaning =
			own === undefined
				? (meanings.get(name) ?? (parameter && { field: parameter, rank: 0 }))
				: meaningOf(own, fields);
		if (!meaning || (isOfPage && isNotionPage(cell))) return [];
		const { field, rank } = meaning;
		const value = valueOf(field, plain, cell, own !== undefined);
		// Nobody means anything by an empty Short Link: a run is to fill it.
		const isToBeFilled = SHORT.includes(plain) && isEmpty(value);
		return [{ field, rank: isOfPage || isToBeFilled ? OF_PAGE : rank, column, value }];
	});
}

/** What all of a sheet says of a column counts like a name of the field. */
function meaningOf(field: string, fields: readonly Column[]): Meaning | undefined {
	const isMeant = fields.some(({ name }) => name === field);
	return isMeant ? { field, rank: 1 } : undefined;
}

/** The cells of a row that are meant for a field, filled or not, with the field of each. */
export function cellsByField(
	row: Row,
	fields: readonly Column[],
	ignored: readonly string[],
): Array<Pick<MeantCell, 'field' | 'column' | 'value'>> {
	return meantCells(row, withoutIgnored(headingsOf(row), ignored), fields);
}

/**
 * Matches a row's columns to fields. Pure.
 *
 * If two filled cells mean the same field, the surer column name wins. A vague name counts only if no other
 * column of the row means the field, not even an empty one. What does not count is left out, so that nothing
 * is dropped in silence.
 *
 * @param ignored column names that the user excludes, in any spelling
 */
export function matchColumns(
	row: Row,
	fields: readonly Column[],
	ignored: readonly string[],
): MatchedRow {
	const headings = withoutIgnored(headingsOf(row), ignored);
	const known = meantCells(row, headings, fields);
	const best = new Map<string, number>();
	for (const { field, rank } of known) best.set(field, Math.min(rank, best.get(field) ?? rank));
	const chosen = new Map<string, MeantCell>();
	const problems: UserFacingError[] = [];
	for (const cell of known.toSorted((a, b) => a.rank - b.rank)) {
		const { field, rank, value } = cell;
		const isOff = rank >= VAGUE && rank > (best.get(field) ?? rank);
		if (isOff || isEmpty(value)) continue;
		const first = chosen.get(field);
		if (first === undefined) chosen.set(field, cell);
		else if (contradicts(first, cell)) {
			problems.push(twoValues(first.column, cell.column, field, fields));
		}
	}
	const used = known.filter((cell) => chosen.get(cell.field) === cell);
	const usedOrEmpty = new Set(used.map(({ column }) => column));
	for (const { value, column } of known) if (isEmpty(value)) usedOrEmpty.add(column);
	return {
		values: Object.fromEntries(used.map(({ field, value }) => [field, value])),
		columns: Object.fromEntries(used.map(({ field, column }) => [field, column])),
		leftOut: headings.map(({ column }) => column).filter((column) => !usedOrEmpty.has(column)),
		problems,
	};
}

/** The heading of the column that counts for a field, or of its surest empty one; undefined without any. */
export function headingFor(
	field: string,
	row: Row,
	fields: readonly Column[],
	ignored: readonly string[],
): string | undefined {
	const used = matchColumns(row, fields, ignored).columns[field];
	const all = meantCells(row, withoutIgnored(headingsOf(row), ignored), fields);
	const [surest] = all
		.filter((cell) => cell.field === field)
		.toSorted((one, other) => one.rank - other.rank);
	const column = used ?? surest?.column;
	return column && shownColumnName(column);
}

/**
 * Whether two filled cells of equal rank differ. Link may be the short URL beside a long one, and an ID stands
 * beside the name that it belongs to.
 */
function contradicts(one: MeantCell, other: MeantCell): boolean {
	if (one.rank !== other.rank || toText(one.value) === toText(other.value)) return false;
	if (locatorParts(one.value).mode !== locatorParts(other.value).mode) return false;
	return ![one, other].some(({ column }) => plainColumnName(column) === 'link');
}

function twoValues(
	one: string,
	other: string,
	field: string,
	fields: readonly Column[],
): UserFacingError {
	const { displayName = field } = fields.find(({ name }) => name === field) ?? {};
	return new UserFacingError({
		...words`${quoted(shownColumnName(one))} and ${quoted(shownColumnName(other))} are both ${displayName}, but their values differ`,
		remedy: 'Clear one of the two cells, or add one of the columns to Options → Inputs to Ignore.',
	});
}

/** The value of a cell; as a locator where the name of its column says whether it is an ID or a name. */
function valueOf(field: string, plain: string, cell: unknown, isOfSheet: boolean): unknown {
	const value = listedValue(field, cell);
	if (isOfSheet) return field === 'custom' ? lastPart(value) : value;
	const [, mode] = /(?<!or)(id|name)s?$/.exec(plain) ?? [];
	return mode === undefined || !REFERENCES.includes(field) ? value : { mode, value };
}

/** The last part of the short URL that an export has of another service. */
function lastPart(value: unknown): unknown {
	const shorturl = plainShortUrl(value);
	return shorturl === undefined ? value : aliasOf({ shorturl });
}

/** The columns of a row as a sentence, to show which one is missing. */
export function columnsOfRow(row: Row): string {
	return `Columns found: ${columnNames(row).slice(0, 20).join(', ') || 'none'}.`;
}

function columnNames(row: Row): string[] {
	return Object.keys(row).map(shownColumnName);
}
