import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../nodes/LinkShortener/api/pagination/page';
import {
	ClicksReached,
	isSortedByClicks,
	type ClicksReachedState,
} from '../../../../nodes/LinkShortener/trigger/cursors/clicksReached';
import { PROPERTY_SEED, runs } from '../../../random';
import { ListingModel, USUAL, type ListingOptions, type ModelRow } from '../listingModel';
import { Memory, pageOf, pollOnce, type PollOutcome } from './polls';

type Read = (number: number, size: number) => Page;

const REACHED = 10;

function poll(read: Read, saved?: IDataObject, budget?: number): PollOutcome {
	return pollOnce(
		new ClicksReached(REACHED, saved as ClicksReachedState | undefined),
		read,
		budget,
	);
}

/** A list that is sorted by clicks, in pages of 100. */
function listing(clicks: Record<number, number>): Read {
	const rows = Object.entries(clicks).map(([id, count]) => ({ id: Number(id), clicks: count }));
	rows.sort((one, other) => other.clicks - one.clicks);
	return (number, size) => pageOf(rows, number, size);
}

function many(count: number, clicks: number): Record<number, number> {
	return Object.fromEntries(Array.from({ length: count }, (_, id) => [id + 1, clicks]));
}

describe('links that reach a number of clicks', () => {
	it('are emitted once each, whatever their order', () => {
		const first = poll(listing({ 1: 5, 2: 10, 3: 0 }));
		const second = poll(listing({ 1: 10, 2: 11, 3: 50 }), first.state);
		expect(second.events.map(({ id }) => id)).toEqual([1, 3]);
		expect(poll(listing({ 1: 12, 2: 11, 3: 51 }), second.state).events).toEqual([]);
	});

	it('cost one request where page 1 goes below the number', () => {
		const all = { ...many(1_000, 0), 300: 60, 700: 40, 500: 20 };
		const first = poll(listing(all));
		expect([first.requests, first.state]).toEqual([1, { announced: '300,500,700' }]);
		expect(poll(listing({ ...all, 42: 10 }), first.state)).toMatchObject({
			requests: 1,
			events: [{ id: 42 }],
		});
	});

	it.each(['descending', 'ascending'] as const)(
		'are emitted where the service ignores the order, %s by age',
		(direction) => {
			const model = new ListingModel({ ...USUAL, sort: 'id', direction });
			const rows = model.create(450);
			const read: Read = (number, size) => model.page(number, size);
			const { state } = poll(read);
			const old = rows[direction === 'descending' ? 20 : 430];
			if (old !== undefined) model.click(old, REACHED);
			expect(poll(read, state)).toMatchObject({ requests: 5, events: [{ id: old?.id }] });
		},
	);

	it('are read on where the budget ended', () => {
		const read = listing(many(350, 20));
		let state: IDataObject | undefined;
		for (let polls = 0; polls < 12; polls += 1) {
			const outcome = poll(read, state, 1);
			expect(outcome.events).toEqual([]);
			state = outcome.state;
		}
		expect(state).toEqual({ announced: '1-350' });
	});

	it('are not emitted after an empty first answer', () => {
		const first = poll(listing({}));
		const second = poll(listing(many(3, 20)), first.state);
		expect(second).toMatchObject({ events: [], state: { announced: '1-3' } });
	});

	it('are emitted where the account was empty at first', () => {
		const first = poll(listing({}));
		const second = poll(listing({}), first.state);
		expect(poll(listing({ 1: 10 }), second.state).events).toMatchObject([{ id: 1 }]);
	});

	it('are waited for, and that is said, where pages are counted and nothing is shown', () => {
		const read: Read = () => ({ records: [], lastPage: 4 });
		const second = poll(read, poll(read).state);
		expect(second.incomplete).toBe('The service counts 4 pages, but shows nothing on any of them');
		expect(second.state.isBaseline).toBe(true);
	});

	it('end in a bounded number of requests, whatever the service makes of pages', () => {
		const records = Array.from({ length: 100 }, (_, id) => ({ id: id + 1, clicks: 20 }));
		expect(poll(() => ({ records }))).toMatchObject({
			requests: 4,
			state: { announced: '1-100' },
		});
		const counted = poll(() => ({ records, lastPage: 900 }));
		expect(counted).toMatchObject({ requests: 2, state: { isBaseline: true } });
		expect(counted.incomplete).toContain('page 2 repeats the ones before it');
		const padded: Read = (number) => ({ records: number === 1 ? records : [], lastPage: 9_000 });
		expect(poll(padded).requests).toBe(51);
	});

	it('are refused where there are more than 5,000 to remember', () => {
		expect(() => poll(listing(many(8_000, 20)))).toThrow(
			'More than 5,000 links have reached 10 clicks',
		);
	});

	it('are refused where no row has an ID and clicks', () => {
		expect(() => poll(() => ({ records: [{ id: 7 }], lastPage: 1 }))).toThrow(
			'None of the 1 records on a page',
		);
	});

	it.each<[string, number[], number[], boolean]>([
		['fall, ids in no order', [900, 50, 3, 0], [4, 9, 2, 7], false],
		[
			'fall over enough links, ids in no order',
			[90, 50, 30, 9, 3, 0, 0],
			[4, 9, 2, 7, 1, 8, 5],
			true,
		],
		['fall as the ids do', [90, 50, 30, 9, 3, 0, 0], [9, 8, 7, 5, 4, 2, 1], false],
		['fall as the ids rise', [90, 50, 30, 9, 3, 0, 0], [1, 2, 4, 5, 7, 8, 9], false],
		['are equal', [0, 0, 0, 0, 0, 0, 0], [4, 9, 2, 7, 1, 8, 5], false],
		['rise once', [90, 50, 30, 9, 3, 0, 1], [4, 9, 2, 7, 1, 8, 5], false],
		['of one link', [5], [1], false],
	])(
		'are known to be sorted by them only where that is no coincidence: clicks %s',
		(_, ...rest) => {
			const [clicks, ids, isSorted] = rest;
			const links = clicks.map((count, index) => ({ id: ids[index] ?? 0, clicks: count }));
			expect(isSortedByClicks(links)).toBe(isSorted);
		},
	);

	it('are emitted once each while clicks, links and pages come and go', () => {
		const counts = { cut: 0, failed: 0, restarts: 0, emitted: 0, slipped: 0 };
		fc.assert(
			fc.property(
				listings,
				fc.array(fc.nat(14), { maxLength: 50 }),
				plans,
				(options, start, all) => {
					const history = new History(options, start, counts);
					// One empty answer counts for nothing; that of another poll would confirm it.
					const emptyAt = all.findIndex(({ answersEmpty }) => answersEmpty);
					for (const [index, plan] of all.entries()) history.poll(plan, index === emptyAt);
					const calm = { before: [], between: [], budget: 1_000, failsAt: -1, restarts: false };
					for (let polls = 0; polls < 4; polls += 1) history.poll(calm, false);
					expect(history.faults).toEqual([]);
					expect(history.missed()).toEqual([]);
				},
			),
			{ numRuns: runs(2_000) },
		);
		console.log(`Links reached, seed ${PROPERTY_SEED}:`, counts);
		const { slipped, ...rest } = counts;
		expect(Math.min(...Object.values(rest))).toBeGreaterThan(200);
		// Links that moved past the page being read in each pass of the baseline.
		expect(slipped).toBeLessThan(counts.emitted / 100);
	});
});

type Change =
	| { kind: 'click'; place: number; clicks: number }
	| { kind: 'create'; clicks: number }
	| { kind: 'remove'; place: number }
	| { kind: 'hide'; place: number; count: number }
	| { kind: 'pageSize'; size: number };

interface Plan {
	before: Change[];
	between: Change[][];
	budget: number;
	failsAt: number;
	restarts: boolean;
}

const place = fc.double({ min: 0, max: 1, noNaN: true });

const changes = fc.array(
	fc.oneof(
		{
			weight: 6,
			arbitrary: fc.record({
				kind: fc.constant('click' as const),
				place,
				clicks: fc.integer({ min: 1, max: 12 }),
			}),
		},
		{
			weight: 3,
			arbitrary: fc.record({ kind: fc.constant('create' as const), clicks: fc.nat(3) }),
		},
		{ weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), place }) },
		{
			weight: 1,
			arbitrary: fc.record({
				kind: fc.constant('hide' as const),
				place,
				count: fc.integer({ min: 1, max: 12 }),
			}),
		},
		{
			weight: 1,
			arbitrary: fc.record({
				kind: fc.constant('pageSize' as const),
				size: fc.integer({ min: 3, max: 16 }),
			}),
		},
	),
	{ maxLength: 4 },
);

const plans = fc.array(
	fc.record({
		before: changes,
		between: fc.array(changes, { maxLength: 8 }),
		budget: fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 12 })),
		answersEmpty: fc.constantFrom(false, false, false, true),
		failsAt: fc.oneof({ weight: 5, arbitrary: fc.constant(-1) }, fc.nat(6)),
		restarts: fc.constantFrom(false, false, false, true),
	}),
	{ minLength: 1, maxLength: 6 },
);

/** Sorted by clicks, or by age where the install ignores that order. */
const listings: fc.Arbitrary<ListingOptions> = fc.record({
	sort: fc.constantFrom('clicks' as const, 'clicks' as const, 'id' as const),
	direction: fc.constant('descending' as const),
	ties: fc.constantFrom('byId' as const, 'mixed' as const),
	hasDates: fc.constant(false),
	hasNames: fc.constant(false),
	pageSize: fc.integer({ min: 3, max: 16 }),
	honoursSize: fc.boolean(),
	maxpage: fc.constantFrom('right' as const, 'tooHigh' as const, 'missing' as const),
	perpage: fc.constantFrom('right' as const, 'missing' as const, 'asked' as const),
});

/** A service, a trigger that watches it, and what it may and must emit. */
class History {
	readonly faults: string[] = [];

	private readonly model: ListingModel;

	private readonly isCounted: boolean;

	private readonly memory = new Memory();

	/** Links that had reached the number when the baseline was made, and links that were emitted. */
	private readonly announced = new Set<number>();

	/** Links that had reached the number before the first poll. */
	private old: Set<number> | undefined;

	/** What the baseline has been shown, reached or not. */
	private shown = new Map<number, number>();

	/** Links that were below the number at the end of the baseline. */
	private required = new Set<number>();

	constructor(
		options: ListingOptions,
		start: readonly number[],
		private readonly counts: Record<string, number>,
	) {
		// Without a number of pages, a full page is known by the size the service names.
		this.isCounted = options.maxpage !== 'missing';
		this.model = new ListingModel(this.isCounted ? options : { ...options, perpage: 'right' });
		for (const clicks of start) this.model.create(1, 1, { clicks });
	}

	poll({ before, between, budget, failsAt, restarts }: Plan, answersEmpty: boolean): void {
		if (restarts) this.restart();
		before.forEach((change) => this.apply(change));
		if (answersEmpty) this.model.answerEmpty();
		const isBaseline = this.isBaseline();
		this.old ??= new Set(this.visible().flatMap(({ id, clicks }) => (clicks < REACHED ? [] : id)));
		const shown = new Map<number, number>();
		let requests = 0;
		let pages = 1;
		const read: Read = (number, size) => {
			if (requests === failsAt) throw new Error('No answer');
			if (requests > 0) between[requests - 1]?.forEach((change) => this.apply(change));
			requests += 1;
			const page = this.model.page(number, size);
			pages = Math.max(pages, page.lastPage ?? Math.ceil(this.model.rows.length / 3) + 1);
			for (const { id, clicks } of page.records) shown.set(Number(id), Number(clicks));
			return page;
		};
		try {
			this.keep(poll(read, this.memory.state, budget), isBaseline, shown);
			expect(requests).toBeLessThanOrEqual(2 * pages + 4);
		} catch (error) {
			if ((error as Error).message !== 'No answer') throw error;
			this.count('failed');
		}
		this.model.answerEmpty(0);
	}

	/** Links that have reached the number since, and were not emitted. */
	missed(): number[] {
		if (this.isBaseline()) return [];
		return this.visible()
			.filter(({ id, clicks }) => clicks >= REACHED && this.required.has(id))
			.filter(({ id }) => !this.announced.has(id))
			.map(({ id }) => id);
	}

	private keep(outcome: PollOutcome, wasBaseline: boolean, shown: Map<number, number>): void {
		for (const [id, clicks] of wasBaseline ? shown : []) this.shown.set(id, clicks);
		if (!outcome.isDone) this.count('cut');
		for (const record of outcome.events) {
			const [id, clicks] = [Number(record.id), Number(record.clicks)];
			this.count('emitted');
			if (this.old?.has(id) === true) this.count('slipped');
			if (clicks < REACHED) this.faults.push(`${id} has ${clicks} clicks`);
			if (this.announced.has(id)) this.faults.push(`${id} is not new`);
			this.announced.add(id);
		}
		this.memory.keep(outcome);
		if (!wasBaseline || this.isBaseline()) return;
		for (const [id, clicks] of this.shown) if (clicks >= REACHED) this.announced.add(id);
		for (const { id, clicks } of this.model.rows) if (clicks < REACHED) this.required.add(id);
	}

	/** A baseline that n8n has not saved is made anew. */
	private restart(): void {
		this.count('restarts');
		this.memory.restart();
		if (!this.isBaseline()) return;
		this.old = undefined;
		this.shown = new Map();
		this.required = new Set();
		this.announced.clear();
	}

	private isBaseline(): boolean {
		return this.memory.state === undefined || this.memory.state.isBaseline === true;
	}

	private visible(): ModelRow[] {
		return this.model.rows.filter(({ isLeftOut }) => !isLeftOut);
	}

	private apply(change: Change): void {
		const { model } = this;
		switch (change.kind) {
			case 'click': {
				const row = model.at(change.place);
				if (row !== undefined) model.click(row, change.clicks);
				break;
			}
			case 'create':
				for (const { id } of model.create(1, 1, { clicks: change.clicks })) {
					if (!this.isBaseline()) this.required.add(id);
				}
				break;
			case 'remove':
				model.remove(model.run(change.place, 1));
				break;
			case 'hide':
				if (this.isCounted) model.leaveOut(model.run(change.place, change.count));
				break;
			case 'pageSize':
				model.pageSize = change.size;
		}
	}

	private count(name: string): void {
		this.counts[name] = (this.counts[name] ?? 0) + 1;
	}
}
