import type { IDataObject } from 'n8n-workflow';

import type { Client } from '../../api/client';
import { campaignRecord } from '../../api/records';
import { campaignLocator, orName, required } from '../../locators/fields';
import { idReader, NAME_LISTS, noteNewName } from '../../locators/nameLists';
import { textsById } from '../../locators/textsById';
import { toText } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';
import { bodyOf, controlsOf, updateFieldsProperty } from '../common/fields';
import type { Operation } from '../common/operation';
import { campaignFields, nameField } from './fields';

const newNameField = {
	...nameField,
	description: 'The new name of the campaign. Leave empty to keep the present one.',
};

/** The names that a run has given so far, by id, which the list may not show yet. */
const newNames = new WeakMap<Client, Map<number, string>>();

/**
 * The name that goes along with an update, which the service requires: the new one, else the present one.
 * The service has no look-up of one campaign, so that one is read from the list.
 *
 * @throws {UserFacingError} when the list does not show it
 */
async function nameToSend(client: Client, id: number, newName: string): Promise<string> {
	const given = newNames.get(client) ?? new Map<number, string>();
	newNames.set(client, given);
	if (newName !== '') {
		given.set(id, newName);
		return newName;
	}
	const { list, nameOf } = NAME_LISTS.campaign;
	const present = given.has(id) ? undefined : await textsById(client, list, nameOf);
	const name = given.get(id) ?? present?.get(String(id)) ?? '';
	if (name !== '') return name;
	throw new UserFacingError({
		message: `No campaign of this account has the ID ${id}`,
		remedy:
			'It may have been deleted: choose it again. If it is there, enter its name under Name: the service requires the name on every update.',
	});
}

/** @throws {UserFacingError} when no field has a value, since such an update would change nothing */
function checkChanges(changes: IDataObject): void {
	if (Object.keys(changes).length > 0) return;
	throw new UserFacingError({
		message: 'There is nothing to update',
		remedy:
			'Enter a new Name, or add Public or Rotator Slug under Update Fields and give it a value. An empty field is not changed.',
	});
}

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a campaign',
		description: 'Change the name, the rotator slug or the visibility of a campaign',
	},
	writes: true,
	properties: [
		required(orName(campaignLocator)),
		...controlsOf([newNameField]),
		updateFieldsProperty(campaignFields),
	],
	async execute({ parameters, client }) {
		const readId = idReader(parameters.value('campaignId'), 'Campaign', NAME_LISTS.campaign);
		const newName = toText(parameters.value('name'));
		const changes = bodyOf(campaignFields, parameters.fields('updateFields'));
		checkChanges({ ...(newName === '' ? {} : { name: newName }), ...changes });
		const id = await readId(client);
		const name = await nameToSend(client, id, newName);
		const answer = await client.request({
			method: 'PUT',
			path: `/api/campaign/${id}/update`,
			json: { name, ...changes },
			safety: 'idempotent',
		});
		if (newName !== '') noteNewName(client, NAME_LISTS.campaign);
		return [campaignRecord({ id, ...answer })];
	},
};
