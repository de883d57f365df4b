import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import {
	NewRecords,
	type NewRecordsState,
} from '../../../../nodes/LinkShortener/trigger/cursors/newRecords';

const SECOND = Date.UTC(2026, 0, 1);

function rowsOf(ids: number[], second = (id: number) => id): IDataObject[] {
	return ids.map((id) => ({
		id,
		date: new Date(SECOND + second(id) * 1000).toISOString().slice(0, 19).replace('T', ' '),
	}));
}

function numbers(from: number, to: number): number[] {
	return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const NOW = 1_000_000;

/** One poll over a listing, which may change from page to page; the pages it read beside what came out. */
function poll(
	listing: IDataObject[] | ((requests: number) => IDataObject[]),
	saved?: NewRecordsState,
	pages = Infinity,
) {
	const cursor = new NewRecords({ now: NOW }, saved);
	const reading = cursor.read();
	const read: number[] = [];
	let next = reading.next();
	while (next.done !== true && read.length < pages) {
		const { number, size } = next.value;
		read.push(number);
		const rows = Array.isArray(listing) ? listing : listing(read.length);
		next = reading.next({
			records: rows.slice((number - 1) * size, number * size),
			lastPage: Math.max(1, Math.ceil(rows.length / size)),
			perPage: size,
		});
	}
	const { state, events, notes, incomplete } = cursor.result();
	const plain = JSON.parse(JSON.stringify(state)) as NewRecordsState;
	return { read, ids: events.map(({ id }) => id), state: plain, notes, incomplete };
}

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
			// A last page of one row, of one date then, may follow others of that date.
			const most = length % 100 === 1 ? 2 : 1;
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
		const first = poll(rowsOf(numbers(1, 900).reverse()), baseline.state, 3);
		expect(first.ids).toEqual(numbers(601, 900));
		expect(first.state.backlog).toEqual({ number: 4, order: 'newestFirst' });
		const second = poll(rowsOf(numbers(1, 920).reverse()), first.state);
		expect(second.ids).toEqual([...numbers(351, 600), ...numbers(901, 920)]);
		expect(second.state.backlog).toBeUndefined();
	});

	it('of a burst are found even where nothing is left on the page to go on from', () => {
		const baseline = poll(rowsOf(numbers(1, 350).reverse()));
		const first = poll(rowsOf(numbers(1, 900).reverse()), baseline.state, 5);
		const second = poll(rowsOf(numbers(1, 450).reverse()), first.state);
		expect(second.ids).toEqual(numbers(351, 400));
		expect(second).toMatchObject({ read: [6, 1, 2], incomplete: undefined });
		expect(
			poll([...rowsOf([901]), ...rowsOf(numbers(1, 450).reverse())], second.state).ids,
		).toEqual([901]);
	});

	it('without a single usable ID are a failure that says so', () => {
		const read = (id: string) => () => poll([{ id, date: '2026-01-01 00:00:00' }]);
		expect(read('1234567890123456')).toThrow('"1234567890123456"');
		expect(read('ab12')).toThrow('IDs are not whole numbers');
		expect(poll([{ id: 'ab12' }, { id: '7' }]).state.completeUpTo).toBe(7);
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
		const first = poll(undated(numbers(1, 20).reverse()), state);
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

	it('of the newest record alone is a new record', () => {
		const rows = rowsOf(numbers(901, 1_000).reverse(), (id) => (id === 1_000 ? later(id) : id));
		expect(poll(rows, known()).ids).toEqual([1_000]);
	});
});
