import type { Resource } from '../common/operation';
import { getAll } from './getAll';
import { upload } from './upload';

export const file: Resource = {
	displayName: 'File',
	value: 'file',
	operations: [getAll, upload],
	defaultOperation: 'upload',
};
