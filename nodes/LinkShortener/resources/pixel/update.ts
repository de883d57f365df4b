import { orName, pixelLocator, required } from '../../locators/fields';
import { NAME_LISTS } from '../../locators/lists';
import { changing, idLookUp } from '../../locators/rememberedNames';
import { readChanges, updateFieldsProperty } from '../common/fields';
import type { Operation } from '../common/operation';
import { pixelFields } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update pixel',
		description: 'Change the name, the platform or the ID of a tracking pixel',
	},
	writes: true,
	properties: [required(orName(pixelLocator)), updateFieldsProperty(pixelFields)],
	async execute(call) {
		const { parameters, client } = call;
		const chosen = idLookUp(parameters.value('pixelId'), 'Pixel', NAME_LISTS.pixel);
		const changes = await readChanges(call, pixelFields);
		const id = await chosen.find(client);
		await changing(client, NAME_LISTS.pixel, client.pixels.update(id, changes));
		return [{ updated: true, id, ...changes }];
	},
};
