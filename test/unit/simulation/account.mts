import { AsyncLocalStorage } from 'node:async_hooks';
import type { IDataObject } from 'n8n-workflow';

import type { Result, ServiceRequest } from '../../../nodes/LinkShortener/api/http/types';
import { isRecord, toText } from '../../../nodes/LinkShortener/shared/json';
import {
	type FailureKind,
	UserFacingError,
} from '../../../nodes/LinkShortener/shared/userFacingError';
import type { VirtualTime } from './virtualTime.mts';

/** What becomes of a create or an update. `late`: done that long after its connection broke. */
export type Fate = 'answered' | 'lost' | 'cut' | 'refused' | { late: number };

/** The manner of a service. */
export interface Manner {
	/** How values are stored, by field; as they are where it says nothing. */
	stores: Partial<Record<string, (value: unknown) => unknown>>;
	/** How long URLs and texts are shown. */
	shows: (text: string) => string;
	/** Fields that a list does not show, and those that the answer for one link does not show. */
	notListed: readonly string[];
	notDetailed: readonly string[];
	campaignAs: 'id' | 'text' | 'name' | 'record' | 'ids';
	/** How far readings lag behind, and why. */
	staleMs: number;
	staleness: 'cache' | 'cacheTold' | 'replica';
	searchesLongUrls: boolean;
	/** Whether a create for a known long URL answers with the link it has: never, without an alias, always. */
	suppressesDuplicates: 'never' | 'withoutAlias' | 'always';
	ignoresAliasCase: boolean;
	/** Whether one alias exists once on all hosts. */
	hasOneAliasSpace: boolean;
	/** Whether a look-up by short URL looks at the alias alone. */
	looksUpAliasOnly: boolean;
	ascending: boolean;
	pageSize: number;
	updates: 'keep' | 'clear' | 'none';
	namesId: boolean;
	/** The host of the base URL; links are on `sho.rt` without a domain. */
	apiHost: string;
}

export const PLAIN: Manner = {
	stores: {},
	shows: (text) => text,
	notListed: ['expiry', 'geotarget', 'devicetarget'],
	notDetailed: ['campaign', 'channel'],
	campaignAs: 'id',
	staleMs: 0,
	staleness: 'cache',
	searchesLongUrls: true,
	suppressesDuplicates: 'never',
	ignoresAliasCase: true,
	hasOneAliasSpace: false,
	looksUpAliasOnly: false,
	ascending: false,
	pageSize: 100,
	updates: 'keep',
	namesId: true,
	apiHost: 'sho.rt',
};

export const DEFAULT_HOST = 'sho.rt';

/** Fields that no reading shows. */
const HIDDEN = ['password', 'pixels', 'custom', 'domain'];

export interface StoredLink {
	id: number;
	host: string;
	alias: string;
	/** What it stores, by the names of a body. */
	fields: IDataObject;
	madeAt: number;
	/** The row that made it; undefined for other clients and accounts. */
	maker: number | undefined;
	/** Whether another account has it. */
	isForeign?: boolean;
}

/** A create or an update that reached the service. */
export interface Write {
	row: number | undefined;
	method: 'POST' | 'PUT';
	body: IDataObject;
	/** The link before and after; undefined where nothing was done. */
	before: StoredLink | undefined;
	after: StoredLink | undefined;
}

/** The links of a service, whose clients may be several processes. */
export class Account {
	links: StoredLink[] = [];

	readonly writes: Write[] = [];

	requests = 0;

	/** The fates of the next creates and updates, the first first. */
	fates: Fate[] = [];

	readonly manner: Manner;

	private nextId = 100;

	/** Earlier states, the oldest first, for readings that lag. */
	private states: Array<{ at: number; links: StoredLink[] }> = [];

	private readonly cache = new Map<string, { at: number; body: IDataObject | undefined }>();

	private readonly row = new AsyncLocalStorage<number>();

	constructor(
		readonly time: VirtualTime,
		manner: Partial<Manner> = {},
	) {
		this.manner = { ...PLAIN, ...manner };
	}

	/** Runs work in the name of a row. */
	async as<T>(row: number, work: () => Promise<T>): Promise<T> {
		return await this.row.run(row, work);
	}

	/** What is stored for a field. */
	stored(field: string, value: unknown): unknown {
		return this.manner.stores[field]?.(value) ?? value;
	}

	/** Adds a link; undefined if its alias is taken. */
	make(body: IDataObject, maker?: number, isForeign = false): StoredLink | undefined {
		const { custom, domain, ...fields } = body;
		const host = toText(domain).replace(/^https?:\/\//, '') || DEFAULT_HOST;
		const alias = toText(custom) || `r${(this.nextId + 1).toString(36)}`;
		if (this.isTaken(alias, host)) return undefined;
		this.nextId += 1;
		const link = { id: this.nextId, host, alias, madeAt: this.time.now(), maker, isForeign };
		this.change([...this.links, { ...link, fields: this.storedFields(fields) }]);
		return this.links.at(-1);
	}

	/** Changes fields of a link. */
	alter(id: number, fields: IDataObject): void {
		const stored = this.storedFields(fields);
		const changed = (link: StoredLink) =>
			link.id === id ? { ...link, fields: { ...link.fields, ...stored } } : link;
		this.change(this.links.map(changed));
	}

	remove(id: number): void {
		this.change(this.links.filter((link) => link.id !== id));
	}

	/** Carries out a request. */
	async send(request: ServiceRequest): Promise<Result> {
		const { method, path, query = {}, json } = request;
		this.requests += 1;
		const sentAt = this.time.now();
		if (method === 'POST' || method === 'PUT') {
			return await this.write(method, path, isRecord(json) ? json : {}, sentAt);
		}
		await this.time.sleep(20);
		const { body, isOld } = this.read(`${path}?${JSON.stringify(query)}`, (links) =>
			path !== '/api/urls'
				? this.detail(links.find(({ id }) => id === Number(path.split('/').pop())))
				: query.short === undefined
					? this.page(links, query)
					: this.detail(this.lookUp(links, toText(query.short))),
		);
		if (body === undefined) return refusal('Link does not exist.', 'notFound');
		return { kind: 'success', body, sentAt, isOld };
	}

	private change(links: StoredLink[]): void {
		const at = this.time.now();
		if (this.manner.staleMs > 0) this.states.push({ at, links: this.links });
		this.links = links;
	}

	private isTaken(alias: string, host: string): boolean {
		const { ignoresAliasCase, hasOneAliasSpace } = this.manner;
		const plain = (text: string) => (ignoresAliasCase ? text.toLowerCase() : text);
		return this.links.some(
			(link) => plain(link.alias) === plain(alias) && (hasOneAliasSpace || link.host === host),
		);
	}

	private storedFields(fields: IDataObject): IDataObject {
		const stored = Object.entries(fields).map(([field, value]) => [
			field,
			this.stored(field, value),
		]);
		return Object.fromEntries(stored) as IDataObject;
	}

	private async write(
		method: 'POST' | 'PUT',
		path: string,
		body: IDataObject,
		sentAt: number,
	): Promise<Result> {
		const fate = this.fates.shift() ?? 'answered';
		const row = this.row.getStore();
		const work = () => (method === 'POST' ? this.create(body, row) : this.update(path, body, row));
		await this.time.sleep(10);
		if (method === 'PUT' && this.manner.updates === 'none') {
			return refusal('This install has no updates of links', 'notOnInstall');
		}
		if (fate === 'refused')
			return refusal('This domain name or link has been blacklisted.', 'rejected');
		const isOver = toText(body.expiry ?? '9').localeCompare(new Date(sentAt).toISOString()) < 0;
		if (isOver) return refusal('The expiry date must be later than today.', 'rejected');
		const answer = fate === 'answered' || fate === 'lost' ? work() : undefined;
		await this.time.sleep(10);
		if (typeof fate === 'object') this.time.schedule(fate.late, work);
		if (fate !== 'answered') return noAnswer(method, sentAt);
		return answer === undefined
			? refusal('That alias is taken. Please choose another one.', 'aliasTaken')
			: { kind: 'success', body: answer, sentAt, isOld: false };
	}

	private create(body: IDataObject, row: number | undefined): IDataObject | undefined {
		const url = JSON.stringify(this.stored('url', body.url));
		const known = this.links.find(
			(link) => !link.isForeign && JSON.stringify(link.fields.url) === url,
		);
		const { suppressesDuplicates } = this.manner;
		const isPlain = suppressesDuplicates === 'withoutAlias' && body.custom === undefined;
		const isKept = isPlain || suppressesDuplicates === 'always';
		const link = isKept && known !== undefined ? known : this.make(body, row);
		if (link === undefined) return undefined;
		if (link !== known)
			this.writes.push({ row, method: 'POST', body, before: undefined, after: link });
		const shorturl = shortUrlOf(link);
		return this.manner.namesId ? { id: link.id, shorturl } : { short: shorturl };
	}

	private update(path: string, body: IDataObject, row: number | undefined): IDataObject {
		const id = Number(path.split('/')[3]);
		const before = this.links.find((link) => link.id === id);
		if (before !== undefined && this.manner.updates === 'clear') {
			const { url } = before.fields;
			this.change(
				this.links.map((link) => (link === before ? { ...link, fields: { url } } : link)),
			);
		}
		this.alter(id, body);
		const after = this.links.find((link) => link.id === id);
		this.writes.push({ row, method: 'PUT', body, before, after });
		return { id, short: after === undefined ? '' : shortUrlOf(after) };
	}

	/** What a reading shows, which may be an earlier state. */
	private read(
		address: string,
		show: (links: StoredLink[]) => IDataObject | undefined,
	): { body: IDataObject | undefined; isOld: boolean } {
		const { staleMs, staleness } = this.manner;
		const now = this.time.now();
		const own = (links: StoredLink[]) => links.filter(({ isForeign }) => !isForeign);
		if (staleMs === 0) return { body: show(own(this.links)), isOld: false };
		if (staleness === 'replica') {
			const since = this.states.find(({ at }) => at > now - staleMs);
			return { body: show(own(since?.links ?? this.links)), isOld: false };
		}
		const cached = this.cache.get(address);
		if (cached !== undefined && now - cached.at < staleMs) {
			return { body: cached.body, isOld: staleness === 'cacheTold' };
		}
		const body = show(own(this.links));
		this.cache.set(address, { at: now, body });
		return { body, isOld: false };
	}

	private page(links: StoredLink[], { q, page }: IDataObject): IDataObject {
		const { ascending, pageSize, searchesLongUrls } = this.manner;
		const rows = ascending ? links : [...links].reverse();
		const listed = rows.map((link) => this.listed(link));
		const texts = ({ alias, title, longurl }: IDataObject) =>
			(searchesLongUrls ? [alias, title, longurl] : [alias, title]).map(toText).map(lowerCase);
		const found =
			q === undefined
				? listed
				: listed.filter((row) => texts(row).some((text) => text.includes(toText(q).toLowerCase())));
		const number = Number(page);
		const urls = found.slice((number - 1) * pageSize, number * pageSize);
		const maxpage = Math.max(1, Math.ceil(found.length / pageSize));
		return { data: { urls, currentpage: number, maxpage, perpage: pageSize } };
	}

	private lookUp(links: StoredLink[], short: string): StoredLink | undefined {
		const [host, alias] = short.replace(/^https?:\/\//, '').split('/');
		return links.find(
			(link) => link.alias === alias && (this.manner.looksUpAliasOnly || link.host === host),
		);
	}

	private listed(link: StoredLink): IDataObject {
		const { id, alias } = link;
		return { id, alias, clicks: 3, ...this.shown(link, this.manner.notListed) };
	}

	private detail(link: StoredLink | undefined): IDataObject | undefined {
		if (link === undefined) return undefined;
		const { id } = link;
		const details = { id, ...this.shown(link, this.manner.notDetailed) };
		return { id, details, data: { clicks: 3 } };
	}

	private shown(link: StoredLink, hidden: readonly string[]): IDataObject {
		const { url, metatitle, description, campaign, channel, expiry } = link.fields;
		const { geotarget, devicetarget } = link.fields;
		const { shows } = this.manner;
		const all: IDataObject = {
			metatitle: shows(toText(metatitle)),
			description: shows(toText(description)),
			campaign: this.campaign(campaign),
			channel: channel === undefined ? [] : [channel],
			expiry: expiry ?? null,
			geotarget: targets(geotarget, 'location'),
			devicetarget: targets(devicetarget, 'device'),
		};
		const names: Record<string, string> = {
			metatitle: 'title',
			geotarget: 'location',
			devicetarget: 'device',
		};
		const fields = Object.entries(all).filter(([field]) => ![...HIDDEN, ...hidden].includes(field));
		const renamed = fields.map(([field, value]) => [names[field] ?? field, value]);
		const rest = Object.fromEntries(renamed) as IDataObject;
		return { shorturl: shortUrlOf(link), longurl: shows(toText(url)), ...rest };
	}

	private campaign(id: IDataObject[string]): IDataObject[string] {
		const { campaignAs } = this.manner;
		if (id === undefined) return campaignAs === 'ids' ? [] : null;
		const name = `Campaign of ${toText(id)}`;
		const shown = { id, text: toText(id), name, record: { id, name }, ids: [id] };
		return shown[campaignAs];
	}
}

function lowerCase(text: string): string {
	return text.toLowerCase();
}

function targets(value: unknown, name: string): IDataObject {
	const rows = Array.isArray(value) ? value.filter(isRecord) : [];
	return Object.fromEntries(rows.map((row) => [toText(row[name]).toLowerCase(), row.link]));
}

export function shortUrlOf({ host, alias }: Pick<StoredLink, 'host' | 'alias'>): string {
	return `https://${host}/${alias}`;
}

function refusal(message: string, kind: FailureKind): Result {
	return { kind: 'failed', error: new UserFacingError({ message, remedy: 'Change it.', kind }) };
}

function noAnswer(method: string, sentAt: number): Result {
	const explanation = { message: 'The connection broke', remedy: 'Try again.' };
	const error = new UserFacingError({ ...explanation, kind: 'unavailable' });
	if (method === 'PUT') return { kind: 'failed', error };
	const unconfirmed = new UserFacingError({ ...error.explanation, isUnconfirmed: true });
	return { kind: 'unconfirmed', error: unconfirmed, sentAt, isOld: false };
}
