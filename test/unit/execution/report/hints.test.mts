import { describe, expect, it } from 'vitest';

import {
	type Count,
	countsInWords,
	failuresInWords,
} from '../../../../nodes/LinkShortener/execution/report/report';
import {
	failuresOf,
	Reasons,
	type Results,
} from '../../../../nodes/LinkShortener/execution/report/results';

// What was found, sent or failed for one reason: contract/c20-run-report.
describe('the line on the node after a run', () => {
	const counts = (of: Record<string, number | [times: number, ...fields: string[]]>) =>
		new Map(
			Object.entries(of).map(([what, count]): [string, Count] => {
				const [times, ...fields] = Array.isArray(count) ? count : [count];
				return [what, { times, fields: new Set(fields) }];
			}),
		);

	it.each<[Parameters<typeof counts>[0], limitMs: number, line: string | undefined]>([
		[{}, 0, undefined],
		[{ created: 5 }, 999, '5 created'],
		[{ created: 16 }, 21_400, '16 created, waited 21 s for the rate limit'],
		[{ created: 16 }, 725_000, '16 created, waited 12 min 5 s for the rate limit'],
		[{ unchanged: 2, created: 1 }, 0, '1 created, 2 unchanged'],
		[{ blank: 2 }, 0, '2 blank rows skipped'],
		[{ blank: 1, created: 3 }, 0, '3 created, 1 blank row skipped'],
		[{ recovered: 1, created: 3 }, 0, '3 created, 1 found after a lost response'],
		[
			{ create: 1, wouldBeSent: [1, 'pixels'], dryRun: 2 },
			0,
			'Dry run: nothing was changed. 1 would be created, 1 would be sent again (the service does not show its pixels). Requests without Dry Run: 2',
		],
		[{ created: 1, create: 2, dryRun: 2 }, 0, '1 created, 2 would be created'],
		[{}, 60_000, 'Waited 1 min 0 s for the rate limit'],
	])('counts %j and a wait of %i ms', (of, limitMs, line) => {
		const waited = { ms: limitMs, reasons: new Set(['rateLimit'] as const) };
		expect(countsInWords(counts(of), waited)).toBe(line);
	});

	const TOO_LONG = '(n8n may stop it before that: use Loop Over Items)';

	it.each([
		[29, undefined, ''],
		[300, undefined, ''],
		[29, 30, ''],
		[300, 30, ', about 10 min at 30 a minute'],
		[2_000, 30, `, about 66 min at 30 a minute ${TOO_LONG}`],
	])('says how long %i requests take, at %s a minute', (create, perMinute, time) => {
		const waited = { ms: 0, reasons: new Set<'service'>(), ...(perMinute && { perMinute }) };
		const line = countsInWords(counts({ create, unchanged: 9, dryRun: create + 9 }), waited);
		expect(line?.split('9 unchanged. ')[1]).toBe(`Requests without Dry Run: ${create}${time}`);
	});

	it('tells what was waited for, in all', () => {
		const reasons = new Set(['service', 'rateLimit', 'ownRate'] as const);
		expect(countsInWords(counts({ created: 9 }), { ms: 66_000, reasons })).toBe(
			'9 created, waited 1 min 6 s for the rate limit, the option Requests per Minute, and an unavailable service',
		);
	});

	it.each<[Parameters<typeof counts>[0], failed: string | undefined, line?: string]>([
		[{}, undefined, undefined],
		[{ created: 4 }, '2 of 6 rows failed', '2 of 6 rows failed, 4 created'],
		[{}, '2 of 2 items failed', '2 of 2 items failed'],
		[
			{ create: 4, dryRun: 4 },
			'2 of 6 rows failed',
			'Dry run: nothing was changed. 2 of 6 rows failed, 4 would be created. Requests without Dry Run: 4',
		],
	])('counts %j, if %s', (of, failed, line) => {
		const waited = { ms: 0, reasons: new Set<'service'>() };
		expect(countsInWords(counts(of), waited, failed)).toBe(line);
	});
});

describe('the failures of a run', () => {
	const failed = (...messages: string[]) =>
		messages.map((message) => ({ failed: { message, remedy: 'Do this.', field: message } }));
	const done = { done: [{ json: { id: 1 } }] };
	const told = (results: Results, noun: string, numbers?: readonly number[]) => {
		const reasons = new Reasons();
		for (const failure of failuresOf(results, numbers)) reasons.add(failure);
		return failuresInWords(
			results,
			{ noun, all: results.length, numbers, isBatch: false },
			reasons,
		);
	};

	it('are told by the output of a run of one item', () => {
		expect(told(failed('That alias is taken.'), 'row')).toBeUndefined();
		expect(told([done, done], 'row')).toBeUndefined();
	});

	it('of 10,000 rows with one reason are one entry', () => {
		const results = failed(...Array.from({ length: 10_000 }, () => 'A'));
		expect(told(results, 'row')?.reasons).toEqual([{ items: 'All rows', text: 'A. Do this.' }]);
	});

	it('are told by the numbers that their sheet gives the rows', () => {
		const results = [done, ...failed('A', 'A')];
		expect(told(results, 'row', [102, 105, 109])?.reasons).toEqual([
			{ items: 'Rows 105, 109', text: 'A. Do this.' },
		]);
	});

	it('are cut where there are very many reasons', () => {
		const letters = Array.from('abcdefghijklmnopqrstuvwxyzäöüß');
		const results = failed(...letters.map((letter) => `Reason ${letter}`));
		const { summary, reasons = [] } = told(results, 'item') ?? {};
		expect(summary).toBe('30 of 30 items failed');
		expect(reasons).toHaveLength(21);
		expect(reasons.at(-1)).toEqual({ items: '10 more', text: 'see the output of each' });
	});
});
