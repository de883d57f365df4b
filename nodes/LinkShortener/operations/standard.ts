import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Client } from '../api/client';
import { createRecord, tidyRecord, idOf } from '../api/records/records';
import type { ListEndpoint } from '../api/records/listings';
import { orName, required } from '../names/fields';
import type { NamedList } from '../names/lists';
import { changing, findId } from '../names/rememberedNames';
import { toId } from '../shared/n8n/parameters';
import { settle, UserFacingError } from '../shared/userFacingError';
import { isRecord } from '../shared/json';
import {
	additionalFieldsProperty,
	controlsOf,
	requiredControlsOf,
	updateFieldsProperty,
	type Field,
} from './fields';
import { readBody, readChanges, readRequired, together } from './reading';
import type { Operation, OutputFields, ReadingCall } from './operation';

/** The operations that most resources have, each made out of a kind of record and the parts that differ. */

/** A kind of record that the service keeps. */
export interface RecordKind {
	/** One of them, as it reads in "Create …". */
	noun: string;
	/** Several, as they read in "Get many …". */
	plural: string;
	/** The list that has them. One with names allows a name in place of an id. */
	list: ListEndpoint | NamedList;
	/** Picks one of them. */
	locator: INodeProperties;
	/** The requests that change them. */
	calls: (client: Client) => Calls;
	/** Makes a returned record out of the service's. */
	record: (raw: IDataObject) => IDataObject;
	/** The fields of a returned record. */
	output: OutputFields;
}

/** The requests that change one record. */
interface Calls {
	create: (body: IDataObject) => Promise<IDataObject>;
	update: (id: number, changes: IDataObject) => Promise<unknown>;
	delete: (id: number) => Promise<unknown>;
}

/**
 * The requests of a kind whose addresses are built like most.
 *
 * @param path what all of them begin with
 * @param record makes the new record out of the answer and the sent body
 */
export function callsBelow(
	path: string,
	record: (answer: IDataObject, sent: IDataObject) => IDataObject = tidyRecord,
): RecordKind['calls'] {
	return (client) => ({
		create: async (json) =>
			await createRecord(client, { path: `${path}/add`, json }, (answer) => record(answer, json)),
		update: async (id, json) =>
			await client.request({
				method: 'PUT',
				path: `${path}/${id}/update`,
				json,
				safety: 'idempotent',
			}),
		delete: async (id) =>
			await client.request({
				method: 'DELETE',
				path: `${path}/${id}/delete`,
				safety: 'idempotent',
			}),
	});
}

/** The part of a kind that picking one record needs. */
type Pickable = Pick<RecordKind, 'list' | 'locator'>;

function namesOf({ list }: Pickable): NamedList | undefined {
	return 'noun' in list ? list : undefined;
}

/** The required field that picks one record. */
export function pickerOf(kind: Pickable): INodeProperties {
	return required(namesOf(kind) === undefined ? kind.locator : orName(kind.locator));
}

/**
 * The id of the record that was picked.
 *
 * @throws {UserFacingError} when the value can be neither an id nor a name, or no record has the name
 */
export async function pickedId(
	kind: Pickable,
	{ parameters, client }: Pick<ReadingCall, 'client' | 'parameters'>,
): Promise<number> {
	const { name, displayName } = kind.locator;
	return await findId(client, parameters.value(name), displayName, namesOf(kind));
}

/** The parts in which creates differ. */
interface Creation {
	description: string;
	required: readonly Field[];
	/** The fields under Additional Fields. */
	additional?: readonly Field[];
}

/** A create, which returns the new record. */
export function createOf(
	{ noun, list, calls, output }: Pick<RecordKind, 'noun' | 'list' | 'calls' | 'output'>,
	{ description, required: requiredFields, additional = [] }: Creation,
): Operation<IDataObject> {
	return {
		option: { name: 'Create', value: 'create', action: `Create ${noun}`, description },
		writes: true,
		properties: [
			...requiredControlsOf(requiredFields),
			...(additional.length > 0 ? [additionalFieldsProperty(controlsOf(additional))] : []),
		],
		output,
		async read(call) {
			const { needed, more } = await together({
				needed: async () => await readRequired(call, requiredFields),
				more: async () =>
					await readBody(call, additional, call.parameters.fields('additionalFields')),
			});
			return { ...needed, ...more };
		},
		async execute(call, body) {
			const { client } = call;
			const record = await changing(client, list, calls(client).create(body));
			if (record.id === undefined) call.hint(withoutId(noun));
			return [record];
		},
	};
}

function withoutId(noun: string): string {
	return `The service did not return the ID of the new ${noun}. Get Many shows it.`;
}

/** An update, which returns the id and the changes. */
export function updateOf(
	kind: Pick<RecordKind, 'noun' | 'list' | 'locator' | 'calls' | 'output' | 'record'>,
	{ description, fields }: { description: string; fields: readonly Field[] },
): Operation<{ id: number; changes: IDataObject }> {
	const { noun, list, calls, output, record } = kind;
	const names = fields.map(({ name }) => name);
	const changed = Object.entries(output).filter(([name]) => names.includes(name));
	return {
		option: { name: 'Update', value: 'update', action: `Update ${noun}`, description },
		writes: true,
		properties: [pickerOf(kind), updateFieldsProperty(fields)],
		output: { updated: 'boolean', id: 'integer', ...Object.fromEntries(changed) },
		read: async (call) =>
			await together({
				id: async () => await pickedId(kind, call),
				changes: async () => await readChanges(call, fields),
			}),
		async execute({ client }, { id, changes }) {
			const answer = await changing(client, list, calls(client).update(id, changes));
			// A service that answers with the record may keep a value in its own way.
			const kept = Object.entries(isRecord(answer) ? record(answer) : {});
			const told = Object.fromEntries(kept.filter(([name]) => name in changes));
			return [{ updated: true, id, ...changes, ...told }];
		},
	};
}

/** The parts in which deletes differ. */
interface Deletion {
	description: string;
	/** Reads and finds the id for a locator that may hold something else. */
	byLocator?: {
		/** @throws {UserFacingError} when it can hold no record, before anything is sent */
		check: (locator: unknown) => void;
		find: (client: Client, locator: unknown) => Promise<number>;
	};
	/**
	 * Asks the service once more about a record that it reports as missing, and throws unless the record is
	 * gone: a service without this delete reports the same. Otherwise the list tells.
	 */
	confirmGone?: (client: Client, id: number) => Promise<void>;
}

/** A delete, which returns the id of the deleted record. */
export function deleteOf(
	kind: Pick<RecordKind, 'noun' | 'plural' | 'list' | 'locator' | 'calls'>,
	{ description, byLocator, confirmGone }: Deletion,
): Operation {
	const { noun, plural, list, locator, calls } = kind;
	return {
		option: { name: 'Delete', value: 'delete', action: `Delete ${noun}`, description },
		writes: true,
		properties: [required(locator)],
		output: { deleted: 'boolean', id: 'integer', alreadyGone: 'boolean' },
		read({ parameters }) {
			const picked = parameters.value(locator.name);
			if (byLocator === undefined) return toId(picked, locator.displayName);
			byLocator.check(picked);
			return picked;
		},
		async execute({ client, count }, picked) {
			const id = byLocator ? await byLocator.find(client, picked) : toId(picked, noun);
			const result = await settle(changing(client, list, calls(client).delete(id)));
			if (!(result instanceof UserFacingError)) return [{ deleted: true, id }];
			if (!result.is('notFound')) throw result;
			if (confirmGone !== undefined) await confirmGone(client, id);
			else if (await isListed(client, list, id)) throw result;
			const [words, one] = [`${plural} were not there`, `${noun} was not there`];
			count({ like: 'unchanged', words, one, isWarning: true });
			return [{ deleted: true, id, alreadyGone: true }];
		},
	};
}

/** Whether a list has a record, as far as it can be read. */
async function isListed(client: Client, list: ListEndpoint, id: number): Promise<boolean> {
	const find = async () => {
		for await (const record of client.list(list)) if (idOf(record) === id) return true;
		return false;
	};
	const found = await settle(find());
	return found instanceof UserFacingError || found;
}

/** The parts in which assignments differ. */
interface Assignment<Wish, Item extends IDataObject> {
	option: Operation['option'];
	/** The fields that pick what is put there. */
	properties: INodeProperties[];
	/** The fields that the output has for it. */
	output: Readonly<Record<keyof Item, OutputFields[string]>>;
	/** Reads what is put there. Nothing is sent. */
	read: (call: ReadingCall) => Wish;
	/** Finds it, as the output names it. */
	find: (client: Client, wish: Wish) => Promise<Item>;
	path: (id: number, item: Item) => string;
}

/** Puts another record into one of this kind. */
export function assignTo<Wish, Item extends IDataObject>(
	kind: Pickable,
	{ option, properties, output, read, find, path }: Assignment<Wish, Item>,
): Operation<{ id: number; what: Wish }> {
	return {
		option,
		writes: true,
		properties: [pickerOf(kind), ...properties],
		output: { assigned: 'boolean', [kind.locator.name]: 'integer', ...output },
		async read(call) {
			const { id, what } = await together({
				id: async () => await pickedId(kind, call),
				what: () => ({ wish: read(call) }),
			});
			return { id, what: what.wish };
		},
		async execute({ client }, { id, what }) {
			const item = await find(client, what);
			await client.request({ method: 'POST', path: path(id, item), safety: 'idempotent' });
			return [{ assigned: true, [kind.locator.name]: id, ...item }];
		},
	};
}
