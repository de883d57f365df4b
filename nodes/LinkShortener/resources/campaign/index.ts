import type { Resource } from '../common/operation';
import { assignLink } from './assignLink';
import { create } from './create';
import { remove } from './delete';
import { getAll } from './getAll';
import { update } from './update';

export const campaign: Resource = {
	displayName: 'Campaign',
	value: 'campaign',
	operations: [assignLink, create, remove, getAll, update],
	defaultOperation: 'getAll',
};
