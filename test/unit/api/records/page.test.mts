import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it, test } from 'vitest';
import type { Family } from '../../../../nodes/LinkShortener/api/http/types';
import { pageOf, pageSize } from '../../../../nodes/LinkShortener/api/records/list';
import { refuses } from '../../refusals.mts';

describe('the page size', () => {
	it.each<[limit: number | undefined, family: Family, size: number]>([
		[undefined, 'links', 100],
		[undefined, 'pixels', 100],
		[1, 'links', 1],
		[50, 'links', 50],
		[99, 'links', 99],
		[100, 'links', 100],
		[101, 'links', 51],
		[150, 'links', 75],
		[200, 'links', 100],
		[201, 'links', 67],
		[1_000, 'links', 100],
		[1_001, 'links', 91],
		[1, 'pixels', 10],
		[10, 'pixels', 10],
		[11, 'pixels', 25],
		[26, 'pixels', 50],
		[51, 'pixels', 100],
		[100, 'pixels', 100],
		[101, 'pixels', 100],
	])('for %j rows of the %s family is %i', (limit, family, size) => {
		expect(pageSize(limit, family)).toBe(size);
	});

	test('never takes more pages than the largest page would', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 100_000 }), (limit) => {
				const size = pageSize(limit, 'links');
				expect(size).toBeLessThanOrEqual(100);
				expect(Math.ceil(limit / size)).toBe(Math.ceil(limit / 100));
			}),
		);
	});
});

describe('reading a page', () => {
	const rows = [{ id: 1 }, { id: 2 }];
	const read = (body: IDataObject, family?: Family) =>
		pageOf(body, {
			path: '/api/urls',
			collection: 'urls',
			noun: 'link',
			...(family && { family }),
		});

	it.each<[name: string, body: IDataObject, lastPage: number | undefined]>([
		['the described envelope', { data: { result: 2, maxpage: 3, urls: rows } }, 3],
		['numbers as strings', { data: { maxpage: '3', urls: rows } }, 3],
		['one more than result says', { data: { result: 4711, maxpage: 1, urls: rows } }, 1],
		['a next page that repeats the last', { data: { nextpage: 1, maxpage: 1, urls: rows } }, 1],
		['no maxpage', { data: { urls: rows } }, undefined],
		['a maxpage that is no page', { data: { maxpage: 0, urls: rows } }, undefined],
		['a maxpage of null', { data: { maxpage: null, urls: rows } }, undefined],
		['a maxpage of words', { data: { maxpage: 'many', urls: rows } }, undefined],
		['a maxpage with a fraction', { data: { maxpage: 1.5, urls: rows } }, undefined],
		['another collection key', { data: { maxpage: 2, overlay: rows } }, 2],
		["Laravel's list", { data: rows, links: { next: null }, meta: { last_page: 5 } }, 5],
		["Laravel's older list", { data: rows, last_page: 4 }, 4],
		["Laravel's list without a total", { data: rows, links: { next: '?page=2' } }, undefined],
		['a bare array', { data: rows }, undefined],
		["Laravel's list inside data", { data: { pixels: rows, meta: { last_page: 2 } } }, 2],
		['the numbers beside the list, without data', { maxpage: 2, perpage: 2, urls: rows }, 2],
		['the same under another key', { result: 2, maxpage: 2, list: rows }, 2],
		['a list without data or numbers', { urls: rows }, undefined],
		['the last page beside data', { data: { pixels: rows }, meta: { last_page: 2 } }, 2],
	])('%s', (_, body, lastPage) => {
		const page = read(body);
		expect(page.records).toEqual(rows);
		expect(page.lastPage).toBe(lastPage);
	});

	it.each<[name: string, body: IDataObject, lastPage?: number]>([
		['an empty list', { data: { maxpage: 1, urls: [] } }, 1],
		['an empty page of several', { data: { maxpage: 3, urls: null } }, 3],
		['null under another collection key', { data: { maxpage: 1, overlay: null } }, 1],
		['nothing but counters', { data: { result: 0, maxpage: 0 } }],
		['nothing but counters, without data', { result: 0, maxpage: 1 }, 1],
		['things that are no records', { data: { maxpage: 1, urls: [null, 'a', 7, [1]] } }, 1],
	])('finds no records in %s', (_, body, lastPage) => {
		expect(read(body)).toEqual({ records: [], ...(lastPage && { lastPage }) });
	});

	it('finds no records in an empty array, which is a list of pixels', () => {
		expect(read({ data: [] }, 'pixels').records).toEqual([]);
	});

	it.each<[name: string, body: IDataObject, family?: Family]>([
		['an empty body', {}],
		['no data', { message: 'Hello' }],
		['no data but a list of something', { warnings: rows }],
		['data as a word', { data: 'hello' }],
		['null for data', { data: null }],
		['an empty object for data', { data: {} }],
		['an empty object for data, of pixels', { data: {} }, 'pixels'],
		['an empty array for data, as PHP writes nothing at all', { data: [] }],
		['a word for a list', { data: { urls: 'none' } }],
		['null beside other lists', { data: { urls: null, tags: ['a'] } }],
		['an object around the list', { data: { maxpage: 1, urls: { data: rows, total: 2 } } }],
		['two lists of other names', { data: { one: rows, other: rows } }],
	])('says that there is no list in %s', (_, body, family) => {
		refuses(() => read(body, family), 'did not return a list of links');
	});
});
