import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { UserFacingError } from '../../../../nodes/LinkShortener/shared/userFacingError';
import { expect } from 'vitest';
import type { Page } from '../../../../nodes/LinkShortener/api/pagination/page';
import type { Cursor } from '../../../../nodes/LinkShortener/trigger/cursors/cursor';
import { ListingModel, type ListingOptions } from '../listingModel.mts';
import type { Oracle } from '../oracle.mts';

export interface PollOutcome {
	/** As n8n would write it. */
	state: IDataObject;
	events: IDataObject[];
	notes: string[];
	withoutId: string | undefined;
	incomplete: string | undefined;
	requests: number;
	/** Whether it read all it wanted. */
	isDone: boolean;
}

/** Runs one poll of at most `budget` requests. */
export function pollOnce(
	cursor: Cursor,
	read: (number: number, size: number) => Page,
	budget = Infinity,
): PollOutcome {
	const reading = cursor.read();
	let next = reading.next();
	let requests = 0;
	for (; requests < budget && next.done !== true; requests += 1) {
		next = reading.next(read(next.value.number, next.value.size));
		// Valid at any moment between two pages.
		cursor.result();
	}
	const { state, events, notes, withoutId, incomplete } = cursor.result();
	return {
		state: JSON.parse(JSON.stringify(state)) as IDataObject,
		events,
		notes,
		withoutId,
		incomplete,
		requests,
		isDone: next.done === true,
	};
}

/** Without a number of pages, a full page is known by the size the service names. */
export function modelOf(options: ListingOptions): ListingModel {
	const isCounted = options.maxpage !== 'missing';
	return new ListingModel(isCounted ? options : { ...options, perpage: 'right' });
}

/** Where the count of pages is too low, it shows by its size whether a page is full. */
export function withFullPages(options: ListingOptions): ListingOptions {
	return options.maxpage === 'tooLow' ? { ...options, perpage: 'right' } : options;
}

/** A kind of change at the service, for `fc.oneof`. */
export function change<Kind extends string, Fields extends object>(
	weight: number,
	kind: Kind,
	fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) {
	return { weight, arbitrary: fc.record<Fields>(fields).map((values) => ({ kind, ...values })) };
}

/** One poll of a history, and what happens at the service before it and before each further page. */
export interface PollPlan<Change> {
	before: Change[];
	between: Change[][];
	budget: number;
	/** The request, counted from 0, that fails. */
	failsAt: number;
	restarts: boolean;
	answersEmpty: boolean;
	/** The requests, counted from 0, that a copy of the database answers as when the poll before ended. */
	lagging: number[];
}

const CALM: PollPlan<never> = {
	before: [],
	between: [],
	budget: 1_000,
	failsAt: -1,
	restarts: false,
	answersEmpty: false,
	lagging: [],
};

export function plansOf<Change>(
	changes: fc.Arbitrary<Change[]>,
	maxLength = 6,
): fc.Arbitrary<Array<PollPlan<Change>>> {
	const plan = fc.record({
		before: changes,
		between: fc.array(changes, { maxLength: 8 }),
		budget: fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 12 })),
		answersEmpty: fc.constantFrom(false, false, false, true),
		failsAt: fc.oneof({ weight: 5, arbitrary: fc.constant(-1) }, fc.nat(6)),
		restarts: fc.constantFrom(false, false, false, true),
		lagging: fc.oneof(
			{ weight: 3, arbitrary: fc.constant<number[]>([]) },
			fc.array(fc.nat(6), { maxLength: 3 }),
		),
	});
	return fc.array(plan, { minLength: 1, maxLength }).map((plans) => {
		// One empty answer counts for nothing; that of another poll would confirm it.
		const first = plans.find(({ answersEmpty }) => answersEmpty);
		return plans.map((one) => ({ ...one, answersEmpty: one === first }));
	});
}

/**
 * Plays the plans, then calm polls to come to rest, and has the end judged.
 *
 * @param calmDown ends what keeps polls from reading anything
 */
export function playAll<Change>(
	plans: ReadonlyArray<PollPlan<Change>>,
	memory: Memory,
	oracle: Oracle,
	poll: (plan: PollPlan<Change>) => void,
	calmDown: () => void = () => undefined,
): void {
	let before: IDataObject | undefined;
	plans.forEach(poll);
	calmDown();
	for (let calm = 0; calm < 4; calm += 1) {
		before = memory.state;
		poll(CALM);
	}
	oracle.rest(before, memory.state);
}

/** Plays one poll, bounds its requests, and returns nothing if it fails. */
export function playPoll<Change>(
	{ between, budget, failsAt, answersEmpty, lagging }: PollPlan<Change>,
	cursor: Cursor,
	model: ListingModel,
	oracle: Oracle,
	{ apply, see }: { apply: (change: Change) => void; see: (page: Page, number: number) => void },
): PollOutcome | undefined {
	let requests = 0;
	let pages = 1;
	const read = (number: number, size: number): Page => {
		if (requests === failsAt) throw new Error('No answer');
		if (requests > 0) between[requests - 1]?.forEach(apply);
		if (lagging.includes(requests)) model.lag();
		requests += 1;
		const page = model.page(number, size);
		pages = Math.max(pages, page.lastPage ?? Math.ceil(model.rows.length / 3) + 1);
		see(page, number);
		return page;
	};
	if (answersEmpty) model.answerEmpty();
	try {
		const outcome = pollOnce(cursor, read, budget);
		oracle.bound(requests, pages);
		return outcome;
	} catch (error) {
		// A first page of nothing that can be read is a failure, which says so.
		if (error instanceof UserFacingError) expect(error.message).toContain('None of the records');
		else if ((error as Error).message !== 'No answer') throw error;
		return undefined;
	} finally {
		model.answerEmpty(0);
		model.keepCopy();
	}
}

/** A listing of plain rows in pages of the size asked for. */
export function pageOf(rows: IDataObject[], number: number, size: number): Page {
	return {
		records: rows.slice((number - 1) * size, number * size),
		lastPage: Math.max(1, Math.ceil(rows.length / size)),
	};
}

/**
 * What a trigger remembers over its polls: the state in its process, and the one n8n has saved, which
 * is not that of every poll. A poll that emits nothing is not saved, save for the one of an activation.
 */
export class Memory {
	state: IDataObject | undefined;

	private saved: IDataObject | undefined;

	private isActivation = true;

	get isBaseline(): boolean {
		return this.state === undefined || this.state.isBaseline === true;
	}

	/** Whether n8n saved the state. */
	keep({ state, events }: PollOutcome): boolean {
		this.state = state;
		const isSaved = this.isActivation || events.length > 0;
		if (isSaved) this.saved = state;
		this.isActivation = false;
		return isSaved;
	}

	restart(): void {
		this.state = this.saved;
		this.isActivation = true;
	}
}
