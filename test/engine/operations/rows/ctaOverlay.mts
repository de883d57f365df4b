import { anyText } from '../../support/matchers.mts';
import { firstPage, type OperationRow } from '../row.mts';

/** Newest first; the three with low ids belong to every new account. */
const overlays = [
	{ id: 71, type: 'message', name: 'Autumn sale', date: '2026-01-06 10:00:00' },
	{ id: 3, type: 'contact', name: 'Talk to us', date: anyText },
	{ id: 2, type: 'poll', name: 'How did you find us?', date: anyText },
	{ id: 1, type: 'message', name: 'Spring sale', date: anyText },
];

const getAll: OperationRow = {
	resource: 'ctaOverlay',
	operation: 'getAll',
	minimal: {
		parameters: {},
		sends: [{ method: 'GET', path: '/api/overlay', query: firstPage(50) }],
		gives: () => overlays,
		byAge: true,
	},
	full: {
		parameters: { returnAll: true },
		sends: [{ method: 'GET', path: '/api/overlay', query: firstPage(100) }],
		gives: () => overlays,
		byAge: true,
	},
	perItem: {
		parameters: { limit: '={{ $json.limit }}' },
		items: [{ limit: 4 }, { limit: '5' }, { limit: 6 }],
		gives: () => [overlays, overlays, overlays],
		byAge: true,
	},
};

export const ctaOverlayRows = [getAll];
