import type { Resource } from '../common/operation';
import { getAll } from './getAll';

export const ctaOverlay: Resource = {
	displayName: 'CTA Overlay',
	value: 'ctaOverlay',
	operations: [getAll],
	defaultOperation: 'getAll',
};
