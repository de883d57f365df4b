import { isDuplicate, randomName } from './database.mts';
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

type PackedList = 'geotarget' | 'devicetarget' | 'languagetarget' | 'parameters' | 'pixels';

/** The same row in the database: what is no number or text is JSON. */
type Packed = Omit<StoredLink, PackedList | 'deeplink'> &
	Record<PackedList, string> & { deeplink: string | null };

/** A new link: only the long URL is needed, an absent alias becomes a random one. */
export type NewLink = Partial<StoredLink> & { longurl: string; date: string };

/** What a person may change of a link by hand. */
export type LinkEdit = Partial<
	Pick<StoredLink, 'longurl' | 'title' | 'description' | 'campaign' | 'alias'>
>;

/** Attempts at a random alias that nobody has; the second one is already unlikely. */
const ATTEMPTS = 8;

/**
 * Stores a link and returns its id and alias. SQLite's own error is thrown when the given alias is
 * taken under its domain.
 */
export function insertLink(db: Database, link: NewLink): { id: number; alias: string } {
	for (let attempt = 1; ; attempt += 1) {
		const alias = link.alias ?? randomName();
		try {
			return { id: insertRow(db, link, alias), alias };
		} catch (error) {
			if (!isDuplicate(error) || link.alias !== undefined || attempt === ATTEMPTS) throw error;
		}
	}
}

function insertRow(db: Database, link: NewLink, alias: string): number {
	// An absent id is one column less: NULL would do too, but a constant row keeps one statement.
	return db.insert('links', {
		id: link.id ?? null,
		account: link.account ?? 1,
		domain: link.domain ?? '',
		alias,
		longurl: link.longurl,
		type: link.type ?? 'direct',
		password: link.password ?? null,
		expiry: link.expiry ?? null,
		title: link.title ?? '',
		description: link.description ?? '',
		metatitle: link.metatitle ?? null,
		metadescription: link.metadescription ?? null,
		metaimage: link.metaimage ?? null,
		geotarget: pack(link.geotarget),
		devicetarget: pack(link.devicetarget),
		languagetarget: pack(link.languagetarget),
		parameters: pack(link.parameters),
		deeplink: link.deeplink == null ? null : JSON.stringify(link.deeplink),
		pixels: pack(link.pixels),
		campaign: link.campaign ?? null,
		status: link.status ?? 'private',
		clicks: link.clicks ?? 0,
		uniqueclicks: link.uniqueclicks ?? Math.min(link.clicks ?? 0, 1),
		date: link.date,
	});
}

/** Writes columns of a link anew. SQLite's own error is thrown when its alias is taken. */
export function updateLink(db: Database, id: number, changes: Partial<NewLink>): void {
	const columns = Object.keys(changes).map((column) => `${column} = ?`);
	const values = Object.values(changes).map((value) =>
		typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
	);
	db.run(`UPDATE links SET ${columns.join(', ')} WHERE id = ?`, ...values, id);
}

/** Unpacks a row of the table `links`. */
export function unpackLink(row: Packed): StoredLink {
	return {
		...row,
		geotarget: JSON.parse(row.geotarget) as GeoTarget[],
		devicetarget: JSON.parse(row.devicetarget) as DeviceTarget[],
		languagetarget: JSON.parse(row.languagetarget) as LanguageTarget[],
		parameters: JSON.parse(row.parameters) as LinkParameter[],
		deeplink: row.deeplink === null ? null : (JSON.parse(row.deeplink) as Deeplink),
		pixels: JSON.parse(row.pixels) as number[],
	};
}

/** The first link a condition on the table `links` finds. */
export function findLink(
	db: Database,
	where: string,
	...values: Array<string | number>
): StoredLink | undefined {
	const row = db.all<Packed>(`SELECT * FROM links WHERE ${where}`, ...values)[0];
	return row === undefined ? undefined : unpackLink(row);
}

/** Everything stored, oldest first. */
export function allLinks(db: Database, baseUrl: string): LinkRow[] {
	const rows = db.all<Packed & { channel: number | null }>(
		`SELECT *, (${FIRST_CHANNEL}) AS channel FROM links ORDER BY id`,
	);
	return rows.map((row) => ({
		...unpackLink(row),
		channel: row.channel,
		shorturl: shortUrl(baseUrl, row.domain, row.alias),
	}));
}

/** Subquery for the channel a link was first put into. */
export const FIRST_CHANNEL = `SELECT channel FROM channel_items
	WHERE type = 'links' AND item = links.id ORDER BY id LIMIT 1`;

/** Removes links with all that hangs on them. */
export function deleteLinks(db: Database, ids: number[]): void {
	db.transaction(() => {
		for (const id of ids) {
			db.run(`DELETE FROM channel_items WHERE type = 'links' AND item = ?`, id);
			db.run('DELETE FROM visits WHERE link = ?', id);
			db.run('DELETE FROM links WHERE id = ?', id);
		}
	});
}

/** Own addresses are made when shown: after a restart the service may have another port. */
export function shortUrl(baseUrl: string, domain: string, alias: string): string {
	return `${domain === '' ? baseUrl : domain}/${alias}`;
}

function pack(list: unknown[] | undefined): string {
	return list === undefined ? '[]' : JSON.stringify(list);
}
