import type { Resource } from '../common/operation';
import { get } from './get';
import { update } from './update';

export const account: Resource = {
	displayName: 'Account',
	value: 'account',
	operations: [get, update],
	defaultOperation: 'get',
};
