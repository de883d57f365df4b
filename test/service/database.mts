import { randomBytes } from 'node:crypto';
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';

type Statement = Pick<StatementSync, 'all' | 'run'>;

/** What is used of a database. */
interface Connection {
	exec(sql: string): void;
	prepare(sql: string): Statement;
	close(): void;
}

/** The same in WebAssembly, with a list of values. */
interface WasmModule {
	default: {
		Database: new (location?: string) => {
			exec(sql: string): void;
			prepare(sql: string): {
				all(values: unknown[]): Array<Record<string, SQLOutputValue>>;
				run(values: unknown[]): ReturnType<StatementSync['run']>;
			};
			close(): void;
		};
	};
}

/** Node.js 20 has none of its own. */
const WASM = 'node-sqlite3-wasm';

const open: (location: string) => Connection = await import('node:sqlite').then(
	(own) => (location: string) => new own.DatabaseSync(location),
	async () => {
		const { Database: Wasm } = ((await import(WASM)) as WasmModule).default;
		return (location: string): Connection => {
			const database = new Wasm(location);
			return {
				exec: (sql) => {
					database.exec(sql);
				},
				prepare: (sql) => {
					const statement = database.prepare(sql);
					return {
						all: (...values: unknown[]) => statement.all(values),
						run: (...values: unknown[]) => statement.run(values),
					};
				},
				close: () => {
					database.close();
				},
			};
		};
	},
);

/**
 * AUTOINCREMENT: an id is never given out twice, as in the databases behind real installs, so that
 * deleting the newest record does not make the next one look old.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS accounts (
	id INTEGER PRIMARY KEY AUTOINCREMENT, email TEXT NOT NULL UNIQUE COLLATE NOCASE,
	username TEXT NOT NULL, avatar TEXT NOT NULL, status TEXT NOT NULL, expires TEXT NOT NULL,
	registered TEXT NOT NULL, password TEXT
);
CREATE TABLE IF NOT EXISTS domains (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, domain TEXT NOT NULL,
	host TEXT NOT NULL UNIQUE, redirectroot TEXT NOT NULL DEFAULT '',
	redirect404 TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS domains_of ON domains (account);
CREATE TABLE IF NOT EXISTS overlays (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, type TEXT NOT NULL,
	name TEXT NOT NULL, date TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS overlays_of ON overlays (account);
CREATE TABLE IF NOT EXISTS splash (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, name TEXT NOT NULL,
	date TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS splash_of ON splash (account);
CREATE TABLE IF NOT EXISTS campaigns (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, name TEXT NOT NULL,
	slug TEXT UNIQUE, public INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX IF NOT EXISTS campaigns_by_name ON campaigns (account, name);
CREATE INDEX IF NOT EXISTS campaigns_of ON campaigns (account);
CREATE TABLE IF NOT EXISTS channels (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, name TEXT NOT NULL,
	description TEXT NOT NULL DEFAULT '', color TEXT NOT NULL DEFAULT '#000000',
	starred INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS channels_of ON channels (account);
CREATE TABLE IF NOT EXISTS channel_items (
	id INTEGER PRIMARY KEY AUTOINCREMENT, channel INTEGER NOT NULL,
	type TEXT NOT NULL DEFAULT 'links', item INTEGER NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS channel_items_once ON channel_items (channel, type, item);
CREATE INDEX IF NOT EXISTS channel_items_of ON channel_items (channel);
CREATE INDEX IF NOT EXISTS channel_items_by_item ON channel_items (type, item);
CREATE TABLE IF NOT EXISTS bios (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, title TEXT NOT NULL,
	alias TEXT NOT NULL, date TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS qr_codes (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, name TEXT NOT NULL DEFAULT '',
	type TEXT NOT NULL, data TEXT NOT NULL, background TEXT NOT NULL DEFAULT '#FFFFFF',
	foreground TEXT NOT NULL DEFAULT '#000000', logo TEXT NOT NULL DEFAULT '',
	alias TEXT NOT NULL UNIQUE, scans INTEGER NOT NULL DEFAULT 0, date TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS qr_codes_of ON qr_codes (account);
CREATE TABLE IF NOT EXISTS files (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, name TEXT NOT NULL,
	filename TEXT NOT NULL, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL,
	domain TEXT NOT NULL DEFAULT '', alias TEXT NOT NULL, password TEXT, expiry TEXT,
	maxdownloads INTEGER, downloads INTEGER NOT NULL DEFAULT 0, date TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS files_of ON files (account);
CREATE UNIQUE INDEX IF NOT EXISTS files_by_alias ON files (domain, alias);
CREATE TABLE IF NOT EXISTS pixels (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL, name TEXT NOT NULL,
	type TEXT NOT NULL, value TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS pixels_of ON pixels (account);
CREATE TABLE IF NOT EXISTS links (
	id INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL DEFAULT 1,
	domain TEXT NOT NULL DEFAULT '', alias TEXT NOT NULL, longurl TEXT NOT NULL,
	type TEXT NOT NULL DEFAULT 'direct', password TEXT, expiry TEXT,
	title TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
	metatitle TEXT, metadescription TEXT, metaimage TEXT,
	geotarget TEXT NOT NULL DEFAULT '[]', devicetarget TEXT NOT NULL DEFAULT '[]',
	languagetarget TEXT NOT NULL DEFAULT '[]', parameters TEXT NOT NULL DEFAULT '[]',
	deeplink TEXT, pixels TEXT NOT NULL DEFAULT '[]', campaign INTEGER,
	status TEXT NOT NULL DEFAULT 'private', clicks INTEGER NOT NULL DEFAULT 0,
	uniqueclicks INTEGER NOT NULL DEFAULT 0, date TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS links_by_alias ON links (alias, domain);
CREATE INDEX IF NOT EXISTS links_by_date ON links (account, date);
CREATE INDEX IF NOT EXISTS links_by_clicks ON links (account, clicks);
CREATE INDEX IF NOT EXISTS links_by_campaign ON links (campaign);
CREATE TRIGGER IF NOT EXISTS links_gone AFTER DELETE ON links BEGIN
	DELETE FROM channel_items WHERE type = 'links' AND item = OLD.id;
END;
CREATE TRIGGER IF NOT EXISTS qr_codes_gone AFTER DELETE ON qr_codes BEGIN
	DELETE FROM channel_items WHERE type = 'qr' AND item = OLD.id;
END;
CREATE TRIGGER IF NOT EXISTS channels_gone AFTER DELETE ON channels BEGIN
	DELETE FROM channel_items WHERE channel = OLD.id;
END;
CREATE TRIGGER IF NOT EXISTS campaigns_gone AFTER DELETE ON campaigns BEGIN
	UPDATE links SET campaign = NULL WHERE campaign = OLD.id;
END;
`;

export type SqlValue = SQLInputValue;

/** The columns of a row; one that is undefined is left out, and an object or a list is kept as JSON. */
export type Columns = Record<string, SqlValue | boolean | object | undefined>;

/** One open database: prepared statements are kept, and so are the row counts lists ask for. */
export class Database {
	private readonly connection: Connection;
	private readonly statements = new Map<string, Statement>();
	private readonly counts = new Map<string, number>();

	/** @param location ':memory:' or a file, created when missing */
	constructor(location: string) {
		this.connection = open(location);
		// WAL with NORMAL survives the end of the process, only a power cut could cost a row; it
		// saves one disk flush per create.
		this.connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
		this.connection.exec(SCHEMA);
	}

	/** All rows of a query. `Row` names the selected columns; nothing checks it at run time. */
	all<Row>(sql: string, ...values: SqlValue[]): Row[] {
		return this.prepared(sql).all(...values) as unknown as Row[];
	}

	/** Runs a write and returns the number of rows it changed. */
	run(sql: string, ...values: SqlValue[]): number {
		this.counts.clear();
		return Number(this.prepared(sql).run(...values).changes);
	}

	/** Inserts one row given by column names, which must not come from a request; returns its id. */
	insert(table: string, row: Columns): number {
		const { names, values } = written(row);
		const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
		this.counts.clear();
		return Number(this.prepared(sql).run(...values).lastInsertRowid);
	}

	/** Writes columns of one row anew; their names must not come from a request either. */
	update(table: string, id: number, row: Columns): void {
		const { names, values } = written(row);
		if (names.length === 0) return;
		const columns = names.map((name) => `${name} = ?`).join(', ');
		this.run(`UPDATE ${table} SET ${columns} WHERE id = ?`, ...values, id);
	}

	/** A `count(*)` query, remembered until the next write: lists ask for it with every page. */
	count(sql: string, ...values: SqlValue[]): number {
		const key = JSON.stringify([sql, ...values]);
		const known = this.counts.get(key);
		if (known !== undefined) return known;
		const counted = this.all<{ n: number }>(sql, ...values)[0]?.n ?? 0;
		this.counts.set(key, counted);
		return counted;
	}

	/** Everything or nothing; an error inside undoes all writes. Must not be nested. */
	transaction<Result>(work: () => Result): Result {
		this.connection.exec('BEGIN');
		try {
			const result = work();
			this.connection.exec('COMMIT');
			return result;
		} catch (error) {
			this.connection.exec('ROLLBACK');
			throw error;
		} finally {
			this.counts.clear();
		}
	}

	close(): void {
		this.statements.clear();
		this.connection.close();
	}

	private prepared(sql: string): Statement {
		const known = this.statements.get(sql);
		if (known !== undefined) return known;
		const fresh = this.connection.prepare(sql);
		this.statements.set(sql, fresh);
		return fresh;
	}
}

function written(row: Columns): { names: string[]; values: SqlValue[] } {
	const given = Object.entries(row).filter(([, value]) => value !== undefined);
	return {
		names: given.map(([name]) => name),
		values: given.map(([, value]) => toSql(value)),
	};
}

function toSql(value: Columns[string]): SqlValue {
	if (typeof value === 'boolean') return value ? 1 : 0;
	if (typeof value === 'object' && value !== null) return JSON.stringify(value);
	return value ?? null;
}

/** Whether an error is SQLite's refusal of a second row with the same unique columns. */
export function isDuplicate(error: unknown): boolean {
	return error instanceof Error && error.message.startsWith('UNIQUE constraint failed');
}

const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random name for an alias or a slug. */
export function randomName(length = 7): string {
	let name = '';
	for (const byte of randomBytes(length)) name += ALPHABET[byte % ALPHABET.length] ?? '';
	return name;
}

/** 'YYYY-MM-DD HH:MM:SS' in UTC, the zone of this service. */
export function writeDate(epochMs: number): string {
	return new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ');
}
