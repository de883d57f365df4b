import { LISTS } from '../api/listings';
import { tidyRecord } from '../api/records';
import type { Resource } from './common/operation';
import { listOf } from './common/standard';

const kind = { plural: 'splash pages', list: LISTS.splashPages, record: tidyRecord };

export const splashPage: Resource = {
	displayName: 'Splash Page',
	value: 'splashPage',
	operations: [listOf(kind, { description: 'List splash pages' })],
	defaultOperation: 'getAll',
};
