import type { INodeProperties } from 'n8n-workflow';

import type { Client } from '../../api/client';
import type { ListEndpoint } from '../../api/listings';
import { orName, required } from '../../locators/fields';
import type { NamedList } from '../../locators/lists';
import { changing, idLookUp } from '../../locators/rememberedNames';
import { toId } from '../../shared/parameters';
import { readChanges, updateFieldsProperty, type Field } from './fields';
import type { Operation } from './operation';

/** What an operation on one record has of its own. */
interface ById {
	/** One of the things, as it reads in "Delete a …". */
	noun: string;
	description: string;
	locator: INodeProperties;
	/** Where the records are listed. */
	list: ListEndpoint;
	/** With `{id}` where the id stands. */
	path: string;
}

interface Update extends ById {
	fields: readonly Field[];
	/** One with names lets a name stand for the id. */
	list: ListEndpoint | NamedList;
}

/** An update, which returns what was changed. */
export function updateOperation(update: Update): Operation {
	const { noun, description, locator, list, path, fields } = update;
	const names = 'noun' in list ? list : undefined;
	return {
		option: { name: 'Update', value: 'update', action: `Update a ${noun}`, description },
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
	const { noun, description, locator, list, path, readId, confirmGone } = deletion;
	return {
		option: { name: 'Delete', value: 'delete', action: `Delete a ${noun}`, description },
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
			const result = await changing(client, list, sending);
			if (result.kind === 'success') return [{ deleted: true, id }];
			if (confirmGone === undefined || !result.error.is('notFound')) throw result.error;
			await confirmGone(client, id);
			return [{ deleted: true, id, alreadyGone: true }];
		},
	};
}
