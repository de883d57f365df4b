import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { describe, expect, it } from 'vitest';

/** The Code nodes of example workflows, on more cases than the end-to-end tests have time for. */

type Row = Record<string, unknown>;

interface Items {
	all: () => Array<{ json: Row }>;
	first: () => { json: Row };
	itemMatching: (place: number) => { json: Row };
}

function itemsOf(rows: Row[]): Items {
	const items = rows.map((json) => ({ json }));
	const at = (place: number) => items[place] ?? { json: {} };
	return { all: () => items, first: () => at(0), itemMatching: at };
}

/**
 * What a Code node of an example gives out.
 *
 * @param others what other nodes have given out, by their name
 */
function run(file: string, name: string, input: Row[], others: Record<string, Row[]> = {}): Row[] {
	const text = readFileSync(path.join(import.meta.dirname, '../../workflows', file), 'utf8');
	const { nodes } = JSON.parse(text) as {
		nodes: Array<{ name: string; parameters: { jsCode?: string } }>;
	};
	const code = nodes.find((node) => node.name === name)?.parameters.jsCode ?? '';
	const work = compileFunction(code, ['$input', '$']) as (
		input: Items,
		node: (name: string) => Items,
	) => Array<{ json: Row }>;
	return work(itemsOf(input), (other) => itemsOf(others[other] ?? [])).map(({ json }) => json);
}

describe('Clicks by UTM', () => {
	const reported = (links: Row[], before: Row = {}) =>
		run('clicks-by-utm.json', 'Clicks by UTM', links, { 'Last Report': [before] });

	it.each([
		['', ['(none)', '(none)', '(none)']],
		['?', ['(none)', '(none)', '(none)']],
		['?utm_source=', ['(none)', '(none)', '(none)']],
		['?utm_source', ['(none)', '(none)', '(none)']],
		['?utm_source=a&utm_medium=b&utm_campaign=c', ['c', 'a', 'b']],
		['?page=2&utm_campaign=c#utm_source=a', ['c', '(none)', '(none)']],
		['?next=/?utm_source=a', ['(none)', 'a', '(none)']],
		['?utm_source=Gr%C3%BCn+%26%20%20blau', ['(none)', 'Grün &  blau', '(none)']],
		['?utm_source=100%', ['(none)', '100%', '(none)']],
		['?utm_source=a=b', ['(none)', 'a=b', '(none)']],
		['?utm_source=a&utm_source=b', ['(none)', 'a', '(none)']],
		['?my_utm_source=a&utm_sources=b', ['(none)', '(none)', '(none)']],
	])('reads the values of a page with "%s"', (query, values) => {
		const [row] = reported([{ id: 1, longurl: `https://shop.example/${query}`, clicks: 1 }]);
		expect([row?.campaign, row?.source, row?.medium]).toEqual(values);
	});

	it('adds up the links with the same values, the most new clicks first', () => {
		const page = 'https://shop.example/';
		const before = { clicksByLink: '{"1":10,"2":5,"4":9}' };
		const links = [
			{ id: 1, longurl: page, clicks: 10 },
			{ id: 2, longurl: `${page}?utm_source=a`, clicks: 7 },
			{ id: 3, longurl: `${page}tents?utm_source=a`, clicks: 1 },
			// The service counts anew.
			{ id: 4, longurl: `${page}?utm_source=b`, clicks: 2 },
			{ id: 5, longurl: `${page}?utm_source=c` },
		];
		const row = (source: string, numbers: Row) => ({
			campaign: '(none)',
			source,
			medium: '(none)',
			...numbers,
		});
		expect(reported(links, before)).toEqual([
			row('a', { links: 2, newClicks: 3, clicks: 8 }),
			row('(none)', { links: 1, newClicks: 0, clicks: 10 }),
			row('b', { links: 1, newClicks: 0, clicks: 2 }),
			row('c', { links: 1, newClicks: 0, clicks: 0 }),
		]);
	});
});

describe('Each Page Once', () => {
	const pagesOf = (...longUrls: string[]) =>
		run(
			'broken-link-check.json',
			'Each Page Once',
			longUrls.map((longurl, place) => ({ longurl, shorturl: `https://go.example/${place}` })),
		);

	it.each([
		['https://shop.example/a#b', 'https://shop.example/a'],
		['https://shop.example/a?utm_source=b&utm_medium=c', 'https://shop.example/a'],
		['https://shop.example/?p=2&utm_source=b&q=?', 'https://shop.example/?p=2&q=?'],
		[
			'https://shop.example/?automatic_utm_source=b',
			'https://shop.example/?automatic_utm_source=b',
		],
		[' HTTPS://Shop.example/A ', 'https://Shop.example/A'],
	])('asks for %s at %s', (longUrl, page) => {
		expect(pagesOf(longUrl)).toEqual([{ page, shortUrls: 'https://go.example/0' }]);
	});

	it.each(['mailto:shop@shop.example', 'tel:+123', 'app://shop', '', 'https://go.example/0'])(
		'does not ask for "%s"',
		(longUrl) => {
			expect(pagesOf(longUrl)).toEqual([]);
		},
	);

	it('asks once for links to the same page, and knows them all', () => {
		const page = 'https://shop.example/a';
		expect(pagesOf(page, `${page}?utm_source=b`, 'https://shop.example/b', `${page}#c`)).toEqual([
			{ page, shortUrls: 'https://go.example/0, https://go.example/1, https://go.example/3' },
			{ page: 'https://shop.example/b', shortUrls: 'https://go.example/2' },
		]);
	});
});

describe('What Has Changed', () => {
	const refused = { error: { message: 'connect ECONNREFUSED' } };
	const changes = (answers: Row[], known: string[] = []) =>
		run('broken-link-check.json', 'What Has Changed', answers, {
			'Each Page Once': answers.map((_, place) => ({ page: `page ${place}`, shortUrls: 'short' })),
			'Known Broken Links': known.length > 0 ? known.map((page) => ({ page })) : [{}],
		});

	it.each([
		[{ statusCode: 404, statusMessage: 'Not Found' }, '404 Not Found'],
		[{ statusCode: 410 }, '410'],
		[{ statusCode: 500, statusMessage: '' }, '500'],
		[{ statusCode: 526 }, '526'],
		[refused, 'cannot be opened: connect ECONNREFUSED'],
		[{ error: 'Invalid URL' }, 'cannot be opened: Invalid URL'],
	])('%o is broken', (answer, problem) => {
		expect(changes([answer])).toEqual([
			{ isBroken: true, page: 'page 0', shortUrls: 'short', problem },
		]);
	});

	it.each([200, 206, 304, 400, 401, 402, 403, 405, 406, 416, 429, 451, 600, 999])(
		'%i is not broken',
		(statusCode) => {
			expect(changes([{ statusCode }])).toEqual([]);
		},
	);

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
		expect(() => changes(silence)).toThrow('None of 10 pages answered');
		expect(changes(silence.slice(1))).toHaveLength(9);
		expect(changes([...silence, { statusCode: 404 }])).toHaveLength(11);
	});
});
