import { describe, expect, it } from 'vitest';
import { decideIncomplete, type Incomplete } from '../../../nodes/LinkShortener/trigger/incomplete';

/** Polls a minute apart: i incomplete, o complete, f incomplete that found something, a incomplete at an activation. */
function failures(polls: string, minutes = 1): string {
	let state: Incomplete | undefined;
	return Array.from(polls)
		.map((poll, at) => {
			const { fails, next } = decideIncomplete(state, {
				isIncomplete: poll !== 'o',
				hasFound: poll === 'f',
				isActivation: poll === 'a',
				now: at * minutes * 60_000,
			});
			state = next;
			return fails ? 'F' : '-';
		})
		.join('');
}

describe('scans that cannot be completed', () => {
	it.each([
		['fail the third poll in a row', 'iiii', '--F-'],
		['count anew after one that was', 'iioii', '-----'],
		['never fail a poll that found something', 'iiffi', '----F'],
		['do not count where something was found', 'iffii', '----F'],
		['never undo an activation', 'iiai', '---F'],
	])('%s', (_, polls, expected) => {
		expect(failures(polls)).toBe(expected);
	});

	it('fail a poll an hour from then on', () => {
		expect(failures('iiiiiiiii', 20)).toBe('--F--F--F');
	});
});
