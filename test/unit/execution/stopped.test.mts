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
const UPSERT = { writes: true, runAgain: 'Run it again.', isRepeatable: true } as const;

function remedyOf(
	results: Array<ItemResult | undefined>,
	operation: Parameters<typeof stoppedBy>[2],
) {
	return stoppedBy(results, 'row', operation)?.explanation.remedy.split('\n');
}

describe('the error of a run that stops', () => {
	it('is the failure itself where there is one item', () => {
		expect(stoppedBy([failed], 'item', CREATE)).toEqual({ explanation, itemIndex: 0 });
	});

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
			itemIndex: 1,
			details: {
				failed: [
					{ number: 2, error: 'No' },
					{ number: 4, error: 'No, too' },
				],
				done: ['https://sho.rt/a', '8'],
			},
		});
	});

	it('shortens what is long, and has it whole in the details', () => {
		const results = [failed, ...Array.from({ length: 9 }, (_, index) => done(index))];
		const { explanation: told, details } = stoppedBy(results, 'row', CREATE) ?? {};
		expect(told?.remedy).toContain('output: 0, 1, 2, 3, 4 and 4 more.');
		expect(details?.done).toHaveLength(9);
	});

	it('names nothing that a second run finds by itself', () => {
		expect(remedyOf([done(7, 'https://sho.rt/a'), failed], UPSERT)).toEqual([
			'Change it.',
			'1 of 2 rows failed, 1 is done.',
			'Run it again.',
			ON_ERROR,
		]);
	});

	it('names the rows that were perhaps carried out', () => {
		const unconfirmed = { failed: { ...explanation, isUnconfirmed: true } };
		expect(remedyOf([failed, unconfirmed, undefined, 'interrupted'], CREATE)).toEqual([
			'Change it.',
			'2 of 4 rows failed, 1 was not sent.',
			'Perhaps carried out as well: row 2, 4.',
			'Run again so.',
			ON_ERROR,
		]);
	});

	it('says nothing of rows where it is not about one', () => {
		const refused = { ...explanation, kind: 'credentialRefused' } as const;
		const told = stoppedBy([{ failed: refused }, undefined], 'row', CREATE)?.explanation;
		expect(told).toMatchObject({ message: 'No' });
		expect(told?.remedy).toBe('Change it.');
	});
});
