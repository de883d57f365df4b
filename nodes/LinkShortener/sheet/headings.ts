import { toText, withoutInvisible } from '../shared/json';

/** What the columns of a row are called, and what that means in this row. Pure. */

export type Row = Readonly<Record<string, unknown>>;

/** Words that a heading has besides its name, in the languages of most sheets, perhaps with more behind them. */
const REMARK_WORDS = [
	...['optional', 'opt', 'required', 'mandatory', 'if any', 'e\\.?\\s?g', 'example', 'such as'],
	...['pflicht', 'pflichtfeld', 'erforderlich', 'freiwillig', 'z\\.?\\s?b', 'beispiel'],
	...['opcional', 'obligatori[oa]', 'requerid[oa]', 'p\\.?\\s?ej', 'ejemplo'],
	...['optionnel(?:le)?', 'facultati(?:f|ve)', 'obligatoire', 'requise?', 'par ex', 'exemple'],
];

/** Words in front of a number: `max. 30 characters`. */
const BOUNDS = [
	'max',
	'maximum',
	'maximal',
	'máx',
	'máximo',
	'min',
	'minimum',
	'mindestens',
	'mín',
	'mínimo',
];

/** A remark with what may stand behind its word, or stars. */
const REMARK = new RegExp(
	`^(?:(?:${REMARK_WORDS.join('|')})(?![\\p{L}\\p{N}]).*|(?:${BOUNDS.join('|')})(?!\\p{L}).*\\d.*|\\*+)$`,
	'iu',
);

/** The pattern of a date or a time, with a year in it: `YYYY-MM-DD`, `TT.MM.JJJJ hh:mm`. */
const DATE_PATTERN = /^(?=.*(?:yy|jj|aa))[dmyhsjta\s\-./:,]+$/iu;

/** Bracketed parts, and what stands behind a colon, a dash or a star. */
const BRACKETS = /\s*[([{<]([^()[\]{}<>]*)[)\]}>]/g;
const BEHIND = /\s*(?::\s+|\s[-–—]\s|\s(?=optional$))(.*)$/iu;

function isRemark(text: string): boolean {
	const remark = text.trim();
	return REMARK.test(remark) || DATE_PATTERN.test(remark);
}

/** Nobody's heading is longer; patterns take no time over it. */
const MAX_HEADING = 200;

/** A heading without what only says how to fill in its column. */
function withoutRemarks(heading: string): string {
	if (heading.length > MAX_HEADING) return heading;
	const bare = heading
		.replace(BRACKETS, (whole, inside: string) => (isRemark(inside) ? '' : whole))
		.replace(BEHIND, (whole, rest: string) => (isRemark(rest) ? '' : whole));
	return bare.trim() === '' ? heading : bare;
}

/** A heading without all that stands in brackets. */
export function withoutBrackets(heading: string): string {
	return heading.length > MAX_HEADING ? heading : heading.replace(BRACKETS, '');
}

/** A column name without differences of spelling: case, blanks, punctuation, remarks and invisible characters. */
export function plainColumnName(columnName: string): string {
	const known = knownNames.get(columnName);
	if (known !== undefined) return known;
	const written = withoutInvisible(columnName).normalize('NFC');
	const name = withoutRemarks(written).toLowerCase();
	const plain = name.replace(/[^\p{L}\p{N}]/gu, '') || name;
	if (knownNames.size >= MAX_KNOWN) knownNames.clear();
	knownNames.set(columnName, plain);
	return plain;
}

/** All rows of a sheet have the same names. */
const knownNames = new Map<string, string>();
const MAX_KNOWN = 1_000;

/** A column name as a message shows it. */
export function shownColumnName(columnName: string): string {
	return withoutInvisible(columnName);
}

/** A column of a row. */
export interface Heading {
	/** As the row has it. */
	column: string;
	/** As it is compared. */
	plain: string;
	/** Whether it is one of the columns that n8n's Notion node adds to the properties of a page. */
	isOfPage: boolean;
}

/** n8n's Notion node puts this in front of the properties of a page. */
const PROPERTY = /^property_/i;

/** What that node gives of the page itself: `url` is the address of the page in Notion. */
const OF_PAGE = ['id', 'name', 'url'];

/** The columns of a row; those of n8n's Notion node without `property_`. */
export function headingsOf(row: Row): Heading[] {
	const columns = Object.keys(row);
	const isPage = columns.some((column) => PROPERTY.test(column));
	return columns.map((column) => ({
		column,
		plain: plainColumnName(isPage ? column.replace(PROPERTY, '') : column),
		isOfPage: isPage && OF_PAGE.includes(column),
	}));
}

/** The columns that have none of these names, in any spelling. */
export function withoutIgnored(
	headings: readonly Heading[],
	ignored: readonly string[],
): readonly Heading[] {
	if (ignored.length === 0) return headings;
	const names = new Set(ignored.map(plainColumnName));
	return headings.filter(
		({ column, plain }) => !names.has(plain) && !names.has(plainColumnName(column)),
	);
}

/** The columns of a row that are called so, in any spelling. */
export function columnsCalled(row: Row, name: string): string[] {
	const plain = plainColumnName(name);
	const called = headingsOf(row).filter(
		(heading) => heading.plain === plain || plainColumnName(heading.column) === plain,
	);
	const own = called.filter(({ isOfPage }) => !isOfPage);
	return (own.length > 0 ? own : called).map(({ column }) => column);
}

/** Whether a cell is the address of a page in Notion, which nobody wants a short link to by chance. */
export function isNotionPage(cell: unknown): boolean {
	return /^https:\/\/([\w-]+\.)?notion\.(so|site|com)\//i.test(toText(cell));
}
