import { aliasKey } from '../../shared/values/shortUrl';
import { createHash } from 'crypto';
import { sleep, type IDataObject } from 'n8n-workflow';

import { type ListedLink } from './listedLink';
import type { Client } from '../../api/client';
import { bound, MAX_REMEMBERED } from '../../api/memory';
import { stillWaiting } from '../../api/request/request';
import { within } from '../../shared/waiting';

const OTHERS = 'another item with the same alias, long URL, campaign, or channel';

/** Work done one at a time by its key, in the order in which it was asked for. */
export class Locks {
	/** Each tells until when it was held, in epoch ms. */
	private readonly last = new Map<string, Promise<number>>();

	/**
	 * `heldUntil`: asked after the work, in epoch ms, and told to the work that waits for it.
	 * @throws {UserFacingError} when a caller with a deadline cannot wait for its turn; then the work is not done
	 * @throws {Cancelled} when the run is stopped meanwhile
	 */
	async alone<T>(
		{ policy: { deadline = Infinity, stopSignal } }: Pick<Client, 'policy'>,
		key: string,
		work: (heldBefore: number) => Promise<T>,
		heldUntil: () => number = () => 0,
	): Promise<T> {
		const before = this.last.get(key);
		let free: (until: number) => void = () => undefined;
		const own = new Promise<number>((resolve) => (free = resolve));
		const all =
			before === undefined ? own : before.then(async (until) => Math.max(until, await own));
		this.last.set(key, all);
		void all.then(() => {
			if (this.last.get(key) === all) this.last.delete(key);
		});
		try {
			// This does not count towards Max Wait, so only a deadline ends it.
			const heldBefore = before === undefined ? 0 : await within(before, deadline, stopSignal);
			if (heldBefore === undefined) throw stillWaiting(OTHERS);
			return await work(heldBefore);
		} finally {
			const until = heldUntil();
			const ms = until - Date.now();
			if (ms > 0) void sleep(ms).then(() => free(until));
			else free(until);
		}
	}
}

/** So many creates in a row show that aliases are not taken. */
const MANY = 3;

/** Whether creates can carry an alias: a plan may lack them, and some services ignore them. A restart asks again. */
class AliasMemory {
	areTaken = false;

	/** The answer to a create had the alias that was sent, so a second create with that alias would be rejected. */
	areKept = false;

	private refused = 0;

	private ignored = 0;

	get areIgnored(): boolean {
		return this.ignored >= MANY;
	}

	get sendsOurs(): boolean {
		return this.refused < MANY && !this.areIgnored;
	}

	noteTaken(isOurs: boolean): void {
		this.areTaken = true;
		this.ignored = 0;
		// Refusals after that have another reason: a crowd, an outage in JSON.
		if (isOurs) this.refused = -Infinity;
	}

	noteRefused(): void {
		this.refused += 1;
	}

	noteIgnored(): void {
		this.areKept = false;
		this.ignored += 1;
	}
}

/** By field. Hashes, since one may be a password. */
export type SentFields = ReadonlyMap<string, string>;

/** With them, a value that the service never shows is not sent at every run. */
export class SentValues {
	/** By id; by short URL where the answer to a create named none. */
	private readonly links = new Map<number | string, SentFields>();

	note(link: Pick<ListedLink, 'id' | 'key'>, body: IDataObject): void {
		const { id, key } = link;
		const values = new Map(this.valuesOf(link));
		for (const [field, value] of Object.entries(body)) values.set(field, hashOf(value));
		for (const name of [id ?? key, key]) this.links.delete(name);
		this.links.set(id ?? key, values);
		bound(this.links);
	}

	valuesOf({ id, key }: Pick<ListedLink, 'id' | 'key'>): SentFields {
		return this.links.get(id ?? key) ?? this.links.get(key) ?? new Map<string, string>();
	}
}

export function hashOf(value: unknown): string {
	return createHash('sha256')
		.update(JSON.stringify([value]))
		.digest('base64');
}

export class LinksOfKey {
	readonly aliases = new AliasMemory();

	readonly locks = new Locks();

	readonly sent = new SentValues();

	/** As an answer or a list has shown it. */
	highestId: number | undefined;

	/** A list has shown it, or one before it; the answer to a create may name an old link. */
	isListed = false;

	/** As an answer to a create without a domain has shown it. */
	defaultHost: string | undefined;

	/** Undefined until it was tried. */
	findsByShortUrl: boolean | undefined;

	/** A create whose connection had broken was answered when sent again. */
	cutsConnections = false;

	/** The service has no update of links. */
	lacksUpdates = false;

	madeCount = 0;

	private readonly made: ListedLink[] = [];

	/** Sent for items, or of links that items have. */
	private readonly usedAliases = new Set<string>();

	see({ id }: ListedLink): void {
		if (id !== undefined) this.highestId = Math.max(this.highestId ?? 0, id);
	}

	seeNewest(links: readonly ListedLink[]): void {
		for (const link of links) this.see(link);
		this.isListed ||= this.highestId !== undefined && links.length > 0;
	}

	noteUsedAlias(alias: string): void {
		this.usedAliases.add(aliasKey(alias));
		bound(this.usedAliases);
	}

	/** If so, another item was handed its link. */
	isUsedAlias(alias: string): boolean {
		return this.usedAliases.has(aliasKey(alias));
	}

	/** For runs that have read the list before. */
	noteMade(link: ListedLink, body: IDataObject): void {
		this.sent.note(link, body);
		this.madeCount += 1;
		this.made.push(link);
		if (this.made.length > 2 * MAX_REMEMBERED) this.made.splice(0, MAX_REMEMBERED);
	}

	madeSince(count: number): ListedLink[] {
		return this.made.slice(Math.max(0, this.made.length - (this.madeCount - count)));
	}

	get lastMade(): ListedLink | undefined {
		return this.made.at(-1);
	}
}

export function linksOf(client: Pick<Client, 'perKey'>): LinksOfKey {
	return client.perKey(LinksOfKey);
}
