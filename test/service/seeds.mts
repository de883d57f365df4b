import { randomName, writeDate } from './database.mts';
import type { Columns, Database } from './database.mts';
import { domainAddress } from './endpoints/domains.mts';
import { insertLink } from './link-store.mts';
import type { NewLink } from './link-store.mts';
import type { AccountOptions } from './options.mts';

export type SeedRow = Record<string, unknown>;

/** A name that no other row has. */
const named = (what: string) => ({ account: 1, name: `${what} ${randomName()}` });

/** Table of each kind, and what stands in the columns that neither a row gives nor the table fills. */
const RECORDS = {
	campaigns: { table: 'campaigns', defaults: () => named('Campaign') },
	channels: { table: 'channels', defaults: () => named('Channel') },
	pixels: {
		table: 'pixels',
		defaults: (date: string) => ({
			...named('Pixel'),
			type: 'facebook',
			value: '100200300',
			created_at: date,
			updated_at: date,
		}),
	},
	splash: { table: 'splash', defaults: (date: string) => ({ ...named('Splash'), date }) },
	overlays: {
		table: 'overlays',
		defaults: (date: string) => ({ ...named('Overlay'), type: 'message', date }),
	},
	channelItems: { table: 'channel_items', defaults: () => ({}) },
	bios: {
		table: 'bios',
		defaults: (date: string) => ({ account: 1, title: 'Bio page', alias: randomName(), date }),
	},
	files: {
		table: 'files',
		defaults: (date: string) => ({
			...named('File'),
			filename: 'file.pdf',
			bytes: 1,
			sha256: '',
			alias: randomName(),
			date,
		}),
	},
	qrs: {
		table: 'qr_codes',
		defaults: (date: string) => ({
			...named('QR code'),
			type: 'link',
			data: `https://destination.example/${randomName()}`,
			alias: randomName(),
			date,
		}),
	},
};

export type SeedKind = keyof typeof RECORDS | 'links' | 'domains';

/** The names that the API itself uses for two of a link's columns. */
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
			return db.insert(table, { ...defaults(date), ...(row as Columns) });
		}),
	);
}

const YEAR_MS = 365 * 24 * 3600 * 1000;

/** Makes sure the accounts exist. A new one gets something to read where HTTP offers no create. */
export function seedAccounts(db: Database, accounts: AccountOptions[], nowMs: number): void {
	// Somebody else, so that there is an email that is taken.
	addAccount(db, { id: 9001, email: 'taken@example.com', apiKeys: [] }, nowMs);
	for (const account of accounts) {
		if (!addAccount(db, account, nowMs) || account.isEmpty === true) continue;
		const own = (kind: SeedKind, rows: SeedRow[]) => {
			const ofAccount = rows.map((row) => ({ account: account.id, ...row }));
			seed(db, kind, ofAccount, nowMs);
		};
		own('overlays', [
			{ type: 'message', name: 'Spring sale' },
			{ type: 'poll', name: 'How did you find us?' },
			{ type: 'contact', name: 'Talk to us' },
		]);
		own('splash', [{ name: 'Welcome' }, { name: 'Leaving our pages' }]);
		// A domain belongs to one account only.
		const label = account.id === 1 ? 'go' : `go${account.id}`;
		own('domains', [{ domain: `https://${label}.demo.example` }]);
	}
}

function addAccount(db: Database, account: AccountOptions, nowMs: number): boolean {
	const { id, email } = account;
	if (db.all('SELECT 1 FROM accounts WHERE id = ?', id).length > 0) return false;
	db.insert('accounts', {
		id,
		email,
		username: email.split('@')[0],
		avatar: `https://avatars.example.com/${id}.png`,
		status: 'pro',
		expires: writeDate(nowMs + YEAR_MS),
		registered: writeDate(nowMs),
	});
	return true;
}

function seedLink(db: Database, row: SeedRow, date: string): number {
	const { channel, domain = '', ...given } = row;
	const columns = Object.entries(given).map(([name, value]) => [
		LINK_SYNONYMS[name] ?? name,
		value,
	]);
	const { id } = insertLink(db, {
		date,
		longurl: `https://destination.example/${randomName()}`,
		domain: originOf(String(domain)),
		uniqueclicks: Math.min(Number(row['clicks'] ?? 0), 1),
		...(Object.fromEntries(columns) as Partial<NewLink>),
	});
	if (channel !== undefined) {
		db.insert('channel_items', { channel: Number(channel), type: 'links', item: id });
	}
	return id;
}

function seedDomain(db: Database, row: SeedRow): number {
	const { domain = `https://${randomName().toLowerCase()}.demo.example`, ...rest } = row;
	const origin = originOf(String(domain));
	const host = origin.replace(/^https?:\/\//, '');
	return db.insert('domains', { account: 1, domain: origin, host, ...(rest as Columns) });
}

function originOf(domain: string): string {
	if (domain === '') return '';
	const address = domainAddress(/^https?:/i.test(domain) ? domain : `https://${domain}`);
	if (address === undefined) throw new Error(`"${domain}" is no domain`);
	return address.domain;
}
