import { describe, expect, it } from 'vitest';
import { type Row, run } from './support/exampleCode.mts';

/** The same for those that run every day or hour and keep a table. */

describe('Row of Each Link', () => {
	const rowsOf = (...links: Row[]) => run('clicks-over-time.json', 'Row of Each Link', links);

	it.each([
		['', ['', '', '']],
		['?', ['', '', '']],
		['?utm_source=', ['', '', '']],
		['?utm_source', ['', '', '']],
		['?utm_source=a&utm_medium=b&utm_campaign=c', ['c', 'a', 'b']],
		['?page=2&utm_campaign=c#utm_source=a', ['c', '', '']],
		['?next=/?utm_source=a', ['', 'a', '']],
		['?utm_source=Gr%C3%BCn+%26%20%20blau', ['', 'Grün &  blau', '']],
		['?utm_source=100%', ['', '100%', '']],
		['?utm_source=a=b', ['', 'a=b', '']],
		['?utm_source=a&utm_source=b', ['', 'a', '']],
		['?my_utm_source=a&utm_sources=b', ['', '', '']],
	])('reads the values of a page with "%s"', (query, values) => {
		const [row] = rowsOf({ id: 1, longurl: `https://shop.example/${query}`, clicks: 1 });
		expect([row?.utmCampaign, row?.utmSource, row?.utmMedium]).toEqual(values);
	});

	it.each([
		[undefined, ''],
		[null, ''],
		[7, '7'],
		['Spring', 'Spring'],
		[{ id: 7, name: 'Spring' }, 'Spring'],
	])('takes the campaign as the service names it: %o', (campaign, name) => {
		expect(rowsOf({ id: 1, longurl: 'https://shop.example/', campaign })).toEqual([
			expect.objectContaining({ day: '2026-05-20', clicks: 0, campaign: name }),
		]);
	});
});

describe('Clicks Since Then', () => {
	const reported = (rows: Row[], until?: string) =>
		run('weekly-click-report.json', 'Clicks Since Then', rows, { 'Last Report': [{ until }] });
	const count = (day: string, linkId: number, clicks: number) => ({
		day,
		linkId,
		clicks,
		title: `link ${linkId}`,
	});

	it('tells what came between the first and the last day, a new link from 0', () => {
		const rows = [
			count('2026-05-10', 1, 10),
			count('2026-05-13', 1, 12),
			count('2026-05-17', 1, 15),
			count('2026-05-17', 2, 4),
			count('2026-05-10', 3, 9),
			// The service counts anew.
			count('2026-05-10', 4, 9),
			count('2026-05-17', 4, 2),
		];
		const found = reported(rows, '2026-05-10');
		expect(found.map(({ title, newClicks }) => [title, newClicks])).toEqual([
			['link 1', 5],
			['link 2', 4],
			['link 4', 0],
		]);
		expect(found[0]).toMatchObject({ period: 'from May 11 to May 17', to: '2026-05-17' });
	});

	it('tells all so far where there is one day only', () => {
		expect(reported([count('2026-05-17', 1, 15)])).toEqual([
			expect.objectContaining({ newClicks: 15, period: 'so far, up to May 17' }),
		]);
	});

	it.each([
		[[], undefined, 'No clicks were counted in the last days.'],
		[[{}], '2026-05-10', 'No clicks were counted after 2026-05-10.'],
		[[count('2026-05-10', 1, 10)], '2026-05-10', 'No clicks were counted after 2026-05-10.'],
	])('fails where nothing was counted: %o', (rows, until, message) => {
		expect(() => reported(rows, until)).toThrow(message);
	});
});

describe('Clicks by UTM', () => {
	it('adds up the links with the same values, the most new clicks first', () => {
		const count = (day: string, linkId: number, utmSource: string, clicks: number) => ({
			...{ day, linkId, utmSource, clicks },
			...{ utmCampaign: '', utmMedium: '' },
		});
		const rows = [
			count('2026-05-10', 1, '', 10),
			count('2026-05-10', 2, 'a', 5),
			count('2026-05-17', 1, '', 10),
			count('2026-05-17', 2, 'a', 7),
			count('2026-05-17', 3, 'a', 1),
			count('2026-05-17', 4, 'b', 0),
		];
		const found = run('clicks-by-utm.json', 'Clicks by UTM', rows, { 'Last Report': [{}] });
		expect(
			found.map(({ source, links, newClicks, clicks }) => [source, links, newClicks, clicks]),
		).toEqual([
			['a', 2, 3, 8],
			['(none)', 1, 0, 10],
			['b', 1, 0, 0],
		]);
	});
});

describe('What Is Due', () => {
	const due = (rows: Row[], reminded: Row[] = [{}]) =>
		run('expiring-links.json', 'What Is Due', reminded, {
			'Rows with an Expiry': rows,
			Reminded: reminded,
		});

	it.each([
		['2026-05-27', '2026-05-27'],
		['2026-05-20', '2026-05-20'],
		['2026-05-27 18:00:00', '2026-05-27'],
		['2026-05-27T18:00:00.000+02:00', '2026-05-27'],
		['2026/5/27', '2026-05-27'],
		// As Google Sheets and Excel count days.
		['46169', '2026-05-27'],
		[46169, '2026-05-27'],
		['2026-05-13', '2026-05-13'],
	])('%s is due on May 20', (expiry, day) => {
		expect(due([{ shortUrl: 'short', expiry }])).toEqual([
			{ isDue: true, link: 'short', expiry: day, isOver: day < '2026-05-20' },
		]);
	});

	it.each(['2026-05-28', '2026-05-12', '', null, 'soon', '27.05.2026'])('%s is not', (expiry) => {
		expect(due([{ shortUrl: 'short', expiry }, {}])).toEqual([]);
	});

	it('reminds once of a link and a date, and forgets old dates', () => {
		const rows = [
			{ shortUrl: 'one', expiry: '2026-05-25' },
			{ 'Short URL': 'two', Expiry: '2026-05-24' },
			{ longUrl: 'three', expiry: '2026-05-25' },
		];
		const reminded = [
			{ link: 'one', expiry: '2026-05-25' },
			{ link: 'two', expiry: '2026-05-22' },
			{ link: 'old', expiry: '2026-04-19' },
		];
		expect(due(rows, reminded).map(({ isDue, link }) => [isDue, link])).toEqual([
			[true, 'two'],
			[true, 'three'],
			[false, 'old'],
		]);
	});
});

describe('What Is New', () => {
	const news = (rows: Row[], known: Row[] = [{}]) =>
		run('alert-on-problems.json', 'What Is New', known, {
			'Rows of the Table': rows,
			'Known Problems': known,
		}).map(({ isNew, what }) => `${isNew ? 'new' : 'over'}: ${String(what)}`);

	it.each<[Row, Row | undefined, string[]]>([
		[{ longUrl: 'a', problem: 'x' }, undefined, ['new: row a']],
		[{ 'Long URL': 'a', 'Custom Alias': 'b', Problem: 'x' }, undefined, ['new: row a (b)']],
		[{ longUrl: 'a', problem: '' }, undefined, []],
		[{ longUrl: 'a', problem: 'x' }, { what: 'row a', problem: 'x' }, []],
		[{ longUrl: 'a', problem: 'y' }, { what: 'row a', problem: 'x' }, ['new: row a']],
		[{}, { what: 'row a', problem: 'x' }, ['over: row a']],
		[{}, { what: 'workflow 1', times: 1 }, ['new: workflow 1']],
		[{}, { what: 'workflow 1', times: 3, told: 2 }, ['new: workflow 1']],
		[{}, { what: 'workflow 1', times: 3, told: 3, updatedAt: '2026-05-01' }, []],
		[{}, { what: 'workflow 1', times: 3, told: 3, updatedAt: '2026-04-01' }, ['over: workflow 1']],
	])('%o and %o', (row, known, found) => {
		expect(news([row], [known ?? {}])).toEqual(found);
	});

	it('names ten of a kind, and how many more', () => {
		const rows = Array.from({ length: 12 }, (_, place) => ({
			what: `row ${place}`,
			name: `row ${place}`,
			problem: 'x',
		}));
		const failure = {
			what: 'workflow 1',
			name: 'Feed',
			problem: 'down',
			url: 'u',
			times: 5,
			before: 2,
		};
		const [message] = run('alert-on-problems.json', 'Message', [failure, ...rows]);
		expect(message?.text).toMatch(
			/^Workflows that failed:\n- Feed, 3 times, the last time: down u\n\nRows that need a correction:\n(- row \d: x\n){10}- and 2 more$/,
		);
	});
});

describe('New Posts', () => {
	const posts = (feed: Row[], announced: Row[] = [{ post: 'first run' }]) =>
		run('rss-to-links.json', 'New Posts', feed, { 'Announced Posts': announced });

	it('notes on the first run what is there', () => {
		expect(posts([{ link: 'https://blog.example/a', title: 'A' }], [{}])).toEqual([
			{ isNew: false, post: 'first run', title: '' },
			{ isNew: false, post: 'https://blog.example/a', title: 'A' },
		]);
	});

	it('gives new posts once each, the oldest first, and none without an address', () => {
		const feed = [
			{ link: 'https://blog.example/c', isoDate: '2026-05-03' },
			{ link: ' https://blog.example/d ', isoDate: '2026-05-04' },
			{ link: 'https://blog.example/b', isoDate: '2026-05-02' },
			{ link: 'https://blog.example/b', isoDate: '2026-05-02' },
			{ title: 'A note' },
			{ link: '/relative' },
			{ link: 'https://blog.example/a', isoDate: '2026-05-01' },
		];
		const found = posts(feed, [{ post: 'https://blog.example/a' }]);
		expect(found.map(({ post }) => post)).toEqual(
			['b', 'c', 'd'].map((name) => `https://blog.example/${name}`),
		);
	});

	it('looks at fewer posts than the table keeps', () => {
		const feed = Array.from({ length: 2_000 }, (_, post) => ({
			link: `https://blog.example/${post}`,
		}));
		expect(posts(feed)).toHaveLength(500);
	});
});
