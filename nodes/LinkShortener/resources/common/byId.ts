import type { INodeProperties } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { orName, required } from '../../locators/fields';
import { idReader, noteNewName, type NameList } from '../../locators/nameLists';
import { toId } from '../../shared/parameters';
import { updateBody, updateFieldsProperty, type Field } from './fields';
import type { Operation } from './operation';

/** What an operation on one record has of its own. */
interface ById {
	/** One of the things, as it reads in "Delete a …". */
	noun: string;
	description: string;
	locator: INodeProperties;
	/** With `{id}` where the id stands. */
	path: string;
}

interface Update extends ById {
	fields: readonly Field[];
	/** Where a name is looked up, if it may stand for the id. */
	names?: NameList;
}

/** An update, which returns what was changed. */
export function updateOperation(update: Update): Operation {
	const { noun, description, locator, path, fields, names } = update;
	return {
		option: { name: 'Update', value: 'update', action: `Update a ${noun}`, description },
		writes: true,
		properties: [
			required(names === undefined ? locator : orName(locator)),
			updateFieldsProperty(fields),
		],
		async execute({ parameters, client }) {
			const readId = idReader(parameters.value(locator.name), locator.displayName, names);
			const changes = updateBody(fields, parameters);
			const id = await readId(client);
			await client.request({
				method: 'PUT',
				path: path.replace('{id}', String(id)),
				json: changes,
				safety: 'idempotent',
			});
			if (names !== undefined) noteNewName(client, names);
			return [{ updated: true, id, ...changes }];
		},
	};
}

/** What some deletes have besides. */
interface Deletion extends ById {
	/** The id of what the locator holds, where that may be something else. */
	readId?: (client: Client, locator: unknown) => Promise<number>;
	/**
	 * Asks the service once more about a record that it says is not there, which a service without this
	 * delete says as well; throws unless it is gone. Where this is left out such a delete fails.
	 */
	confirmGone?: (client: Client, id: number) => Promise<void>;
}

/** A delete, which returns what was deleted. */
export function deleteOperation(deletion: Deletion): Operation {
	const { noun, description, locator, path, readId, confirmGone } = deletion;
	return {
		option: { name: 'Delete', value: 'delete', action: `Delete a ${noun}`, description },
		writes: true,
		properties: [required(locator)],
		async execute({ parameters, client }) {
			const chosen = parameters.value(locator.name);
			const id = readId ? await readId(client, chosen) : toId(chosen, locator.displayName);
			const result = await client.send({
				method: 'DELETE',
				path: path.replace('{id}', String(id)),
				safety: 'idempotent',
			});
			if (result.kind === 'success') return [{ deleted: true, id }];
			if (confirmGone === undefined || !result.error.is('notFound')) throw result.error;
			await confirmGone(client, id);
			return [{ deleted: true, id, alreadyGone: true }];
		},
	};
}
