import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../nodes/LinkShortener/api/pagination/page';
import {
	MostClicked,
	type MostClickedState,
} from '../../../../nodes/LinkShortener/trigger/cursors/mostClicked';
import { PROPERTY_SEED, runs } from '../../../random.mts';
import { ListingModel, USUAL } from '../listingModel.mts';
import { Oracle } from '../oracle.mts';
import { Memory, pageOf, plansOf, playAll, playPoll, pollOnce } from './polls.mts';

type Read = (number: number, size: number) => Page;

function poll(count: number, read: Read, saved?: IDataObject, budget?: number) {
	return pollOnce(new MostClicked(count, saved as MostClickedState | undefined), read, budget);
}

function listing(clicks: Record<number, number>): Read {
	const rows = Object.entries(clicks).map(([id, count]) => ({ id: Number(id), clicks: count }));
	rows.sort((one, other) => other.clicks - one.clicks);
	return (number, size) => pageOf(rows, number, size);
}

/** How many links the histories watch. */
const WATCHED = 6;

/** The fewest clicks of a link in the histories: some soon have a thousand, which may be written with a comma. */
const LEAST = 970;

/** The clicks of a link from one count to another, each an event of its own. */
function clicksOf(id: number, from: number, to: number): string[] {
	return Array.from({ length: to - from }, (_, at) => `click ${from + at + 1} of link ${id}`);
}

describe('clicks of the most clicked links', () => {
	it('count from nothing where a link is new to a list that holds all of them', () => {
		const first = poll(100, listing({ 1: 4 }));
		expect(poll(100, listing({ 1: 4, 2: 3 }), first.state).events).toMatchObject([
			{ id: 2, clicksBefore: 0, newClicks: 3, newClicksIsMinimum: false },
		]);
	});

	it('are not all new after one empty answer', () => {
		const all = { 1: 40, 2: 30, 3: 20, 4: 10 };
		const first = poll(3, listing({}));
		const second = poll(3, listing(all), first.state);
		const third = poll(3, listing({}), second.state);
		const fourth = poll(3, listing({ ...all, 4: 21 }), third.state);
		expect([first, second, third].flatMap(({ events }) => events)).toEqual([]);
		expect(fourth.events).toMatchObject([{ id: 4, clicksBefore: 20, newClicksIsMinimum: true }]);
	});

	it('are counted on behind rows that the service leaves out', () => {
		const model = new ListingModel({ ...USUAL, sort: 'clicks', pageSize: 15, honoursSize: false });
		for (let clicks = 1; clicks <= 90; clicks += 1) model.create(1, 1, { clicks });
		model.leaveOut(model.run(0.2, 40));
		const read: Read = (number, size) => model.page(number, size);
		let state: IDataObject | undefined;
		for (let polls = 0; polls < 2; polls += 1) state = poll(40, read, state).state;
		const [low] = model.run(0.7, 1);
		if (low !== undefined) model.click(low, 1);
		const found = poll(40, read, state);
		expect(found.events).toMatchObject([{ id: low?.id, newClicks: 1 }]);
		expect(found.requests).toBe(6);
	});

	it('complete the baseline also where every poll has time for one page of three', () => {
		const all = Object.fromEntries(Array.from({ length: 300 }, (_, id) => [id + 1, 1_000 - id]));
		let state: IDataObject | undefined;
		for (let polls = 0; polls < 8; polls += 1) state = poll(300, listing(all), state, 1).state;
		expect(state).toMatchObject({ floor: 701 });
		expect(state).not.toHaveProperty('isBaseline');
	});

	it('are refused where no row has an ID and clicks', () => {
		const read: Read = () => ({ records: [{ id: 7 }], lastPage: 1 });
		expect(() => poll(3, read)).toThrow('None of the records on the first page');
	});

	it('never report the same clicks twice, whichever links enter and leave the list', () => {
		const clicking = fc.array(
			fc.record({ link: fc.nat(19), times: fc.integer({ min: 1, max: 30 }) }),
			{ maxLength: 8 },
		);
		const plans = plansOf(clicking, 8);
		const starts = fc.array(fc.nat(40), { minLength: 20, maxLength: 20 });
		const forms = fc.constantFrom('text' as const, 'grouped' as const);
		const counts = { emitted: 0, slipped: 0 };
		fc.assert(
			fc.property(
				starts,
				plans,
				fc.integer({ min: 2, max: 8 }),
				forms,
				(start, all, pageSize, form) => {
					const model = new ListingModel({ ...USUAL, sort: 'clicks', pageSize, clicks: form });
					const rows = start.flatMap((clicks) => model.create(1, 1, { clicks: clicks + LEAST }));
					model.keepCopy();
					const atFirst = new Map(rows.map(({ id, clicks }) => [id, clicks]));
					const oracle = new Oracle();
					const visit = ({ link, times }: { link: number; times: number }) => {
						const row = rows[link];
						if (row === undefined) return;
						for (const click of clicksOf(row.id, row.clicks, row.clicks + times))
							oracle.allow(click);
						model.click(row, times);
					};
					const shown = new Set<unknown>();
					const memory = new Memory();
					playAll(all, memory, oracle, (plan) => {
						if (plan.restarts) memory.restart();
						// A baseline that n8n has not saved is made anew.
						if (plan.restarts && memory.isBaseline) shown.clear();
						plan.before.forEach(visit);
						const seen: IDataObject[] = [];
						const cursor = new MostClicked(WATCHED, memory.state as MostClickedState | undefined);
						const outcome = playPoll(plan, cursor, model, oracle, {
							apply: visit,
							// Those within the list.
							see: ({ records }, number) =>
								seen.push(...records.slice(0, Math.max(0, WATCHED - (number - 1) * pageSize))),
						});
						if (outcome === undefined) return;
						memory.keep(outcome);
						for (const event of outcome.events) {
							const id = Number(event.id);
							const [before, after] = [Number(event.clicksBefore), Number(event.clicks)];
							const old = atFirst.get(id) ?? 0;
							counts.emitted += 1;
							// It moved past the page being read in each scan of the baseline.
							if (before < old && !shown.has(id)) {
								counts.slipped += 1;
								for (const click of clicksOf(id, before, old)) oracle.allow(click);
							}
							expect(before).toBeLessThan(after);
							oracle.emit(clicksOf(id, before, after));
							// It is too late for those before.
							for (const click of clicksOf(id, LEAST, after)) oracle.forbid(click);
						}
						for (const { id } of seen) shown.add(id);
					});
					expect(oracle.violations).toEqual([]);
				},
			),
			{ numRuns: runs(2_000) },
		);
		console.log(`Most clicked links, seed ${PROPERTY_SEED}:`, counts);
		expect(counts.emitted).toBeGreaterThan(runs(1_000) - 1);
		expect(counts.slipped).toBeLessThan(counts.emitted / 1_000);
	});
});
