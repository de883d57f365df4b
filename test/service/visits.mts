import type { Database } from './database.mts';
import type { StoredLink } from './link-store.mts';

/** Adds clicks, of visitors of whom nothing else is kept. */
export function addClicks(db: Database, link: number, times: number): void {
	db.run(
		'UPDATE links SET clicks = clicks + ?, uniqueclicks = max(uniqueclicks, ?) WHERE id = ?',
		times,
		Math.min(times, 1),
		link,
	);
}

/** The statistics of the detail form; a numeric zero stands where there is no data. */
export function statistics({ clicks, uniqueclicks }: StoredLink): Record<string, unknown> {
	return {
		clicks,
		uniqueClicks: uniqueclicks,
		...{ topCountries: 0, topReferrers: 0, topBrowsers: 0, topOs: 0 },
		socialCount: { facebook: 0, twitter: 0, linkedin: 0 },
	};
}
