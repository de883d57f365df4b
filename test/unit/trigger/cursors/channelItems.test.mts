import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../nodes/LinkShortener/api/pagination/page';
import {
	ChannelItems,
	type ChannelItemsState,
} from '../../../../nodes/LinkShortener/trigger/cursors/channelItems';
import { PROPERTY_SEED, runs } from '../../../random.mts';
import { ListingModel, USUAL } from '../listingModel.mts';
import { changes, listings } from './channelHistory.mts';
import { History } from './channelPlayer.mts';
import { pageOf, plansOf, playAll, pollOnce } from './polls.mts';

type Read = (number: number, size: number) => Page;

function poll(read: Read, saved?: IDataObject, budget?: number) {
	return pollOnce(new ChannelItems(saved as ChannelItemsState | undefined), read, budget);
}

function items(...ids: number[]): IDataObject[] {
	return ids.map((id) => ({ type: 'links', id }));
}

function upTo(count: number): IDataObject[] {
	return items(...Array.from({ length: count }, (_, index) => count - index));
}

/** A plain listing in pages of at most 12. */
function listing(rows: IDataObject[]): Read {
	return (number, size) => pageOf(rows, number, Math.min(size, 12));
}

describe('items of a channel', () => {
	it('count as new again when they were taken out and put back', () => {
		const first = poll(listing(items(3, 2, 1)));
		const second = poll(listing(items(3, 1)), first.state);
		expect([first.events, second.events]).toEqual([[], []]);
		expect(poll(listing(items(3, 2, 1)), second.state).events).toEqual(items(2));
	});

	it('are told from those of another type with the same id', () => {
		const first = poll(listing(items(1)));
		const both = [{ type: 'qr', id: 1 }, ...items(1)];
		expect(poll(listing(both), first.state).events).toEqual([{ type: 'qr', id: 1 }]);
	});

	it('are read on where the budget ended, and none is emitted before the baseline is complete', () => {
		const all = upTo(50);
		let saved: IDataObject | undefined;
		for (let polls = 0; polls < 10; polls += 1) {
			const outcome = poll(listing(all), saved, 2);
			expect(outcome.events).toEqual([]);
			saved = outcome.state;
		}
		// A scan under way is brought to its end first.
		const rest = poll(listing([...items(99), ...all]), saved);
		const whole = poll(listing([...items(99), ...all]), rest.state);
		expect([...rest.events, ...whole.events]).toEqual(items(99));
	});

	it('come oldest first', () => {
		const dated = (id: number, day: number) => ({ type: 'links', id, date: `2026-01-0${day}` });
		const first = poll(listing(items(1)));
		const newestFirst = [dated(4, 3), dated(3, 2), dated(2, 2), ...items(1)];
		const ids = (rows: IDataObject[]) => rows.map(({ id }) => id);
		expect(ids(poll(listing(newestFirst), first.state).events)).toEqual([2, 3, 4]);
		const oldestFirst = [...newestFirst].reverse();
		expect(ids(poll(listing(oldestFirst), first.state).events)).toEqual([2, 3, 4]);
	});

	it('cost a request per page while nothing is new, and twice that where some are gone', () => {
		const first = poll(listing(upTo(50)));
		expect([first.requests, first.state]).toEqual([10, { items: { links: '1-50' } }]);
		const idle = poll(listing(upTo(50)), first.state);
		expect([idle.requests, idle.state]).toEqual([5, first.state]);
		const less = poll(listing(upTo(40)), first.state);
		expect([less.requests, less.state]).toEqual([8, { items: { links: '1-40' } }]);
	});

	it('are emitted behind 120 rows in a row that the service leaves out', () => {
		const model = new ListingModel({ ...USUAL, pageSize: 15, honoursSize: false });
		model.create(450);
		model.leaveOut(model.run(0.3, 120));
		const read: Read = (number, size) => model.page(number, size);
		let state: IDataObject | undefined;
		// An empty page counts from the second poll on.
		for (let polls = 0; polls < 2; polls += 1) state = poll(read, state).state;
		const [one] = model.create(1);
		const found = poll(read, state);
		expect(found.events).toMatchObject([{ id: one?.id }]);
		expect(found.requests).toBe(31);
	});

	it('are emitted where one of 40 is left out and the pages have a size of their own', () => {
		const model = new ListingModel({ ...USUAL, pageSize: 15, honoursSize: false });
		model.create(40);
		model.leaveOut(model.run(0.2, 1));
		const read: Read = (number, size) => model.page(number, size);
		const { state } = poll(read);
		const created = model.create(2);
		expect(poll(read, state).events).toMatchObject(created.map(({ id }) => ({ id })));
	});

	it('are forgotten for as long as it goes where the pages have a size of their own', () => {
		const model = new ListingModel({ ...USUAL, pageSize: 15, honoursSize: false });
		model.create(20);
		const read: Read = (number, size) => model.page(number, size);
		let { state } = poll(read);
		for (let polls = 0; polls < 600; polls += 1) {
			model.remove(model.run(0.5, 10));
			model.create(10);
			const { events, state: next } = poll(read, state);
			expect(events).toHaveLength(10);
			state = next;
		}
		expect(state).toEqual({ items: { links: expect.any(String) as string } });
	});

	it.each<[string, Page]>([
		['with its numbers', { records: [], lastPage: 1 }],
		['bare', { records: [] }],
	])('are not emitted again after one empty answer: %s', (_, empty) => {
		const all = upTo(11);
		const first = poll(() => empty);
		const second = poll(listing(all), first.state);
		expect([first.events, second.events]).toEqual([[], []]);
		const third = poll(() => empty, second.state);
		expect(poll(listing(all), third.state).events).toEqual([]);
	});

	it('are the first ones where up to ten come after an empty answer', () => {
		const first = poll(listing([]));
		const second = poll(listing(upTo(10)), first.state);
		expect(second.events).toHaveLength(10);
		expect(poll(listing(upTo(10)), second.state).events).toEqual([]);
	});

	it('of a channel that is empty from the start are new', () => {
		const first = poll(listing([]));
		const second = poll(listing([]), first.state);
		expect(second.state).toEqual({ items: {} });
		expect(poll(listing(items(1)), second.state).events).toEqual(items(1));
	});

	it('are not forgotten by an empty list, however often it comes, but by one of other items', () => {
		let { state } = poll(listing(items(1, 2)));
		for (let polls = 0; polls < 3; polls += 1) state = poll(listing([]), state).state;
		expect(state).toEqual({ items: { links: '1-2' } });
		expect(poll(listing(items(1, 2)), state).events).toEqual([]);
		const other = poll(listing(items(3)), state);
		expect(poll(listing(items(1, 3)), other.state).events).toEqual(items(1));
	});

	it('are not forgotten by two passes that were told of different numbers of pages', () => {
		const all = upTo(30);
		let { state } = poll(listing(all));
		for (const lastPage of [1, 3]) {
			const read: Read = (number, size) =>
				number < 3 ? listing(all)(number, size) : { records: [], lastPage };
			state = poll(read, state).state;
		}
		expect(poll(listing(all), state).events).toEqual([]);
	});

	it('that a part of a baseline has seen are not forgotten by an empty list either', () => {
		let { state } = poll(listing(upTo(30)), undefined, 3);
		for (let polls = 0; polls < 2; polls += 1) state = poll(listing([]), state).state;
		expect(poll(listing(upTo(30)), state).events).toEqual([]);
	});

	it('are waited for, and that is said, where pages are counted and nothing is shown', () => {
		const empty: Read = () => ({ records: [], lastPage: 4 });
		const first = poll(empty);
		const second = poll(empty, first.state);
		expect(second.incomplete).toBe('The service counts 4 pages, but shows nothing on them');
		expect(poll(listing(upTo(3)), second.state).events).toEqual([]);
	});

	it('end in a bounded number of requests, whatever the service makes of pages', () => {
		const all = upTo(100);
		const repeated = { records: all.slice(0, 15) };
		const counted: Read = () => ({ ...repeated, lastPage: 900 });
		const first = poll(counted);
		expect([first.requests, first.state.isBaseline]).toEqual([2, true]);
		expect(first.incomplete).toContain('page 2 repeats the one before it');
		// Nothing says how many pages there are, so a full one that comes again is the end.
		const uncounted = poll(() => ({ records: all }));
		expect([uncounted.requests, uncounted.state]).toEqual([4, { items: { links: '1-100' } }]);
		const inTurns: Read = (number) => ({
			records: all.slice((number % 2) * 15, (number % 2) * 15 + 15),
			perPage: 15,
		});
		expect(poll(inTurns).requests).toBe(6);
	});

	it('end behind empty pages in a row and at the end, and that is said', () => {
		const all = upTo(3);
		const read: Read = (number) => ({ records: number === 1 ? all : [], lastPage: 1_000_000 });
		const first = poll(read);
		expect([first.requests, first.notes]).toEqual([
			12,
			[
				'The service counts 1,000,000 pages, but many in a row and the last one are empty. What may stand between them is not read.',
			],
		]);
		const second = poll(read, first.state);
		expect(second.state).toEqual({ items: { links: '1-3' } });
	});

	it('are refused where there are more than 5,000, also in a list without end', () => {
		const endless: Read = (number) => ({ records: upTo(number * 100).slice(0, 100) });
		expect(() => poll(endless)).toThrow('The channel holds more than 5,000 items');
	});

	it.each(['x-1', '12345678901234567', 0, -1, 1.5, null, 2 ** 60])(
		'are refused where none has an id that can be used: %s',
		(id) => {
			const rows = [{ type: 'links', id }];
			expect(() => poll(listing(rows))).toThrow('None of the records on the first page');
			expect(poll(listing([...rows, ...items(1)])).state.items).toEqual({ links: '1' });
		},
	);

	it('are emitted once each while they come, go and move, whatever the pages', () => {
		const counts = {
			cut: 0,
			failed: 0,
			restarts: 0,
			said: 0,
			emitted: 0,
			emittedAgain: 0,
			slipped: 0,
		};
		fc.assert(
			fc.property(listings, fc.nat(60), plansOf(changes, 5), (options, atFirst, plans) => {
				const history = new History(options, atFirst, counts);
				const calmDown = () => history.calmDown();
				playAll(plans, history.memory, history.oracle, (plan) => history.poll(plan), calmDown);
				counts.emittedAgain += history.stays.emittedAgain;
				counts.slipped += history.stays.slipped;
				expect(history.oracle.violations).toEqual([]);
				// Nothing is left open, unless pages are counted on which nothing is shown.
				const { state = {} } = history.memory;
				if (history.channel.shown().size > 0) expect(Object.keys(state)).toEqual(['items']);
			}),
			{ numRuns: runs(2_000) },
		);
		console.log(`Channel items, seed ${PROPERTY_SEED}:`, counts);
		const { slipped, ...rest } = counts;
		expect(Math.min(...Object.values(rest))).toBeGreaterThan(runs(200) - 1);
		expect(slipped).toBeLessThan(counts.emitted / 1_000);
	});
});
