import { expect, it } from 'vitest';

import {
	closestNames,
	didYouMean,
	MAX_COMPARED,
	nearestNames,
} from '../../../nodes/LinkShortener/shared/closestNames';

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
	expect(closestNames(name, among, 3).map((one) => one.name)).toEqual(close);
});

it.each<[name: string, among: string[], question: string]>([
	['sprng sale', ['spring sale', 'summer sale'], '. Did you mean "spring sale"?'],
	[
		'sale',
		['spring', 'winter sale', 'spring sale'],
		'. Did you mean "winter sale" or "spring sale"?',
	],
	['sale', ['sale 1', 'sale 2', 'sale 3'], '. Did you mean "sale 1" or "sale 2"?'],
	['winter', ['spring'], ''],
])('for %j among %j the question is %j', (name, among, question) => {
	expect(didYouMean(nearestNames(closestNames(name, among, 5)))).toBe(question);
});

it('of a long list only the first names are compared, and of a long name only the first letters', () => {
	let taken = 0;
	function* endless() {
		for (;;) yield `campaign ${(taken += 1)} ${'x'.repeat(10_000)}`;
	}
	expect(closestNames(`winter ${'y'.repeat(10_000)}`, endless(), 5)).toEqual([]);
	expect(taken).toBe(MAX_COMPARED);
});
