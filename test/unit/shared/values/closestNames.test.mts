import { expect, it } from 'vitest';

import {
	didYouMean,
	MAX_COMPARED,
	nearestNames,
} from '../../../../nodes/LinkShortener/shared/values/closestNames';

it.each<[what: string, name: string, among: string[], question: string]>([
	['a letter left out', 'sprng sale', ['spring sale', 'fall sale'], '"spring sale"'],
	['a letter too many', 'sprring', ['spring', 'summer'], '"spring"'],
	['another letter', 'sprinf', ['spring', 'summer'], '"spring"'],
	['two letters swapped', 'summre', ['spring', 'summer'], '"summer"'],
	['other capitals', 'SUMER', ['Spring', 'Summer'], '"Summer"'],
	['the beginning', 'news', ['Spring', 'Newsletter March'], '"Newsletter March"'],
	['more than the name', 'summer 2026', ['Spring', 'Summer'], '"Summer"'],
	['a part of two', 'sale', ['spring', 'winter sale', 'fall sale'], '"winter sale" or "fall sale"'],
	['a part of many', 'sale', ['sale 1', 'sale 2', 'sale 3'], '"sale 1" or "sale 2"'],
	['the nearer one', 'summer sal 26', ['summer sale 25', 'summer sale 26'], '"summer sale 26"'],
])('%s: by %j one of %j is meant', (_, name, among, question) => {
	expect(didYouMean(nearestNames(name, among))).toBe(`. Did you mean ${question}?`);
});

it.each<[name: string, among: string[]]>([
	['winter', ['summer', 'spring']],
	['blgo', ['blog post']],
	['a', ['b']],
	['a', []],
])('by %j none of %j is meant', (name, among) => {
	expect(didYouMean(nearestNames(name, among))).toBe('');
});

it('of a long list only the first names are compared', () => {
	const names = Array.from({ length: MAX_COMPARED }, (_, index) => `campaign ${index}`);
	expect(nearestNames('sumer', [...names.slice(1), 'summer'])).toEqual(['summer']);
	expect(nearestNames('sumer', [...names, 'summer'])).toEqual([]);
});
