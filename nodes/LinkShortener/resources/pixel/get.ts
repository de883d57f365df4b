import { pixelRecord } from '../../api/records';
import { pixelLocator, required } from '../../locators/fields';
import type { Operation } from '../operation';
import { toId } from '../parameters';
import { optionsProperty } from '../runOptions';

export const get: Operation = {
	option: { name: 'Get', value: 'get', action: 'Get a pixel', description: 'Get a tracking pixel' },
	endpoints: ['GET /api/v1/pixels/{id}'],
	writes: false,
	properties: [required(pixelLocator), optionsProperty()],
	async execute({ parameters, service }) {
		const id = toId(parameters.value('pixelId'), 'Pixel');
		const answer = await service.request({
			method: 'GET',
			path: `/api/v1/pixels/${id}`,
			effect: 'read',
			family: 'pixels',
		});
		return [pixelRecord(answer)];
	},
};
