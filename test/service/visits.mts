import type { Database } from './database.mts';
import type { StoredLink } from './link-store.mts';

/** What is known of a visitor of a short link. */
export interface Visit {
	client: string;
	userAgent: string;
	referrer: string;
}

/** The first expression that fits names the thing; the order matters, Edge also says Chrome. */
const BROWSERS: Array<[RegExp, string]> = [
	[/Edg\//, 'Edge'],
	[/Firefox\//, 'Firefox'],
	[/Chrome\//, 'Chrome'],
	[/Safari\//, 'Safari'],
];
const SYSTEMS: Array<[RegExp, string]> = [
	[/iPhone|iPad/, 'iOS'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/Mac OS X/, 'macOS'],
	[/Linux/, 'Linux'],
];
const NETWORKS = ['facebook', 'twitter', 'linkedin'];

/** Counts one click. */
export function countVisit(db: Database, link: number, visit: Visit): void {
	db.transaction(() => {
		const first =
			db.run(
				`INSERT INTO visits (link, kind, name, times) VALUES (?, 'client', ?, 1) ON CONFLICT DO NOTHING`,
				link,
				visit.client,
			) === 1;
		db.run(
			'UPDATE links SET clicks = clicks + 1, uniqueclicks = uniqueclicks + ? WHERE id = ?',
			first ? 1 : 0,
			link,
		);
		const host = URL.parse(visit.referrer)?.hostname ?? '';
		note(db, link, 'referrer', host === '' ? 'Direct' : host);
		note(db, link, 'browser', named(BROWSERS, visit.userAgent));
		note(db, link, 'os', named(SYSTEMS, visit.userAgent));
	});
}

/** Adds clicks without visitors, for tests and demonstrations. */
export function addClicks(db: Database, link: number, times: number): void {
	db.run(
		'UPDATE links SET clicks = clicks + ?, uniqueclicks = max(uniqueclicks, ?) WHERE id = ?',
		times,
		Math.min(times, 1),
		link,
	);
}

/** The statistics of the detail form; a numeric zero stands where there is no data. */
export function statistics(db: Database, link: StoredLink): Record<string, unknown> {
	return {
		clicks: link.clicks,
		uniqueClicks: link.uniqueclicks,
		topCountries: top(db, link.id, 'country'),
		topReferrers: top(db, link.id, 'referrer'),
		topBrowsers: top(db, link.id, 'browser'),
		topOs: top(db, link.id, 'os'),
		socialCount: socialCount(db, link.id),
	};
}

function note(db: Database, link: number, kind: string, name: string): void {
	db.run(
		`INSERT INTO visits (link, kind, name, times) VALUES (?, ?, ?, 1)
		ON CONFLICT DO UPDATE SET times = times + 1`,
		link,
		kind,
		name,
	);
}

function named(table: Array<[RegExp, string]>, userAgent: string): string {
	return table.find(([expression]) => expression.test(userAgent))?.[1] ?? 'Unknown';
}

function top(db: Database, link: number, kind: string): Record<string, number> | 0 {
	const rows = db.all<{ name: string; times: number }>(
		'SELECT name, times FROM visits WHERE link = ? AND kind = ? ORDER BY times DESC, name LIMIT 10',
		link,
		kind,
	);
	if (rows.length === 0) return 0;
	return Object.fromEntries(rows.map(({ name, times }) => [name, times]));
}

function socialCount(db: Database, link: number): Record<string, number> {
	const referrers = Object.entries(top(db, link, 'referrer') || {});
	const count = (network: string): number =>
		referrers
			.filter(([host]) => host.endsWith(`${network}.com`))
			.reduce((sum, [, times]) => sum + times, 0);
	return Object.fromEntries(NETWORKS.map((network) => [network, count(network)]));
}
