import { tidyRecord } from '../../api/records';
import { isRecord } from '../../shared/json';
import { UserFacingError } from '../../shared/userFacingError';
import type { Operation } from '../common/operation';
import { optionsProperty } from '../common/runOptions';

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
	async execute({ client }) {
		const { data } = await client.request({ method: 'GET', path: '/api/account', safety: 'safe' });
		if (!isRecord(data)) {
			throw new UserFacingError({
				message: 'The service answered without an account',
				remedy:
					'Check Base URL in the Link Shortener API credential: another program may answer there.',
			});
		}
		return [tidyRecord(data)];
	},
};
