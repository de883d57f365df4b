import { bound } from '../../api/memory';
import { toText, withoutInvisible, type Values } from '../../shared/text';
import { isEmpty, locatorParts } from '../../shared/values/convert';
import { UserFacingError } from '../../shared/userFacingError';
import {
	COLUMN_FIELDS,
	type ItemValues,
	listedValue,
	REFERENCES,
	titleOf,
	valueIn,
} from '../fields/formFields';
import type { ColumnOf } from '../fields/setInForm';
import { isParameter } from '../fields/groups';

/** What the columns of a sheet are called. Pure. */

/** In the languages of most sheets, perhaps with more behind them. */
const REMARK_WORDS = [
	...['optional', 'opt', 'required', 'mandatory', 'if any', 'e\\.?\\s?g', 'example', 'such as'],
	...['pflicht', 'pflichtfeld', 'erforderlich', 'freiwillig', 'z\\.?\\s?b', 'beispiel'],
	...['opcional', 'obligatori[oa]', 'requerid[oa]', 'p\\.?\\s?ej', 'ejemplo'],
	...['optionnel(?:le)?', 'facultati(?:f|ve)', 'obligatoire', 'requise?', 'par ex', 'exemple'],
];

/** Words in front of a number: `max. 30 characters`. */
const BOUNDS = ['max(?:imum|imal)?', 'máx(?:imo)?', 'min(?:imum|destens)?', 'mín(?:imo)?'];

const REMARK = new RegExp(
	`^(?:(?:${REMARK_WORDS.join('|')})(?![\\p{L}\\p{N}]).*|(?:${BOUNDS.join('|')})(?!\\p{L})[^\\d\\n]*\\d.*|\\*+)$`,
	'iu',
);

/** With a year in it: `YYYY-MM-DD`, `TT.MM.JJJJ hh:mm`. */
const DATE_PATTERN = /^(?=.*(?:yy|jj|aa))[dmyhsjta\s\-./:,]+$/iu;

const BRACKETS = /[([{<]([^()[\]{}<>]*)[)\]}>]/g;
const BEHIND = /(?::\s|\s[-–—]\s|\s(?=optional$))(.*)/isu;

function isRemark(text: string): boolean {
	const remark = text.trim();
	return REMARK.test(remark) || DATE_PATTERN.test(remark);
}

function withoutRemarks(heading: string): string {
	const bare = heading
		.replace(BRACKETS, (whole, inside: string) => (isRemark(inside) ? '' : whole))
		.replace(BEHIND, (whole, rest: string) => (isRemark(rest) ? '' : whole));
	return bare.trim() === '' ? heading : bare;
}

/** Without differences of case, blanks, punctuation, remarks and invisible characters. */
export function headingKey(columnName: string): string {
	const known = knownNames.get(columnName);
	if (known !== undefined) return known;
	// Full-width letters count as plain ones.
	const written = withoutInvisible(columnName).normalize('NFKC');
	const name = withoutRemarks(written).toLowerCase();
	const key = name.replace(/[^\p{L}\p{N}]/gu, '') || name;
	knownNames.set(columnName, key);
	bound(knownNames);
	return key;
}

/** All rows of a sheet have the same names. */
const knownNames = new Map<string, string>();

export interface Heading {
	column: string;
	key: string;
}

/** n8n's Notion node puts this in front of the properties of a page. */
const PROPERTY = /^property_/i;

/** What that node gives of the page itself: `url` is the address of the page in Notion. */
const OF_PAGE = ['id', 'name', 'url'];

/** For pages of Notion, `property_` does not count, and what n8n adds is no heading. */
export function headingsOf(columns: readonly string[]): Heading[] {
	const isNotion =
		columns.some((column) => PROPERTY.test(column)) &&
		OF_PAGE.every((column) => columns.includes(column));
	const own = isNotion ? columns.filter((column) => !OF_PAGE.includes(column)) : columns;
	return own.map((column) => ({
		column,
		key: headingKey(isNotion ? column.replace(PROPERTY, '') : column),
	}));
}

/** Which column means which field, by its heading alone, and the values that a row has in them. Pure. */

export interface MatchedHeadings {
	/** By the field's name. */
	columnsOf: ReadonlyMap<string, readonly string[]>;
	/** UTM parameters because Source and Medium are headings. */
	plan: readonly string[];
	/** Of fields that the form sets. */
	setInForm: readonly ColumnOf[];
	unused: readonly string[];
}

/** Only where Source and Medium are both headings. */
const PLAN: ReadonlyMap<string, string> = new Map(
	Object.entries({
		source: 'utm_source',
		medium: 'utm_medium',
		campaign: 'utm_campaign',
		campaignname: 'utm_campaign',
		term: 'utm_term',
		content: 'utm_content',
		campaignsource: 'utm_source',
		campaignmedium: 'utm_medium',
		campaignterm: 'utm_term',
		campaigncontent: 'utm_content',
	}),
);

/** A cell without a slash is an alias in this column; with one it is a short URL. */
const SHORT_LINK = 'shortlink';

/** Once for all rows. `setInForm`: fields that take no column. */
export function matchHeadings(
	headings: readonly Heading[],
	setInForm: ReadonlySet<string> = new Set(),
): MatchedHeadings {
	const found = new Set(headings.map(({ key }) => PLAN.get(key)));
	const isPlan = found.has('utm_source') && found.has('utm_medium');
	const columnsOf = new Map<string, string[]>();
	const plan: string[] = [];
	const inForm: ColumnOf[] = [];
	const unused: string[] = [];
	for (const { column, key } of headings) {
		const planned = isPlan ? PLAN.get(key) : undefined;
		const written = withoutInvisible(column);
		const field = planned ?? FIELD_OF.get(key) ?? (isParameter(written) ? written : undefined);
		if (field === undefined) unused.push(column);
		else if (setInForm.has(field)) inForm.push({ column, field });
		else {
			columnsOf.set(field, [...(columnsOf.get(field) ?? []), column]);
			if (planned !== undefined) plan.push(written);
		}
	}
	return { columnsOf, plan, setInForm: inForm, unused };
}

/** By key. */
const FIELD_OF: ReadonlyMap<string, string> = new Map(
	COLUMN_FIELDS.flatMap(({ name, displayName, columnNames = [], isNamedByTitle = false }) =>
		[...(isNamedByTitle ? [] : [name]), displayName, ...columnNames].map(
			(each): [string, string] => [headingKey(each), name],
		),
	),
);

interface Cell {
	column: string;
	value: unknown;
}

/** Of a record's ID and its name, the ID counts. */
export function valuesOfRow(row: Values, columnsOf: MatchedHeadings['columnsOf']): ItemValues {
	const cells = new Map<string, Cell[]>();
	for (const [name, columns] of columnsOf) {
		for (const column of columns) {
			const value = valueOf(name, column, row[column]);
			if (isEmpty(value)) continue;
			const field = isAliasAlone(name, column, value) ? 'custom' : name;
			cells.set(field, [...(cells.get(field) ?? []), { column: withoutInvisible(column), value }]);
		}
	}
	const matched: ItemValues = { values: {}, columns: {}, problems: [] };
	for (const [field, all] of cells) {
		const ids = all.filter(({ value }) => locatorParts(value).mode === 'id');
		const [first, ...others] = ids.length > 0 ? ids : all;
		if (first === undefined) continue;
		matched.values[field] = first.value;
		matched.columns[field] = first.column;
		const text = ({ value }: Cell) => toText(locatorParts(value).value);
		const other = others.find((cell) => text(cell) !== text(first));
		if (other === undefined) continue;
		const [one, two] = [first.column, other.column];
		matched.problems.push(
			new UserFacingError(
				`"${one}" and "${two}" are both ${titleOf(field)}, but their values differ`,
				`Add ${one} or ${two} to Options → Inputs to Ignore, or clear one of the two cells.`,
			),
		);
	}
	return matched;
}

function isAliasAlone(field: string, column: string, value: unknown): boolean {
	const isShortLink = headingKey(column).endsWith(SHORT_LINK);
	return field === 'shorturl' && isShortLink && !toText(value).includes('/');
}

/** A locator where the column's name says whether it is an ID or a name. */
function valueOf(field: string, column: string, cell: unknown): unknown {
	// A blank row may have a ticked box.
	const value = valueIn(field, cell) === true ? true : listedValue(field, cell);
	if (isEmpty(value) || !REFERENCES.includes(field)) return value;
	const [, mode] = /(?<!or)(id|name)s?$/.exec(headingKey(column)) ?? [];
	return mode === undefined ? value : { mode, value };
}

const MOST_COLUMNS = 20;

/** To show which column is missing. */
export function columnsFound(columns: readonly string[]): string {
	const shown = columns.slice(0, MOST_COLUMNS).map((column) => `"${withoutInvisible(column)}"`);
	return `Columns found: ${shown.join(', ') || 'none'}.`;
}
