import { describe, expect, it } from 'vitest';

import { stoppedBy } from '../../../nodes/LinkShortener/execution/stopped';
import type { ItemResult } from '../../../nodes/LinkShortener/execution/results';

const ON_ERROR = 'To get all rows out, set Settings → On Error to Continue.';

const explanation = { message: 'No', remedy: 'Change it.' };
const failed = { failed: explanation };
const done = (id: number, shorturl?: string): ItemResult => ({
	done: [{ json: { id, ...(shorturl === undefined ? {} : { shorturl }) } }],
});
const CREATE = { writes: true, runAgain: 'Run again so.' };

// With one item, many links, or a run that can be repeated: contract/c11-stop.
describe('the error of a run that stops', () => {
	it('is about the first row that failed, and names what was done', () => {
		const later = { failed: { ...explanation, message: 'No, too' } };
		const results = [done(7, 'https://sho.rt/a'), failed, done(8), later, undefined];
		expect(stoppedBy(results, 'row', CREATE)).toEqual({
			explanation: {
				message: 'Row 2: No',
				remedy: [
					'Change it.',
					'2 of 5 rows failed, 1 was not sent, 2 are done and will not be in the output: https://sho.rt/a, 8.',
					'Run again so.',
					ON_ERROR,
				].join('\n'),
			},
			details: {
				failed: [
					{ number: 2, error: 'No' },
					{ number: 4, error: 'No, too' },
				],
				done: ['https://sho.rt/a', '8'],
			},
		});
	});

	it('says nothing of rows where it is not about one', () => {
		const refused = { ...explanation, kind: 'credentialRefused' } as const;
		const told = stoppedBy([{ failed: refused }, undefined], 'row', CREATE)?.explanation;
		expect(told).toMatchObject({ message: 'No' });
		expect(told?.remedy).toBe('Change it.');
	});
});
