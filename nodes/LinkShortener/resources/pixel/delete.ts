import { LISTS } from '../../api/listings';
import { pixelLocator, required } from '../../locators/fields';
import { changing } from '../../locators/rememberedNames';
import { toId } from '../../shared/parameters';
import type { Operation } from '../common/operation';

export const remove: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete pixel',
		description: 'Delete a tracking pixel',
	},
	writes: true,
	properties: [required(pixelLocator)],
	async execute({ parameters, client }) {
		const id = toId(parameters.value('pixelId'), 'Pixel');
		await changing(client, LISTS.pixels, client.pixels.delete(id));
		return [{ deleted: true, id }];
	},
};
