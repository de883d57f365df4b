import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Client } from '../api/client';
import {
	createRecord,
	detailRecord,
	flatDetailRecord,
	idOf,
	type RecordCalls,
	tidyRecord,
} from '../api/records/records';
import type { ListEndpoint } from '../api/records/list';
import { orName, required } from '../names/fields';
import type { NamedList } from '../names/names';
import { changing, findId } from '../names/rememberedNames';
import type { Parameters } from '../shared/n8n/parameters';
import { toId } from '../shared/values/text';
import { settle, UserFacingError, wrongValue } from '../shared/userFacingError';
import { isRecord, pick, type Texts } from '../shared/text';
import {
	additionalFieldsProperty,
	type Field,
	requiredControlsOf,
	updateFieldsProperty,
} from './fields';
import { readBody, readChanges, readRequired, together } from './reading';
import type { Operation, OutputFields, ReadingCall } from './operation';
import { toChoice, toNames, isEmpty } from '../shared/values/convert';

/** The operations that most resources have, each made out of a kind of record and the parts that differ. */

export interface RecordKind {
	/** One with names allows a name in place of an id. */
	list: ListEndpoint | NamedList;
	locator: INodeProperties;
	calls: (client: Client) => RecordCalls | Promise<RecordCalls>;
	/** Left out where it is only tidied. */
	record?: (raw: IDataObject) => IDataObject;
	output: OutputFields;
}

/** Addresses built like most, below `path`. `record` makes the new record out of the answer and the sent body. */
export function callsBelow(
	path: string,
	record: (answer: IDataObject, sent: IDataObject) => IDataObject = tidyRecord,
): (client: Client) => RecordCalls {
	return (client) => ({
		create: (json) =>
			createRecord(client, { path: `${path}/add`, json }, (answer) => record(answer, json)),
		update: (id, json) =>
			client.request({
				method: 'PUT',
				path: `${path}/${id}/update`,
				json,
			}),
		delete: (id) =>
			client.request({
				method: 'DELETE',
				path: `${path}/${id}/delete`,
			}),
	});
}

function namesOf({ list }: RecordKind): NamedList | undefined {
	return 'recordName' in list ? list : undefined;
}

export function pickerOf(kind: RecordKind): INodeProperties {
	return required(namesOf(kind) === undefined ? kind.locator : orName(kind.locator));
}

/** @throws {UserFacingError} when the value can be neither an id nor a name, or no record has the name */
export async function pickedId(kind: RecordKind, call: ReadingCall): Promise<number> {
	const { name, displayName } = kind.locator;
	return await findId(call, call.parameters.value(name), displayName, namesOf(kind));
}

/** The parts in which creates differ. */
interface Creation {
	description: string;
	required: readonly Field[];
	additional?: readonly Field[];
}

export function createOf(
	{ list, calls, output }: RecordKind,
	{ description, required: requiredFields, additional = [] }: Creation,
): Operation<IDataObject> {
	return {
		option: { name: 'Create', value: 'create', action: `Create ${list.noun}`, description },
		writes: true,
		properties: [
			...requiredControlsOf(requiredFields),
			...(additional.length > 0 ? [additionalFieldsProperty(additional)] : []),
		],
		output,
		async read(call) {
			const { needed, more } = await together({
				needed: () => readRequired(call, requiredFields),
				more: () => readBody(call, additional, call.parameters.fields('additionalFields')),
			});
			return { ...needed, ...more };
		},
		async execute(call, body) {
			const { client } = call;
			const record = await changing(client, list, (await calls(client)).create(body));
			if (record.id === undefined) {
				call.hint(`The service did not return the ID of the new ${list.noun}. Get Many shows it.`);
			}
			return [record];
		},
	};
}

export function updateOf(
	kind: RecordKind,
	{ description, fields }: { description: string; fields: readonly Field[] },
): Operation<{ id: number; changes: IDataObject }> {
	const { list, calls, output, record = tidyRecord } = kind;
	const names = fields.map(({ name }) => name);
	const changed = Object.entries(output).filter(([name]) => names.includes(name));
	return {
		option: { name: 'Update', value: 'update', action: `Update ${list.noun}`, description },
		writes: true,
		properties: [pickerOf(kind), updateFieldsProperty(fields)],
		output: { updated: 'boolean', id: 'integer', ...Object.fromEntries(changed) },
		read: (call) =>
			together({
				id: () => pickedId(kind, call),
				changes: () => readChanges(call, fields),
			}),
		async execute({ client }, { id, changes }) {
			const answer = await changing(client, list, (await calls(client)).update(id, changes));
			// A service that answers with the record may keep a value in its own way.
			const kept = Object.entries(isRecord(answer) ? record(answer) : {});
			const keptFields = Object.fromEntries(kept.filter(([name]) => name in changes));
			return [{ updated: true, id, ...changes, ...keptFields }];
		},
	};
}

interface Deletion {
	description: string;
	/** If the locator may hold something else than an id. @throws {UserFacingError} when it can hold no record */
	check?: (locator: unknown) => unknown;
	/** The id then. */
	find?: (client: Client, locator: unknown) => Promise<number>;
	/**
	 * A service without this delete reports a record as missing, too: throws unless it is gone. Else the list tells.
	 */
	confirmGone?: (client: Client, id: number) => Promise<void>;
}

export function deleteOf(
	{ list, locator, calls }: Pick<RecordKind, 'list' | 'locator' | 'calls'>,
	{ description, check, find, confirmGone }: Deletion,
): Operation {
	const { noun } = list;
	const idIn = (picked: unknown) => toId(picked, locator.displayName);
	return {
		option: { name: 'Delete', value: 'delete', action: `Delete ${noun}`, description },
		writes: true,
		properties: [required(locator)],
		output: { deleted: 'boolean', id: 'integer', alreadyGone: 'boolean' },
		read({ parameters }) {
			const picked = parameters.value(locator.name);
			(check ?? idIn)(picked);
			return picked;
		},
		async execute({ client, count }, picked) {
			const id = (await find?.(client, picked)) ?? idIn(picked);
			const api = await calls(client);
			const result = await settle(changing(client, list, api.delete(id)));
			if (!(result instanceof UserFacingError)) return [{ deleted: true, id }];
			if (!result.is('notFound')) throw result;
			if (confirmGone !== undefined) await confirmGone(client, id);
			else if (await isListed(client, list, id)) throw result;
			const [words, one] = [`${noun}s already gone`, `${noun} already gone`];
			count({ like: 'unchanged', words, one, isWarning: true });
			return [{ deleted: true, id, alreadyGone: true }];
		},
	};
}

/** As far as the list can be read. */
async function isListed(client: Client, list: ListEndpoint, id: number): Promise<boolean> {
	const find = async () => {
		for await (const record of client.list(list)) if (idOf(record) === id) return true;
		return false;
	};
	const found = await settle(find());
	return found instanceof UserFacingError || found;
}

interface Assignment<Row, Item extends IDataObject> {
	option: Operation['option'];
	properties: INodeProperties[];
	output: Readonly<Record<keyof Item, OutputFields[string]>>;
	/** Nothing is sent. */
	read: (call: ReadingCall) => Row;
	find: (client: Client, row: Awaited<Row>) => Promise<Item>;
	path: (id: number, item: Item) => string;
}

export function assignTo<Row, Item extends IDataObject>(
	kind: RecordKind,
	{ option, properties, output, read, find, path }: Assignment<Row, Item>,
): Operation<{ id: number; what: Awaited<Row> }> {
	return {
		option,
		writes: true,
		properties: [pickerOf(kind), ...properties],
		output: { assigned: 'boolean', [kind.locator.name]: 'integer', ...output },
		read: (call) =>
			together({
				id: () => pickedId(kind, call),
				what: () => read(call),
			}),
		async execute({ client }, { id, what }) {
			const item = await find(client, what);
			await client.request({ method: 'POST', path: path(id, item), isRepeatable: true });
			return [{ assigned: true, [kind.locator.name]: id, ...item }];
		},
	};
}

interface OutputSpec {
	fields: Texts;
	simplified: readonly string[];
	selected: readonly string[];
	complete?: (record: IDataObject) => IDataObject;
}

const SIMPLIFIED = 'simplified';

export function outputProperties({ fields, selected }: OutputSpec): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'Raw',
					value: 'raw',
					description:
						'Everything the service returns, with details and statistics in separate fields',
				},
				{
					name: 'Selected Fields',
					value: 'fields',
					description: 'Only the fields you choose',
				},
				{
					name: 'Simplified',
					value: SIMPLIFIED,
					description: 'Only the most commonly used fields',
				},
			],
			default: SIMPLIFIED,
			description: 'Which fields to return',
		},
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'multiOptions',
			options: Object.entries(fields).map(([value, name]) => ({ name, value })),
			default: [...selected],
			displayOptions: { show: { output: ['fields'] } },
		},
	];
}

/** Before anything is sent. @throws {UserFacingError} when Output is no choice, or Fields is empty or unknown */
export function readOutput(
	spec: OutputSpec,
	parameters: Parameters,
): (detail: IDataObject) => IDataObject {
	const chosen = parameters.value('output');
	const output = isEmpty(chosen)
		? SIMPLIFIED
		: toChoice(chosen, 'Output', [SIMPLIFIED, 'raw', 'fields']);
	if (output === 'raw') return detailRecord;
	const fields = output === 'fields' ? readFieldNames(spec, parameters) : spec.simplified;
	const { complete = (record: IDataObject) => record } = spec;
	return (detail) => pick(complete(flatDetailRecord(detail)), fields);
}

function readFieldNames({ fields, selected }: OutputSpec, parameters: Parameters): string[] {
	const choices = Object.keys(fields);
	const names = toNames(parameters.value('fields')).map((name) =>
		toChoice(name, 'Fields', choices),
	);
	if (names.length === 0) throw wrongValue('Fields', 'is empty', selected.join(', '));
	return names;
}
