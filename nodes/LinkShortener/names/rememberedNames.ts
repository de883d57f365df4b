import type { Client } from '../api/client';
import type { ListEndpoint } from '../api/records/listings';
import { idOf } from '../api/records/records';
import { toId } from '../shared/n8n/parameters';
import { settle, UserFacingError } from '../shared/userFacingError';
import type { NamedList } from './lists';
import {
	indexNames,
	type Match,
	matchName,
	type NamedRecord,
	type Names,
	toReference,
	Unmatched,
	unmatchedName,
} from './names';

/** The part of the client that looking up names needs. */
export type ListReader = Pick<Client, 'list' | 'perKey' | 'perRun' | 'policy'>;

/** How long the names that one run has read are used by others. */
const SHARED_MS = 60_000;

/** The names of a list as one run reads them. */
interface NamesReading {
	names: Promise<Names>;
	/** Epoch ms; undefined while it is under way. */
	readAt?: number;
}

/** The last reading of each list by its path. */
class ReadingsByList extends Map<string, NamesReading> {}

/** The readings that all runs share. */
const sharedReadings = (client: ListReader) =>
	client.perKey(ReadingsByList, () => new ReadingsByList());

/** The readings of one run, each list once. */
const ownReadings = (client: ListReader) =>
	client.perRun(ReadingsByList, () => new ReadingsByList());

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
		sharedReadings(client).delete(path);
	});
}

/**
 * The name of the record with an id, as this run has read it; undefined where there is none.
 *
 * @throws {UserFacingError} when the list cannot be read, which a run tries once
 */
export async function nameById(
	client: ListReader,
	list: NamedList,
	id: number,
): Promise<string | undefined> {
	const { byId } = await readOwn(client, list);
	return byId.get(id)?.name;
}

/**
 * Every name of a list, once.
 *
 * @throws {UserFacingError} when the list cannot be read
 */
export async function allNames(client: ListReader, list: NamedList): Promise<readonly string[]> {
	return (await readShared(client, list)).all;
}

/**
 * The records whose names match, in the order of the list.
 *
 * @throws {UserFacingError} when the list cannot be read
 */
export async function recordsMatching(
	client: ListReader,
	list: NamedList,
	isMatch: (record: NamedRecord) => boolean,
): Promise<NamedRecord[]> {
	const among = ({ byId }: Names) => [...byId.values()].filter(isMatch);
	const found = among(await readShared(client, list));
	// A new record is in no earlier reading.
	return found.length > 0 ? found : among(await readOwn(client, list));
}

/** The names as this run has read them, else as another run did within the last minute. */
async function readShared(client: ListReader, list: NamedList): Promise<Names> {
	const shared = sharedReadings(client).get(list.path);
	const isOwn = ownReadings(client).has(list.path);
	// Another run's reading that is under way is not waited for, since that run may be canceled.
	const isFresh = shared?.readAt !== undefined && Date.now() - shared.readAt < SHARED_MS;
	return await (isFresh && !isOwn ? shared.names : readOwn(client, list));
}

/** The names as this run reads them, once. A list that cannot be read fails for the whole run. */
async function readOwn(client: ListReader, list: NamedList): Promise<Names> {
	const own = ownReadings(client);
	const reading = own.get(list.path) ?? startReading(client, list);
	own.set(list.path, reading);
	return await reading.names;
}

/** Begins a reading that other runs may use once it is done, unless the list is changed meanwhile. */
function startReading(client: ListReader, list: NamedList): NamesReading {
	const reading: NamesReading = { names: readAll(client, list) };
	const shared = sharedReadings(client);
	shared.set(list.path, reading);
	reading.names.then(
		() => {
			reading.readAt = Date.now();
		},
		() => {
			if (shared.get(list.path) === reading) shared.delete(list.path);
		},
	);
	return reading;
}

async function readAll(client: ListReader, list: NamedList): Promise<Names> {
	const records: NamedRecord[] = [];
	const { deadline = Infinity } = client.policy;
	for await (const raw of client.list(list)) {
		if (Date.now() >= deadline) throw tooMany(list, records.length);
		const id = idOf(raw);
		if (id !== undefined) records.push({ id, name: list.recordName(raw) });
	}
	return indexNames(list, records);
}

/** A person or an agent waits, and no longer. */
function tooMany({ noun }: NamedList, read: number): UserFacingError {
	return new UserFacingError({
		message: `There are too many ${noun}s to read while you wait: ${read} were read`,
		remedy: 'Enter the ID instead of a name.',
		kind: 'unavailable',
	});
}

/**
 * Finds the records that a name stands for. Where none does among names that another run has read, this run reads
 * the list itself, since the record may be new.
 *
 * @throws {UserFacingError} when the name stands for nothing, or for more than one record; when a list
 *   cannot be read
 */
export async function findNamed<T>(
	client: ListReader,
	name: string,
	lists: readonly NamedList[],
	match: (name: string, among: readonly Names[]) => T | Unmatched,
): Promise<T> {
	const found = await lookUp(client, name, lists, match);
	if (!(found instanceof NoRecord)) return found;
	throw found.error;
}

/**
 * The record that a name stands for, or the error for one that stands for none.
 *
 * @throws {UserFacingError} when it stands for more than one; when the list cannot be read
 */
export async function findIfAny(
	client: ListReader,
	name: string,
	list: NamedList,
): Promise<Match | UserFacingError> {
	const found = await lookUp(client, name, [list], matchName);
	if (!(found instanceof NoRecord)) return found;
	if (found.isAmbiguous) throw found.error;
	return found.error;
}

/** A name that does not stand for one record. */
class NoRecord {
	constructor(
		readonly error: UserFacingError,
		readonly isAmbiguous: boolean,
	) {}
}

async function lookUp<T>(
	client: ListReader,
	name: string,
	lists: readonly NamedList[],
	match: (name: string, among: readonly Names[]) => T | Unmatched,
): Promise<T | NoRecord> {
	const found = match(name, await readEach(client, name, lists, readShared));
	if (!(found instanceof Unmatched)) return found;
	const among = await readEach(client, name, lists, readOwn);
	const foundAnew = match(name, among);
	if (!(foundAnew instanceof Unmatched)) return foundAnew;
	return new NoRecord(unmatchedName(foundAnew, among), foundAnew.matches.length > 0);
}

async function readEach(
	client: ListReader,
	name: string,
	lists: readonly NamedList[],
	read: (client: ListReader, list: NamedList) => Promise<Names>,
): Promise<Names[]> {
	const all: Names[] = [];
	for (const list of lists) {
		const names = await settle(read(client, list));
		// If a service lacks one of two lists, the other one will do.
		const isLacking = names instanceof UserFacingError && names.is('notOnInstall');
		if (isLacking && lists.length > 1) all.push(indexNames(list, []));
		else if (names instanceof UserFacingError) throw unreadable(name, list, names);
		else all.push({ ...names, kind: list });
	}
	return all;
}

function unreadable(name: string, { noun }: NamedList, error: UserFacingError): UserFacingError {
	const { remedy } = error.explanation;
	// Where key, address or network are at fault, an ID helps no more than a name.
	const isOfAll = error.is('credentialRefused', 'misconfigured', 'unavailable');
	return new UserFacingError({
		...error.explanation,
		message: `The ${noun}s could not be read to look up "${name}": ${error.explanation.message}`,
		remedy: isOfAll ? remedy : `${remedy} An ID works without the list.`,
	});
}

/**
 * The id that a value stands for. The value is checked first, so that nothing is sent for one that can be neither an
 * id nor a name.
 *
 * @param list the list to look a name up in; without one the value has to be an id
 * @throws {UserFacingError} that names the field, or as `findNamed` does
 */
export async function findId(
	client: ListReader,
	value: unknown,
	field: string,
	list?: NamedList,
): Promise<number> {
	if (list === undefined) return toId(value, field);
	const { text, ids: [id] = [] } = toReference(value, field);
	return id ?? (await findNamed(client, text, [list], matchName)).id;
}
