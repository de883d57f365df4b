import { describe, expect, it } from 'vitest';
import { type Row, run } from './support/exampleCode.mts';

/** The Code nodes of example workflows, on more cases than the end-to-end tests have time for. */

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
