import type { IDataObject } from 'n8n-workflow';

import { identifies, identifiesByAlias } from './identifies';
import type { ListedLink } from './listedLink';
import { isLossless, rewritesBetween, type Rewrite } from './longUrl';
import { hostOf, shortUrlKey } from './shortUrl';
import { KeyedLocks } from './keyedLocks';
import { PageSizes } from './recentLinks';
import type { WantedLink } from './wantedLink';
import { linkId, Watermark } from './watermark';
import { toText } from '../shared/json';
import type { Explanation } from '../shared/userFacingError';

/** How many links of this process are remembered; far more than one run makes in an hour. */
const MAX_REMEMBERED = 20_000;

/** One sending of an unconfirmed create. */
export interface Attempt {
	/** Epoch ms. */
	sentAt: number;
	/** The highest link id known when it left; its own link has a higher one. Undefined if none was known. */
	watermark: number | undefined;
	/** Whether other clients' links above the watermark are at most two minutes older than the create. */
	isFresh: boolean;
	/** The id in an answer that reported success; empty if the answer gave none. */
	reportedId?: string;
}

/** A create that may have been done: its answer was lost or cannot be read. */
export interface UnconfirmedCreate {
	wanted: WantedLink;
	/** Whether the alias was generated for this item, so that a link that has it is the item's. */
	aliasIsOurs: boolean;
	/** The keys that it shares with other creates that could be taken for it. */
	keys: readonly string[];
	attempts: Attempt[];
	explanation: Explanation;
	/** When the last attempt ended, in epoch ms. */
	givenUpAt: number;
	/** Whether an item is looking for it right now. */
	isSought?: boolean;
}

/** A link that was created for a body, and those created after it. */
export interface CreatedLink {
	record: IDataObject;
	body: IDataObject;
	next?: CreatedLink;
}

/**
 * The links of one base URL and key, as far as this process knows them, so that the link of a lost create
 * can be told from every other link.
 */
export class LinkLedger {
	readonly watermark = new Watermark();

	/** The page sizes for reading the newest links. Each makes another address for caches on the way. */
	readonly pageSizes = new PageSizes();

	/** Locks that keep creates apart from looks for lost ones. */
	readonly locks = new KeyedLocks();

	/** Whether the service's search finds a link by its long URL. Undefined until it was tried. */
	searchFindsLongUrls: boolean | undefined;

	/** The rewrites of long URLs that this process has seen the service make, and that lose nothing. */
	readonly madeRewrites = new Set<Rewrite>();

	/** The host of links that are created without a domain; undefined until an answer has shown it. */
	defaultHost: string | undefined;

	/**
	 * Whether lists show links of this process as they were sent. Undefined until a list has shown one; false
	 * once a long URL differs in an unknown way.
	 */
	listsLinksAsSent: boolean | undefined;

	/**
	 * The end of the chain of created links. A run that needs the links that others create keeps the end it
	 * found and follows the chain from there. The garbage collector takes the part that no run can reach.
	 */
	lastCreated: CreatedLink = { record: {}, body: {} };

	/**
	 * Links that already belong to an item of this process, by id and by short URL. Each keeps what its create
	 * asked for until a list has shown the link.
	 */
	private readonly claimed = new Map<string, WantedLink | undefined>();

	/** Aliases that items of this process have asked for, in lower case. */
	private readonly aliases = new Map<string, true>();

	private readonly unconfirmed = new Map<string, UnconfirmedCreate>();

	/** Notes that a link is an item's own. */
	claim(link: LinkNames, wanted?: WantedLink): void {
		for (const name of namesOf(link)) remember(this.claimed, name, wanted);
	}

	isClaimed(link: LinkNames): boolean {
		return namesOf(link).some((name) => this.claimed.has(name));
	}

	/**
	 * Compares rows of a list with what this process sent for them.
	 *
	 * @param isRecent whether the list was read within seconds of the creates. Later, a person may have changed
	 *   a link, so that a difference tells nothing about the service.
	 */
	compare(rows: readonly ListedLink[], isRecent: boolean): void {
		for (const row of rows) {
			for (const name of namesOf(row)) {
				const wanted = this.claimed.get(name);
				if (wanted === undefined) continue;
				const isAsSent = this.isAsSent(row, wanted);
				if (!isAsSent && !isRecent) continue;
				this.claimed.set(name, undefined);
				this.listsLinksAsSent = isAsSent && this.listsLinksAsSent !== false;
			}
		}
	}

	/** Whether a link is listed as it was sent, or with changes that lose nothing and are known from now on. */
	private isAsSent(row: ListedLink, { alias, host, longUrls }: WantedLink): boolean {
		if (host !== '' && row.host !== host) return false;
		if (alias !== '' && identifiesByAlias(row, alias).kind === 'other') return false;
		const rewrites = longUrls.flatMap((longUrl) => {
			const between = rewritesBetween(longUrl, row.longUrl);
			return between?.every(isLossless) ? [between] : [];
		});
		const [fewest] = rewrites.sort((one, other) => one.length - other.length);
		for (const rewrite of fewest ?? []) this.madeRewrites.add(rewrite);
		return fewest !== undefined;
	}

	/** Notes a link that was created for a body. */
	recordCreated(record: IDataObject, body: IDataObject): void {
		if (toText(body.domain) === '') this.defaultHost = hostOf(record.shorturl);
		this.lastCreated = this.lastCreated.next = { record, body };
	}

	/** Notes that an item asks for an alias: a link that has it is no other item's. */
	reserveAlias(alias: string): void {
		if (alias !== '') remember(this.aliases, alias.toLowerCase(), true);
	}

	isReserved({ alias }: ListedLink): boolean {
		return this.aliases.has(alias.toLowerCase());
	}

	/** Remembers that an item's link may exist, for when the engine tries the item again. */
	addUnconfirmed(itemKey: string, create: UnconfirmedCreate): void {
		remember(this.unconfirmed, itemKey, create);
	}

	unconfirmedOf(itemKey: string): UnconfirmedCreate | undefined {
		return this.unconfirmed.get(itemKey);
	}

	/** Every unconfirmed create that could be taken for one with these keys. */
	unconfirmedWith(keys: readonly string[]): UnconfirmedCreate[] {
		return [...this.unconfirmed.values()].filter((create) =>
			create.keys.some((key) => keys.includes(key)),
		);
	}

	/** Other items' unconfirmed creates to a long URL and domain, given up after `since` (epoch ms). */
	unconfirmedBeside(
		itemKey: string,
		{ longUrls, host }: WantedLink,
		since: number,
	): Array<[itemKey: string, create: UnconfirmedCreate]> {
		const spellings = longUrls.map(({ spelling }) => spelling);
		return [...this.unconfirmed].filter(([key, { wanted, givenUpAt }]) => {
			if (key === itemKey || givenUpAt < since) return false;
			if (wanted.host !== '' && host !== '' && wanted.host !== host) return false;
			return wanted.longUrls.some(({ spelling }) => spellings.includes(spelling));
		});
	}

	/** Whether a link fits another unconfirmed create than this one. */
	fitsAnother(link: ListedLink, create: UnconfirmedCreate): boolean {
		return [...this.unconfirmed.values()].some(
			({ wanted }) =>
				wanted !== create.wanted && identifies(link, wanted, this.madeRewrites).kind === 'same',
		);
	}

	/** Notes that the outcome of an item's create is known. */
	resolve(itemKey: string): void {
		this.unconfirmed.delete(itemKey);
	}
}

/** The names of a link, as far as they are known. */
export interface LinkNames {
	id: number | undefined;
	/** Its short URL without the scheme. */
	key?: string;
}

/** The names of a link in the answer to its create. */
export function namesInAnswer(record: IDataObject): LinkNames {
	return { id: linkId(record.id), key: shortUrlKey(record) };
}

/**
 * The names of a link. It has two, since old builds answer a create without an id, and lists may write
 * short URLs in another way.
 */
function namesOf({ id, key }: LinkNames): string[] {
	return [...(key ? [`short URL ${key}`] : []), ...(id === undefined ? [] : [`id ${id}`])];
}

/** Adds an entry to a memory. A full memory drops its oldest entry. */
function remember<T>(memory: Map<string, T>, name: string, value: T): void {
	memory.delete(name);
	memory.set(name, value);
	for (const oldest of memory.keys()) {
		if (memory.size <= 2 * MAX_REMEMBERED) break;
		memory.delete(oldest);
	}
}
