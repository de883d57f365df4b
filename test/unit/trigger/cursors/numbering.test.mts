import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { NOW, numbers, poll, rowsOf } from './rowPolls.mts';

describe('another numbering', () => {
	const later = (id: number) => id + 10_000;
	const known = () => poll(rowsOf(numbers(901, 1_000).reverse())).state;

	it.each([
		['set up anew', rowsOf(numbers(1, 20).reverse(), later), numbers(1, 20)],
		[
			'restored from a backup',
			[...rowsOf(numbers(951, 980).reverse(), later), ...rowsOf(numbers(901, 950).reverse())],
			numbers(951, 980),
		],
	])('is noticed where the service was %s', (_, rows, expected) => {
		const first = poll(rows, known());
		expect(first.ids).toEqual(expected);
		expect(first.notes).toHaveLength(1);
		const second = poll(rows, first.state);
		expect(second).toMatchObject({ ids: [], notes: [] });
		expect(poll(rows, second.state).state).toEqual(second.state);
	});

	it('is noticed by what is dated later, also where there were fewer than three records', () => {
		const { state } = poll(rowsOf([10]));
		// A backup brings back an older record, and the ids after it.
		const restored = poll(rowsOf([3]), state);
		expect(restored).toMatchObject({ ids: [], notes: [] });
		const rows = [...rowsOf([4], later), ...rowsOf([3])];
		expect(poll(rows, restored.state).ids).toEqual([4]);
	});

	it('may come again before the one before it was read to its end', () => {
		const first = poll(rowsOf(numbers(1, 150).reverse(), later), known());
		expect(first.ids).toEqual(numbers(1, 150));
		expect(first.state.since).toBeDefined();
		// Of one second, so that the date does not tell the second one.
		const second = poll(
			rowsOf([1], () => 20_000),
			first.state,
		);
		expect(second.ids).toEqual([1]);
		expect(
			poll(
				rowsOf([2, 1], () => 20_000),
				second.state,
			).ids,
		).toEqual([2]);
	});

	it('without dates counts what is there as old', () => {
		const undated = (ids: number[]) => ids.map((id) => ({ id }));
		const { state } = poll(undated(numbers(901, 1_000).reverse()));
		// A copy of the database that lags may lack the newest ones, too.
		const lagging = poll(undated(numbers(1, 20).reverse()), state);
		expect(lagging).toMatchObject({ ids: [], notes: [] });
		const rows = undated(numbers(1, 20).reverse());
		const first = poll(rows, lagging.state, { now: NOW + 120_000 });
		expect(first).toMatchObject({ ids: [], notes: [expect.stringContaining('no dates')] });
		expect(poll(undated(numbers(1, 22).reverse()), first.state)).toMatchObject({
			ids: [21, 22],
			notes: [],
		});
	});

	it('is noticed in no order, too, before anything is emitted', () => {
		const mixed = (from: number, by: number) =>
			numbers(0, 249).map((index) => ({
				...rowsOf([from + ((index * 101) % 251)])[0],
				id: from + ((index * 101) % 251) + by,
				alias: `a${(index * 101) % 251}`,
			}));
		const { state } = poll(mixed(1, 0));
		expect(state.order).toBeUndefined();
		const moved = poll(mixed(1, 50_000), state);
		expect(moved).toMatchObject({ ids: [], notes: [expect.stringContaining('other IDs')] });
	});

	it('is not what a record shows that resembles a known one, if the first read took two polls', () => {
		const ids = numbers(0, 249).map((index) => 1 + ((index * 101) % 251));
		const all = rowsOf(ids).map((row): IDataObject => ({ ...row, name: 'Sale' }));
		const first = poll(all, undefined, { pages: 2 });
		const known = first.state.newest.map(([id]) => id);
		const copy = { ...rowsOf(known)[0], id: 999, name: 'Sale' };
		// Dates on the pages that the second poll reads are later, and no news.
		const left = [...all.filter(({ id }) => !known.includes(Number(id))), copy];
		const second = poll(left, first.state);
		expect(second.state.isBaseline).toBeUndefined();
		expect(second).toMatchObject({ ids: [], notes: [] });
		expect(poll(left, second.state)).toMatchObject({ ids: [], notes: [] });
	});

	it('of higher IDs emits only what is dated later', () => {
		const named = (id: number, by: number): IDataObject => ({
			...rowsOf([id])[0],
			id: id + by,
			alias: `a${id}`,
		});
		const ids = numbers(901, 1_000).reverse();
		const { state } = poll(ids.map((id) => named(id, 0)));
		const moved = [1_002, 1_001, ...ids].map((id) => named(id, 50_000));
		expect(poll(moved, state).ids).toEqual([51_001, 51_002]);
	});

	const zoned = (
		ids: number[],
		hours: number,
		fields: (id: number) => IDataObject,
	): IDataObject[] =>
		rowsOf(ids, (id) => id + hours * 3600).map((row) => ({ ...row, ...fields(Number(row.id)) }));

	it.each<[string, (id: number) => IDataObject]>([
		['with a link and without a name', (id) => ({ link: `https://sho.rt/qr/${id}`, name: '' })],
		['with a name', (id) => ({ name: `Sale ${id}` })],
		['with one name for all', () => ({ name: 'Sale' })],
		['with nothing but a date', () => ({})],
	])('is not what a time zone makes of records %s', (_, fields) => {
		const ids = numbers(901, 1_000).reverse();
		let { state } = poll(zoned(ids, 0, fields));
		for (const [hours, id] of [
			[1, 1_001],
			[-4.75, 1_002],
			[14, 1_003],
		] as const) {
			expect(poll(zoned(ids, hours, fields), state)).toMatchObject({ ids: [], notes: [] });
			ids.unshift(id);
			const next = poll(zoned(ids, hours, fields), state);
			expect(next).toMatchObject({ ids: [id], notes: [] });
			({ state } = next);
		}
	});

	it.each<[string, IDataObject]>([
		['without dates', {}],
		['of one date', { date: '2026-01-01' }],
	])('is not what new records of known names show, %s', (_, fields) => {
		const names = ['Sale', 'Shop', 'News', 'Blog'];
		const some = (ids: number[], all = names) =>
			ids.map((id) => ({ id, name: all[id % all.length] ?? '', ...fields }));
		// The newest ones are of one name, and the fourth begins a page.
		const shop = some(numbers(1, 100), ['Shop']);
		const { state } = poll(shop);
		const one = poll([...shop, ...some([101], ['Shop'])], state);
		expect(one).toMatchObject({ ids: [101], notes: [] });
		// Page 1 shows copies alone.
		const first = poll(some(numbers(1, 250).reverse()));
		const all = poll(some(numbers(1, 400).reverse()), first.state);
		expect(all).toMatchObject({ ids: numbers(251, 400), notes: [] });
	});

	it('without dates is not what another name shows', () => {
		const rows = numbers(1, 20).map((id) => ({ id, name: `Sale ${id}` }));
		const { state } = poll(rows);
		for (const id of [18, 20]) rows[id - 1] = { id, name: 'Summer' };
		expect(poll(rows, state)).toMatchObject({ ids: [], notes: [] });
	});

	it('of the newest record alone is a new record', () => {
		const rows = rowsOf(numbers(901, 1_000).reverse(), (id) => (id === 1_000 ? later(id) : id));
		expect(poll(rows, known()).ids).toEqual([1_000]);
	});
});
