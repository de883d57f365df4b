import { anyText } from '../../support/matchers.mts';
import { listRow, rowsOf } from '../row.mts';

/** Newest first; the three with low ids belong to every new account. */
const overlays = [
	{ id: 71, type: 'message', name: 'Autumn sale', date: '2026-01-06 10:00:00' },
	{ id: 3, type: 'contact', name: 'Talk to us', date: anyText },
	{ id: 2, type: 'poll', name: 'How did you find us?', date: anyText },
	{ id: 1, type: 'message', name: 'Spring sale', date: anyText },
];

export const ctaOverlayRows = rowsOf('ctaOverlay', {
	getAll: listRow('/api/overlay', () => overlays),
});
