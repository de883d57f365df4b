import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { ChosenLinks } from '../../../../nodes/LinkShortener/trigger/cursors/chosenLinks';
import { clicksOf, latestClicks } from '../../../../nodes/LinkShortener/trigger/cursors/clicks';
import { ClicksReached } from '../../../../nodes/LinkShortener/trigger/cursors/clicksReached';
import { MostClicked } from '../../../../nodes/LinkShortener/trigger/cursors/mostClicked';
import { pageOf, pollOnce } from './polls.mts';

describe('clicks', () => {
	it.each<[IDataObject[string], number | undefined]>([
		[0, 0],
		[1234, 1234],
		['1234', 1234],
		[' 1,234 ', 1234],
		['12,345,678', 12_345_678],
		['1.234.567', 1_234_567],
		["1'234", 1234],
		['1 234', 1234],
		['1\u202f234', 1234],
		['1,23', undefined],
		['1,234.567', undefined],
		['1.2K', undefined],
		['1234567890123456', undefined],
		['-1', undefined],
		['', undefined],
		[-1, undefined],
		[1.5, undefined],
		[1.234, undefined],
		[null, undefined],
		[undefined, undefined],
		[true, undefined],
		[{ total: 5 }, undefined],
	])('%s are %s', (clicks, expected) => {
		expect(clicksOf({ clicks })).toBe(expected);
	});

	const links: IDataObject[] = [
		{ id: 1, shorturl: 'https://sho.rt/a', clicks: '1,234' },
		{ id: 2, shorturl: 'https://sho.rt/b', clicks: '1.2K' },
		{ id: 3, alias: 'c', clicks: null },
		{ id: 4 },
	];
	const said = [
		'The clicks of these links are no number, so they are not counted: https://sho.rt/b ("1.2K"), c (no value), 4 (no value).',
	];

	it.each([
		['links that reach a number', () => new ClicksReached(10, undefined)],
		['the most clicked links', () => new MostClicked(100, undefined)],
	])('that cannot be read are said, once a poll: %s', (_, cursor) => {
		expect(pollOnce(cursor(), (number, size) => pageOf(links, number, size)).notes).toEqual(said);
	});

	it('that cannot be read are said, once a poll: chosen links', () => {
		const cursor = new ChosenLinks(['1', '2', '3', '4'], undefined);
		const reading = cursor.read();
		reading.next();
		for (const link of links) reading.next(link);
		expect(cursor.result()).toMatchObject({ notes: said, state: { clicks: { 1: 1234 } } });
	});

	it('that cannot be read are counted where there are many', () => {
		const many = Array.from({ length: 50 }, (_, id) => ({ id: id + 1, clicks: '1K' }));
		const rows = [...many, { id: 51, clicks: 5 }];
		const { notes } = pollOnce(new MostClicked(100, undefined), (...page) => pageOf(rows, ...page));
		expect(notes.join()).toContain('10 ("1K") and 40 more.');
	});

	it.each<[known: number | undefined, shown: number, latest: number]>([
		[undefined, 5, 5],
		[5, 5, 5],
		[5, 8, 8],
		[5, 3, 5],
		[1_000, 101, 1_000],
		[1_000, 100, 100],
		[5, 0, 0],
		[0, 0, 0],
	])('of which %s are known and %s are shown: %s', (known, shown, latest) => {
		expect(latestClicks(known, shown)).toBe(latest);
	});
});
