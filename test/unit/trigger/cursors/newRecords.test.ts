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

/** One poll over a listing; the pages it asked for beside what came out. */
function poll(rows: IDataObject[], saved?: NewRecordsState, pages = Infinity) {
	const cursor = new NewRecords({ now: NOW }, saved);
	const scan = cursor.scan();
	const asked: string[] = [];
	let next = scan.next();
	while (next.done !== true && asked.length < pages) {
		const { number, size } = next.value;
		asked.push(`${size} on ${number}`);
		next = scan.next({
			records: rows.slice((number - 1) * size, number * size),
			lastPage: Math.max(1, Math.ceil(rows.length / size)),
			perPage: size,
		});
	}
	const { state, events, notes, incomplete } = cursor.result();
	const plain = JSON.parse(JSON.stringify(state)) as NewRecordsState;
	return { asked, ids: events.map(({ id }) => id), state: plain, notes, incomplete };
}

describe('new records', () => {
	it('learn the order once, from the first and the last page', () => {
		const falling = poll(rowsOf(numbers(1, 350).reverse()));
		expect(falling.asked).toEqual(['100 on 1', '100 on 4']);
		expect(falling.state.order).toBe('newestFirst');
		const rising = poll(rowsOf(numbers(1, 350)));
		expect(rising.asked).toEqual(['100 on 1', '100 on 4']);
		expect(rising.state).toMatchObject({ order: 'oldestFirst', lastPage: 4 });
		expect(poll(rowsOf(numbers(1, 350)), rising.state).asked).toHaveLength(1);
	});

	it('cost one look at an ascending listing of any length', () => {
		for (let length = 101; length < 1_500; length += 7) {
			const rows = rowsOf(numbers(1, length));
			const baseline = poll(rows);
			// A last page of one row, of one date then, may follow others of that date.
			const most = length % 100 === 1 ? 2 : 1;
			expect(poll(rows, baseline.state).asked).toHaveLength(most);
			const { asked, ids } = poll(rowsOf(numbers(1, length + 5)), baseline.state);
			expect(ids).toEqual(numbers(length + 1, length + 5));
			expect(asked.length).toBeLessThanOrEqual(4);
		}
	});

	it('are read in windows that overlap', () => {
		const baseline = poll(rowsOf(numbers(1, 350).reverse()));
		const burst = poll(rowsOf(numbers(1, 530).reverse()), baseline.state);
		expect(burst.asked).toEqual(['100 on 1', '90 on 2', '85 on 3']);
		expect(burst.ids).toEqual(numbers(351, 530));
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
		expect(first.ids).toEqual(numbers(646, 900));
		expect(first.state.backlog).toMatchObject({ number: 3, size: 85, lowestId: 646, maxId: 900 });
		const second = poll(rowsOf(numbers(1, 920).reverse()), first.state);
		expect(second.ids).toEqual([...numbers(351, 645), ...numbers(901, 920)]);
		expect(second.state.backlog).toBeUndefined();
	});

	it('say so when a burst is too scattered to be remembered one by one', () => {
		const ids = numbers(1, 25_000).map((index) => index * 3);
		const state = poll(rowsOf(numbers(1, 350).reverse())).state;
		const burst = poll(rowsOf([...ids].reverse()), state, 270);
		expect(burst.state.backlog).toBeDefined();
		expect(burst.notes).toHaveLength(1);
		expect(burst.state.seenIds.length).toBeLessThan(1_000);
	});

	it('without a single usable ID are a failure that says so', () => {
		const read = (id: string) => () => poll([{ id, date: '2026-01-01 00:00:00' }]);
		expect(read('1234567890123456')).toThrow('"1234567890123456"');
		expect(read('ab12')).toThrow('IDs are not whole numbers');
		expect(poll([{ id: 'ab12' }, { id: '7' }]).state.maxId).toBe(7);
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
		expect(first.ids).toEqual([]);
		const second = poll(rows, first.state);
		expect(second.ids).toEqual(expected);
		expect(second.notes).toHaveLength(1);
		expect(poll(rows, second.state).ids).toEqual([]);
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
