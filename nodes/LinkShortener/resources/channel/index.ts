import type { Resource } from '../common/operation';
import { assignItem } from './assignItem';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { getItems } from './getItems';
import { update } from './update';

export const channel: Resource = {
	displayName: 'Channel',
	value: 'channel',
	operations: [assignItem, create, remove, getItems, getAll, update],
	defaultOperation: 'getAll',
};
