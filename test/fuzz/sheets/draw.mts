import fc from 'fast-check';

/** Of a link: whether it is on the account's own domain, or where the dashboard is. */
export type Host = 'home' | 'branded';

/** A link that the account has before the sheet comes. */
export interface OldLink {
	alias: string;
	host: Host;
	page: string;
	title: string;
	description: string;
	expiry: string | null;
	hasCampaign: boolean;
}

/** An account, and what its service shows of it. */
export interface Account {
	links: OldLink[];
	/** How many links it has besides, to pages that no row names. */
	others: number;
	showsCampaigns: boolean;
	searchesPages: boolean;
}

export const COLUMNS = [
	'Short URL',
	'Custom Alias',
	'Domain',
	'Long URL',
	'Destination',
	'UTM Source',
	'Meta Title',
	'Description',
	'Expiry',
	'Campaign',
	'Link Status',
] as const;

export type Column = (typeof COLUMNS)[number];

/** The cells of a row; one that is left out is empty. */
export type Row = Partial<Record<Column, string>>;

export type Tool = 'Sheets' | 'Baserow' | 'Airtable' | 'Odoo';

export interface Scene {
	account: Account;
	rows: Row[];
	/** Whether rows lack the columns of their empty cells. */
	lacksEmpty: boolean;
	/** What gives the rows: each has cells of its own for the same text. */
	tool: Tool;
}

/** The domain of the account. */
export const BRANDED = 'go.demo.example';

/** Stands for the host of the dashboard, whose port nobody knows before. */
export const HOME = 'home.example';

/** An alias of somebody else on both hosts, which no list of the account shows. */
export const TAKEN = 'taken';

/** An alias that the service gives nobody. */
export const RESERVED = 'admin';

export const CAMPAIGN = 'Spring';

const HOSTS: Record<Host, string> = { home: `http://${HOME}`, branded: `https://${BRANDED}` };

const PAGES = ['a', 'b', 'c', 'A', 'a?b=1'].map((path) => `https://shop.example/${path}`);
const ALIASES = ['spring', 'summer', 'autumn'];
const EXPIRIES = ['2035-12-31 00:00:00', '2036-06-30 18:00:00'];

const often = <Value,>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary });
const oneOf = <Value,>(...values: Value[]) => fc.constantFrom(...values);
/** In so many of a hundred rows. */
const inSome = <Value,>(percent: number, arbitrary: fc.Arbitrary<Value>) =>
	fc.oneof(often(100 - percent, fc.constant(undefined)), often(percent, arbitrary));

const page = fc.oneof(often(3, oneOf(...PAGES.slice(0, 3))), oneOf(...PAGES));
const alias = oneOf(...ALIASES);
const host = fc.oneof(often(3, fc.constant<Host>('home')), fc.constant<Host>('branded'));
const shortUrl = fc.tuple(host, alias).map(([on, name]) => `${HOSTS[on]}/${name}`);
const domain = oneOf(HOME, BRANDED, `https://${BRANDED}`);

const oldLink: fc.Arbitrary<OldLink> = fc.record({
	alias: fc.oneof(often(3, alias), oneOf('old-one', 'old-two')),
	host,
	page: fc.oneof(often(8, page), fc.constant(`${PAGES[0]}?utm_source=mail`)),
	title: oneOf('', 'Sale', 'Old'),
	description: oneOf('', 'Note'),
	expiry: oneOf(null, ...EXPIRIES),
	hasCampaign: fc.boolean(),
});

const anyAccount: fc.Arbitrary<Account> = fc.record({
	links: fc.uniqueArray(oldLink, {
		maxLength: 6,
		selector: (link) => `${link.host} ${link.alias}`,
	}),
	others: fc.oneof(often(3, fc.constant(0)), fc.constant(350)),
	showsCampaigns: fc.boolean(),
	searchesPages: fc.boolean(),
});

/** Links of a large account are looked up one by one, and no such answer shows a campaign. */
const account = anyAccount.map(({ showsCampaigns, ...drawn }) => ({
	...drawn,
	showsCampaigns: showsCampaigns && drawn.others === 0,
}));

/** What a row says besides which link it is about. */
const said = {
	'Meta Title': inSome(40, oneOf('Sale', 'New')),
	Description: inSome(20, oneOf('Note', 'Other')),
	Expiry: inSome(15, oneOf('2035-12-31', ...EXPIRIES)),
	Campaign: inSome(15, fc.constant(CAMPAIGN)),
	'UTM Source': inSome(10, oneOf('mail', 'flyer')),
	// Another column of the long URL.
	Destination: inSome(8, page),
	'Link Status': inSome(10, oneOf('public', 'private')),
};

/** A row by each way to name its link, and one that names none. */
const goodRow: fc.Arbitrary<Row> = fc
	.oneof(
		often(4, fc.record({ 'Long URL': page, Domain: inSome(25, domain), ...said })),
		often(
			5,
			fc.record({
				'Custom Alias': fc.oneof(often(6, alias), shortUrl),
				'Long URL': inSome(75, page),
				Domain: inSome(25, domain),
				...said,
			}),
		),
		often(
			4,
			fc.record({
				'Short URL': shortUrl,
				'Custom Alias': inSome(25, alias),
				'Long URL': inSome(70, page),
				Domain: inSome(10, domain),
				...said,
			}),
		),
		fc.record({ ...said }),
	)
	.map(withoutEmpty);

/** Cells that no column of them can have. */
export const WRONG: readonly string[] = [
	...['#N/A', 'soon', '2035-02-31', 'Nowhere', 'two/parts', '4711'],
];

/** Cells that make any row fail. */
const badCell: fc.Arbitrary<Row> = fc.oneof(
	oneOf<Column>('Long URL', 'Custom Alias', 'Meta Title', 'Expiry', 'Campaign', 'Short URL').map(
		(column): Row => ({ [column]: '#N/A' }),
	),
	oneOf<Row>(
		{ Expiry: 'soon' },
		{ Expiry: '2035-02-31' },
		{ Campaign: 'Nowhere' },
		// No campaign has this ID.
		{ Campaign: '4711' },
		{ 'Custom Alias': 'two/parts' },
		{ 'Short URL': `https://elsewhere.example/spring` },
		{ 'Custom Alias': TAKEN },
		{ 'Custom Alias': RESERVED },
	),
);

/** A row of its own, or one that repeats an earlier one, without some of its cells or with others in them. */
const step = fc.oneof(
	often(
		6,
		goodRow.map((row) => ({ row, like: undefined, lacks: [] as Column[] })),
	),
	often(
		3,
		fc.record({
			row: fc.oneof(often(3, fc.constant<Row>({})), fc.record(said).map(withoutEmpty), goodRow),
			like: fc.nat({ max: 11 }),
			lacks: fc.subarray<Column>([...COLUMNS], { maxLength: 3 }),
		}),
	),
	fc.tuple(goodRow, badCell).map(([row, bad]) => ({
		row: { ...row, ...bad },
		like: undefined,
		lacks: [] as Column[],
	})),
	fc.constant({ row: {}, like: undefined, lacks: [] as Column[] }),
);

/** Whether people have written all pages of a sheet without their scheme. */
const isBare = fc.nat({ max: 4 }).map((number) => number === 4);

const sheetOf = (most: number): fc.Arbitrary<Row[]> =>
	fc.tuple(fc.array(step, { minLength: 1, maxLength: most }), isBare).map(([steps, bare]) => {
		const rows: Row[] = [];
		for (const { row, like, lacks } of steps) {
			const earlier = like === undefined ? {} : rows[like % Math.max(rows.length, 1)];
			const kept = Object.entries(earlier ?? {}).filter(
				([column]) => !lacks.includes(column as Column),
			);
			rows.push({ ...Object.fromEntries(kept), ...row });
		}
		return bare ? rows.map(withoutScheme) : rows;
	});

/** Large accounts mostly get sheets with fewer rows than they have pages of links. */
export const scenes: fc.Arbitrary<Scene> = account.chain((drawn) =>
	fc.record({
		account: fc.constant(drawn),
		rows: drawn.others > 0 ? fc.oneof(often(4, sheetOf(3)), sheetOf(12)) : sheetOf(12),
		lacksEmpty: fc.boolean(),
		tool: fc.oneof(
			often(3, fc.constant<Tool>('Sheets')),
			oneOf<Tool>('Baserow', 'Airtable', 'Odoo'),
		),
	}),
);

function withoutEmpty(row: { [Name in Column]?: string | undefined }): Row {
	return Object.fromEntries(Object.entries(row).filter(([, cell]) => cell));
}

/** The pages as people write them. */
function withoutScheme(row: Row): Row {
	const bare = { ...row };
	for (const column of ['Long URL', 'Destination'] as const) {
		const page = row[column];
		if (page !== undefined) bare[column] = page.replace('https://', '');
	}
	return bare;
}
