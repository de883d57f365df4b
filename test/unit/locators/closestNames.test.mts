import { expect, it } from 'vitest';

import { closestNames, MAX_COMPARED } from '../../../nodes/LinkShortener/locators/closestNames';

it.each<[name: string, among: string[], close: string[]]>([
	['sumer', ['spring', 'summer', 'autumn'], ['summer']],
	['summre', ['summer'], ['summer']],
	[
		'newsleter march',
		['newsletter may', 'newsletter march'],
		['newsletter march', 'newsletter may'],
	],
	['summer 2026', ['winter', 'summer', 'big summer 2026 sale'], ['summer', 'big summer 2026 sale']],
	['winter', ['summer', 'spring'], []],
	['mails', ['mail', 'mails 1', 'mails 2', 'mails 3', 'mails 4'], ['mail', 'mails 1', 'mails 2']],
	['a', ['b'], []],
	['', ['summer'], ['summer']],
])('those close to %j among %j are %j', (name, among, close) => {
	expect(closestNames(name, among, 3)).toEqual(close);
});

it('of a long list only the first names are compared, and of a long name only the first letters', () => {
	let taken = 0;
	function* endless() {
		for (;;) yield `campaign ${(taken += 1)} ${'x'.repeat(10_000)}`;
	}
	expect(closestNames(`winter ${'y'.repeat(10_000)}`, endless(), 5)).toEqual([]);
	expect(taken).toBe(MAX_COMPARED);
});
