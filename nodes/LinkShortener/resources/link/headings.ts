import { toText, withoutInvisible } from '../../shared/json';

/** What the columns of a row are called, and what that means in this row. Pure. */

export type Row = Readonly<Record<string, unknown>>;

/** A column name without differences of spelling: case, blanks, punctuation and invisible characters. */
export function plainColumnName(columnName: string): string {
	const name = withoutInvisible(columnName).toLowerCase().normalize('NFC');
	return name.replace(/[^\p{L}\p{N}]/gu, '') || name;
}

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

/** The columns of Google's campaign URL builder, and the fields that they mean there. */
const CAMPAIGN_BUILDER: Readonly<Record<string, string>> = {
	campaignsource: 'utm_source',
	campaignmedium: 'utm_medium',
	campaignname: 'utm_campaign',
	campaignterm: 'utm_term',
	campaigncontent: 'utm_content',
	// Google's own number, which is no campaign of the service's.
	campaignid: '',
};

/**
 * What the columns of Google's campaign URL builder mean in a row that has its source and medium; the name of
 * a field, or '' for a column that is none. Undefined in any other row.
 */
export function campaignBuilderIn(
	headings: readonly Heading[],
): Readonly<Record<string, string>> | undefined {
	const has = (name: string) => headings.some(({ plain }) => plain === name);
	return has('campaignsource') && has('campaignmedium') ? CAMPAIGN_BUILDER : undefined;
}
