import type { INodeProperties } from 'n8n-workflow';

import type { Client } from '../../api/client';
import type { ListEndpoint } from '../../api/listings';
import { orName, required } from '../../locators/fields';
import type { NamedList } from '../../locators/lists';
import { changing, idLookUp } from '../../locators/rememberedNames';
import { toId } from '../../shared/parameters';
import { readChanges, updateFieldsProperty, type Field } from './fields';
import type { Operation } from './operation';

/** The parts in which operations on one record differ. */
interface ById {
	/** One of the things, as it reads in "Delete …". */
	noun: string;
	description: string;
	locator: INodeProperties;
	/** With `{id}` where the id stands. */
	path: string;
}

interface Update extends ById {
	fields: readonly Field[];
	/** The list that has the records. One with names allows a name in place of the id. */
	list: ListEndpoint | NamedList;
}

/** An update, which returns the id and the changes. */
export function updateOperation(update: Update): Operation {
	const { noun, description, locator, list, path, fields } = update;
	const names = 'noun' in list ? list : undefined;
	return {
		option: { name: 'Update', value: 'update', action: `Update ${noun}`, description },
		writes: true,
		properties: [
			required(names === undefined ? locator : orName(locator)),
			updateFieldsProperty(fields),
		],
		async execute(call) {
			const { parameters, client } = call;
			const chosen = idLookUp(parameters.value(locator.name), locator.displayName, names);
			const changes = await readChanges(call, fields);
			const id = await chosen.find(client);
			const request = client.request({
				method: 'PUT',
				path: path.replace('{id}', String(id)),
				json: changes,
				safety: 'idempotent',
			});
			await changing(client, list, request);
			return [{ updated: true, id, ...changes }];
		},
	};
}

/** The extra parts of some deletes. */
interface Deletion extends ById {
	/** The list that has the records; left out where no field takes their names. */
	list?: ListEndpoint;
	/** Finds the id for locators that may hold something else. */
	readId?: (client: Client, locator: unknown) => Promise<number>;
	/**
	 * Asks the service once more about a record that it reports as missing, and throws unless the record is
	 * gone. A service without this delete reports the same. Without this function such a delete fails.
	 */
	confirmGone?: (client: Client, id: number) => Promise<void>;
}

/** A delete, which returns the id of the deleted record. */
export function deleteOperation(deletion: Deletion): Operation {
	const { noun, description, locator, list, path, readId, confirmGone } = deletion;
	return {
		option: { name: 'Delete', value: 'delete', action: `Delete ${noun}`, description },
		writes: true,
		properties: [required(locator)],
		async execute({ parameters, client }) {
			const chosen = parameters.value(locator.name);
			const id = readId ? await readId(client, chosen) : toId(chosen, locator.displayName);
			const sending = client.send({
				method: 'DELETE',
				path: path.replace('{id}', String(id)),
				safety: 'idempotent',
			});
			const result = await (list === undefined ? sending : changing(client, list, sending));
			if (result.kind === 'success') return [{ deleted: true, id }];
			if (confirmGone === undefined || !result.error.is('notFound')) throw result.error;
			await confirmGone(client, id);
			return [{ deleted: true, id, alreadyGone: true }];
		},
	};
}
