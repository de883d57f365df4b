import type { Resource } from '../../operations/operation';
import { create } from './create';
import { remove } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

export const link: Resource = {
	displayName: 'Link',
	value: 'link',
	operations: [create, upsert, remove, get, getAll, update],
	defaultOperation: 'create',
};
