import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../nodes/LinkShortener/api/pagination/page';
import {
	ChannelItems,
	type ChannelItemsState,
} from '../../../../nodes/LinkShortener/trigger/cursors/channelItems';
import {
	ClicksReached,
	type ClicksReachedState,
} from '../../../../nodes/LinkShortener/trigger/cursors/clicksReached';
import {
	ChosenLinks,
	type ChosenLinksState,
	MostClicked,
	type MostClickedState,
} from '../../../../nodes/LinkShortener/trigger/cursors/linkClicks';
import { UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';
import type { Cursor } from '../../../../nodes/LinkShortener/trigger/cursors/cursor';
import { PROPERTY_SEED, runs } from '../../../random';

type Read = (number: number, size: number) => Page;

/** Runs one poll; `between` is called before each page but the first. */
function run(cursor: Cursor, read: Read, budget = Infinity, between?: (page: number) => void) {
	const scan = cursor.scan();
	let next = scan.next();
	for (let pages = 0; pages < budget && next.done !== true; pages += 1) {
		if (pages > 0) between?.(pages);
		next = scan.next(read(next.value.number, next.value.size));
	}
	const { state, events, notes } = cursor.result();
	return { state: JSON.parse(JSON.stringify(state)) as IDataObject, events, notes };
}

/** Reads chosen links one after the other. */
function look(
	cursor: ChosenLinks,
	read: (link: string) => IDataObject | UserFacingError,
	budget = Infinity,
) {
	const scan = cursor.scan();
	let next = scan.next();
	for (let links = 0; links < budget && next.done !== true; links += 1) {
		next = scan.next(read(next.value));
	}
	return cursor.result();
}

function pageOf(rows: IDataObject[], number: number, size: number): Page {
	return {
		records: rows.slice((number - 1) * size, number * size),
		lastPage: Math.max(1, Math.ceil(rows.length / size)),
	};
}

describe('items of a channel', () => {
	const poll = (rows: () => IDataObject[], saved?: IDataObject, budget?: number, most = 12) =>
		run(
			new ChannelItems(saved as unknown as ChannelItemsState | undefined),
			(number, size) => pageOf(rows(), number, Math.min(size, most)),
			budget,
		);
	const items = (...ids: number[]) => ids.map((id) => ({ type: 'links', id }));

	it('counts as new again what was taken out and put back', () => {
		const first = poll(() => items(3, 2, 1));
		const second = poll(() => items(3, 1), first.state);
		expect(second.events).toEqual([]);
		expect(poll(() => items(3, 2, 1), second.state).events).toEqual(items(2));
	});

	it('tells a link from a QR code of the same id', () => {
		const first = poll(() => items(1));
		const { events } = poll(() => [{ type: 'qr', id: 1 }, ...items(1)], first.state);
		expect(events).toEqual([{ type: 'qr', id: 1 }]);
	});

	it('goes on where the budget ended, and is silent until the baseline is complete', () => {
		const all = items(...Array.from({ length: 50 }, (_, index) => 50 - index));
		let saved: IDataObject | undefined;
		for (let polls = 0; polls < 10; polls += 1) {
			const outcome = poll(() => all, saved, 2);
			expect(outcome.events).toEqual([]);
			saved = outcome.state;
		}
		// A reading under way is brought to its end first.
		const rest = poll(() => [...items(99), ...all], saved);
		const whole = poll(() => [...items(99), ...all], rest.state);
		expect([...rest.events, ...whole.events]).toEqual(items(99));
	});

	it('hands out every item that is put in and stays, once, while items come and go', () => {
		const changes = fc.array(fc.record({ isPut: fc.boolean(), at: fc.nat(80) }), { maxLength: 6 });
		const plans = fc.array(
			fc.record({ before: changes, between: changes, budget: fc.integer({ min: 1, max: 12 }) }),
			{ minLength: 1, maxLength: 6 },
		);
		const counts = { put: 0, taken: 0, cut: 0 };
		fc.assert(
			fc.property(fc.nat(40), plans, fc.integer({ min: 8, max: 14 }), (atFirst, all, most) => {
				let rows = items(...Array.from({ length: atFirst }, (_, index) => atFirst - index));
				let next = atFirst;
				const old = new Set(rows.map(({ id }) => id));
				const required = new Set<number>();
				const found: number[] = [];
				let isBaseline = true;
				const change = ({ isPut, at }: { isPut: boolean; at: number }) => {
					if (isPut) {
						counts.put += 1;
						next += 1;
						rows = [...items(next), ...rows];
						if (isBaseline) old.add(next);
						else required.add(next);
						return;
					}
					const gone = rows[at % Math.max(1, rows.length)];
					if (gone === undefined) return;
					counts.taken += 1;
					rows = rows.filter((row) => row !== gone);
					required.delete(gone.id);
				};
				let saved: IDataObject | undefined;
				const calm = Array.from({ length: 4 }, () => ({ before: [], between: [], budget: 100 }));
				for (const { before, between, budget } of [...all, ...calm]) {
					before.forEach(change);
					const { state, events } = run(
						new ChannelItems(saved as unknown as ChannelItemsState | undefined),
						(number, size) => pageOf(rows, number, Math.min(size, most)),
						budget,
						(page) => {
							const now = between[page - 1];
							if (now !== undefined) change(now);
						},
					);
					saved = state;
					if (state.edge !== undefined) counts.cut += 1;
					if (state.silent !== true) isBaseline = false;
					found.push(...events.map(({ id }) => Number(id)));
				}
				expect(found).toHaveLength(new Set(found).size);
				for (const id of required) expect(found).toContain(id);
			}),
			{ numRuns: runs(2_000) },
		);
		console.log(`Channel items, seed ${PROPERTY_SEED}:`, counts);
		expect(Math.min(...Object.values(counts))).toBeGreaterThan(500);
	});
});

describe('links that reach a number of clicks', () => {
	const poll = (clicks: Record<string, number>, saved?: IDataObject, budget?: number) => {
		const rows = Object.entries(clicks)
			.map(([id, count]) => ({ id: Number(id), clicks: count }))
			.sort((one, other) => other.clicks - one.clicks);
		return run(
			new ClicksReached(10, saved as unknown as ClicksReachedState | undefined),
			(number, size) => pageOf(rows, number, size),
			budget,
		);
	};

	it('announces each once, whatever the order', () => {
		const first = poll({ 1: 5, 2: 10, 3: 0 });
		const second = poll({ 1: 10, 2: 11, 3: 50 }, first.state);
		expect(second.events.map(({ id }) => id)).toEqual([1, 3]);
		expect(poll({ 1: 12, 2: 11, 3: 51 }, second.state).events).toEqual([]);
	});

	it('reads on where an install does not sort by clicks', () => {
		const cursor = new ClicksReached(10, { announced: '' });
		cursor.take({
			records: [
				{ id: 1, clicks: 3 },
				{ id: 2, clicks: 12 },
			],
			lastPage: 2,
		});
		expect(cursor.ask()).toMatchObject({ number: 2 });
	});

	it('goes on where the budget ended', () => {
		const many = Object.fromEntries(Array.from({ length: 350 }, (_, id) => [id + 1, 20]));
		let saved: IDataObject | undefined;
		for (let polls = 0; polls < 12; polls += 1) {
			const { state, events } = poll(many, saved, 1);
			expect(events).toEqual([]);
			saved = state;
		}
		expect(saved).toEqual({ announced: '1-350' });
	});
});

describe('clicks of links', () => {
	it('take the first look in silence and count from there, one link after the other', () => {
		const poll = (clicks: number[], saved?: IDataObject, budget = 3) => {
			const cursor = new ChosenLinks(
				['1', '2', '3'],
				saved as unknown as ChosenLinksState | undefined,
			);
			const read = (link: string) => ({ id: Number(link), clicks: clicks[Number(link) - 1] });
			return look(cursor, read, budget);
		};
		const first = poll([1, 2, 3]);
		expect(first.events).toEqual([]);
		const cut = poll([2, 3, 4], first.state, 2);
		expect(cut.events).toMatchObject([
			{ id: 1, newClicks: 1 },
			{ id: 2, newClicks: 1 },
		]);
		const rest = poll([2, 3, 4], cut.state);
		expect(rest.events).toMatchObject([{ id: 3, clicksBefore: 3, newClicks: 1 }]);
		expect(poll([0, 3, 4], rest.state).events).toEqual([]);
	});

	it('of a link chosen by id and by short URL are counted once, over polls without time too', () => {
		const short = 'https://go.example.com/one';
		const poll = (clicks: number, saved?: IDataObject, budget = 2) => {
			const cursor = new ChosenLinks(
				['1', short],
				saved as unknown as ChosenLinksState | undefined,
			);
			return look(cursor, () => ({ id: 1, clicks }), budget);
		};
		const first = poll(5);
		expect(first.state).toEqual({ clicks: { 1: 5 }, ids: { [short]: '1' } });
		const cut = poll(8, first.state, 1);
		expect(cut.events).toMatchObject([{ id: 1, newClicks: 3 }]);
		expect(poll(8, cut.state).events).toEqual([]);
		expect(poll(9, cut.state).events).toMatchObject([{ id: 1, clicksBefore: 8, newClicks: 1 }]);
	});

	it('of a link that is gone are kept for when it comes back', () => {
		const poll = (clicks: Record<string, number>, saved?: IDataObject) => {
			const cursor = new ChosenLinks(['1', '2'], saved as unknown as ChosenLinksState | undefined);
			return look(cursor, (link) =>
				clicks[link] === undefined
					? new UserFacingError({
							message: `Link ${link}: gone`,
							remedy: 'Look.',
							kind: 'notFound',
						})
					: { id: Number(link), clicks: clicks[link] },
			);
		};
		expect(() => poll({ 2: 5 })).toThrow('Link 1: gone');
		const first = poll({ 1: 5, 2: 5 });
		const { state, events, notes } = poll({ 2: 6 }, first.state);
		expect([events.length, notes.length]).toEqual([1, 1]);
		expect(poll({ 1: 7, 2: 6 }, state).events).toMatchObject([{ id: 1, newClicks: 2 }]);
		expect(() => poll({}, state)).toThrow('gone');
	});

	it('never report the same clicks twice, whichever links enter and leave the list', () => {
		const clicking = fc.array(
			fc.record({ link: fc.nat(19), times: fc.integer({ min: 1, max: 30 }) }),
			{
				maxLength: 8,
			},
		);
		fc.assert(
			fc.property(
				fc.array(fc.nat(40), { minLength: 20, maxLength: 20 }),
				fc.array(clicking, { minLength: 1, maxLength: 8 }),
				(start, polls) => {
					const clicks = [...start];
					const reported = new Map<number, number>();
					let saved: IDataObject | undefined;
					for (const visits of [[], ...polls]) {
						for (const { link, times } of visits) clicks[link] = (clicks[link] ?? 0) + times;
						const rows = clicks
							.map((count, index) => ({ id: index + 1, clicks: count }))
							.sort((one, other) => other.clicks - one.clicks);
						const { state, events } = run(
							new MostClicked(6, saved as unknown as MostClickedState | undefined),
							(number, size) => pageOf(rows, number, size),
						);
						saved = state;
						for (const { id, clicks: now, clicksBefore } of events) {
							expect(Number(clicksBefore)).toBeGreaterThanOrEqual(reported.get(Number(id)) ?? 0);
							expect(Number(clicksBefore)).toBeGreaterThanOrEqual(start[Number(id) - 1] ?? 0);
							reported.set(Number(id), Number(now));
						}
					}
				},
			),
			{ numRuns: runs(1_000) },
		);
	});

	it('count from nothing where a link is new to a list that holds all of them', () => {
		const poll = (rows: IDataObject[], saved?: IDataObject) =>
			run(new MostClicked(100, saved as unknown as MostClickedState | undefined), (number, size) =>
				pageOf(rows, number, size),
			);
		const first = poll([{ id: 1, clicks: 4 }]);
		expect(
			poll(
				[
					{ id: 1, clicks: 4 },
					{ id: 2, clicks: 3 },
				],
				first.state,
			).events,
		).toMatchObject([{ id: 2, clicksBefore: 0, newClicks: 3, newClicksIsMinimum: false }]);
	});
});
