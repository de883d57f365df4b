import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { NOW, numbers, poll, rowsOf } from './rowPolls.mts';

describe('new records', () => {
	it('learn the order once, from the first and the last page', () => {
		const falling = poll(rowsOf(numbers(1, 350).reverse()));
		expect(falling.read).toEqual([1, 4]);
		expect(falling.state.order).toBe('newestFirst');
		const rising = poll(rowsOf(numbers(1, 350)));
		expect(rising.read).toEqual([1, 4]);
		expect(rising.state).toMatchObject({ order: 'oldestFirst', lastPage: 4 });
		expect(poll(rowsOf(numbers(1, 350)), rising.state).read).toHaveLength(1);
	});

	it('cost one look at an ascending listing of any length', () => {
		for (let length = 101; length < 1_500; length += 7) {
			const rows = rowsOf(numbers(1, length));
			const baseline = poll(rows);
			// A last page of one row, of one date then, may follow others of that date; behind a full one there
			// may be another.
			const most = length % 100 < 2 ? 2 : 1;
			expect(poll(rows, baseline.state).read).toHaveLength(most);
			const { read, ids } = poll(rowsOf(numbers(1, length + 5)), baseline.state);
			expect(ids).toEqual(numbers(length + 1, length + 5));
			expect(read.length).toBeLessThanOrEqual(4);
		}
	});

	it('of several pages are looked for again by the next poll, since rows may have moved', () => {
		const baseline = poll(rowsOf(numbers(1, 350).reverse()));
		const before = rowsOf(numbers(1, 520).reverse());
		const after = before.filter(({ id }) => id !== 440);
		// One is deleted once page 1 is read, so the first one of page 2 moves there.
		const burst = poll((requests) => (requests === 1 ? before : after), baseline.state);
		expect(burst.ids).toEqual(numbers(351, 520).filter((id) => id !== 420));
		const again = poll(after, burst.state);
		expect(again).toMatchObject({ read: [1, 2], ids: [420] });
		expect(poll(after, again.state).read).toEqual([1]);
	});

	it('are emitted when they become visible late', () => {
		const all = numbers(1, 350).filter((id) => id !== 340);
		const baseline = poll(rowsOf(numbers(1, 330).reverse()));
		const without = poll(rowsOf([...all].reverse()), baseline.state);
		expect(poll(rowsOf(numbers(1, 350).reverse()), without.state).ids).toEqual([340]);
	});

	it('are not emitted again when they come back', () => {
		const baseline = poll(rowsOf(numbers(1, 350).reverse()));
		const without = poll(
			rowsOf(
				numbers(1, 351)
					.filter((id) => id !== 345)
					.reverse(),
			),
			baseline.state,
		);
		expect(without.ids).toEqual([351]);
		expect(poll(rowsOf(numbers(1, 351).reverse()), without.state).ids).toEqual([]);
	});

	it('of one date in any order are all read', () => {
		const second = (id: number) => Math.ceil(id / 300);
		const within = (ids: number[]) =>
			ids.sort((one, other) => second(other) - second(one) || one - other);
		const baseline = poll(rowsOf(within(numbers(1, 600)), second));
		const later = poll(rowsOf(within(numbers(1, 890)), second), baseline.state);
		expect(later.ids).toEqual(numbers(601, 890));
	});

	it('of a burst are finished before newer ones are looked for', () => {
		const baseline = poll(rowsOf(numbers(1, 350).reverse()));
		const first = poll(rowsOf(numbers(1, 900).reverse()), baseline.state, { pages: 3 });
		expect(first.ids).toEqual(numbers(601, 900));
		expect(first.state.backlog).toEqual({ number: 4, order: 'newestFirst' });
		const second = poll(rowsOf(numbers(1, 920).reverse()), first.state);
		expect(second.ids).toEqual([...numbers(351, 600), ...numbers(901, 920)]);
		expect(second.state.backlog).toBeUndefined();
	});

	it('of a burst are found even where nothing is left on the page to go on from', () => {
		const baseline = poll(rowsOf(numbers(1, 350).reverse()));
		const first = poll(rowsOf(numbers(1, 900).reverse()), baseline.state, { pages: 5 });
		const second = poll(rowsOf(numbers(1, 450).reverse()), first.state);
		expect(second.ids).toEqual(numbers(351, 400));
		expect(second).toMatchObject({ read: [6, 1, 2], incomplete: undefined });
		expect(
			poll([...rowsOf([901]), ...rowsOf(numbers(1, 450).reverse())], second.state).ids,
		).toEqual([901]);
	});

	it('of a list that runs oldest first are found behind an empty answer, also if two polls get it', () => {
		let { state } = poll(rowsOf(numbers(1, 90)));
		const rows = rowsOf(numbers(1, 103));
		for (const emptyRequest of [3, 2]) {
			const next = poll((requests) => (requests === emptyRequest ? [] : rows), state);
			expect(next).toMatchObject({ incomplete: expect.any(String) as string });
			({ state } = next);
		}
		expect(poll(rows, state).ids).toEqual(numbers(91, 100));
	});

	it('without a single usable ID are a failure that says so', () => {
		const read = (id: string) => () => poll([{ id, date: '2026-01-01 00:00:00' }]);
		expect(read('1234567890123456')).toThrow('"1234567890123456"');
		expect(read('ab12')).toThrow('IDs are not whole numbers');
	});

	it('without a usable ID among others are said', () => {
		const rows = [{ id: 'abc-21', name: 'Sale' }, { id: '7' }, { id: 12345678901234567890 }];
		const { state, withoutId } = poll(rows);
		expect(state.completeUpTo).toBe(7);
		expect(withoutId).toContain('Sale ("abc-21"), 12345678901234567000 ("12345678901234567000").');
	});

	it.each([0, 1])('are found on the last page where %s pages are not counted', (uncounted) => {
		const names = numbers(1, 150);
		let { state } = poll(rowsOf(names), undefined, { uncounted });
		for (let id = 151; id <= 420; id += 1) {
			names.push(id);
			const next = poll(rowsOf(names), state, { uncounted });
			expect(next.ids).toEqual([id]);
			({ state } = next);
		}
	});

	it('missed by an order that was believed by coincidence are found when the list has grown', () => {
		// By name: what is new stands in the middle, not at the end.
		const names = numbers(1, 150);
		let { state } = poll(rowsOf(names));
		const found: unknown[] = [];
		for (let id = 151; id <= 360; id += 1) {
			names.splice(20, 0, id);
			const next = poll(rowsOf(names), state);
			found.push(...next.ids);
			({ state } = next);
		}
		expect(state.distrustUntil).toBe(NOW + 24 * 3600_000);
		expect([...found].sort()).toEqual(numbers(151, 360).sort());
	});
});

describe('an order is believed', () => {
	const oneDate = (id: number) => Math.ceil(id / 150);
	const named = (ids: number[], name: (id: number) => string, second?: () => number) =>
		rowsOf(ids, second).map((row) => ({
			...row,
			name: name(Number(row.id)),
			...(second === undefined ? { date: '' } : {}),
		}));
	const sale = (id: number) => (id > 150 ? 'Autumn' : `sale ${String(id).padStart(3, '0')}`);
	const mixedCase = (id: number) => (id % 2 === 0 ? sale(id) : sale(id).toUpperCase());
	const someOfOneDate = rowsOf(numbers(1, 149), oneDate);
	const rising = numbers(1, 150);
	const falling = numbers(1, 150).reverse();

	it.each<[string, IDataObject[], IDataObject[]]>([
		['of one date, newest date first', rowsOf(rising, oneDate), rowsOf([151, ...rising], oneDate)],
		[
			'of one date, oldest date first',
			rowsOf(falling, oneDate),
			rowsOf([...falling, 151], oneDate),
		],
		[
			'of one date but for one without',
			[...someOfOneDate, { id: 150 }],
			[...rowsOf([151], () => 9), ...someOfOneDate, { id: 150 }],
		],
		['by name', named(rising, sale), named([151, ...rising], sale)],
		['by name, Z to A', named(falling, sale), named([...falling, 151], sale)],
		['by name in whatever case', named(rising, mixedCase), named([151, ...rising], mixedCase)],
		[
			'of one name',
			named(rising, () => 'Sale'),
			named([151, ...rising], (id) => (id > 150 ? 'A' : 'Sale')),
		],
	])('by nothing that rows %s show, and the first new one is found at once', (_, before, after) => {
		const { state } = poll(before);
		expect(state.order).toBeUndefined();
		expect(poll(after, state).ids).toEqual([151]);
	});

	it('by no row that is shown on both pages, since it moved meanwhile', () => {
		const byName = (ids: number[]) =>
			rowsOf(ids, (id) => Math.ceil(id / 2)).map((row) => ({
				...row,
				name: sale(Number(row.id) - 2),
			}));
		const [before, after] = [byName(falling), byName([152, 151, ...falling])];
		const { state } = poll((requests) => (requests === 1 ? before : after));
		expect(state.order).toBeUndefined();
	});

	it('as soon as new ones show it, and then costs one request', () => {
		const { state } = poll(rowsOf(rising, oneDate));
		const rows = rowsOf([...numbers(151, 160).reverse(), ...rising], (id) => Math.max(150, id));
		const found = poll(rows, state);
		expect(found.state.order).toBe('newestFirst');
		const byName = named(rising, sale);
		const byId = poll([...byName, ...named([151], sale)], poll(byName).state);
		expect(byId.state.order).toBe('oldestFirst');
		expect(poll([...byName, ...named([151], sale)], byId.state).read).toHaveLength(1);
	});
});
