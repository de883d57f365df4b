import { tidyRecord } from '../../api/records';
import { isRecord } from '../../api/answer';
import { Problem } from '../../api/problem';
import type { Operation } from '../operation';
import { optionsProperty } from '../runOptions';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get the account',
		description: 'Get the account that the API key belongs to',
	},
	endpoints: ['GET /api/account'],
	writes: false,
	properties: [optionsProperty()],
	async execute({ service }) {
		const { data } = await service.request({ method: 'GET', path: '/api/account', effect: 'read' });
		if (!isRecord(data)) {
			throw new Problem({
				message: 'The service answered without an account',
				remedy:
					'Check Base URL in the Link Shortener API credential: another program may answer there.',
			});
		}
		return [tidyRecord(data)];
	},
};
