import type { Resource } from '../common/operation';
import { create } from './create';
import { get } from './get';
import { getAll } from './getAll';

export const link: Resource = {
	displayName: 'Link',
	value: 'link',
	operations: [create, get, getAll],
	defaultOperation: 'create',
};
