import { LISTS } from '../api/records/listings';
import { tidyRecord } from '../api/records/records';
import type { OutputFields, Resource } from '../operations/operation';
import { listOf } from '../operations/standard';

const output: OutputFields = { id: 'integer', type: 'string', name: 'string', date: 'string' };

export const ctaOverlay: Resource = {
	displayName: 'CTA Overlay',
	value: 'ctaOverlay',
	operations: [
		listOf(
			{ plural: 'CTA overlays', list: LISTS.ctaOverlays, record: tidyRecord, output },
			{ description: 'List CTA overlays' },
		),
	],
	defaultOperation: 'getAll',
};
