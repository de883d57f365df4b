import { NAME_LISTS, noteNewName } from '../../locators/nameLists';
import { requiredBody, requiredControlsOf } from '../common/fields';
import type { Operation } from '../common/operation';
import { pixelFields } from './fields';

export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a pixel',
		description: 'Create a tracking pixel that links can fire',
	},
	writes: true,
	properties: requiredControlsOf(pixelFields),
	async execute({ parameters, client }) {
		const created = await client.pixels.create(requiredBody(pixelFields, parameters));
		noteNewName(client, NAME_LISTS.pixel);
		return [created];
	},
};
