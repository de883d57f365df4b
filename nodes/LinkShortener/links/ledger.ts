import type { IDataObject } from 'n8n-workflow';

import { matcherOf } from './matching';
import { aliasOf, shortUrlKey } from './shortUrl';
import { KeyedLocks } from './keyedLocks';
import { PageSizes } from './recentLinks';
import { Watermark } from './watermark';
import { toText } from '../shared/json';
import type { Explanation } from '../shared/userFacingError';

/** How many links of this process are remembered; far more than one run makes in an hour. */
const MAX_REMEMBERED = 20_000;

/** One sending of a create that nobody confirmed. */
export interface Attempt {
	/** Epoch ms. */
	sentAt: number;
	/** The highest link id known when it left, where one was: its link has a higher one. */
	watermark: number | undefined;
	/** Whether other clients' links above it are few: they were made within the two minutes before. */
	isFresh: boolean;
	/** The id in an answer that said that the link was made; empty when it gave none. */
	reportedId?: string;
}

/** A create of which nobody knows whether it was done. */
export interface UnconfirmedCreate {
	body: IDataObject;
	/** The alias is this item's own and nobody else's, so a link that has it is the item's. */
	aliasIsOurs: boolean;
	/** What it shares with other creates that could be taken for it. */
	keys: readonly string[];
	attempts: Attempt[];
	explanation: Explanation;
	/** When the last one was given up, in epoch ms. */
	givenUpAt: number;
	/** Whether an item waits to know right now. */
	isSought?: boolean;
}

/** A link that was created for a body, and those created after it. */
export interface CreatedLink {
	record: IDataObject;
	body: IDataObject;
	next?: CreatedLink;
}

/**
 * What this process knows of the links of one base URL and key, so that a create whose answer was
 * lost can be told from every other link.
 */
export class LinkLedger {
	readonly watermark = new Watermark();

	/** The sizes in which the newest links are read, each another address for caches on the way. */
	readonly pageSizes = new PageSizes();

	/** Which creates and looks of this process keep out of each other's way. */
	readonly locks = new KeyedLocks();

	/** Whether the service's search was seen to find a link by its long URL. Unknown until tried. */
	searchFindsLongUrls: boolean | undefined;

	/**
	 * Whether links of this process came back as they were sent. Unknown until a list has shown one;
	 * false once one differs in a way that nothing here explains.
	 */
	listsLinksAsSent: boolean | undefined;

	/**
	 * The end of the chain of links created. A run that has to know what others make meanwhile keeps the
	 * end it found; what no run can come by any more is forgotten by itself.
	 */
	lastCreated: CreatedLink = { record: {}, body: {} };

	/**
	 * Links that belong to an item of this process already, by id and by short URL, each with what it
	 * was created with until a list has shown it.
	 */
	private readonly claimed = new Map<string, IDataObject | undefined>();

	/** Aliases that items of this process have asked for, in lower case. */
	private readonly aliases = new Map<string, true>();

	private readonly unconfirmed = new Map<string, UnconfirmedCreate>();

	/** Notes that a link is an item's own. */
	claim(link: IDataObject, body?: IDataObject): void {
		for (const name of namesOf(link)) remember(this.claimed, name, body);
	}

	isClaimed(link: IDataObject): boolean {
		return namesOf(link).some((name) => this.claimed.has(name));
	}

	/** Holds rows of a list against what this process sent for them. */
	compare(rows: readonly IDataObject[]): void {
		for (const row of rows) {
			for (const name of namesOf(row)) {
				const body = this.claimed.get(name);
				if (body === undefined) continue;
				this.claimed.set(name, undefined);
				this.listsLinksAsSent = matcherOf(body)(row) && this.listsLinksAsSent !== false;
			}
		}
	}

	/** Notes a link that was created for a body. */
	recordCreated(record: IDataObject, body: IDataObject): void {
		this.lastCreated = this.lastCreated.next = { record, body };
	}

	/** Notes that an item asks for an alias: a link that has it is no other item's. */
	reserveAlias(alias: string): void {
		if (alias !== '') remember(this.aliases, alias.toLowerCase(), true);
	}

	isReserved(link: IDataObject): boolean {
		return this.aliases.has(aliasOf(link).toLowerCase());
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

	/** Whether a link is just what an unconfirmed create besides this one asked for. */
	fitsAnother(link: IDataObject, create: UnconfirmedCreate): boolean {
		return [...this.unconfirmed.values()].some(
			(other) => other !== create && matcherOf(other.body)(link),
		);
	}

	/** Notes that it is known what became of an item's create. */
	resolve(itemKey: string): void {
		this.unconfirmed.delete(itemKey);
	}
}

/** An old build answers a create without an id, and a list may write a short URL in another way. */
function namesOf(link: IDataObject): string[] {
	const [id, short] = [toText(link.id), shortUrlKey(link)];
	return [...(short === '' ? [] : [`short URL ${short}`]), ...(id === '' ? [] : [`id ${id}`])];
}

/** Adds to a memory; of a full one the oldest goes. */
function remember<T>(memory: Map<string, T>, name: string, value: T): void {
	memory.delete(name);
	memory.set(name, value);
	for (const oldest of memory.keys()) {
		if (memory.size <= 2 * MAX_REMEMBERED) break;
		memory.delete(oldest);
	}
}
