import { tidyRecord } from '../../api/records';
import { isRecord } from '../../shared/json';
import { answeredWithout } from '../../shared/userFacingError';
import type { Operation } from '../common/operation';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get account',
		description: 'Get the account that the API key belongs to',
	},
	writes: false,
	properties: [],
	async execute({ client }) {
		const { data } = await client.request({ method: 'GET', path: '/api/account', safety: 'safe' });
		if (!isRecord(data)) throw answeredWithout('an account');
		return [tidyRecord(data)];
	},
};
