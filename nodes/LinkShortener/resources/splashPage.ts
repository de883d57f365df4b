import { LISTS } from '../api/records/listings';
import { tidyRecord } from '../api/records/records';
import type { OutputFields, Resource } from '../operations/operation';
import { listOf } from '../operations/standard';

const output: OutputFields = { id: 'integer', name: 'string', date: 'string' };

export const splashPage: Resource = {
	displayName: 'Splash Page',
	value: 'splashPage',
	operations: [
		listOf(
			{ plural: 'splash pages', list: LISTS.splashPages, record: tidyRecord, output },
			{ description: 'List splash pages' },
		),
	],
	defaultOperation: 'getAll',
};
