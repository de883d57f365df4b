import { orName, pixelLocator, required } from '../../locators/fields';
import { NAME_LISTS } from '../../locators/lists';
import { idLookUp } from '../../locators/rememberedNames';
import type { Operation } from '../common/operation';

export const get: Operation = {
	option: { name: 'Get', value: 'get', action: 'Get pixel', description: 'Get a tracking pixel' },
	writes: false,
	properties: [required(orName(pixelLocator))],
	async execute({ parameters, client }) {
		const pixel = idLookUp(parameters.value('pixelId'), 'Pixel', NAME_LISTS.pixel);
		const id = await pixel.find(client);
		return [await client.pixels.get(id)];
	},
};
