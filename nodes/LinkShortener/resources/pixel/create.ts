import { LISTS } from '../../api/listings';
import { changing } from '../../locators/rememberedNames';
import { readRequired, requiredControlsOf } from '../common/fields';
import type { Operation } from '../common/operation';
import { pixelFields } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create pixel',
		description: 'Create a tracking pixel that links can fire',
	},
	writes: true,
	properties: requiredControlsOf(pixelFields),
	async execute(call) {
		const { client } = call;
		const body = await readRequired(call, pixelFields);
		return [await changing(client, LISTS.pixels, client.pixels.create(body))];
	},
};
