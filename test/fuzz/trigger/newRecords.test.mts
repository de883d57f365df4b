import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cut } from '../../../nodes/LinkShortener/trigger/pages.ts';
import {
	readNewRecords,
	type NewRecordsState,
} from '../../../nodes/LinkShortener/trigger/events/newRecord.ts';
import { runs, SEED } from '../../random.mts';
import { ListModel, type Change, type ListOptions } from './listModel.mts';

/** One poll, and what happens before it and while it reads. */
interface PollPlan {
	before: Change[];
	/** One after each page. */
	between: Change[];
	/** The requests that the rate limit or the poll's time leaves it. */
	requests: number;
	/** The request at which the service is down. */
	failsAt: number;
	/** n8n is restarted first: what it knows is what it saved, with the last records that came out. */
	isRestart: boolean;
}

interface History {
	list: ListOptions;
	atFirst: Change[];
	polls: PollPlan[];
}

const QUIET: PollPlan = {
	before: [],
	between: [],
	requests: Infinity,
	failsAt: Infinity,
	isRestart: false,
};

/** The service is down. */
class Down extends Error {}

/** A trigger of an account whose list changes, and what it owes. */
class Player {
	readonly model: ListModel;

	readonly violations: string[] = [];

	/** Requests of the last poll. */
	requests = 0;

	state: NewRecordsState | undefined;

	/** What n8n saved last, and the reading that was under way then. */
	private saved: { state?: string; readingFrom?: number | undefined } = {};

	private readonly emitted = new Set<number>();

	/** What was there when the trigger was activated. */
	private old = new Set<number>();

	/** What was there when the first reading was done, or may count as such. */
	private mayCome = new Set<number>();

	private isBaseline = true;

	/** Whether the last poll handed something on. */
	private hasCome = false;

	/** The highest id when the reading under way began; undefined between two readings. */
	private readingFrom: number | undefined;

	constructor(list: ListOptions) {
		this.model = new ListModel(list);
	}

	/** Activates the trigger. */
	begin(): void {
		this.old = new Set(this.model.visibleIds);
		this.model.noteMissed(Infinity, () => false);
	}

	async play(plan: PollPlan): Promise<void> {
		if (plan.isRestart && !this.isBaseline) {
			this.state = parse(this.saved.state);
			this.readingFrom = this.saved.readingFrom;
		}
		this.model.passMinute(this.readingFrom !== undefined);
		for (const change of plan.before) this.model.change(change, this.readingFrom !== undefined);
		const pending = this.readingFrom;
		this.readingFrom ??= this.model.highestId;
		const end = await this.poll(plan);
		if (end === 'whole') this.endReading();
		if (end === 'failed' || this.requests === 0) this.readingFrom = pending;
		if (this.hasCome)
			this.saved = { state: JSON.stringify(this.state), readingFrom: this.readingFrom };
	}

	private async poll({
		between,
		requests,
		failsAt,
	}: PollPlan): Promise<'whole' | 'cut' | 'failed'> {
		this.requests = 0;
		this.hasCome = false;
		const end = { isCut: false };
		const newestId = this.model.newestShown;
		const read = async (number: number) => {
			if (this.requests >= requests) {
				end.isCut = true;
				return 'cut' as Cut;
			}
			if (this.requests >= failsAt) throw new Down();
			const page = this.model.page(number);
			const change = between[this.requests];
			if (change !== undefined) this.model.change(change, true);
			this.requests += 1;
			if (this.requests > 2_000) throw new Error('The poll does not end');
			return await Promise.resolve(page);
		};
		try {
			const { records, state, notes = [] } = await readNewRecords(read, this.state);
			this.state = parse(JSON.stringify(state));
			if (notes.length > 0) this.startAnew(newestId);
			this.take(records.map(({ id }) => Number(id)));
			this.hasCome = records.length > 0;
			return end.isCut ? 'cut' : 'whole';
		} catch (error) {
			if (!(error instanceof Down)) throw error;
			return 'failed';
		}
	}

	/** The trigger says that the newest known records are gone, and takes what is there for known. */
	private startAnew(newestId: number): void {
		if (this.model.countDeletedAbove(newestId) < 5) {
			this.violations.push('it starts anew for no reason');
		}
		this.mayCome = new Set(this.model.visibleIds);
		for (const id of this.mayCome) this.emitted.delete(id);
		this.old.clear();
	}

	private take(ids: readonly number[]): void {
		for (const [at, id] of ids.entries()) {
			if (this.emitted.has(id)) this.violations.push(`${id} came twice`);
			if (this.old.has(id)) this.violations.push(`${id} is old`);
			if (id < (ids[at - 1] ?? 0)) this.violations.push(`${id} came after a newer one`);
			this.emitted.add(id);
		}
	}

	private endReading(): void {
		const isKnown = (id: number) => this.emitted.has(id) || this.old.has(id);
		if (this.isBaseline) {
			this.isBaseline = false;
			this.mayCome = new Set(this.model.visibleIds);
			this.model.noteMissed(Infinity, () => true);
			this.saved = { state: JSON.stringify(this.state) };
		} else this.model.noteMissed(this.readingFrom ?? 0, isKnown);
		this.readingFrom = undefined;
	}

	/** Polls until the baseline is there. */
	async activate(plans: readonly PollPlan[]): Promise<void> {
		this.begin();
		for (const plan of plans) if (this.isBaseline) await this.play(plan);
		if (this.isBaseline) await this.play(QUIET);
	}

	/** Polls in which nothing happens: what is owed by then, and the price of another one. */
	async rest(): Promise<void> {
		for (let polls = 0; polls < 4; polls += 1) await this.play(QUIET);
		const before = JSON.stringify(this.state);
		await this.play(QUIET);
		if (JSON.stringify(this.state) !== before) this.violations.push('it does not come to rest');
		for (const id of this.model.visibleIds) {
			const isDue = !this.old.has(id) && !this.mayCome.has(id);
			if (isDue && !this.emitted.has(id)) this.violations.push(`${id} is missing`);
		}
	}
}

function parse(state: string | undefined): NewRecordsState | undefined {
	return state === undefined ? undefined : (JSON.parse(state) as NewRecordsState);
}

/** Rows that are counted and never shown are fewer than a page at a time: a whole one hides what moves onto it. */
const create = (most: number): fc.Arbitrary<Change> =>
	fc
		.record({
			kind: fc.constant('create' as const),
			count: fc.integer({ min: 1, max: most }),
			inOneSecond: fc.boolean(),
			shows: fc.oneof(
				{ weight: 8, arbitrary: fc.constant('now' as const) },
				{ weight: 1, arbitrary: fc.constant('later' as const) },
				{ weight: 1, arbitrary: fc.constant('never' as const) },
			),
		})
		.map((one) => (one.shows === 'never' ? { ...one, count: Math.min(one.count, 3) } : one));
const remove: fc.Arbitrary<Change> = fc.record({
	kind: fc.constant('delete' as const),
	place: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1, noNaN: true })),
	count: fc.integer({ min: 1, max: 3 }),
});
const seldom = <T,>(value: fc.Arbitrary<T>, otherwise: T): fc.Arbitrary<T> =>
	fc.oneof({ weight: 3, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: value });
const pageSize = fc.integer({ min: 4, max: 30 });

const poll: fc.Arbitrary<PollPlan> = fc.record({
	before: fc.oneof(
		fc.array(create(4), { maxLength: 2 }),
		fc.array(fc.oneof(create(4), remove), { maxLength: 4 }),
		fc.array(create(150), { minLength: 1, maxLength: 1 }),
	),
	between: fc.array(fc.oneof(create(3), remove), { maxLength: 12 }),
	requests: seldom(fc.integer({ min: 0, max: 5 }), Infinity),
	failsAt: seldom(fc.integer({ min: 0, max: 4 }), Infinity),
	isRestart: seldom(fc.constant(true), false),
});

const list: fc.Arbitrary<ListOptions> = fc.record({
	sorting: fc.constantFrom(...(['date', 'dateThenId', 'newestFirst', 'oldestFirst'] as const)),
	hasPageCount: fc.boolean(),
	repeatsLastPage: fc.boolean(),
	pageSize,
	seed: fc.integer({ min: 0, max: 1e9 }),
});

const history: fc.Arbitrary<History> = fc.record({
	list,
	atFirst: fc.oneof(fc.array(create(5), { maxLength: 2 }), fc.array(create(120), { maxLength: 3 })),
	polls: fc.array(poll, { minLength: 3, maxLength: 14 }),
});

/** Without a page count nobody can tell a page of hidden rows from the end. */
function withinLimits({ list: { hasPageCount }, atFirst, polls }: History): Omit<History, 'list'> {
	const shown = (change: Change): Change =>
		change.kind === 'create' && change.shows === 'never' && !hasPageCount
			? { ...change, shows: 'now' }
			: change;
	return {
		atFirst: atFirst.map(shown),
		polls: polls.map((one) => ({
			...one,
			before: one.before.map(shown),
			between: one.between.map(shown),
		})),
	};
}

async function playHistory(one: History): Promise<Player> {
	const { atFirst, polls } = withinLimits(one);
	const player = new Player(one.list);
	for (const change of atFirst) player.model.change(change, false);
	await player.activate(polls.slice(0, 2));
	for (const plan of polls.slice(2)) await player.play(plan);
	await player.rest();
	return player;
}

const RUNS = runs(1_500);

describe('new records of a list that changes', () => {
	it(`come once, oldest first, none of them old, in ${RUNS} histories`, async () => {
		await fc.assert(
			fc.asyncProperty(history, async (one) => {
				expect((await playHistory(one)).violations).toEqual([]);
			}),
			{ numRuns: RUNS, seed: SEED },
		);
	});
});
