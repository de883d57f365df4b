import type { Fields } from './answers.mts';
import { randomName } from './database.mts';
import type { Database } from './database.mts';

export interface GeoTarget {
	location: string;
	link: string;
}
export interface DeviceTarget {
	device: string;
	link: string;
}
export interface LanguageTarget {
	language: string;
	link: string;
}
export interface LinkParameter {
	name: string;
	value: string;
}
export interface Deeplink {
	auto?: boolean;
	apple?: string;
	google?: string;
}

/** A link as kept, with the parts that are not numbers or texts unpacked. */
export interface StoredLink {
	id: number;
	account: number;
	/** Origin of the custom domain, '' for the service's own. */
	domain: string;
	alias: string;
	longurl: string;
	type: string;
	password: string | null;
	expiry: string | null;
	title: string;
	description: string;
	metatitle: string | null;
	metadescription: string | null;
	metaimage: string | null;
	geotarget: GeoTarget[];
	devicetarget: DeviceTarget[];
	languagetarget: LanguageTarget[];
	parameters: LinkParameter[];
	deeplink: Deeplink | null;
	pixels: number[];
	campaign: number | null;
	status: string;
	clicks: number;
	uniqueclicks: number;
	/** 'YYYY-MM-DD HH:MM:SS', UTC. */
	date: string;
}

/** What `service.links()` gives: every column, the short URL, the first channel it is in. */
export interface LinkRow extends StoredLink {
	shorturl: string;
	channel: number | null;
}

/** A new link: only the long URL is needed, an absent alias becomes a random one. */
export type NewLink = Partial<StoredLink> & { longurl: string; date: string };

/** What a person may change of a link by hand. */
export type LinkEdit = Partial<
	Pick<StoredLink, 'longurl' | 'title' | 'description' | 'campaign' | 'alias'>
>;

/** Stores a link and returns its id and alias. Whether the alias is taken has been looked up before. */
export function insertLink(db: Database, link: NewLink): { id: number; alias: string } {
	const alias = link.alias ?? randomName();
	return { id: db.insert('links', { ...link, alias }), alias };
}

/** The columns that hold JSON. */
const PACKED = ['geotarget', 'devicetarget', 'languagetarget', 'parameters', 'deeplink', 'pixels'];

/** Unpacks a row of the table `links`. */
function unpackLink<Row extends Fields>(row: Row): Row & StoredLink {
	const unpacked = PACKED.map((column) => [column, JSON.parse(String(row[column])) as unknown]);
	return { ...row, ...Object.fromEntries(unpacked) } as Row & StoredLink;
}

/** The first link a condition on the table `links` finds. */
export function findLink(
	db: Database,
	where: string,
	...values: Array<string | number>
): StoredLink | undefined {
	const row = db.all<Fields>(`SELECT * FROM links WHERE ${where}`, ...values)[0];
	return row === undefined ? undefined : unpackLink(row);
}

/** Everything stored, oldest first. */
export function allLinks(db: Database, baseUrl: string): LinkRow[] {
	const sql = `SELECT *, (${FIRST_CHANNEL}) AS channel FROM links ORDER BY id`;
	return db.all<Fields & { channel: number | null }>(sql).map((row) => {
		const link = unpackLink(row);
		return { ...link, shorturl: shortUrl(baseUrl, link.domain, link.alias) };
	});
}

/** Subquery for the channel a link was first put into. */
export const FIRST_CHANNEL = `SELECT channel FROM channel_items
	WHERE type = 'links' AND item = links.id ORDER BY id LIMIT 1`;

/** Own addresses are made when shown: after a restart the service may have another port. */
export function shortUrl(baseUrl: string, domain: string, alias: string): string {
	return `${domain === '' ? baseUrl : domain}/${alias}`;
}
