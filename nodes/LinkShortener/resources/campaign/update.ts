import type { Client } from '../../api/client';
import { campaignRecord } from '../../api/records';
import { campaignLocator, orName, required } from '../../locators/fields';
import { NAME_LISTS } from '../../locators/lists';
import { changing, idLookUp, nameById } from '../../locators/rememberedNames';
import { toText } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';
import { readChanges, updateFieldsProperty } from '../common/fields';
import type { Operation } from '../common/operation';
import { campaignFields, nameField } from './fields';

const newNameField = {
	...nameField,
	description: 'At least 2 characters. Left empty, the present one is kept.',
};

/** The names that the run has given so far, by id. The list may not show them yet. */
class NewNames extends Map<number, string> {}

/**
 * The present name of a campaign. The service requires a name with every update, and has no look-up of one
 * campaign, so the name is read from the list.
 *
 * @throws {UserFacingError} when the list does not show it
 */
async function presentName(client: Client, id: number): Promise<string> {
	const given = client.perRun(NewNames, () => new NewNames()).get(id);
	const name = given ?? (await nameById(client, NAME_LISTS.campaign, id));
	if (name !== undefined) return name;
	throw new UserFacingError({
		message: `No campaign of this account has the ID ${id}`,
		remedy: `If ${id} is a name, enter it under By Name. It may also have been deleted. If it is there, enter its name under Name: the service requires the name on every update.`,
	});
}

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update campaign',
		description: 'Change the name, the rotator slug or the visibility of a campaign',
	},
	writes: true,
	properties: [
		required(orName(campaignLocator)),
		updateFieldsProperty([newNameField, ...campaignFields]),
	],
	async execute(call) {
		const { parameters, client } = call;
		const chosen = idLookUp(parameters.value('campaignId'), 'Campaign', NAME_LISTS.campaign);
		const { name, ...changes } = await readChanges(call, [newNameField, ...campaignFields]);
		const newName = toText(name);
		const id = await chosen.find(client);
		if (newName !== '') client.perRun(NewNames, () => new NewNames()).set(id, newName);
		const request = client.request({
			method: 'PUT',
			path: `/api/campaign/${id}/update`,
			json: { name: newName || (await presentName(client, id)), ...changes },
			safety: 'idempotent',
		});
		return [campaignRecord({ id, ...(await changing(client, NAME_LISTS.campaign, request)) })];
	},
};
