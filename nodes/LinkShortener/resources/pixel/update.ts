import { orName, pixelLocator, required } from '../../locators/fields';
import { idReader, NAME_LISTS, noteNewName } from '../../locators/nameLists';
import { updateBody, updateFieldsProperty } from '../common/fields';
import type { Operation } from '../common/operation';
import { pixelFields } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update a pixel',
		description: 'Change the name, the platform or the ID of a tracking pixel',
	},
	writes: true,
	properties: [required(orName(pixelLocator)), updateFieldsProperty(pixelFields)],
	async execute({ parameters, client }) {
		const readId = idReader(parameters.value('pixelId'), 'Pixel', NAME_LISTS.pixel);
		const changes = updateBody(pixelFields, parameters);
		const id = await readId(client);
		await client.pixels.update(id, changes);
		noteNewName(client, NAME_LISTS.pixel);
		return [{ updated: true, id, ...changes }];
	},
};
