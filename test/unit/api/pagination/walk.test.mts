import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { Page } from '../../../../nodes/LinkShortener/api/pagination/page';
import {
	walk,
	type End,
	type WalkOptions,
} from '../../../../nodes/LinkShortener/api/pagination/pages';
import { toText } from '../../../../nodes/LinkShortener/shared/json';

const SIZE = 3;

/** A page as `abc/2:4`: a letter for each row, the last page as it is counted, and the service's own size. */
function pageOf(said: string): Page {
	const [, rows = '', lastPage, perPage] = /^(\w*)(?:\/(\d+))?(?::(\d+))?$/.exec(said) ?? [];
	return {
		records: Array.from(rows, (id) => ({ id })),
		...(lastPage !== undefined && { lastPage: Number(lastPage) }),
		...(perPage !== undefined && { perPage: Number(perPage) }),
	};
}

const options: WalkOptions = { size: SIZE, identify: ({ id }: IDataObject) => toText(id) };

/** Walks through these pages; empty ones that say what the last one says stand behind them. */
function walkThrough(text: string, more: Partial<WalkOptions> = {}, enough = '') {
	const pages = text.split(' ');
	const beyond = pages.at(-1)?.replace(/^\w*/, '') ?? '';
	const asked: number[] = [];
	const seen: string[] = [];
	const steps = walk({ ...options, ...more }, ({ ids }) => {
		seen.push(ids.join(''));
		return enough !== '' && ids.includes(enough);
	});
	let next = steps.next();
	while (next.done !== true) {
		const { number } = next.value;
		asked.push(number);
		next = steps.next(pageOf(pages[number - 1] ?? beyond));
	}
	return { asked, seen, end: next.value };
}

describe('where a list ends', () => {
	it.each<[what: string, pages: string, end: End, number: number]>([
		['a short page where nothing is said', 'abc d', 'short', 2],
		['an empty page where nothing is said', 'abc ', 'shown', 2],
		['a repeated page where nothing is said', 'abc cab', 'shown', 2],
		["a page that is full by the service's own size", 'ab:2 c', 'short', 2],
		["a page that is short by the service's own size", 'abc:4', 'short', 1],
		['pages by turns where nothing is said', 'abc def abc', 'shown', 3],
		['the page that is counted last', 'abc/2 d/2', 'counted', 2],
		['a full page that is counted last', 'abc/2 def/2', 'countedFull', 2],
		['an empty page that is counted last', 'abc/2 /2', 'counted', 2],
		['a repeated page that is counted last', 'abc/2 abc/2', 'counted', 2],
		['a page behind the last one', 'abc/2 def/1', 'countedFull', 2],
		['a short page in the middle is none', 'a/3 b/3 c/3', 'counted', 3],
		['an empty page in the middle is none', 'abc/3 /3 d/3', 'counted', 3],
		['a page that is counted on and repeated', 'abc/9 abc/9', 'repeated', 2],
		['what stands before an empty page is compared, too', 'ab/9 /9 ab/9', 'repeated', 3],
	])('%s', (_, pages, end, number) => {
		const walked = walkThrough(pages);
		expect(walked).toMatchObject({ end });
		expect(walked.asked.at(-1)).toBe(number);
	});

	it('is taken from the far end after ten empty pages in a row', () => {
		const { end, asked } = walkThrough('abc/1000000');
		expect(end).toBe('empty');
		expect(asked).toEqual([...Array.from({ length: 11 }, (_, at) => at + 1), 1_000_000]);
	});

	it('is behind ten empty pages in a row where the far end shows something', () => {
		const { end, seen } = walkThrough(`abc/16 ${'/16 '.repeat(14)}def/16`, {
			doubts: ['countedFull'],
		});
		expect(end).toBe('counted');
		expect(seen.join('')).toBe('abcdef');
	});

	it('is page 1 on the way back', () => {
		const pages = 'abc/3 abc/3 d/3';
		const { asked, end } = walkThrough(pages, { from: 3, step: -1, doubts: ['repeated'] });
		expect([asked, end]).toEqual([[3, 2, 1], 'counted']);
	});
});

describe('a walk', () => {
	it('goes on behind the ends that its caller doubts', () => {
		const pages = 'a b ';
		expect(walkThrough(pages, { doubts: ['short'] })).toMatchObject({
			asked: [1, 2, 3],
			end: 'shown',
		});
		const counted = 'abc/1 def/1 /1';
		const { asked } = walkThrough(counted, { doubts: ['countedFull'] });
		expect(asked).toEqual([1, 2, 3]);
	});

	it('stops when its caller has enough', () => {
		expect(walkThrough('abc/9 def/9', {}, 'd')).toEqual({
			asked: [1, 2],
			seen: ['abc', 'def'],
			end: undefined,
		});
	});

	it('begins with the page that was read already, and where it is told', () => {
		const first = pageOf('def/3');
		const { asked, seen } = walkThrough('abc/3 def/3 g/3', { from: 2, first });
		expect([asked, seen]).toEqual([[3], ['def', 'g']]);
	});
});
