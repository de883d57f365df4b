import { BRANDED, CAMPAIGN, HOME, RESERVED, type Row, TAKEN } from './draw.mts';

/**
 * What somebody who has read docs/links-from-a-sheet.md expects of a sheet. It knows
 * nothing of how the package finds links, and takes one row after the other.
 */

/** What a link is as far as rows can tell. */
export interface PlainLink {
	alias: string;
	/** Without the scheme. */
	host: string;
	url: string;
	title: string;
	description: string;
	expiry: string;
	campaign: string;
	status: string;
}

/** When it can be told that a row fails: in the row itself, beside the links and other rows, or by the service. */
export type Failure = 'read' | 'compared' | 'refused';

export type Expected =
	| { outcome: 'blank' }
	| { outcome: 'created' | 'updated' | 'unchanged' | 'repeated' }
	| { outcome: 'failed'; told: Failure; words: string };

/** What a row says of its link, besides which one it is. */
export type Said = Partial<Omit<PlainLink, 'alias' | 'host'>>;

/** A row that can be read. */
interface Wish {
	by: 'place' | 'page';
	/** The alias and host by which it names its link; as given. */
	alias: string;
	host: string;
	/** What it asks of the place of its link. */
	asked: { alias: string; host: string };
	row: Row;
}

/** A row with one column for each field: two that differ are refused, as any cell that cannot be meant. */
export function asRead({ Destination, ...row }: Row): Row {
	const { 'Long URL': page = Destination } = row;
	if (page === undefined) return row;
	return { ...row, 'Long URL': (Destination ?? page) === page ? page : '#N/A' };
}

/**
 * @param rows with one column for each field
 * @param shown the fields of which the service shows the value
 */
export function expectedOf(
	rows: readonly Row[],
	before: readonly PlainLink[],
	shown: ReadonlyArray<keyof PlainLink>,
): Expected[] {
	const wishes = rows.map((row) => (Object.keys(row).length === 0 ? 'blank' : wishOf(row)));
	const links = before.map((link) => ({ ...link }));
	const first = new Map<PlainLink, { number: number; said: Said }>();
	const named = rows.map(placeNamedBy);
	const isNamed = (link: PlainLink) =>
		named.some((place) => place?.alias === link.alias && (place.host || HOME) === link.host);
	// A row with a domain means the link to its page there, so one without it means another.
	const isOnDomain = (link: PlainLink) =>
		wishes.some(
			(wish) =>
				typeof wish === 'object' &&
				wish.by === 'page' &&
				wish.host === link.host &&
				saidBy(wish.row).url === link.url,
		);
	const mayMean = ({ host }: Wish, link: PlainLink) =>
		!isNamed(link) && (host !== '' || !isOnDomain(link));

	/** The first row of each name counts, whatever becomes of it. */
	const byName = new Map<string, { number: number; said: Said & { source?: string } }>();

	return wishes.map((wish, index): Expected => {
		if (wish === 'blank') return { outcome: 'blank' };
		if (wish === 'wrong') return failed('read', '');
		const { alias, host, asked, row } = wish;
		const name = `${wish.by} ${host} ${alias || String(saidBy(row).url)}`;
		const before = byName.get(name);
		if (before === undefined) byName.set(name, { number: index + 1, said: withSourceOf(row) });
		else if (!isPartByName(withSourceOf(row, before.said.url), before.said)) {
			return failed('read', `Row ${before.number} already sets other values`);
		}
		const found = findLink(wish, links, mayMean);
		if (found === 'several') return failed('compared', 'links lead to this long URL');
		const place = found ?? { alias, host };
		// An alias or a domain of a link is never changed.
		if (asked.alias !== '' && asked.alias !== place.alias) return failed('compared', '');
		if (asked.host !== '' && asked.host !== place.host) return failed('compared', '');
		const said = saidBy(row, found?.url);
		if (found !== undefined) {
			const earlier = first.get(found);
			if (earlier !== undefined) {
				if (isPart(saidBy(row, earlier.said.url), earlier.said)) return { outcome: 'repeated' };
				return failed('compared', `Row ${earlier.number} already sets other values`);
			}
			const after = { ...found, ...said };
			const isChanged = shown.some((field) => after[field] !== found[field]);
			Object.assign(found, said);
			const expected: Expected = { outcome: isChanged ? 'updated' : 'unchanged' };
			first.set(found, { number: index + 1, said: { ...said, url: found.url } });
			return expected;
		}
		const target = host || HOME;
		if (target !== HOME && target !== BRANDED) return failed('compared', 'not a domain');
		if (alias === RESERVED || alias === TAKEN) return failed('refused', '');
		if (said.url === undefined) return failed('compared', 'There is no such link, and ');
		const made = { ...NEW, ...said, url: said.url, alias, host: target };
		links.push(made);
		first.set(made, { number: index + 1, said });
		return { outcome: 'created' };
	});
}

export const NEW = { title: '', description: '', expiry: '', campaign: '', status: 'private' };

function failed(told: Failure, words: string): Expected {
	return { outcome: 'failed', told, words };
}

function findLink(
	wish: Wish,
	links: readonly PlainLink[],
	mayMean: (wish: Wish, link: PlainLink) => boolean,
): PlainLink | 'several' | undefined {
	const { by, alias, host, row } = wish;
	if (by === 'place') {
		return links.find((link) => link.alias === alias && link.host === (host || HOME));
	}
	const { url } = saidBy(row);
	const all = links.filter(
		(link) => link.url === url && (host === '' || link.host === host) && mayMean(wish, link),
	);
	if (all.length < 2) return all[0];
	const [link, ...more] = all.filter((one) => one.host === (host || HOME));
	return link === undefined || more.length > 0 ? 'several' : link;
}

/** What a row says, with a UTM value for which it gives no page. */
function withSourceOf(row: Row, url?: string): Said & { source?: string } {
	const said = saidBy(row, url);
	const source = row['UTM Source'];
	return said.url === undefined && source !== undefined ? { ...said, source } : said;
}

/** The same, where the earlier row may have given no page. */
function isPartByName(said: Said, { url, ...earlier }: Said): boolean {
	const { url: own, ...others } = said;
	return (url === undefined || own === undefined || own === url) && isPart(others, earlier);
}

function isPart(said: Said, earlier: Said): boolean {
	return Object.entries(said).every(([field, value]) => earlier[field as keyof Said] === value);
}

/** The alias and host by which a row names its link, even if something else is wrong with it. */
function placeNamedBy(row: Row): { alias: string; host: string } | undefined {
	const short = placeOf(row['Short URL'] ?? '');
	const custom = placeOf(row['Custom Alias'] ?? '');
	if (short.alias !== '') return short;
	const host = row.Domain?.replace('https://', '') ?? custom.host;
	return custom.alias === '' ? undefined : { alias: custom.alias, host };
}

/** What a row wishes, or that it cannot be meant. */
function wishOf(row: Row): Wish | 'wrong' {
	if (Object.values(row).includes('#N/A')) return 'wrong';
	const { Expiry = '', Campaign = '', Domain = '' } = row;
	if (Expiry !== '' && !isDate(Expiry)) return 'wrong';
	if (Campaign !== '' && Campaign !== CAMPAIGN) return 'wrong';
	const short = placeOf(row['Short URL'] ?? '');
	const custom = placeOf(row['Custom Alias'] ?? '');
	if (!['', HOME, BRANDED].includes(custom.host)) return 'wrong';
	const domain = Domain.replace('https://', '');
	if (custom.host !== '' && domain !== '' && custom.host !== domain) return 'wrong';
	const asked = { alias: custom.alias, host: domain || custom.host };
	const isOther = custom.alias !== '' && custom.alias !== short.alias;
	if (short.alias !== '') return isOther ? 'wrong' : { by: 'place', ...short, asked, row };
	if (custom.alias !== '') return { by: 'place', ...asked, asked, row };
	return row['Long URL'] === undefined
		? 'wrong'
		: { by: 'page', alias: '', host: domain, asked, row };
}

/** The alias and the host in a short URL, or only an alias. */
export function placeOf(cell: string): { alias: string; host: string } {
	const [alias = '', host = ''] = cell
		.replace(/^https?:\/\//, '')
		.split('/')
		.reverse();
	return { alias, host };
}

/**
 * What a row says of its link, by the names that links have for it.
 *
 * @param url where the link leads, for a row that only says a UTM value
 */
export function saidBy(row: Row, url?: string): Said {
	const { Expiry = '', 'Link Status': status, Description: description, Campaign: campaign } = row;
	const page = row['Long URL']?.replace(/^(?!https:)/, 'https://');
	const source = row['UTM Source'];
	const expiry = Expiry.length === 10 ? `${Expiry} 00:00:00` : Expiry;
	const said = {
		url: source === undefined ? page : withSource(page ?? url, source),
		title: row['Meta Title'],
		description,
		expiry: expiry || undefined,
		campaign,
		status,
	};
	return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function withSource(page: string | undefined, source: string): string | undefined {
	if (page === undefined) return undefined;
	const url = new URL(page);
	url.searchParams.set('utm_source', source);
	return url.href;
}

function isDate(cell: string): boolean {
	const day = cell.slice(0, 10);
	const epochMs = Date.parse(day);
	return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(day);
}
