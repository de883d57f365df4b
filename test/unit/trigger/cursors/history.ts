import type { Page } from '../../../../nodes/LinkShortener/api/pagination/page';
import {
	NewRecords,
	type NewRecordsState,
} from '../../../../nodes/LinkShortener/trigger/cursors/newRecords';
import { ListingModel, type ListingOptions, type Row } from './listingModel';

/** What happens at the service at one moment. */
export type Change =
	| { kind: 'create'; count: number; perSecond: number }
	| { kind: 'createInSameSecond' }
	| { kind: 'delete'; place: number }
	| { kind: 'deleteMany'; count: number; place: number }
	| { kind: 'nothing' };

/** One poll: what happens before it, before each further page, and how it ends. */
export interface PollPlan {
	before: Change[];
	between: Change[];
	/** Pages until the budget is used up. */
	budget: number;
	/** The request, counted from 1, that fails. */
	failsAt: number | undefined;
	/** n8n is stopped after it: gracefully nothing is saved, only what was handed out had been. */
	restart: boolean;
}

export interface History {
	listing: ListingOptions;
	atFirst: { count: number; perSecond: number };
	polls: PollPlan[];
}

/** How often each hard case was reached. */
export type Cases = Record<string, number>;

export interface Verdict {
	violations: string[];
	cases: Set<string>;
}

/** A page as it was read. */
interface Read {
	number: number;
	page: Page;
}

/** Enough polls of unlimited budget to come to rest. */
const CALM_POLLS = 12;
const CALM_BUDGET = 10_000;

/** Plays a history against the cursor and judges it by the rows alone. */
export function play(history: History): Verdict {
	return new Player(history).play();
}

class Player {
	private readonly model: ListingModel;

	private readonly cases = new Set<string>();

	private readonly violations: string[] = [];

	/** What the running n8n remembers, and what it has saved. */
	private live: NewRecordsState | undefined;

	private saved: NewRecordsState | undefined;

	private isActivation = true;

	private hasBaseline = false;

	private readonly handedOut = new Map<number, number>();

	/** Created before or during the baseline: `never` from before it, `mayBe` while it was made. */
	private readonly old = new Set<number>();

	private readonly mayBe = new Set<number>();

	private readonly required = new Set<number>();

	/** Created by the poll under way. */
	private createdNow = new Set<number>();

	constructor(private readonly history: History) {
		this.model = new ListingModel(history.listing);
	}

	play(): Verdict {
		const { listing, atFirst, polls } = this.history;
		this.noteListing(listing);
		for (const { id } of this.model.create(atFirst.count, atFirst.perSecond)) this.old.add(id);
		for (const plan of polls) {
			for (const change of plan.before) this.apply(change, 'polls');
			this.poll(plan);
			if (plan.restart) this.restart();
		}
		for (let calm = 0; calm < CALM_POLLS; calm += 1) {
			this.poll({
				before: [],
				between: [],
				budget: CALM_BUDGET,
				failsAt: undefined,
				restart: false,
			});
		}
		this.judge();
		return { violations: this.violations, cases: this.cases };
	}

	private noteListing(options: ListingOptions): void {
		const { order, honoursSize, ties, hasDates, allowedSizes, ignoresPage } = options;
		if (ignoresPage === true) this.cases.add('page ignored');
		if (order !== 'descending') this.cases.add(`order: ${order}`);
		if (!honoursSize) this.cases.add('limit ignored');
		if (hasDates && ties !== 'byId' && order !== 'none') this.cases.add(`dates tie: ${ties}`);
		if (allowedSizes !== undefined) this.cases.add('few page sizes');
		if (!hasDates) this.cases.add('no dates');
	}

	private apply(change: Change, where: 'polls' | 'pages'): void {
		switch (change.kind) {
			case 'nothing':
				return;
			case 'create':
				this.created(this.model.create(change.count, change.perSecond), where);
				return;
			case 'createInSameSecond':
				if (where === 'pages' && this.slipsIntoTheMiddle()) return;
				this.created([this.model.createInSameSecond()], where);
				if (where === 'pages') this.cases.add('created in the second being read');
				return;
			case 'delete':
				this.remove(change.place, where);
				return;
			case 'deleteMany':
				for (let gone = 0; gone < change.count; gone += 1) this.remove(change.place, where);
		}
	}

	private created(rows: Row[], where: 'polls' | 'pages'): void {
		this.cases.add(`created between ${where}`);
		for (const { id } of rows) {
			if (where === 'pages') this.createdNow.add(id);
			if (this.hasBaseline) this.required.add(id);
			else if (where === 'pages') this.mayBe.add(id);
			else if (this.live === undefined) this.old.add(id);
			else this.mayBe.add(id);
		}
	}

	private remove(place: number, where: 'polls' | 'pages'): void {
		const newest = Math.max(...this.model.rows.map(({ id }) => id));
		const row = this.model.remove(place);
		if (row === undefined) return;
		// Created and deleted while a poll reads: the one thing that pages without overlap do not show.
		if (this.hasGrid() && this.createdNow.has(row.id)) {
			this.model.rows.push(row);
			return;
		}
		this.required.delete(row.id);
		this.cases.add(`deleted between ${where}`);
		if (row.id === newest) this.cases.add(`newest deleted between ${where}`);
	}

	private poll(plan: PollPlan): void {
		this.createdNow = new Set();
		const { allowedSizes } = this.model.options;
		const { live } = this;
		const cursor = new NewRecords(allowedSizes === undefined ? {} : { allowedSizes }, live);
		const seen: number[] = [];
		let pages = 0;
		let before: { number: number; page: Page } | undefined;
		const scan = cursor.scan();
		let next = scan.next();
		for (; pages < plan.budget && next.done !== true; pages += 1) {
			const ask = next.value;
			if (pages > 0) this.apply(plan.between[pages - 1] ?? { kind: 'nothing' }, 'pages');
			if (plan.failsAt === pages + 1) {
				this.cases.add(pages === 0 ? 'failed at once' : 'failed half way');
				return;
			}
			const page = this.model.page(ask.number, ask.size);
			if (before !== undefined && page.lastPage === undefined) this.cases.add('same page again');
			this.notePages(before, { number: ask.number, page }, live);
			seen.push(...page.records.map(({ id }) => Number(id)));
			next = scan.next(page);
			before = { number: ask.number, page };
		}
		if (pages > 900 && plan.budget === CALM_BUDGET) this.violations.push('never comes to rest');
		const { state, events } = cursor.result();
		const ids = events.map(({ id }) => Number(id));
		this.noteState(state as unknown as NewRecordsState, ids);
		this.handOut(ids, seen);
		this.live = JSON.parse(JSON.stringify(state)) as NewRecordsState;
		// n8n saves with what it hands out, and after an activation; a silent poll leaves no trace.
		if (ids.length > 0 || this.isActivation) this.saved = this.live;
		this.isActivation = false;
		// What was pushed off the only page there is cannot be seen; it may come back.
		for (const id of this.model.hidden()) {
			if (this.required.delete(id)) this.mayBe.add(id);
		}
		if (!this.hasBaseline && this.live.silent !== true) this.hasBaseline = true;
	}

	private notePages(before: Read | undefined, now: Read, live: NewRecordsState | undefined): void {
		if (before === undefined) return;
		const { records } = before.page;
		const ids = new Set(records.map(({ id }) => Number(id)));
		const isJump = before.number === 1 && now.number === before.page.lastPage && now.number > 2;
		const isApart = !now.page.records.some(({ id }) => ids.has(Number(id)));
		if (live?.gap === undefined && !isJump && isApart) {
			this.cases.add('page without an id of the one before');
		}
		const date = records.at(-1)?.date;
		if (date !== undefined && now.page.records.some((record) => record.date === date)) {
			this.cases.add('one date on two pages');
		}
	}

	private noteState(state: NewRecordsState, ids: number[]): void {
		if (state.silent === true) this.cases.add('baseline over several polls');
		else if (state.gap !== undefined) {
			this.cases.add('burst beyond a budget');
			if (this.live?.gap !== undefined) this.cases.add('gap over three polls');
		} else if (this.live?.gap !== undefined && ids.length > 0) this.cases.add('gap closed');
		if (this.live !== undefined && this.live.order !== state.order) this.cases.add('order learned');
	}

	private handOut(ids: number[], seen: number[]): void {
		if (ids.some((id, at) => id <= (ids[at - 1] ?? 0))) {
			this.violations.push(`not oldest first: ${ids.join(', ')}`);
		}
		for (const id of ids) {
			const times = (this.handedOut.get(id) ?? 0) + 1;
			this.handedOut.set(id, times);
			if (times > 1) this.violations.push(`${id} was handed out ${times} times`);
			if (this.old.has(id) && !this.mayShowOld()) {
				this.violations.push(`${id} is older than the baseline`);
			}
		}
		if (!this.hasBaseline) return;
		for (const id of seen) {
			if (this.old.has(id) || this.mayBe.has(id) || this.handedOut.has(id)) continue;
			this.violations.push(`${id} was read and not handed out`);
		}
	}

	/**
	 * Where neither an order (dates that are all the same and tie in no order look like none) nor an
	 * overlap of pages helps, a baseline of several pages cannot be shown to be complete.
	 */
	private mayShowOld(): boolean {
		const { order, ties, hasDates } = this.model.options;
		return this.hasGrid() && (order === 'none' || (hasDates && ties !== 'byId'));
	}

	/** Whether pages may follow each other without overlap; very small ones have to now and then. */
	private hasGrid(): boolean {
		const { honoursSize, allowedSizes, largestPage } = this.model.options;
		return !honoursSize || allowedSizes !== undefined || largestPage < 8;
	}

	/** Read from its end without overlap, a listing shows no trace of a row put in before that end. */
	private slipsIntoTheMiddle(): boolean {
		const { order, ties, hasDates } = this.model.options;
		return this.hasGrid() && order === 'ascending' && hasDates && ties !== 'byId';
	}

	private restart(): void {
		const isBehind = JSON.stringify(this.live) !== JSON.stringify(this.saved);
		this.cases.add(isBehind ? 'restart without the last state' : 'restart');
		this.live = this.saved;
		this.isActivation = true;
		if (this.saved !== undefined && this.saved.silent !== true) return;
		// There is no baseline any more: it is made anew, and what is there now is older than it.
		this.hasBaseline = false;
		for (const { id } of this.model.rows) if (!this.handedOut.has(id)) this.mayBe.add(id);
		this.required.clear();
	}

	private judge(): void {
		for (const id of this.required) {
			if (!this.handedOut.has(id)) this.violations.push(`${id} is missing`);
		}
		if (this.live?.gap !== undefined) this.violations.push('a gap was never closed');
	}
}
