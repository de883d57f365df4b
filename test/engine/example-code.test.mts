import { describe, expect, it } from 'vitest';
import { evaluate, type Row, run } from './support/exampleCode.mts';

/**
 * The Code nodes of the examples, as far as somebody relies on them who uses one; each example is run as a
 * whole in the end-to-end tests.
 */

describe.each(['spreadsheet-to-links.json', 'bulk-create-from-csv.json'])('Rows of %s', (file) => {
	const rowsOf = (...table: unknown[][]) =>
		run(
			file,
			'Rows',
			table.map((row) => ({ row })),
		);

	it('has the columns in their order, and blank rows between the others', () => {
		const rows = rowsOf(
			['Note', 'Long URL ', ''],
			['a', 'b', ''],
			[' ', '', ''],
			['', 'c'],
			[],
			[''],
		);
		expect(rows.map((row) => Object.entries(row).flat().join())).toEqual([
			'Note,a,Long URL,b',
			'Note,,Long URL,',
			'Note,,Long URL,c',
		]);
	});

	it('loses no column that has no name or the name of another', () => {
		expect(rowsOf(['URL', '', 'URL'], ['a', 'b', 'c'])).toEqual([
			{ URL: 'a', 'Column 2': 'b', 'URL (column 3)': 'c' },
		]);
	});

	it.each([
		['Expiry', 47_573, '2030-03-31'],
		['Expires', 47_573.75, '2030-03-31 18:00:00'],
		['Expiry', '2030-03-31', '2030-03-31'],
		['Price', 47_573, 47_573],
	])('reads %s %o as %o', (heading, cell, expected) => {
		expect(rowsOf(['URL', heading], ['a', cell])[0]?.[heading]).toBe(expected);
	});

	it.each([
		['an empty file', []],
		['headings alone', [['Long URL', 'Custom Alias'], ['']]],
		['a text', [['Dear colleagues'], ['Hello']]],
	])('says so for %s', (_, table) => {
		expect(() => rowsOf(...table)).toThrow('No links were found in the file.');
	});
});

describe('Results', () => {
	const rows = [
		{ URL: 'a', 'Short URL': 'old', Note: '1' },
		// Its note is nothing to the node, which leaves the row out.
		{ URL: '', 'Short URL': '', Note: 'Total' },
		{ URL: 'c' },
	];
	const resultsOf = (file: string, ...results: Row[]) => {
		return run(file, 'Results', results, { Rows: rows }, [0, 2])[0] ?? {};
	};
	const unchanged = { action: 'unchanged', shorturl: 's/a' };
	const failed = (error: string, message: string) => ({ action: 'failed', error, message });
	const away = {
		...failed('Could not connect to links.example.com', 'Check the Link Shortener API credential.'),
		details: { cause: 'temporarily-unavailable' },
	};

	it.each(['spreadsheet-to-links.json'])(
		'of %s keeps rows and columns, and names the row to correct',
		(file) => {
			const refused = failed(
				'Row 1 already sets other values for this link',
				'Of several items, one counts. Use an alias, or set Match On to Long URL.',
			);
			const results = resultsOf(file, unchanged, refused);
			expect(results.title).toBe('1 row has a problem');
			expect(results.message).toMatch(
				/^1 of 2 rows .* 1 unchanged\.\n1 row has a problem:\nRow 4: Row 2 already sets other values/,
			);
			expect(results.rows).toEqual([
				{ URL: 'a', 'Short URL': 's/a', Note: '1', Result: 'unchanged', Problem: '' },
				{ URL: '', 'Short URL': '', Note: 'Total', Result: '', Problem: '' },
				{
					URL: 'c',
					'Short URL': '',
					Result: 'failed',
					Problem: 'Row 2 already sets other values for this link. Of several rows, one counts.',
				},
			]);
			expect(Object.keys((results.rows as Row[])[0] ?? {})).toEqual([
				...['URL', 'Short URL', 'Note', 'Result', 'Problem'],
			]);
		},
	);

	it.each(['spreadsheet-to-links.json'])(
		'of %s tells each reason once, with the rows that it is about',
		(file) => {
			const sheet = Array.from({ length: 19 }, (_, place) => ({ URL: `page ${place}` }));
			const reasons = [
				'Expiry "31 Dec" is not a recognized date',
				'Row 1 already sets other values',
			];
			const results = sheet.map((_, place) =>
				failed(reasons[place === 4 ? 1 : 0] ?? '', 'Correct it.'),
			);
			const [told] = run(file, 'Results', [unchanged, ...results], {
				Rows: [{ URL: 'first' }, ...sheet],
			});

			expect(String(told?.message).split('\n').slice(1)).toEqual([
				'19 rows have a problem:',
				'Rows 3, 4, 5, 6, 8 and 13 more: Expiry "31 Dec" is not a recognized date.',
				'Row 7: Row 2 already sets other values.',
				'The Problem column of the file says how to fix each row. Correct the file and upload it again. No link is created twice.',
			]);
		},
	);

	it('names no more than ten reasons on its page', () => {
		const sheet = Array.from({ length: 12 }, (_, place) => ({ URL: `page ${place}` }));
		const results = sheet.map((_, place) => failed(`Reason ${place}`, 'Correct it.'));
		const [told] = run('spreadsheet-to-links.json', 'Results', results, { Rows: sheet });
		const lines = String(told?.message).split('\n');

		expect(lines.filter((line) => line.includes('Reason'))).toHaveLength(10);
		expect(lines).toContain('2 more rows have other problems.');
	});

	it('sends nobody to a service that is away, and leaves the credential to its owner', () => {
		const { title, message } = resultsOf('spreadsheet-to-links.json', unchanged, away);
		expect(title).toBe('Not all rows were processed');
		expect(message).toMatch(
			/tell the person who runs this form: Could not connect to links\.example\.com\./,
		);
		expect(message).not.toMatch(/credential|has a problem/);
	});

	it('stop a scheduled run of which nothing could be done', () => {
		const file = 'bulk-create-from-csv.json';
		expect(() => resultsOf(file, away, away)).toThrow('the result file was not changed');
		expect(resultsOf(file, unchanged, away)).toMatchObject({
			rowsRead: 2,
			unchanged: 1,
			failed: 1,
		});
	});
});

describe('campaigns.json', () => {
	const FILE = 'campaigns.json';
	const plan = {
		campaign: 'Summer sale',
		channel: 'Advertising',
		landingPage: 'https://shop.example/summer-sale',
		places: 'newsletter, instagram, flyer',
	};

	const isNew = (node: string, list: string, records: Row[]) =>
		evaluate(FILE, node, {
			[list]: records,
			'Campaign Plan': [{ ...plan, channel: plan.campaign }],
		});

	describe.each([
		['New Campaign?', 'Get Campaigns'],
		['New Channel?', 'Get Channels'],
	])('%s', (node, list) => {
		it.each(['Summer Sale', 'summer  sale ', 'Summer\u00A0sale', 'SUMMER SALE'])(
			'is not asked for "%s", which the node takes for the name of the plan',
			(name) => {
				expect(isNew(node, list, [{ name: 'Winter sale' }, { name }])).toBe(false);
			},
		);

		it.each(['Summer sale 2', 'Summersale'])('is made beside "%s"', (name) => {
			expect(isNew(node, list, [{ name }])).toBe(true);
		});

		it('is made where the account has none', () => {
			expect(isNew(node, list, [{}])).toBe(true);
		});
	});

	it.each([
		['newsletter, instagram, flyer', ['newsletter', 'instagram', 'flyer']],
		['newsletter', ['newsletter']],
		[' newsletter ,, flyer,\nnewsletter', ['newsletter', 'flyer']],
		['newsletter; flyer', ['newsletter', 'flyer']],
	])('reads the places "%s"', (places, expected) => {
		const rows = run(FILE, 'One Row per Place', [], { 'Campaign Plan': [{ ...plan, places }] });
		expect(rows).toEqual(expected.map((place) => ({ place })));
	});

	it('shows each place with its short URL', () => {
		const pages = { list: 'https://go.example/l', rotator: 'https://go.example/r' };
		const rows = run(FILE, 'Overview', [{ name: 'Summer Sale', ...pages }], {
			'One Row per Place': [{ place: 'newsletter' }, { place: 'flyer' }],
			'Create or Update Links': [
				{ action: 'created', shorturl: 'https://go.example/a' },
				{ action: 'unchanged', shorturl: 'https://go.example/b' },
			],
		});
		const of = { campaign: 'Summer Sale', ...pages };
		expect(rows).toEqual([
			{ place: 'newsletter', shortUrl: 'https://go.example/a', ...of },
			{ place: 'flyer', shortUrl: 'https://go.example/b', ...of },
		]);
	});
});

describe('broken-link-check.json', () => {
	const PAGE = 'https://shop.example/a';

	it('asks for each page once, without what only counts visits', () => {
		const longUrls = [
			...[PAGE, `${PAGE}?utm_source=b&utm_medium=c`, 'mailto:shop@shop.example', `${PAGE}#c`],
			...['https://shop.example/?p=2&utm_source=b&q=?', 'https://go.example/0'],
		];
		const links = longUrls.map((longurl, place) => ({
			longurl,
			shorturl: `https://go.example/${place}`,
		}));
		expect(run('broken-link-check.json', 'Each Page Once', links)).toEqual([
			{
				page: PAGE,
				shortUrls: 'https://go.example/0, https://go.example/1, https://go.example/3',
			},
			{ page: 'https://shop.example/?p=2&q=?', shortUrls: 'https://go.example/4' },
		]);
	});

	const refused = { error: { message: 'connect ECONNREFUSED' } };
	const changes = (answers: Row[], known: string[] = []) =>
		run('broken-link-check.json', 'Changes', answers, {
			'Each Page Once': answers.map((_, place) => ({ page: `page ${place}`, shortUrls: 'short' })),
			'Known Broken Links': known.length > 0 ? known.map((page) => ({ page })) : [{}],
		});

	it.each([
		[{ statusCode: 404, statusMessage: 'Not Found' }, '404 Not Found'],
		[{ statusCode: 500, statusMessage: '' }, '500'],
		[refused, 'cannot be opened: connect ECONNREFUSED'],
	])('%o is broken', (answer, problem) => {
		expect(changes([answer])).toEqual([
			{ isBroken: true, page: 'page 0', shortUrls: 'short', problem },
		]);
	});

	it('takes nothing for broken that only keeps robots out', () => {
		const statuses = [200, 304, 400, 401, 403, 405, 429, 451, 999];
		expect(changes(statuses.map((statusCode) => ({ statusCode })))).toEqual([]);
	});

	it('names what is new, and what is not broken any more', () => {
		const answers = [{ statusCode: 404 }, { statusCode: 404 }, { statusCode: 200 }];
		const found = changes(answers, ['page 1', 'page 2', 'page of no link']);
		expect(found.map(({ page, isBroken }) => [page, isBroken])).toEqual([
			['page 0', true],
			['page 2', false],
			['page of no link', false],
		]);
	});

	it('stops when nobody answers at all', () => {
		const silence = Array.from({ length: 10 }, () => refused);
		expect(() => changes(silence)).toThrow('None of 10 pages responded');
		expect(changes([...silence, { statusCode: 404 }])).toHaveLength(11);
	});
});

describe('the examples that count clicks', () => {
	const count = (day: string, linkId: number, clicks: number, utmSource = '') => ({
		...{ day, linkId, clicks, title: `link ${linkId}` },
		...{ utmSource, utmCampaign: '', utmMedium: '' },
	});
	const reported = (rows: Row[], until?: string) =>
		run('weekly-click-report.json', 'Clicks Since Last Report', rows, {
			'Last Report': [{ until }],
		});

	it.each([
		['?utm_source=a&utm_medium=b&utm_campaign=c', ['c', 'a', 'b']],
		['?page=2&utm_campaign=c#utm_source=a', ['c', '', '']],
		['?utm_source=Gr%C3%BCn+%26%20%20blau', ['', 'Grün &  blau', '']],
		['?my_utm_source=a&utm_sources=b', ['', '', '']],
	])('read the values of a page with "%s"', (query, values) => {
		const links = [{ id: 1, longurl: `https://shop.example/${query}`, clicks: 1 }];
		const [row] = run('clicks-over-time.json', 'One Row per Link', links);
		expect([row?.utmCampaign, row?.utmSource, row?.utmMedium]).toEqual(values);
	});

	it('tell what came between the first and the last day, a new link from 0', () => {
		const rows = [
			...[count('2026-05-10', 1, 10), count('2026-05-13', 1, 12), count('2026-05-17', 1, 15)],
			...[count('2026-05-17', 2, 4), count('2026-05-10', 3, 9)],
			// The service counts anew.
			...[count('2026-05-10', 4, 9), count('2026-05-17', 4, 2)],
		];
		const found = reported(rows, '2026-05-10');
		expect(found.map(({ title, newClicks }) => [title, newClicks])).toEqual([
			['link 1', 5],
			['link 2', 4],
			['link 4', 0],
		]);
		expect(found[0]).toMatchObject({ period: 'from May 11 to May 17', to: '2026-05-17' });
	});

	it('fail where nothing was counted', () => {
		expect(() => reported([])).toThrow('No clicks were counted in the last few days.');
		expect(() => reported([{}], '2026-05-10')).toThrow('No clicks were counted after 2026-05-10.');
	});

	it('add up the links with the same values, the most new clicks first', () => {
		const rows = [
			...[count('2026-05-10', 1, 10), count('2026-05-17', 1, 10)],
			...[count('2026-05-10', 2, 5, 'a'), count('2026-05-17', 2, 7, 'a')],
			...[count('2026-05-17', 3, 1, 'a'), count('2026-05-17', 4, 0, 'b')],
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

describe('expiring-links.json', () => {
	const due = (rows: Row[], reminded: Row[] = [{}]) =>
		run('expiring-links.json', 'What Is Due', reminded, {
			'Rows with an Expiry': rows,
			'Sent Reminders': reminded,
		});

	it.each([
		['2026-05-27 18:00:00', '2026-05-27'],
		['2026/5/27', '2026-05-27'],
		// As Google Sheets and Excel count days.
		['46169', '2026-05-27'],
		['2026-05-13', '2026-05-13'],
	])('%s is due on May 20', (expiry, day) => {
		expect(due([{ shortUrl: 'short', expiry }])).toEqual([
			{ isDue: true, link: 'short', expiry: day, isOver: day < '2026-05-20' },
		]);
	});

	it.each(['2026-05-28', '2026-05-12', '', 'soon', '27.05.2026'])('%s is not', (expiry) => {
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

describe('rss-to-links.json', () => {
	const posts = (feed: Row[], announced: Row[]) =>
		run('rss-to-links.json', 'New Posts', feed, { 'Announced Posts': announced });

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
});
