import { pixelRecord } from '../../api/records';
import { pixelLocator, required } from '../../locators/fields';
import type { Operation } from '../common/operation';
import { toId } from '../../shared/parameters';

export const get: Operation = {
	option: { name: 'Get', value: 'get', action: 'Get a pixel', description: 'Get a tracking pixel' },
	writes: false,
	properties: [required(pixelLocator)],
	async execute({ parameters, client }) {
		const id = toId(parameters.value('pixelId'), 'Pixel');
		const answer = await client.request({
			method: 'GET',
			path: `/api/v1/pixels/${id}`,
			safety: 'safe',
			family: 'pixels',
		});
		return [pixelRecord(answer)];
	},
};
