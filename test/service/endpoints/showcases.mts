import type { Endpoint } from '../endpoint.mts';
import { listOf } from './owned.mts';

/** The two listings that can only be read: call-to-action overlays and splash pages. */
export const showcaseEndpoints: Endpoint[] = [
	listOf({
		path: '/api/overlay',
		table: 'overlays',
		columns: 'id, type, name, date',
		collection: ({ variations }) => variations.overlayCollectionKey,
	}),
	listOf({ path: '/api/splash', table: 'splash', columns: 'id, name, date' }),
];
