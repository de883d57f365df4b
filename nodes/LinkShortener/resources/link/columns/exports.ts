/**
 * What other link shorteners call the columns of their exports and the fields of their APIs, as they write them. Some of
 * these are ordinary words, which a sheet may have for anything: they count only as a pair.
 */
interface Export {
	/** The heading of the long URL. */
	page: string;
	/** The heading of the last part of the short URL, or of the whole. */
	alias: string;
	expiry?: string;
	/** Further headings that say Password or Expiry, but do not mean them. */
	others?: readonly string[];
}

/** By service. */
export const EXPORTS: Readonly<Record<string, Export>> = {
	Bitly: { page: 'long_url', alias: 'custom_bitlinks' },
	Dub: { page: 'url', alias: 'key', expiry: 'expiresAt', others: ['expiredUrl'] },
	Kutt: { page: 'target', alias: 'address', expiry: 'expire_in' },
	Rebrandly: { page: 'destination', alias: 'slashtag' },
	Shlink: { page: 'longUrl', alias: 'shortCode', expiry: 'validUntil' },
	'Short.io': {
		page: 'originalURL',
		alias: 'path',
		expiry: 'expiresAt',
		others: ['hasPassword', 'passwordContact', 'expiredURL'],
	},
	Sink: { page: 'url', alias: 'slug', expiry: 'expiration' },
	'T.LY': {
		page: 'long_url',
		alias: 'short_id',
		expiry: 'expire_at_datetime',
		others: ['has_password', 'expire_at_views'],
	},
	YOURLS: { page: 'url', alias: 'keyword' },
};

/** What the headings of a sheet mean as those of an export; empty unless they are. */
export function exportedColumns(columns: ReadonlySet<string>): ReadonlyMap<string, string> {
	const meant = new Map<string, string>();
	for (const { page, alias, expiry } of Object.values(EXPORTS)) {
		if (!columns.has(page) || !columns.has(alias)) continue;
		meant.set(page, 'url').set(alias, 'custom');
		if (expiry !== undefined && columns.has(expiry)) meant.set(expiry, 'expiry');
	}
	return meant;
}

const KNOWN = new Set(
	Object.values(EXPORTS).flatMap(({ expiry, others = [] }) => [
		...(expiry === undefined ? [] : [expiry]),
		...others,
	]),
);

/** Whether an export has a heading that says Password or Expiry without meaning it. */
export function isOfExport(column: string): boolean {
	return KNOWN.has(column);
}
