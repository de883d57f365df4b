import { describe, expect, it } from 'vitest';
import { Turns } from '../../../nodes/LinkShortener/trigger/turns';

const MINUTE_MS = 60_000;

/** Triggers a to j, all of which poll once a minute, and how many the rate limit has requests for. */
function play(minutes: number, requests: number, silent = ''): string[] {
	const turns = new Turns();
	const triggers = Array.from('abcdefghij', (name) => ({ name }));
	return Array.from({ length: minutes }, (_, minute) => {
		let left = requests;
		const served: string[] = [];
		for (const trigger of triggers) {
			if (minute > 0 && silent.includes(trigger.name)) continue;
			if (turns.givesWay(trigger, minute * MINUTE_MS)) continue;
			left -= 1;
			turns.end(trigger, minute * MINUTE_MS, left < 0);
			if (left >= 0) served.push(trigger.name);
		}
		return served.join('');
	});
}

describe('triggers that share a rate limit', () => {
	it.each<[string, number, number, string, string[]]>([
		['all poll where it has requests for all', 2, 10, '', ['abcdefghij', 'abcdefghij']],
		['wait for those it turned away', 3, 8, '', ['abcdefgh', 'ij', 'abcdefgh']],
		['take turns where it has few', 4, 5, '', ['abcde', 'fghij', 'abcde', 'fghij']],
		['take turns where it has less than that', 4, 2, '', ['ab', 'cd', 'ef', 'gh']],
		[
			'do not wait for long for one that polls no more',
			6,
			9,
			'j',
			['abcdefghi', '', '', '', 'abcdefghi', 'abcdefghi'],
		],
	])('%s', (_, minutes, requests, silent, expected) => {
		expect(play(minutes, requests, silent)).toEqual(expected);
	});
});
