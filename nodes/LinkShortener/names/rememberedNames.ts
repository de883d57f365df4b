import type { Client } from '../api/client';
import type { Page, ListEndpoint } from '../api/records/list';
import { idOf } from '../api/records/records';
import { toId } from '../shared/values/text';
import type { Parameters } from '../shared/n8n/parameters';
import { asError, settle, UserFacingError } from '../shared/userFacingError';
import {
	ambiguousName,
	indexNames,
	type Match,
	matchesOf,
	type NamedList,
	type NamedRecord,
	type Names,
	type Reference,
	toReference,
	unknownId,
	unknownName,
} from './names';

export type ListReader = Pick<Client, 'list' | 'perKey' | 'perRun'>;

/** For so long, other runs use the names that one run has read. */
const SHARED_MS = 60_000;

/** Of a longer list, an ID is not looked up. */
const MAX_PAGES = 10;

interface NamesRead extends Names {
	/** More pages were not read. */
	isCut: boolean;
	/** No record of the account is missing. */
	isSure: boolean;
}

interface Reading {
	names: Promise<NamesRead>;
	/** Epoch ms; left out until it is done. */
	doneAt?: number;
}

/** By path: a run reads each list once. */
class Readings extends Map<string, Reading> {}

/** Without them, each run reads anew what it has not read itself. */
export const sharedReadings = (client: ListReader) => client.perKey(Readings);

/** Forgets the names even after a failure, since the change may have been made. */
export async function changing<T>(
	client: ListReader,
	{ path }: ListEndpoint,
	work: Promise<T>,
): Promise<T> {
	return await work.finally(() => {
		sharedReadings(client).delete(path);
	});
}

/** Undefined where there is none. @throws {UserFacingError} when the list cannot be read, which a run tries once */
export async function nameById(
	client: ListReader,
	list: NamedList,
	id: number,
): Promise<string | undefined> {
	return (await readNames(client, list, true)).byId.get(id)?.name;
}

/** Each once; `isOwn` as in `readNames`. @throws {UserFacingError} when the list cannot be read */
export async function allNames(
	client: ListReader,
	list: NamedList,
	isOwn?: boolean,
): Promise<readonly string[]> {
	return (await readNames(client, list, isOwn)).all;
}

export interface IdCall {
	client: ListReader;
	parameters: Pick<Parameters, 'areOfModel'>;
	/** Left out where an ID is sent as it is. */
	unchecked?: ((noun: string) => void) | undefined;
}

/** @throws {UserFacingError} unless a record has it, or the list cannot tell: not read, too long, or with gaps */
export async function checkedId(
	{ client, unchecked }: Pick<IdCall, 'client' | 'unchecked'>,
	id: number,
	field: string,
	list: NamedList,
): Promise<number> {
	if (unchecked === undefined) return id;
	for (const isOwn of [false, true]) {
		const names = await settle(readNames(client, list, isOwn, MAX_PAGES));
		const isRead = !(names instanceof UserFacingError);
		if (isRead && names.byId.has(id)) return id;
		if (isRead && names.isSure) continue;
		unchecked(list.noun);
		return id;
	}
	throw unknownId(id, list, field, await allNames(client, list));
}

/** Also of another run in the last minute, unless `isOwn`. A list that cannot be read fails for the whole run. */
export async function readNames(
	client: ListReader,
	list: NamedList,
	isOwn = false,
	maxPages = Infinity,
): Promise<NamesRead> {
	const { path } = list;
	const own = client.perRun(Readings);
	const shared = sharedReadings(client);
	const known = own.get(path) ?? (isOwn ? undefined : shared.get(path));
	// Another run's reading that is under way is not waited for, since that run may be canceled.
	const isFresh = Date.now() - (known?.doneAt ?? -Infinity) < SHARED_MS;
	if (known !== undefined && (isFresh || own.has(path))) {
		const names = await known.names;
		if (!names.isCut || maxPages === MAX_PAGES) return names;
		for (const readings of [own, shared]) {
			if (readings.get(path) === known) readings.delete(path);
		}
		return await readNames(client, list, isOwn);
	}
	const reading: Reading = { names: readList(client, list, maxPages) };
	own.set(path, reading);
	// Here from the start, so that a change meanwhile takes it away.
	shared.set(path, reading);
	const names = await reading.names;
	reading.doneAt = Date.now();
	return names;
}

async function readList(client: ListReader, list: NamedList, maxPages: number): Promise<NamesRead> {
	const records: NamedRecord[] = [];
	let [pages, size, last, isCut] = [0, 0, 0, false];
	const goesOn = ({ records: { length }, perPage = 0, lastPage }: Page) => {
		pages += 1;
		last = length;
		size = Math.max(size, length, perPage);
		isCut = (lastPage ?? pages + 1) > maxPages;
		return !isCut;
	};
	for await (const raw of client.list({ ...list, goesOn })) {
		const id = idOf(raw);
		if (id !== undefined) records.push({ id, name: list.recordName(raw) });
	}
	const names = indexNames(list, records);
	// Services count records that they do not show, and one that moves meanwhile may be missed.
	const isFull = names.byId.size === size * (pages - 1) + last;
	return { ...names, isCut, isSure: isFull && !isCut && pages <= MAX_PAGES };
}

/**
 * The record that a name stands for, or the error for one that stands for none. Where it stands for none among names
 * that another run has read, this run reads the list itself, since the record may be new.
 *
 * @throws {UserFacingError} when it stands for more than one record; when a list cannot be read
 */
export async function findIfAny(
	{ client, parameters: { areOfModel } }: IdCall,
	{ text: name, tie }: Pick<Reference, 'text' | 'tie'>,
	...lists: NamedList[]
): Promise<Match | UserFacingError> {
	const known = await readEach(client, name, lists, false);
	const [match, ...alike] = matchesOf(name, known, tie, areOfModel);
	if (match !== undefined && alike.length === 0) return match;
	const among = await readEach(client, name, lists, true);
	const [own, ...others] = matchesOf(name, among, tie, areOfModel);
	if (own === undefined) return unknownName(name, among);
	if (others.length > 0) throw ambiguousName(name, [own, ...others]);
	return own;
}

async function readEach(
	client: ListReader,
	name: string,
	lists: readonly NamedList[],
	isOwn: boolean,
): Promise<Names[]> {
	const all: Names[] = [];
	for (const list of lists) {
		const names = await settle(readNames(client, list, isOwn));
		if (!(names instanceof UserFacingError)) all.push({ ...names, kind: list });
		// If a service lacks one of two lists, the other one will do.
		else if (names.is('notOnInstall') && lists.length > 1) all.push(indexNames(list, []));
		else throw unreadable(name, list, names);
	}
	return all;
}

function unreadable(name: string, { noun }: NamedList, error: UserFacingError): UserFacingError {
	const { message, remedy } = error.explanation;
	// Where key, address or network are at fault, an ID helps no more than a name.
	const isOfAll = error.is('credentialRefused', 'misconfigured', 'unavailable');
	return asError({
		...error.explanation,
		message: `The ${noun}s could not be read to look up "${name}": ${message}`,
		remedy: isOfAll ? remedy : `${remedy} An ID works without the list.`,
	});
}

/**
 * The id that a value stands for. The value is checked first, so that nothing is sent for one that can be neither an
 * id nor a name.
 *
 * @param list the list to look a name up in; without one the value has to be an id
 * @throws {UserFacingError} that names the field, or when no record has the name, or several have it
 */
export async function findId(
	call: IdCall,
	value: unknown,
	field: string,
	list?: NamedList,
): Promise<number> {
	if (list === undefined) return toId(value, field);
	const reference = toReference(value, field);
	if (reference.id !== undefined) return await checkedId(call, reference.id, field, list);
	const found = await findIfAny(call, reference, list);
	if (found instanceof UserFacingError) throw found;
	return found.id;
}
