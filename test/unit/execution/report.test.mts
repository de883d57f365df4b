import { describe, expect, it } from 'vitest';

import {
	columnsInWords,
	failuresInWords,
	summarize,
	withDoneItems,
} from '../../../nodes/LinkShortener/execution/report';

describe('the line on the node after a run', () => {
	it.each<[counts: Array<[string, number]>, limitMs: number, line: string | undefined]>([
		[[], 0, undefined],
		[[['created', 5]], 999, undefined],
		[[['created', 16]], 21_400, '16 created, waited 21 s for the rate limit.'],
		[[['created', 16]], 725_000, '16 created, waited 12 min 5 s for the rate limit.'],
		[[['found', 2]], 0, '2 already existed.'],
		[[['blank', 2]], 0, '2 blank rows left out.'],
		[
			[
				['blank', 1],
				['created', 3],
			],
			0,
			'3 created, 1 blank row left out.',
		],
		[
			[
				['created', 3],
				['recovered', 1],
			],
			0,
			'3 created, 1 found again after their answer was lost.',
		],
		[[], 60_000, 'Waited 1 min 0 s for the rate limit.'],
	])('counts %j and a wait of %i ms', (counts, limitMs, line) => {
		expect(summarize(new Map(counts), { rateLimit: limitMs, ownRate: 0, service: 0 })).toBe(line);
	});

	it('tells what was waited for', () => {
		expect(
			summarize(new Map([['created', 9]]), { rateLimit: 2_000, ownRate: 3_000, service: 61_000 }),
		).toBe(
			'9 created, waited 2 s for the rate limit, waited 3 s to keep to Requests per Minute, waited 1 min 1 s for the service to come back.',
		);
		expect(summarize(new Map(), { rateLimit: 0, ownRate: 0, service: 5_000 })).toBe(
			'Waited 5 s for the service to come back.',
		);
	});
});

describe('the line about items that failed', () => {
	const failed = (...messages: string[]) =>
		messages.map((message) => ({ failed: { message, remedy: 'Do this.' } }));
	const done = { done: [{ json: { id: 1 } }] };

	it.each<[what: string, results: Parameters<typeof failuresInWords>[0], line: string | undefined]>(
		[
			['none', [done, done], undefined],
			['the only item', failed('That alias is taken.'), undefined],
			[
				'two for one reason',
				[done, ...failed('That alias is taken.', 'That alias is taken.')],
				'2 of 3 items failed: 2 × That alias is taken.',
			],
			[
				'many reasons',
				failed('A', 'B', 'B', 'C', 'D', 'E'),
				'6 of 6 items failed: 2 × B; 1 × A; 1 × C; 2 for other reasons.',
			],
		],
	)('%s', (_, results, line) => {
		expect(failuresInWords(results)).toBe(line);
	});
});

describe('a run that stops', () => {
	it('says how to go on without duplicates, where something was done', () => {
		const stopped = { message: 'No', remedy: 'Do this.' };
		const done = { done: [{ json: { shorturl: 'https://go.example.com/a' } }] };
		const told = withDoneItems(stopped, [done, { failed: stopped }], 'Run again so.');
		expect(told.remedy).toMatch(/go\.example\.com\/a\.\nRun again so\.$/);
		expect(withDoneItems(stopped, [{ failed: stopped }], 'Run again so.').remedy).toBe('Do this.');
	});

	const explanation = { message: 'No', remedy: 'Change it.' };
	const done = (id: number, shorturl?: string) => ({
		done: [{ json: { id, ...(shorturl === undefined ? {} : { shorturl }) } }],
	});

	it('says nothing more where nothing was done', () => {
		expect(withDoneItems(explanation, [{ failed: explanation }, undefined])).toEqual(explanation);
	});

	it('names what was done by its short URL, else by its ID', () => {
		const results = [done(7, 'https://sho.rt/a'), { failed: explanation }, done(8)];
		expect(withDoneItems(explanation, results).remedy).toBe(
			'Change it.\n2 items were done before this and will not be in the output: https://sho.rt/a, 8.',
		);
	});

	it('names the items that were perhaps carried out', () => {
		const unconfirmed = { failed: { ...explanation, isUnconfirmed: true } };
		const results = [
			{ failed: explanation },
			unconfirmed,
			undefined,
			unconfirmed,
			'interrupted' as const,
		];
		expect(withDoneItems(explanation, results).remedy).toBe(
			'Change it.\nPerhaps carried out as well: item 1, 3, 4.',
		);
	});
});

describe('the line about the columns', () => {
	const sets = (
		columns: Partial<Record<'used' | 'ignored' | 'listed' | 'unchanged', string[]>>,
	) => {
		const { used, ignored, listed, unchanged } = columns;
		return {
			used: new Set(used),
			ignored: new Set(ignored),
			listed: new Set(listed),
			unchanged: new Set(unchanged),
		};
	};

	it.each([
		[{ used: ['Long URL', 'Campaign'] }, undefined],
		[
			{ used: ['\uFEFFLong URL', 'Campaign'], ignored: ['Owner', ''] },
			'Used: Long URL, Campaign. Ignored: Owner.',
		],
		[{ ignored: ['Owner'] }, 'Ignored: Owner.'],
		[
			{ used: ['id', 'url'], ignored: ['date'], listed: ['title'], unchanged: ['domain'] },
			'Used: id, url. Ignored: date, title. To change an alias or a title, name the column Custom Alias or Meta Title. Nothing to change: domain.',
		],
	])('of %j is: %s', (columns, line) => {
		expect(columnsInWords(sets(columns))).toBe(line);
	});
});
