import { withoutInvisible } from '../../shared/json';

/** What the columns of a sheet are called. Pure; knows no row. */

/** In the languages of most sheets, perhaps with more behind them. */
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

const REMARK = new RegExp(
	`^(?:(?:${REMARK_WORDS.join('|')})(?![\\p{L}\\p{N}]).*|(?:${BOUNDS.join('|')})(?!\\p{L}).*\\d.*|\\*+)$`,
	'iu',
);

/** With a year in it: `YYYY-MM-DD`, `TT.MM.JJJJ hh:mm`. */
const DATE_PATTERN = /^(?=.*(?:yy|jj|aa))[dmyhsjta\s\-./:,]+$/iu;

const BRACKETS = /\s*[([{<]([^()[\]{}<>]*)[)\]}>]/g;
const BEHIND = /\s*(?::\s+|\s[-–—]\s|\s(?=optional$))(.*)$/iu;

function isRemark(text: string): boolean {
	const remark = text.trim();
	return REMARK.test(remark) || DATE_PATTERN.test(remark);
}

/** Nobody's heading is longer; patterns take no time over it. */
const MAX_HEADING = 200;

function withoutRemarks(heading: string): string {
	if (heading.length > MAX_HEADING) return heading;
	const bare = heading
		.replace(BRACKETS, (whole, inside: string) => (isRemark(inside) ? '' : whole))
		.replace(BEHIND, (whole, rest: string) => (isRemark(rest) ? '' : whole));
	return bare.trim() === '' ? heading : bare;
}

/** Without differences of case, blanks, punctuation, remarks and invisible characters. */
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

export interface Heading {
	column: string;
	plain: string;
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
		plain: plainColumnName(isNotion ? column.replace(PROPERTY, '') : column),
	}));
}
