import type { IDataObject } from 'n8n-workflow';

import type { CreateAttempt, LinkService } from '../../../nodes/LinkShortener/links/createLink';
import type { Page } from '../../../nodes/LinkShortener/api/pagination/page';
import {
	type Explanation,
	UserFacingError,
} from '../../../nodes/LinkShortener/shared/userFacingError';
import { toText } from '../../../nodes/LinkShortener/shared/json';
import type { VirtualTime } from './virtualTime';

/** What becomes of one sending of a create. */
export type Fate =
	| { kind: 'answered' }
	| { kind: 'cut' }
	| { kind: 'lost'; lateMs: number }
	| { kind: 'rejected' }
	/** A success without a short URL; `missing`: and without a link. */
	| { kind: 'unusable'; missing?: boolean };

export interface ModelOptions {
	ascending: boolean;
	normalises: boolean;
	/** Milliseconds by which the service's clock is wrong. */
	offsetMs: number;
	/** The zone its dates are written in, as an offset from UTC. */
	zoneMs: number;
	sendsDate: boolean;
	datesLinks: boolean;
	/** Whether an answer to a create names the id. */
	namesId: boolean;
	/** How long every request takes. */
	latencyMs: number;
	/** Whether the search looks at long URLs. */
	searchesLongUrls: boolean;
	/** What the search says to words it does not take. */
	refusesToSearch: (words: string) => Explanation | undefined;
	/** Whether a page of links says how many pages there are. */
	saysLastPage: boolean;
	pageSize: number;
}

const TOO_SHORT = {
	message: 'Keyword must be more than 3 characters!',
	remedy: 'Search for more.',
};

export const PLAIN: ModelOptions = {
	ascending: false,
	normalises: false,
	offsetMs: 0,
	zoneMs: 0,
	sendsDate: true,
	datesLinks: true,
	namesId: true,
	latencyMs: 40,
	searchesLongUrls: true,
	refusesToSearch: (words) => (words.length < 4 ? TOO_SHORT : undefined),
	saysLastPage: true,
	pageSize: 100,
};

export interface ModelLink {
	id: number;
	alias: string;
	longurl: string;
	title: string;
	madeAt: number;
	/** Who made it: the place of the item in its body, or a client outside. */
	maker: string;
}

export interface Sending {
	maker: string;
	sentAt: number;
	endedAt: number;
	fate: Fate['kind'];
}

const LOST = { message: 'The connection broke', remedy: 'Try again.' };

/** A model of the service in virtual time: what it does with a create is decided by the test. */
export class LinkModel implements LinkService {
	readonly links: ModelLink[] = [];

	readonly sendings: Sending[] = [];

	/** Requests for a page of the list, and of the search. */
	reads = 0;

	searches = 0;

	readable = true;

	private knowsClock = false;

	private nextId = 1_000;

	private readonly time: VirtualTime;

	private readonly options: ModelOptions;

	private readonly fateOf: (maker: string, sends: number) => Fate;

	constructor(
		time: VirtualTime,
		options: Partial<ModelOptions> = {},
		fateOf: (maker: string, sends: number) => Fate = () => ({ kind: 'answered' }),
	) {
		this.time = time;
		this.options = { ...PLAIN, ...options };
		this.fateOf = fateOf;
	}

	/** Adds a link; undefined when its alias is taken. The maker is read from the body's description. */
	make(body: IDataObject, madeAt = this.time.now()): ModelLink | undefined {
		this.nextId += 1;
		const { url, custom, metatitle = '', description = 'outside' } = body;
		const alias = typeof custom === 'string' ? custom : `r${this.nextId.toString(36)}`;
		if (this.links.some((link) => link.alias === alias)) return undefined;
		const longurl = this.options.normalises ? new URL(toText(url)).href : toText(url);
		const title = toText(metatitle);
		const link = { id: this.nextId, alias, longurl, title, madeAt, maker: toText(description) };
		this.links.push(link);
		return link;
	}

	async sendCreate(body: IDataObject, onSend: () => void): Promise<CreateAttempt> {
		const maker = toText(body.description);
		const sends = this.sendings.filter((sending) => sending.maker === maker).length;
		const fate = this.fateOf(maker, sends);
		onSend();
		const sending = { maker, sentAt: this.time.now(), endedAt: Infinity, fate: fate.kind };
		this.sendings.push(sending);
		await this.time.sleep(this.options.latencyMs / 2);
		if (fate.kind === 'lost') this.time.schedule(fate.lateMs, () => this.make(body));
		const isMade = fate.kind === 'answered' || (fate.kind === 'unusable' && !fate.missing);
		const link = isMade ? this.make(body) : undefined;
		await this.time.sleep(this.options.latencyMs / 2);
		sending.endedAt = this.time.now();
		if (fate.kind === 'cut' || fate.kind === 'lost') return { kind: 'lost', explanation: LOST };
		this.knowsClock ||= this.options.sendsDate;
		if (fate.kind === 'rejected') return refusal('This domain name or link has been blacklisted.');
		if (link === undefined) {
			if (fate.kind === 'unusable') return { kind: 'created', body: {} };
			return refusal('That alias is taken. Please choose another one.');
		}
		const { namesId } = this.options;
		if (fate.kind === 'unusable') return { kind: 'created', body: namesId ? { id: link.id } : {} };
		const shorturl = shortUrlOf(link);
		return { kind: 'created', body: namesId ? { id: link.id, shorturl } : { short: shorturl } };
	}

	async readLinks(number: number, onSend?: () => void): Promise<Page> {
		this.reads += 1;
		onSend?.();
		return await this.page(this.links, number);
	}

	async searchLinks(words: string, number: number): Promise<Page> {
		this.searches += 1;
		const refusal = this.options.refusesToSearch(words);
		if (refusal !== undefined) throw new UserFacingError(refusal);
		const texts = (link: ModelLink) =>
			this.options.searchesLongUrls ? [link.title, link.longurl] : [link.title];
		const found = this.links.filter((link) => texts(link).some((text) => text.includes(words)));
		return await this.page(found, number);
	}

	async *listLinks(): AsyncGenerator<IDataObject, void, undefined> {
		let last = 1;
		for (let number = 1; number <= last; number += 1) {
			const page = await this.readLinks(number);
			last = page.lastPage ?? (page.records.length === 0 ? number : number + 1);
			yield* page.records;
		}
	}

	async pause(ms: number): Promise<void> {
		await this.time.sleep(ms);
	}

	async waitFor(others: Promise<unknown>): Promise<void> {
		await others;
	}

	now(): number {
		return this.time.now();
	}

	onServerClock(fromMs: number, toMs: number): { fromMs: number; toMs: number } | undefined {
		if (!this.knowsClock) return undefined;
		const { offsetMs } = this.options;
		return { fromMs: fromMs + offsetMs - 500, toMs: toMs + offsetMs + 500 };
	}

	private async page(links: readonly ModelLink[], number: number): Promise<Page> {
		await this.time.sleep(this.options.latencyMs / 2);
		const { ascending, pageSize, saysLastPage } = this.options;
		const sorted = [...links].sort((one, other) => one.madeAt - other.madeAt || one.id - other.id);
		if (!ascending) sorted.reverse();
		const rows = sorted.slice((number - 1) * pageSize, number * pageSize);
		const lastPage = Math.max(1, Math.ceil(links.length / pageSize));
		await this.time.sleep(this.options.latencyMs / 2);
		if (!this.readable) throw new UserFacingError({ message: 'Nothing answers', remedy: 'Wait.' });
		this.knowsClock ||= this.options.sendsDate;
		const records = rows.map((link) => this.record(link));
		return saysLastPage ? { records, lastPage } : { records };
	}

	private record(link: ModelLink): IDataObject {
		const { offsetMs, zoneMs, datesLinks } = this.options;
		const written = new Date(link.madeAt + offsetMs + zoneMs).toISOString().slice(0, 19);
		const { id, alias, longurl, title } = link;
		const date = datesLinks ? { date: written.replace('T', ' ') } : {};
		return { id, alias, shorturl: shortUrlOf(link), longurl, title, ...date };
	}
}

export function shortUrlOf({ alias }: { alias: string }): string {
	return `https://sho.rt/${alias}`;
}

function refusal(message: string): CreateAttempt {
	return { kind: 'rejected', explanation: { message, remedy: 'Change it.' } };
}
