import { createRequire } from 'node:module';
import type { AxiosStatic, InternalAxiosRequestConfig } from 'axios';
import type * as Credential from '../../nodes/LinkShortener/api/http/credential.ts';
import type * as Features from '../../nodes/LinkShortener/api/http/features.ts';
import type * as Response from '../../nodes/LinkShortener/api/http/response.ts';
import type { HttpResponse, ParsedResponse } from '../../nodes/LinkShortener/api/http/types.ts';
import type * as Headers from '../../nodes/LinkShortener/api/gate/limit.ts';
import { aliasOf, changedBy, createOf, isJson, textOf } from './ledger.mts';
import type { Entry, Json, Ledger } from './ledger.mts';

const fromHere = createRequire(import.meta.url);

/** The client that n8n itself sends with, so that requests of the nodes are seen, too (n8n-core 2.41). */
const network = createRequire(fromHere.resolve('n8n-core')).resolve('@n8n/backend-network');
const axios = createRequire(network)('axios') as AxiosStatic;

/** What the package reads responses with, as built. */
const built = (file: string) =>
	fromHere(`../../dist/nodes/LinkShortener/api/${file}.js`) as unknown;
const { normaliseBaseUrl } = built('http/credential') as typeof Credential;
const { parseResponse } = built('http/response') as typeof Response;
const { looksUnknown } = built('http/features') as typeof Features;
const { askedWaitMs, readLimitHeaders } = built('gate/limit') as typeof Headers;

const MOST_LINKS = 16;
const TIMEOUT_MS = 60_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const TRIES = 4;

/** A request and its response. */
export interface Exchange {
	method: string;
	path: string;
	query: Record<string, string>;
	sent: Json;
	/** Sent by a node. */
	isOfNode: boolean;
	status: number;
	headers: Record<string, string>;
	body: unknown;
	parsed: ParsedResponse;
	/** What the package takes for a feature that the service lacks. */
	isUnknown: boolean;
	entry?: Entry;
}

interface Request {
	query?: Record<string, string>;
	json?: Json;
	form?: Record<string, string>;
	file?: Buffer;
}

export interface WireOptions {
	baseUrl: string;
	/** As typed: with its scheme where it is not Bearer. */
	key: string;
	ledger: Ledger;
	/** Stops everything but the cleaning up. */
	signal?: AbortSignal | undefined;
	/** Called before each request is sent, with its number. */
	before?: ((number: number) => void | Promise<void>) | undefined;
}

/** The run was stopped by hand. */
export class Stopped extends Error {}

/** A request that must not be sent. */
class Refused extends Error {}

/**
 * All requests to the service, those of the nodes as well: each create is written down before it is sent, and
 * nothing is changed or deleted that is not proven to be the run's own.
 */
export class Wire {
	readonly log: Exchange[] = [];
	/** Records that the run has proven to be its own, such as `link:5`. */
	readonly proven = new Set<string>();
	/** The highest ID of a link; undefined where IDs are not known to grow. */
	newest: number | undefined;
	/** Whether the run is over, and deletes what it has made. */
	isCleaning = false;
	private readonly options: WireOptions;
	/** Creates of earlier runs on the same account. */
	private readonly earlier: number;
	private readonly begun = new WeakMap<
		object,
		Omit<Exchange, 'status' | 'headers' | 'body' | 'parsed'>
	>();
	private readonly eject: () => void;
	/** Requests of nodes that were seen to leave. */
	countOfNode = 0;
	private sentCount = 0;
	private freeAtMs = 0;
	private isOwnRequest = false;

	constructor(options: WireOptions) {
		this.options = options;
		this.earlier = options.ledger.entries.length;
		const { request, response } = axios.interceptors;
		const leaving = request.use(async (config) => await this.leave(config));
		const arriving = response.use(
			(found) => {
				this.arrive(found);
				return found;
			},
			(error: unknown) => {
				const { response: found } = Object(error) as { response?: Parameters<Wire['arrive']>[0] };
				if (found !== undefined) this.arrive(found);
				throw error instanceof Error ? error : new Error(String(error));
			},
		);
		this.eject = () => {
			request.eject(leaving);
			response.eject(arriving);
		};
	}

	close(): void {
		this.eject();
	}

	/** Sends a request as often as it takes; a create once. */
	async send(method: string, path: string, given: Request = {}): Promise<Exchange | undefined> {
		const isCreate = method === 'POST' && changedBy(path) === undefined;
		for (let tries = 1; ; tries += 1) {
			await this.turn();
			const found = await this.once(method, path, given);
			if (found?.parsed.kind === 'rateLimited') {
				const asked = askedWaitMs(found, Date.now()) ?? Math.min(60, 2 ** tries) * 1_000;
				if (asked > LONGEST_WAIT_MS || tries > 30)
					throw new Error('The rate limit is used up for long');
				await this.sleep(asked + 100);
				continue;
			}
			const isLost = !found || ['busy', 'brokeDown'].includes(found.parsed.kind);
			if (!isLost || isCreate || tries >= TRIES) return found;
			await this.sleep(1_000 * 2 ** tries);
		}
	}

	/** Waits until the service has room for a request, as far as its headers tell. */
	async turn(): Promise<void> {
		await this.sleep(this.freeAtMs - Date.now());
	}

	/** What stands at an address, asked for without the key. */
	async picture(url: string): Promise<string> {
		const options = { timeout: TIMEOUT_MS, validateStatus: () => true, maxRedirects: 1 };
		const { status, headers } = await axios.get<unknown>(url, { ...options, proxy: false });
		const [type] = /^[a-z]+\/[a-z0-9.+-]{1,20}/.exec(String(headers['content-type'])) ?? [
			'something else',
		];
		return status < 300 ? type : `HTTP ${status}`;
	}

	private async once(
		method: string,
		path: string,
		{ query = {}, json, form, file }: Request,
	): Promise<Exchange | undefined> {
		const { baseUrl, key } = this.options;
		const type = json ? 'json' : form ? 'x-www-form-urlencoded' : 'octet-stream';
		const before = this.log.length;
		this.isOwnRequest = true;
		try {
			await axios.request({
				method,
				url: baseUrl + path,
				params: new URLSearchParams(query),
				headers: {
					Accept: 'application/json',
					Authorization: /^token\s/i.test(key) ? key : `Bearer ${key.replace(/^bearer\s+/i, '')}`,
					'User-Agent': 'n8n-nodes-link-shortener',
					...(json || form || file ? { 'Content-Type': `application/${type}` } : {}),
				},
				data: json ?? (form ? new URLSearchParams(form).toString() : file),
				timeout: TIMEOUT_MS,
				validateStatus: () => true,
				maxRedirects: 0,
				proxy: false,
			});
		} catch (error) {
			if (error instanceof Stopped || error instanceof Refused) throw error;
		}
		return this.log[before];
	}

	private async leave(config: InternalAxiosRequestConfig): Promise<InternalAxiosRequestConfig> {
		const address = axios.getUri(config);
		const { baseUrl, ledger, before } = this.options;
		if (!address.startsWith(`${baseUrl}/api/`)) return config;
		const isOfNode = !this.isOwnRequest;
		this.isOwnRequest = false;
		const { pathname, searchParams } = new URL(address.slice(baseUrl.length), 'http://any.example');
		const method = (config.method ?? 'get').toUpperCase();
		const query = Object.fromEntries(searchParams);
		const sent = method === 'GET' ? {} : { ...query, ...bodyIn(config.data) };
		this.sentCount += 1;
		if (isOfNode) this.countOfNode += 1;
		await before?.(this.sentCount);
		const create = createOf(method, pathname, sent);
		const isStopped = this.options.signal?.aborted === true && !this.isCleaning;
		if (isStopped && (create !== undefined || !isOfNode)) throw new Stopped('Stopped');
		let entry: Entry | undefined;
		if (create !== undefined) {
			const made = ledger.entries
				.slice(this.earlier)
				.filter(({ kind, closed }) => kind === 'link' && closed !== 'rejected');
			if (create.kind === 'link' && made.length >= MOST_LINKS) throw new Refused('Too many links');
			const { newest } = this;
			const age = create.kind === 'link' && newest !== undefined ? { newest } : {};
			entry = ledger.again(create) ?? ledger.begin({ ...create, ...age });
		} else if (method !== 'GET') {
			const isOwn = changedBy(pathname)?.every((record) => this.proven.has(record)) ?? false;
			if (!isOwn) throw new Refused(`${method} ${pathname} is not proven to be the run's own`);
		}
		const isUnknown = false;
		const begun = { method, path: pathname, query, sent, isOfNode, isUnknown };
		this.begun.set(config, { ...begun, ...(entry && { entry }) });
		return config;
	}

	private arrive(found: { config: object; status: number; headers: object; data: unknown }): void {
		const begun = this.begun.get(found.config);
		if (begun === undefined) return;
		const named = Object.entries({ ...found.headers }).map(([name, value]): [string, string] => [
			name.toLowerCase(),
			String(value),
		]);
		const headers = Object.fromEntries(named);
		const { status } = found;
		const body = parsedText(found.data);
		const response: HttpResponse = { status, headers, body };
		const { method, path, entry } = begun;
		const parsed = parseResponse(response, /^\/api\/v1\//.test(path) ? 'pixels' : 'links');
		const isUnknown = looksUnknown(parsed, { method: method as 'GET', path });
		this.log.push({ ...begun, status, headers, body, parsed, isUnknown });
		const { remaining, resetInMs = 0 } = readLimitHeaders(headers, Date.now());
		this.freeAtMs = remaining === 0 ? Date.now() + resetInMs + 50 : 0;
		if (entry !== undefined) this.noteResponse(entry, parsed);
	}

	private noteResponse(entry: Entry, parsed: ParsedResponse): void {
		if (parsed.kind === 'success') {
			const record = recordIn(parsed.body);
			const id = textOf(entry.kind === 'file' ? record['1'] : record['id']);
			const answeredAlias = entry.kind === 'link' ? aliasOf(record) : '';
			const named = { ...(id && { id }), ...(answeredAlias && { answeredAlias }) };
			this.options.ledger.note(entry, named);
		} else if (['rejected', 'rateLimited', 'redirect', 'page'].includes(parsed.kind)) {
			this.options.ledger.note(entry, { closed: 'rejected' });
		}
	}

	async sleep(ms: number): Promise<void> {
		const { signal } = this.options;
		if (signal?.aborted && !this.isCleaning) throw new Stopped('Stopped');
		if (ms <= 0) return;
		await new Promise<void>((resolve) => {
			const timer = setTimeout(done, ms);
			const isHeard = !this.isCleaning;
			function done(): void {
				clearTimeout(timer);
				signal?.removeEventListener('abort', done);
				resolve();
			}
			if (isHeard) signal?.addEventListener('abort', done);
		});
		if (signal?.aborted && !this.isCleaning) throw new Stopped('Stopped');
	}
}

/** A base URL as the node reads it. */
export const baseUrlOf = (typed: string): string => normaliseBaseUrl(typed);

/** The record in a response to a create or a look-up, wherever it stands. */
export function recordIn(body: unknown): Json {
	if (!isJson(body)) return {};
	const { data, details, ...top } = body;
	return { ...(isJson(data) ? data : {}), ...(isJson(details) ? details : {}), ...top };
}

/** The rows of a list; the only array there is, whatever its name. */
export function rowsIn(body: unknown): Json[] {
	if (Array.isArray(body)) return body.filter(isJson);
	if (!isJson(body)) return [];
	const { data } = body;
	const rows = Array.isArray(data)
		? data
		: Object.values({ ...body, ...(isJson(data) ? data : {}) }).find(Array.isArray);
	return (rows ?? []).filter(isJson);
}

function bodyIn(data: unknown): Json {
	if (isJson(data) && !Buffer.isBuffer(data)) return data;
	if (typeof data !== 'string') return {};
	const parsed = parsedText(data);
	return isJson(parsed) ? parsed : Object.fromEntries(new URLSearchParams(data));
}

function parsedText(data: unknown): unknown {
	if (typeof data !== 'string') return data;
	try {
		return JSON.parse(data) as unknown;
	} catch {
		return data;
	}
}
