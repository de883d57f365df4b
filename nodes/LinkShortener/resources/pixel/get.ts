import { orName, pixelLocator, required } from '../../locators/fields';
import { idReader, NAME_LISTS } from '../../locators/nameLists';
import type { Operation } from '../common/operation';

export const get: Operation = {
	option: { name: 'Get', value: 'get', action: 'Get a pixel', description: 'Get a tracking pixel' },
	writes: false,
	properties: [required(orName(pixelLocator))],
	async execute({ parameters, client }) {
		const id = await idReader(parameters.value('pixelId'), 'Pixel', NAME_LISTS.pixel)(client);
		return [await client.pixels.get(id)];
	},
};
