import { anyText } from '../../support/matchers.mts';
import { firstPage, type OperationRow } from '../row.mts';

/** Newest first; the two with low ids belong to every new account. */
const splashPages = [
	{ id: 81, name: 'Thank you', date: '2026-01-07 10:00:00' },
	{ id: 2, name: 'Leaving our pages', date: anyText },
	{ id: 1, name: 'Welcome', date: anyText },
];

const getAll: OperationRow = {
	resource: 'splashPage',
	operation: 'getAll',
	minimal: {
		parameters: {},
		sends: [{ method: 'GET', path: '/api/splash', query: firstPage(50) }],
		gives: () => splashPages,
		byAge: true,
	},
	full: {
		parameters: { returnAll: true },
		sends: [{ method: 'GET', path: '/api/splash', query: firstPage(100) }],
		gives: () => splashPages,
		byAge: true,
	},
	perItem: {
		parameters: { limit: '={{ $json.limit }}' },
		items: [{ limit: 3 }, { limit: '4' }, { limit: 5 }],
		gives: () => [splashPages, splashPages, splashPages],
		byAge: true,
	},
};

export const splashPageRows = [getAll];
