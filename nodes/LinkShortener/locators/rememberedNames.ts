import type { Client } from '../api/client';
import type { ListEndpoint } from '../api/listings';
import { EventLoop } from '../shared/eventLoop';
import { toId } from '../shared/parameters';
import { settle, UserFacingError } from '../shared/userFacingError';
import type { NamedList } from './lists';
import {
	indexNames,
	matchDigits,
	matchName,
	type NamedRecord,
	type Names,
	type Reference,
	toReference,
	Unmatched,
	unmatchedName,
} from './names';

/** The part of the client that looking up names needs. */
export type ListReader = Pick<Client, 'list' | 'perKey' | 'perRun' | 'policy'>;

/** How long the names of a list are used. */
const REMEMBER_MS = 10 * 60_000;

/** An unknown name makes the list be read anew if the names are older than this: it may be new. */
const MISS_MS = 10_000;

/** The same for names that were read because of an unknown one. */
const NEXT_MISS_MS = 60_000;

/** The names that one reading of a list found. */
interface KnownNames {
	names: Promise<Names>;
	/** Epoch ms; Infinity while it is under way. */
	readAt: number;
	/** The age from which an unknown name makes the list be read anew. */
	missMs: number;
}

/** The last names of each list by its path. */
class NamesByList extends Map<string, KnownNames> {}

/** The names for all runs. */
const sharedNames = (client: ListReader) => client.perKey(NamesByList, () => new NamesByList());

/** The names that one run has read or is reading. */
const ownNames = (client: ListReader) => client.perRun(NamesByList, () => new NamesByList());

/**
 * Does work that changes a list, and forgets the names of the list, even after a failure, since the change
 * may have been made. The run itself has looked up its names before.
 */
export async function changing<T>(
	client: ListReader,
	{ path }: ListEndpoint,
	work: Promise<T>,
): Promise<T> {
	return await work.finally(() => {
		sharedNames(client).delete(path);
	});
}

/**
 * The name of the record with an id, as this run has read it; undefined where there is none.
 *
 * @throws {UserFacingError} when the list cannot be read, which is not remembered
 */
export async function nameById(
	client: ListReader,
	list: NamedList,
	id: number,
): Promise<string | undefined> {
	const known = ownNames(client).get(list.path) ?? startReading(client, list);
	const { byId } = await known.names;
	return byId.get(id)?.name;
}

/**
 * Every name of a list, once.
 *
 * @throws {UserFacingError} when the list cannot be read
 */
export async function allNames(client: ListReader, list: NamedList): Promise<readonly string[]> {
	return (await readNames(client, list, false)).all;
}

/**
 * The records whose names match, in the order of the list; read anew where none does, as for an unknown name.
 *
 * @throws {UserFacingError} when the list cannot be read
 */
export async function recordsMatching(
	client: ListReader,
	list: NamedList,
	isMatch: (record: NamedRecord) => boolean,
): Promise<NamedRecord[]> {
	const known = await readNames(client, list, false);
	const found = [...known.byId.values()].filter(isMatch);
	if (found.length > 0) return found;
	const anew = await readNames(client, list, true);
	return [...anew.byId.values()].filter(isMatch);
}

async function readNames(client: ListReader, list: NamedList, isMiss: boolean): Promise<Names> {
	const own = ownNames(client).get(list.path);
	const shared = sharedNames(client).get(list.path);
	// Another run's reading is not waited for, since that run may be canceled.
	const usable = shared?.readAt === Infinity ? [own] : [own, shared];
	const fresh = usable.find(
		(known) => known && Date.now() - known.readAt < (isMiss ? known.missMs : REMEMBER_MS),
	);
	const reading = fresh ?? startReading(client, list);
	if (fresh === undefined && isMiss) reading.missMs = NEXT_MISS_MS;
	return await reading.names;
}

/** Begins one reading for all rows of a run. A failed reading is not remembered. */
function startReading(
	client: ListReader,
	list: NamedList,
	names = readAll(client, list),
): KnownNames {
	const known: KnownNames = { names, readAt: Infinity, missMs: MISS_MS };
	const caches = [ownNames(client), sharedNames(client)];
	// At once, so that a change drops a reading that is under way.
	for (const cache of caches) cache.set(list.path, known);
	names.then(
		() => {
			known.readAt = Date.now();
		},
		() => {
			for (const cache of caches) if (cache.get(list.path) === known) cache.delete(list.path);
		},
	);
	return known;
}

async function readAll(client: ListReader, list: NamedList): Promise<Names> {
	const records: NamedRecord[] = [];
	const { deadline = Infinity } = client.policy;
	for await (const raw of client.list(list)) {
		if (Date.now() >= deadline) throw tooMany(list, records.length);
		const id = Number(raw.id);
		if (Number.isInteger(id) && id > 0) records.push({ id, name: list.recordName(raw) });
	}
	return indexNames(list, records);
}

/** A person or an agent waits, and no longer. */
function tooMany({ noun }: NamedList, read: number): UserFacingError {
	return new UserFacingError({
		message: `There are too many ${noun}s to read them while you wait: ${read} were read`,
		remedy: 'Enter the ID instead of a name.',
		kind: 'unavailable',
	});
}

/**
 * Finds the records that a name stands for. Lists are read once in ten minutes. A miss reads again at once
 * if the list is older than 10 s, then once a minute.
 *
 * @param match is told whether the names are as new as can be
 * @throws {UserFacingError} when the name stands for nothing, or for more than one record; when a list
 *   cannot be read
 */
export async function findNamed<T>(
	client: ListReader,
	name: string,
	lists: readonly NamedList[],
	match: (name: string, among: readonly Names[], isLast: boolean) => T | Unmatched,
): Promise<T> {
	const found = match(name, await readEach(client, name, lists, false), false);
	if (!(found instanceof Unmatched)) return found;
	const among = await readEach(client, name, lists, true);
	const foundAnew = match(name, among, true);
	if (!(foundAnew instanceof Unmatched)) return foundAnew;
	// A row that fails here needs no request, and so has no other pause.
	await client.perRun(EventLoop, () => new EventLoop()).share();
	throw unmatchedName(foundAnew, among);
}

async function readEach(
	client: ListReader,
	name: string,
	lists: readonly NamedList[],
	isMiss: boolean,
): Promise<Names[]> {
	const all: Names[] = [];
	for (const list of lists) {
		let names = await settle(readNames(client, list, isMiss));
		// If an install lacks one of two lists, the other one will do.
		if (names instanceof UserFacingError && names.is('notOnInstall') && lists.length > 1) {
			names = indexNames(list, []);
			startReading(client, list, Promise.resolve(names));
		}
		if (names instanceof UserFacingError) throw unreadable(name, list, names);
		all.push({ ...names, kind: list });
	}
	return all;
}

function unreadable(name: string, { noun }: NamedList, error: UserFacingError): UserFacingError {
	const { message, remedy } = error.explanation;
	// Where key, address or network are at fault, an ID helps no more than a name.
	const isOfAll = error.is('credentialRefused', 'misconfigured', 'unavailable');
	return new UserFacingError({
		...error.explanation,
		message: `The ${noun}s could not be read to look up "${name}": ${message}`,
		remedy: isOfAll ? remedy : `${remedy} An ID needs no look-up.`,
	});
}

/** A value that is known only after its names were looked up. */
export class LookUp<T> {
	constructor(readonly find: (client: ListReader) => Promise<T>) {}
}

/**
 * The id that a value stands for. The value is checked at once, so that nothing is sent for one that can be
 * neither an id nor a name.
 *
 * @param list the list to look a name up in; without one the value has to be an id
 * @throws {UserFacingError} that names the field
 */
export function idLookUp(value: unknown, field: string, list?: NamedList): LookUp<number> {
	if (list === undefined) {
		const id = toId(value, field);
		return new LookUp(async () => await Promise.resolve(id));
	}
	const reference = toReference(value, field);
	return new LookUp(async (client) => {
		const [id = 0] = await findIds(client, reference, list, (text, among, isLast) => {
			const found = reference.mayBeNames
				? matchDigits(text, among, { field, isLast })
				: matchName(text, among);
			return found instanceof Unmatched ? found : [found.id];
		});
		return id;
	});
}

/** The lists that a run could not read for digits, by their paths. */
class Unreadable extends Set<string> {}

/**
 * Finds the ids of a reference. Digits that may be names are ids where the list cannot be read, which a run tries
 * once.
 *
 * @throws {UserFacingError} as `findNamed` does
 */
export async function findIds(
	client: ListReader,
	{ text, ids, mayBeNames }: Reference,
	list: NamedList,
	match: (text: string, among: readonly Names[], isLast: boolean) => readonly number[] | Unmatched,
): Promise<readonly number[]> {
	const unreadable = client.perRun(Unreadable, () => new Unreadable());
	if (ids !== undefined && (!mayBeNames || unreadable.has(list.path))) return ids;
	const found = await settle(findNamed(client, text, [list], match));
	if (!(found instanceof UserFacingError)) return found;
	// A failure to read has a kind; that of a name has none.
	if (ids === undefined || found.explanation.kind === undefined) throw found;
	unreadable.add(list.path);
	return ids;
}
