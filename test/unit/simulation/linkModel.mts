import { AsyncLocalStorage } from 'node:async_hooks';
import type { IDataObject } from 'n8n-workflow';

import type { PageAndAge } from '../../../nodes/LinkShortener/api/client';
import type {
	ServiceRequest,
	Sending as Left,
	Result,
} from '../../../nodes/LinkShortener/api/http/types';
import type { Listing } from '../../../nodes/LinkShortener/api/pagination/list';
import type { Page, PageRequest } from '../../../nodes/LinkShortener/api/pagination/page';
import type { LinkClient } from '../../../nodes/LinkShortener/links/createLink';
import { isRecord, toText } from '../../../nodes/LinkShortener/shared/json';
import { Memory } from '../../../nodes/LinkShortener/shared/memory';
import {
	type Explanation,
	UserFacingError,
} from '../../../nodes/LinkShortener/shared/userFacingError';
import type { VirtualTime } from './virtualTime.mts';

/** What becomes of one sending of a create. */
export type Fate =
	| { kind: 'answered' }
	/** The connection broke before the work was done, or so long before it ended. */
	| { kind: 'cut' }
	| { kind: 'lost'; lateMs: number }
	/** HTTP 500 in the service's own words, before or after the work. */
	| { kind: 'brokeDown'; isDone: boolean }
	/** A filter answers 403 with a web page after the work, or the answer cannot be read. */
	| { kind: 'unreadable' }
	/** A filter answers 403 with a page of its own, before the work or after it. */
	| { kind: 'filtered'; isDone: boolean }
	| { kind: 'rejected' }
	/** A success without a short URL; `missing`: and without a link. */
	| { kind: 'unusable'; missing?: boolean };

export interface ModelOptions {
	ascending: boolean;
	/** How the service writes the long URLs it is given. */
	rewrite: (longUrl: string) => string;
	/** Whether an answer to a create names the id, and whether a list does. */
	namesId: boolean;
	listsIds: boolean;
	/** How long every request takes. */
	latencyMs: number;
	/** How much longer a create takes to be answered once the work is done. */
	answerMs: number;
	/** Whether the search looks at long URLs. */
	searchesLongUrls: boolean;
	/** What the search says to words it does not take. */
	refusesToSearch: (words: string) => Explanation | undefined;
	/** Whether a page of links says how many pages there are. */
	saysLastPage: boolean;
	pageSize: number;
	/** Links that are counted but not shown. */
	hides: (link: ModelLink) => boolean;
	deadline: number | undefined;
	/** How far lists lag behind: those of a cache, one that tells its age, or of a replica. */
	staleMs: number;
	staleness: 'cache' | 'cacheTold' | 'replica';
}

const TOO_SHORT = {
	message: 'Keyword must be more than 3 characters!',
	remedy: 'Search for more.',
};

export const PLAIN: ModelOptions = {
	ascending: false,
	rewrite: (longUrl) => longUrl,
	namesId: true,
	listsIds: true,
	latencyMs: 40,
	answerMs: 0,
	searchesLongUrls: true,
	refusesToSearch: (words) => (words.length < 4 ? TOO_SHORT : undefined),
	saysLastPage: true,
	pageSize: 100,
	hides: () => false,
	deadline: undefined,
	staleMs: 0,
	staleness: 'cache',
};

export interface ModelLink {
	id: number;
	alias: string;
	longurl: string;
	title: string;
	madeAt: number;
	/** Who made it: an item, or a client outside. */
	maker: string;
}

export interface Sending {
	maker: string;
	body: IDataObject;
	sentAt: number;
	endedAt: number;
	fate: Fate['kind'];
}

const LOST: Explanation = {
	message: 'The connection broke',
	remedy: 'Try again.',
	kind: 'unavailable',
};
const BROKE_DOWN: Explanation = { message: 'SQL error', remedy: 'Try again.', kind: 'brokeDown' };
const FILTERED: Explanation = { message: 'Blocked', remedy: 'Ask.', kind: 'filtered' };
const WEB_PAGE: Explanation = { message: 'A web page', remedy: 'Check.', kind: 'misconfigured' };
export const AWAY: Explanation = { message: 'Nothing answers', remedy: '', kind: 'unavailable' };

/** A model of the service in virtual time: what it does with a create is decided by the test. */
export class LinkModel implements LinkClient {
	readonly baseUrl = 'https://sho.rt';

	readonly links: ModelLink[] = [];

	readonly sendings: Sending[] = [];

	/** Requests for a page of the list, and of the search. */
	reads = 0;

	searches = 0;

	/** Why the list cannot be read, where it cannot. */
	unreadable: Explanation | undefined;

	private readonly ofKey = new Memory();

	private ofRun = new Memory();

	readonly perKey: LinkClient['perKey'] = (kind, make) => this.ofKey.get(kind, make);

	readonly perRun: LinkClient['perRun'] = (kind, make) => this.ofRun.get(kind, make);

	/** What one run of the node knows ends. */
	newRun(): void {
		this.ofRun = new Memory();
	}

	private nextId = 1_000;

	/** What a cache in front of the list keeps. */
	private cached: { at: number; links: readonly ModelLink[] } = { at: -Infinity, links: [] };

	private readonly item = new AsyncLocalStorage<string>();

	private readonly options: ModelOptions;

	constructor(
		private readonly time: VirtualTime,
		options: Partial<ModelOptions> = {},
		private readonly fateOf: (maker: string, sends: number) => Fate = () => ({ kind: 'answered' }),
	) {
		this.options = { ...PLAIN, ...options };
	}

	get policy(): LinkClient['policy'] {
		const { deadline } = this.options;
		return { priority: 'bulk', timeoutMs: 60_000, ...(deadline === undefined ? {} : { deadline }) };
	}

	/** Runs work in the name of an item, so that it is known whose create is sent. */
	async as<T>(maker: string, work: () => Promise<T>): Promise<T> {
		return await this.item.run(maker, work);
	}

	/** Adds a link; undefined when its alias is taken. */
	make(
		body: IDataObject,
		maker = 'outside',
		madeAt: number = this.time.now(),
	): ModelLink | undefined {
		this.nextId += 1;
		const { url, custom, metatitle = '' } = body;
		const alias = typeof custom === 'string' ? custom : `r${this.nextId.toString(36)}`;
		if (this.links.some((link) => link.alias === alias)) return undefined;
		const longurl = this.options.rewrite(toText(url));
		const title = toText(metatitle);
		const link = { id: this.nextId, alias, longurl, title, madeAt, maker };
		this.links.push(link);
		return link;
	}

	async request(request: ServiceRequest): Promise<IDataObject> {
		const result = await this.send(request);
		if (result.kind === 'success') return result.body;
		throw result.error;
	}

	async send({ method, path, json }: ServiceRequest): Promise<Result> {
		if (method === 'GET') return await this.byId(Number(path.split('/').pop()));
		const body = isRecord(json) ? json : {};
		const maker = this.item.getStore() ?? 'nobody';
		const sends = this.sendings.filter((sending) => sending.maker === maker).length;
		const fate = this.fateOf(maker, sends);
		const sending = { maker, body, sentAt: this.time.now(), endedAt: Infinity, fate: fate.kind };
		this.sendings.push(sending);
		await this.time.sleep(this.options.latencyMs / 2);
		const link = isDone(fate) ? this.make(body, maker) : undefined;
		await this.time.sleep(this.options.latencyMs / 2 + this.options.answerMs);
		sending.endedAt = this.time.now();
		if (fate.kind === 'lost') this.time.schedule(fate.lateMs, () => this.make(body, maker));
		return this.answer(fate, link, sending.sentAt);
	}

	private async byId(id: number): Promise<Result> {
		const sentAt = this.time.now();
		await this.time.sleep(this.options.latencyMs);
		const { staleMs, staleness } = this.options;
		const from = staleness === 'replica' ? this.time.now() - staleMs : Infinity;
		const link = this.links.find((one) => one.id === id && one.madeAt <= from);
		if (link === undefined) return rejection('Link does not exist.', 'notFound');
		return { kind: 'success', body: { id, details: this.record(link) }, sentAt, isOld: false };
	}

	private answer(fate: Fate, link: ModelLink | undefined, sentAt: number): Result {
		const sending = { sentAt, isOld: false };
		const { namesId } = this.options;
		const id = link !== undefined && namesId ? { id: link.id } : {};
		switch (fate.kind) {
			case 'cut':
			case 'lost':
				return unconfirmed(sending, LOST);
			case 'brokeDown':
				return unconfirmed(sending, BROKE_DOWN);
			case 'unreadable':
				return unconfirmed(sending, WEB_PAGE);
			case 'filtered':
				return unconfirmed(sending, FILTERED);
			case 'rejected':
				return rejection('This domain name or link has been blacklisted.', 'rejected');
			case 'unusable':
				if (link !== undefined || fate.missing) return { kind: 'success', body: id, ...sending };
				break;
			case 'answered': {
				if (link === undefined) break;
				const shorturl = shortUrlOf(link);
				const body = namesId ? { ...id, shorturl } : { short: shorturl };
				return { kind: 'success', body, ...sending };
			}
		}
		return rejection('That alias is taken. Please choose another one.', 'aliasTaken');
	}

	async pageAndAge(listing: Listing, request: PageRequest): Promise<PageAndAge> {
		const { staleMs, staleness } = this.options;
		const asked = this.page(listing, request);
		const { at } = this.cached;
		const isOld = staleness === 'cacheTold' && at < this.time.now() && this.isFresh(staleMs);
		return { page: await asked, isOld };
	}

	async page({ query }: Listing, { number }: PageRequest): Promise<Page> {
		if (query?.q === undefined) {
			this.reads += 1;
			return await this.pageOf(this.shown(), number);
		}
		this.searches += 1;
		const words = toText(query.q);
		const refusal = this.options.refusesToSearch(words);
		if (refusal !== undefined) throw new UserFacingError(refusal);
		const texts = (link: ModelLink) =>
			this.options.searchesLongUrls ? [link.title, link.longurl] : [link.title];
		const found = this.links.filter((link) => texts(link).some((text) => text.includes(words)));
		return await this.pageOf(found, number);
	}

	async *list(listing: Listing): AsyncGenerator<IDataObject, void, undefined> {
		let last = 1;
		for (let number = 1; number <= last; number += 1) {
			const page = await this.page(listing, { number, size: 100 });
			last = page.lastPage ?? (page.records.length === 0 ? number : number + 1);
			yield* page.records;
		}
	}

	async sleep(ms: number): Promise<void> {
		await this.time.sleep(ms);
	}

	async waitFor(work: Promise<unknown>): Promise<void> {
		await work;
	}

	private async pageOf(links: readonly ModelLink[], number: number): Promise<Page> {
		await this.time.sleep(this.options.latencyMs / 2);
		const { ascending, pageSize, saysLastPage, hides } = this.options;
		const sorted = [...links].sort((one, other) => one.madeAt - other.madeAt || one.id - other.id);
		if (!ascending) sorted.reverse();
		const rows = sorted.slice((number - 1) * pageSize, number * pageSize);
		const lastPage = Math.max(1, Math.ceil(links.length / pageSize));
		await this.time.sleep(this.options.latencyMs / 2);
		if (this.unreadable !== undefined) throw new UserFacingError(this.unreadable);
		const records = rows.filter((link) => !hides(link)).map((link) => this.record(link));
		return saysLastPage ? { records, lastPage } : { records };
	}

	/** The links as the list shows them, which may be older ones. */
	private shown(): readonly ModelLink[] {
		const { staleMs, staleness } = this.options;
		if (staleMs === 0) return this.links;
		const now = this.time.now();
		if (staleness === 'replica') return this.links.filter(({ madeAt }) => madeAt <= now - staleMs);
		if (!this.isFresh(staleMs)) this.cached = { at: now, links: [...this.links] };
		return this.cached.links;
	}

	private isFresh(staleMs: number): boolean {
		return this.time.now() - this.cached.at < staleMs;
	}

	private record(link: ModelLink): IDataObject {
		const { id, alias, longurl, title } = link;
		const shown = { alias, shorturl: shortUrlOf(link), longurl, title };
		return this.options.listsIds ? { id, ...shown } : shown;
	}
}

function isDone(fate: Fate): boolean {
	switch (fate.kind) {
		case 'answered':
		case 'unreadable':
			return true;
		case 'brokeDown':
		case 'filtered':
			return fate.isDone;
		case 'unusable':
			return !fate.missing;
		default:
			return false;
	}
}

export function shortUrlOf({ alias }: { alias: string }): string {
	return `https://sho.rt/${alias}`;
}

function unconfirmed(sending: Left, explanation: Explanation): Result {
	const error = new UserFacingError({ ...explanation, isUnconfirmed: true });
	return { kind: 'unconfirmed', error, ...sending };
}

function rejection(message: string, kind: 'rejected' | 'aliasTaken' | 'notFound'): Result {
	return { kind: 'failed', error: new UserFacingError({ message, remedy: 'Change it.', kind }) };
}
