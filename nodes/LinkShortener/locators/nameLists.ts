import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../api/client';
import { LISTS, type ListEndpoint } from '../api/listings';
import { campaignRecord } from '../api/records';
import { IdleMap } from '../shared/idleMap';
import { toText } from '../shared/json';
import { toId } from '../shared/parameters';
import { type Explanation, settle, UserFacingError } from '../shared/userFacingError';
import {
	type Kind,
	matchName,
	type NamedRecord,
	type Names,
	namesOf,
	type Reference,
	refuseNames,
	toReference,
} from './names';

/** What reading names needs of the service. */
export type ListReader = Pick<Client, 'identity' | 'list'>;

/** A list whose records can be named instead of giving their ids. */
export interface NameList extends Kind {
	list: ListEndpoint;
	nameOf(raw: IDataObject): unknown;
}

const nameOf = (raw: IDataObject) => raw.name;

export const NAME_LISTS = {
	campaign: {
		noun: 'campaign',
		list: LISTS.campaigns,
		nameOf: (raw) => campaignRecord(raw).name,
	},
	channel: { noun: 'channel', list: LISTS.channels, nameOf },
	ctaOverlay: { noun: 'CTA overlay', list: LISTS.ctaOverlays, nameOf },
	pixel: { noun: 'pixel', list: LISTS.pixels, nameOf },
	splashPage: { noun: 'splash page', list: LISTS.splashPages, nameOf },
} satisfies Record<string, NameList>;

/** How long the names of a list are good for. */
const REMEMBER_MS = 10 * 60_000;

/** A name that is not among them is looked for anew when they are older than this. */
const MISS_MS = 60_000;

/** The names of one list of one account. */
class RememberedNames {
	private names: Names | undefined;

	private readAt = -Infinity;

	private failedAt = -Infinity;

	private usedAt = Date.now();

	/** One read for all rows of a run. Another run has its own: the first may be canceled. */
	private readonly reading = new WeakMap<ListReader, Promise<Names>>();

	/** @throws {UserFacingError} when the list cannot be read, which is not remembered */
	async get(client: ListReader, list: NameList, maxAgeMs: number): Promise<Names> {
		this.usedAt = Date.now();
		if (this.names !== undefined && Date.now() - this.readAt < maxAgeMs) return this.names;
		const underWay = this.reading.get(client);
		if (underWay !== undefined) return await underWay;
		const reading = this.read(client, list).finally(() => this.reading.delete(client));
		this.reading.set(client, reading);
		return await reading;
	}

	/** The same for who can do without: nothing where they cannot be read, nor for a minute then. */
	async getIfReadable(client: ListReader, list: NameList): Promise<Names[]> {
		if (Date.now() - this.failedAt < MISS_MS) return [];
		const names = await settle(this.get(client, list, REMEMBER_MS));
		if (!(names instanceof UserFacingError)) return [names];
		this.failedAt = Date.now();
		return [];
	}

	remember(list: NameList, records: readonly NamedRecord[]): Names {
		this.names = namesOf(list, records);
		this.readAt = Date.now();
		return this.names;
	}

	/** Notes that there is a new name: the next miss reads at once. */
	changed(): void {
		this.readAt = Math.min(this.readAt, Date.now() - MISS_MS);
	}

	isIdleSince(ms: number): boolean {
		return Date.now() - this.usedAt > ms;
	}

	private async read(client: ListReader, list: NameList): Promise<Names> {
		const records: NamedRecord[] = [];
		for await (const raw of client.list(list.list)) {
			const id = Number(raw.id);
			if (Number.isInteger(id) && id > 0) records.push({ id, name: toText(list.nameOf(raw)) });
		}
		return this.remember(list, records);
	}
}

/** What this process knows, by base URL, key and list. */
const remembered = new IdleMap(() => new RememberedNames());

function rememberedOf({ identity }: ListReader, { list }: NameList): RememberedNames {
	return remembered.get(`${identity}\n${list.path}`);
}

/** Notes that there is a new name in a list, so that it is found at once. */
export function noteNewName(client: ListReader, list: NameList): void {
	rememberedOf(client, list).changed();
}

/**
 * Finds what a name stands for in lists that are read once in ten minutes. After a miss they are read
 * again, at most once a minute.
 *
 * @param match throws where the name stands for nothing, or for more than one record
 * @throws {UserFacingError} what `match` throws; that a list cannot be read
 */
export async function lookUp<T>(
	client: ListReader,
	name: string,
	lists: readonly NameList[],
	match: (names: readonly Names[]) => T,
): Promise<T> {
	const known = await readNames(client, name, lists, REMEMBER_MS);
	const found = await settle(Promise.resolve(known).then(match));
	if (!(found instanceof UserFacingError)) return found;
	return match(await readNames(client, name, lists, MISS_MS));
}

async function readNames(
	client: ListReader,
	name: string,
	lists: readonly NameList[],
	maxAgeMs: number,
): Promise<Names[]> {
	const all: Names[] = [];
	for (const list of lists) {
		const known = rememberedOf(client, list);
		const names = await settle(known.get(client, list, maxAgeMs));
		if (!(names instanceof UserFacingError)) all.push({ ...names, kind: list });
		// Of two lists the one that the install has will do.
		else if (names.is('notOnInstall') && lists.length > 1) all.push(known.remember(list, []));
		else throw unreadable(name, list, names.explanation);
	}
	return all;
}

function unreadable(name: string, { noun }: NameList, explanation: Explanation): UserFacingError {
	return new UserFacingError({
		...explanation,
		message: `The ${noun}s could not be read to look up "${name}": ${explanation.message}`,
		remedy: `${explanation.remedy} An ID needs no look-up.`,
	});
}

/**
 * Makes sure that the digits in a cell are not just the name of another record, as far as the lists can
 * be read: an id needs none.
 *
 * @throws {UserFacingError} when they are
 */
export async function checkDigits(
	client: ListReader,
	reference: Reference,
	lists: readonly NameList[],
): Promise<void> {
	for (const list of lists) {
		const names = await rememberedOf(client, list).getIfReadable(client, list);
		refuseNames(
			reference,
			names.map((known) => ({ ...known, kind: list })),
		);
	}
}

/**
 * Reads the id that a value stands for. The value itself is checked before, so that what needs no
 * look-up is refused before anything is sent.
 */
export type Reader<T> = (client: ListReader) => Promise<T>;

/**
 * What reads the id of a record.
 *
 * @param list where a name is looked up; without one the value has to be an id
 * @param isCell whether digits must not be the name of another record
 * @throws {UserFacingError} that names the field, for what is neither an id nor a name
 */
export function idReader(
	value: unknown,
	field: string,
	list?: NameList,
	isCell = false,
): Reader<number> {
	const reference = toReference(value, field);
	const id = list === undefined ? toId(value, field) : reference.ids?.[0];
	const lists = list === undefined ? [] : [list];
	return async (client) => {
		const { text } = reference;
		if (id === undefined) {
			return await lookUp(client, text, lists, (names) => matchName(text, names).id);
		}
		if (isCell) await checkDigits(client, reference, lists);
		return id;
	};
}
