import { anyText } from '../../support/matchers.mts';
import { listRow, rowsOf } from '../row.mts';

/** Newest first; the two with low ids belong to every new account. */
const splashPages = [
	{ id: 81, name: 'Thank you', date: '2026-01-07 10:00:00' },
	{ id: 2, name: 'Leaving our pages', date: anyText },
	{ id: 1, name: 'Welcome', date: anyText },
];

export const splashPageRows = rowsOf('splashPage', {
	getAll: listRow('/api/splash', () => splashPages),
});
