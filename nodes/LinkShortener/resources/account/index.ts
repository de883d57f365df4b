import type { Resource } from '../common/operation';
import { check } from './check';
import { get } from './get';
import { update } from './update';

export const account: Resource = {
	displayName: 'Account',
	value: 'account',
	operations: [check, get, update],
	defaultOperation: 'get',
};
