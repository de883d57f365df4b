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

/** One poll over a listing; the pages it asked for beside what came out. */
function poll(rows: IDataObject[], saved?: NewRecordsState, pages = Infinity) {
	const cursor = new NewRecords({}, saved);
	const asked: string[] = [];
	for (let read = 0; read < pages; read += 1) {
		const ask = cursor.ask();
		if (ask === undefined) break;
		asked.push(`${ask.size} on ${ask.number}`);
		cursor.take({
			records: rows.slice((ask.number - 1) * ask.size, ask.number * ask.size),
			lastPage: Math.max(1, Math.ceil(rows.length / ask.size)),
			perPage: ask.size,
		});
	}
	const { state, events, notes } = cursor.result();
	const plain = JSON.parse(JSON.stringify(state)) as NewRecordsState;
	return { asked, ids: events.map(({ id }) => id), state: plain, notes };
}

describe('new records', () => {
	it('learn the order once, from the first and the last page', () => {
		const falling = poll(rowsOf(numbers(1, 350).reverse()));
		expect(falling.asked).toEqual(['100 on 1', '100 on 4']);
		expect(falling.state.order).toBe('descending');
		const rising = poll(rowsOf(numbers(1, 350)));
		expect(rising.asked).toEqual(['100 on 1', '100 on 4']);
		expect(rising.state).toMatchObject({ order: 'ascending', end: 350 });
		expect(poll(rowsOf(numbers(1, 350)), rising.state).asked).toHaveLength(1);
	});

	it('cost one look at an ascending listing of any length', () => {
		for (let length = 101; length < 1_500; length += 7) {
			const rows = rowsOf(numbers(1, length));
			const baseline = poll(rows);
			expect(poll(rows, baseline.state).asked).toHaveLength(1);
			const { asked, ids } = poll(rowsOf(numbers(1, length + 5)), baseline.state);
			expect(ids).toEqual(numbers(length + 1, length + 5));
			expect(asked.length).toBeLessThanOrEqual(3);
		}
	});

	it('are read in windows that overlap', () => {
		const baseline = poll(rowsOf(numbers(1, 350).reverse()));
		const burst = poll(rowsOf(numbers(1, 530).reverse()), baseline.state);
		expect(burst.asked).toEqual(['100 on 1', '90 on 2', '85 on 3']);
		expect(burst.ids).toEqual(numbers(351, 530));
	});

	it('are handed out when they become visible late', () => {
		const all = numbers(1, 350).filter((id) => id !== 340);
		const baseline = poll(rowsOf([...all].reverse()));
		expect(poll(rowsOf(numbers(1, 350).reverse()), baseline.state).ids).toEqual([340]);
	});

	it('are not handed out again when they come back', () => {
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
		expect(first.state.gap).toMatchObject({ edge: 255, top: 900 });
		const second = poll(rowsOf(numbers(1, 920).reverse()), first.state);
		expect(second.ids).toEqual([...numbers(351, 645), ...numbers(901, 920)]);
		expect(second.state.gap).toBeUndefined();
	});

	it('say so when a burst is too scattered to be remembered one by one', () => {
		const ids = numbers(1, 25_000).map((index) => index * 3);
		const state: NewRecordsState = { mark: 1, known: '', order: 'descending' };
		const burst = poll(rowsOf([...ids].reverse()), state, 270);
		expect(burst.state.gap).toBeDefined();
		expect(burst.notes).toHaveLength(1);
		expect(burst.state.known.length).toBeLessThan(1_000);
	});
});
