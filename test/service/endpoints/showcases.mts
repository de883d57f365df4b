import type { Fields } from '../answers.mts';
import { endpoint } from '../endpoint.mts';
import type { Endpoint } from '../endpoint.mts';
import { listPage, ownRows, readPage } from '../paging.mts';
import { paging } from '../validation.mts';

/** The two listings that can only be read: call-to-action overlays and splash pages. */
export const showcaseEndpoints: Endpoint[] = [
	endpoint({
		method: 'GET',
		path: '/api/overlay',
		family: 'api',
		query: paging,
		work(call) {
			const listing = ownRows(call, 'overlays', 'id, type, name, date');
			return listPage(call, call.variations.overlayCollectionKey, listing, (page) =>
				readPage<Fields>(call, listing, page),
			);
		},
	}),
	endpoint({
		method: 'GET',
		path: '/api/splash',
		family: 'api',
		query: paging,
		work(call) {
			const listing = ownRows(call, 'splash', 'id, name, date');
			return listPage(call, 'splash', listing, (page) => readPage<Fields>(call, listing, page));
		},
	}),
];
