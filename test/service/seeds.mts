import { randomName, writeDate } from './database.mts';
import type { Database, SqlValue } from './database.mts';
import { domainAddress } from './endpoints/domains.mts';
import { insertLink } from './link-store.mts';
import type { StoredLink } from './link-store.mts';
import type { AccountOptions } from './options.mts';

export type SeedKind =
	| 'links'
	| 'campaigns'
	| 'channels'
	| 'domains'
	| 'pixels'
	| 'splash'
	| 'overlays'
	| 'channelItems'
	| 'bios'
	| 'qrs'
	| 'files';

export type SeedRow = Record<string, unknown>;

type Columns = Record<string, SqlValue>;
type RecordKind = Exclude<SeedKind, 'links' | 'domains'>;

/** Table of each kind and what stands in the columns a row does not give. */
const RECORDS: Record<RecordKind, { table: string; defaults: (date: string) => Columns }> = {
	campaigns: {
		table: 'campaigns',
		defaults: () => ({ account: 1, name: `Campaign ${randomName()}`, slug: null, public: 0 }),
	},
	channels: {
		table: 'channels',
		defaults: () => ({
			account: 1,
			name: `Channel ${randomName()}`,
			description: '',
			color: '#000000',
			starred: 0,
		}),
	},
	pixels: {
		table: 'pixels',
		defaults: (date) => ({
			account: 1,
			name: `Pixel ${randomName()}`,
			type: 'facebook',
			value: '100200300',
			created_at: date,
			updated_at: date,
		}),
	},
	splash: {
		table: 'splash',
		defaults: (date) => ({ account: 1, name: `Splash ${randomName()}`, date }),
	},
	overlays: {
		table: 'overlays',
		defaults: (date) => ({ account: 1, type: 'message', name: `Overlay ${randomName()}`, date }),
	},
	channelItems: {
		table: 'channel_items',
		defaults: () => ({ channel: null, type: 'links', item: null }),
	},
	bios: {
		table: 'bios',
		defaults: (date) => ({ account: 1, title: 'Bio page', alias: randomName(), date }),
	},
	files: {
		table: 'files',
		defaults: (date) => ({
			account: 1,
			name: `File ${randomName()}`,
			filename: 'file.pdf',
			bytes: 1,
			sha256: '',
			domain: '',
			alias: randomName(),
			password: null,
			expiry: null,
			maxdownloads: null,
			downloads: 0,
			date,
		}),
	},
	qrs: {
		table: 'qr_codes',
		defaults: (date) => ({
			account: 1,
			name: `QR code ${randomName()}`,
			type: 'link',
			data: `https://destination.example/${randomName()}`,
			background: '#FFFFFF',
			foreground: '#000000',
			logo: '',
			alias: randomName(),
			scans: 0,
			date,
		}),
	},
};

/** Columns of a link a row may give, besides the names the API itself uses for three of them. */
const LINK_COLUMNS: ReadonlySet<string> = new Set<keyof StoredLink>([
	'id',
	'account',
	'domain',
	'alias',
	'longurl',
	'type',
	'password',
	'expiry',
	'title',
	'description',
	'metatitle',
	'metadescription',
	'metaimage',
	'geotarget',
	'devicetarget',
	'languagetarget',
	'parameters',
	'deeplink',
	'pixels',
	'campaign',
	'status',
	'clicks',
	'uniqueclicks',
	'date',
]);
const LINK_SYNONYMS: Record<string, string> = { url: 'longurl', custom: 'alias' };

/**
 * Inserts rows directly, all or none, and returns their ids. Absent columns get a sensible value; a
 * column that does not exist is an error, so that a test's typo shows.
 */
export function seed(db: Database, kind: SeedKind, rows: SeedRow[], nowMs: number): number[] {
	const date = writeDate(nowMs);
	return db.transaction(() =>
		rows.map((row) => {
			if (kind === 'links') return seedLink(db, row, date);
			if (kind === 'domains') return seedDomain(db, row);
			const { table, defaults } = RECORDS[kind];
			return db.insert(table, merged(kind, defaults(date), row));
		}),
	);
}

/** Makes sure the accounts exist. A new one gets something to read where HTTP offers no create. */
export function seedAccounts(db: Database, accounts: AccountOptions[], nowMs: number): void {
	// Somebody else, so that there is an email that is taken.
	addAccount(db, { id: 9001, email: 'taken@example.com', apiKeys: [] }, nowMs);
	for (const account of accounts) {
		if (!addAccount(db, account, nowMs) || account.isEmpty === true) continue;
		const owner = { account: account.id };
		seed(
			db,
			'overlays',
			[
				{ ...owner, type: 'message', name: 'Spring sale' },
				{ ...owner, type: 'poll', name: 'How did you find us?' },
				{ ...owner, type: 'contact', name: 'Talk to us' },
			],
			nowMs,
		);
		seed(
			db,
			'splash',
			[
				{ ...owner, name: 'Welcome' },
				{ ...owner, name: 'Leaving our pages' },
			],
			nowMs,
		);
		// A domain belongs to one account only.
		const label = account.id === 1 ? 'go' : `go${account.id}`;
		seed(db, 'domains', [{ ...owner, domain: `https://${label}.demo.example` }], nowMs);
	}
}

function addAccount(db: Database, account: AccountOptions, nowMs: number): boolean {
	const { id, email, registered = writeDate(nowMs) } = account;
	const year = 365 * 24 * 3600 * 1000;
	const added = db.run(
		`INSERT INTO accounts (id, email, username, avatar, status, expires, registered)
		VALUES (?, ?, ?, ?, 'pro', ?, ?) ON CONFLICT (id) DO NOTHING`,
		id,
		email,
		email.split('@')[0] ?? email,
		`https://avatars.example.com/${id}.png`,
		writeDate(nowMs + year),
		registered,
	);
	return added === 1;
}

function seedLink(db: Database, row: SeedRow, date: string): number {
	const link: Record<string, unknown> = {};
	let channel: number | undefined;
	for (const [name, value] of Object.entries(row)) {
		const column = LINK_SYNONYMS[name] ?? name;
		if (column === 'channel' && typeof value === 'number') channel = value;
		else if (column === 'domain') link[column] = originOf(String(value));
		else if (LINK_COLUMNS.has(column)) link[column] = value;
		else throw new Error(`There is no column "${name}" to seed in links`);
	}
	const longurl = `https://destination.example/${randomName()}`;
	const { id } = insertLink(db, { date, longurl, ...link });
	if (channel !== undefined) db.insert('channel_items', { channel, type: 'links', item: id });
	return id;
}

function seedDomain(db: Database, row: SeedRow): number {
	const { domain = `https://${randomName().toLowerCase()}.demo.example`, ...rest } = row;
	const origin = originOf(String(domain));
	const host = origin.replace(/^https?:\/\//, '');
	const defaults = { account: 1, domain: origin, host, redirectroot: '', redirect404: '' };
	return db.insert('domains', merged('domains', defaults, rest));
}

function originOf(domain: string): string {
	if (domain === '') return '';
	const address = domainAddress(/^https?:/i.test(domain) ? domain : `https://${domain}`);
	if (address === undefined) throw new Error(`"${domain}" is no domain`);
	return address.domain;
}

function merged(kind: SeedKind, defaults: Columns, row: SeedRow): Columns {
	const columns = { ...defaults };
	for (const [name, value] of Object.entries(row)) {
		if (name !== 'id' && !(name in defaults)) {
			throw new Error(`There is no column "${name}" to seed in ${kind}`);
		}
		columns[name] = toColumn(value);
	}
	return columns;
}

function toColumn(value: unknown): SqlValue {
	if (typeof value === 'boolean') return value ? 1 : 0;
	if (value === null || typeof value === 'string' || typeof value === 'number') return value;
	throw new Error(`${typeof value} cannot be seeded`);
}
