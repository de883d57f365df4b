import type { Resource } from '../common/operation';
import { getAll } from './getAll';

export const splashPage: Resource = {
	displayName: 'Splash Page',
	value: 'splashPage',
	operations: [getAll],
	defaultOperation: 'getAll',
};
