import type { Fields } from '../answers.ts';
import { endpoint } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { listPage, ownRows, readPage } from '../paging.ts';
import { paging } from '../validation.ts';

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
