import { expect, it } from 'vitest';

import { closestNames, MAX_LETTERS } from '../../../nodes/LinkShortener/locators/closestNames';

it.each<[name: string, among: string[], close: string[]]>([
	['sumer', ['spring', 'summer', 'autumn'], ['summer']],
	['summre', ['summer'], ['summer']],
	['summer 2026', ['summer', 'winter', 'big summer 2026 sale'], ['summer', 'big summer 2026 sale']],
	['winter', ['summer', 'spring'], []],
	['mail', ['main', 'nail', 'maill', 'mall', 'snail', 'mil'], ['main', 'nail', 'maill']],
	['a', ['b'], []],
	['ab', ['ac'], []],
	['abc', ['abd', 'xbd'], ['abd']],
	['', ['summer'], ['summer']],
])('%j is close to what is meant among %j', (name, among, close) => {
	expect(closestNames(name, among, 3).names).toEqual(close);
});

/** Levenshtein's distance, the plain way. */
function distance(one: string, other: string): number {
	if (one === '' || other === '') return Math.max(one.length, other.length);
	const [a, b] = [one.slice(1), other.slice(1)];
	if (one[0] === other[0]) return distance(a, b);
	return 1 + Math.min(distance(a, b), distance(a, other), distance(one, b));
}

it('a name is close if a third of its letters differ at most', () => {
	const words = ['sale', 'sales', 'lase', 'seal', 'slea', 'ales', 'saile', 'elas', 'asel', 'tale'];
	for (const one of words) {
		const close = closestNames(one, words, words.length).names;
		const expected = words.filter((other) => {
			const holds = one.includes(other) || other.includes(one);
			return holds || distance(one, other) <= 0.34 * Math.max(one.length, other.length);
		});
		expect(close).toEqual(expected);
	}
});

it.each([
	['2,000 campaigns by number', 2_000, (index: number) => `summer sale number ${index}`],
	['50,000 campaigns', 50_000, (index: number) => `campaign ${index}`],
	['long names', 2_000, (index: number) => `${'ab'.repeat(120)}${index}`],
])('the letters compared with %s have a bound', (_, count, nameOf) => {
	const names = Array.from({ length: count }, (__, index) => nameOf(index));
	const unlike = nameOf(count).split('').toReversed().join('');
	const { letters } = closestNames(unlike, names, 5);
	expect(letters).toBeGreaterThan(0);
	expect(letters).toBeLessThanOrEqual(MAX_LETTERS * 1.1);
});
