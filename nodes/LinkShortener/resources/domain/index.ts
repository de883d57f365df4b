import type { Resource } from '../common/operation';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { update } from './update';

export const domain: Resource = {
	displayName: 'Domain',
	value: 'domain',
	operations: [create, remove, getAll, update],
	defaultOperation: 'getAll',
};
