import { LISTS } from '../api/listings';
import { tidyRecord } from '../api/records';
import type { Resource } from './common/operation';
import { listOf } from './common/standard';

const kind = { plural: 'CTA overlays', list: LISTS.ctaOverlays, record: tidyRecord };

export const ctaOverlay: Resource = {
	displayName: 'CTA Overlay',
	value: 'ctaOverlay',
	operations: [listOf(kind, { description: 'List CTA overlays' })],
	defaultOperation: 'getAll',
};
