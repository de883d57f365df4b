import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type Json = Record<string, unknown>;

export type Kind = 'link' | 'campaign' | 'channel' | 'pixel' | 'qrCode' | 'file';

/** A create, as it was written down before it was sent, and what became of it. */
export interface Entry {
	/** Its place in the file. */
	n: number;
	kind: Kind;
	/** The page of a link, with this create's own query; the random name of another record. */
	name: string;
	/** The path that it was sent to: the two products have pixels at different ones. */
	path: string;
	/** The alias that was sent with it. */
	alias?: string;
	/** The highest ID of a link before; absent where IDs are not known to grow. */
	newest?: number;
	/** When it was sent. */
	at: number;
	/** What its response named. */
	id?: string;
	answeredAlias?: string;
	/** Nothing is left of it: it was rejected, was never there, or was deleted again. */
	closed?: string;
}

type Line = Partial<Entry> & { n: number };

/** The file of creates. A line is written before a create is sent, and one for each thing that becomes known of it. */
export class Ledger {
	readonly entries: Entry[];
	private readonly file: string;
	private readonly baseUrl: string;

	/** @param baseUrl of the service, which the file keeps: IDs mean nothing on another one */
	constructor(file: string, baseUrl: string) {
		this.file = file;
		this.baseUrl = baseUrl;
		const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
		this.entries = readEntries(text, baseUrl);
	}

	/** The entries of which something may be left. */
	open(): Entry[] {
		return this.entries.filter(({ closed }) => closed === undefined);
	}

	/** Writes a create down. */
	begin(create: Omit<Entry, 'n' | 'at'>): Entry {
		const entry = { n: this.entries.length + 1, at: Date.now(), ...create };
		this.entries.push(entry);
		this.write(entry);
		return entry;
	}

	/** The entry of a create that is sent once more, with the alias that it had. */
	again({ kind, name, alias }: Omit<Entry, 'n' | 'at'>): Entry | undefined {
		if (alias === undefined) return undefined;
		return this.open().find(
			(entry) => entry.kind === kind && entry.name === name && entry.alias === alias,
		);
	}

	/** Writes down what has become known of a create. */
	note(entry: Entry, known: Partial<Entry>): void {
		Object.assign(entry, known);
		this.write({ n: entry.n, ...known });
	}

	private write(line: Line): void {
		mkdirSync(dirname(this.file), { recursive: true });
		appendFileSync(this.file, `${JSON.stringify({ baseUrl: this.baseUrl, ...line })}\n`);
	}
}

/** Pure. The last line may have been cut when the process was killed: what it said is then not known. */
export function readEntries(text: string, baseUrl: string): Entry[] {
	const entries = new Map<number, Entry>();
	for (const written of text.split('\n')) {
		try {
			const { baseUrl: at, ...line } = JSON.parse(written) as Line & { baseUrl: string };
			if (at !== baseUrl) continue;
			entries.set(line.n, { ...entries.get(line.n), ...line } as Entry);
		} catch {
			// Empty, or cut.
		}
	}
	return [...entries.values()];
}

const CREATES: ReadonlyArray<readonly [path: RegExp, kind: Kind]> = [
	[/^\/api\/url\/add$/, 'link'],
	[/^\/api\/campaign\/add$/, 'campaign'],
	[/^\/api\/channel\/add$/, 'channel'],
	[/^\/api\/(pixel\/add|v1\/pixels)$/, 'pixel'],
	[/^\/api\/qr\/add$/, 'qrCode'],
	[/^\/api\/files\/upload\//, 'file'],
];

/** What a request creates; undefined for any other. Pure. */
export function createOf(
	method: string,
	path: string,
	sent: Json,
): Omit<Entry, 'n' | 'at'> | undefined {
	const kind = method === 'POST' ? CREATES.find(([pattern]) => pattern.test(path))?.[1] : undefined;
	if (kind === undefined) return undefined;
	const alias = textOf(sent['custom']);
	const name = textOf(kind === 'link' ? sent['url'] : sent['name']);
	return { kind, name, path, ...(alias === '' ? {} : { alias }) };
}

const CHANGES: ReadonlyArray<readonly [path: RegExp, ...kinds: Kind[]]> = [
	[/^\/api\/url\/(\d+)\/(?:update|delete)$/, 'link'],
	[/^\/api\/campaign\/(\d+)\/(?:update|delete)$/, 'campaign'],
	[/^\/api\/campaign\/(\d+)\/assign\/(\d+)$/, 'campaign', 'link'],
	[/^\/api\/channel\/(\d+)\/(?:update|delete)$/, 'channel'],
	[/^\/api\/channel\/(\d+)\/assign\/links\/(\d+)$/, 'channel', 'link'],
	[/^\/api\/(?:pixel\/(\d+)\/(?:update|delete)|v1\/pixels\/(\d+))$/, 'pixel'],
	[/^\/api\/qr\/(\d+)\/(?:update|delete)$/, 'qrCode'],
];

/**
 * The records that a request changes or deletes, such as `link:5`; undefined for a path of which that is not
 * known, such as that of the account, and of a domain. Pure.
 */
export function changedBy(path: string): string[] | undefined {
	for (const [pattern, ...kinds] of CHANGES) {
		const ids = pattern.exec(path)?.slice(1).filter(Boolean);
		if (ids !== undefined) return kinds.map((kind, place) => `${kind}:${ids[place] ?? ''}`);
	}
	return undefined;
}

/**
 * Why a record is not proven to be the one that a create made; '' where it is. A link has this create's page,
 * an ID above the newest one's before, and the alias that was sent. A service that ignores aliases gives another
 * one: there the page and an ID that grew are needed both, and the alias of the create's own response. Pure.
 */
export function doubtOf(entry: Entry, record: Json): string {
	const id = textOf(record['id']);
	if (!/^\d+$/.test(id)) return 'it has no ID';
	if (entry.id !== undefined && entry.id !== id) return 'it has another ID';
	if (entry.kind !== 'link') {
		if (entry.id === undefined) return 'no response named its ID';
		const isNamed = textOf(record['name']).toLowerCase() === entry.name.toLowerCase();
		return isNamed ? '' : 'it has another name';
	}
	if (!isPage(textOf(record['longurl']), entry.name)) return 'it leads to another page';
	const isAgeKnown = entry.newest !== undefined;
	if (isAgeKnown && Number(id) <= Number(entry.newest)) return 'it was there before';
	const alias = aliasOf(record);
	if (entry.alias === undefined || entry.alias === alias) return '';
	return isAgeKnown && entry.answeredAlias === alias ? '' : 'it has another alias';
}

/** Services write `&` as an entity, and set a slash after the host. */
function isPage(longUrl: string, page: string): boolean {
	const url = URL.parse(longUrl.replaceAll('&amp;', '&'));
	const mark = new URL(page).searchParams.get(MARK);
	return mark !== null && url?.searchParams.get(MARK) === mark && url.host === new URL(page).host;
}

/** The query parameter that is random. */
export const MARK = 'live';

/** The alias of a link, which some responses show in its short URL alone. */
export function aliasOf({ alias, ...record }: Json): string {
	if (textOf(alias) !== '') return textOf(alias);
	return /[^/]+(?=\/*$)/.exec(shortUrlOf(record))?.[0] ?? '';
}

export function shortUrlOf(record: Json): string {
	const keys = ['shorturl', 'short', 'short_url', 'shortUrl', 'link'];
	return keys.map((key) => textOf(record[key])).find((text) => text !== '') ?? '';
}

export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function isJson(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
