import type { IDataObject } from 'n8n-workflow';
import {
	NewRecords,
	type NewRecordsState,
} from '../../../../nodes/LinkShortener/trigger/cursors/newRecords';
import { toText } from '../../../../nodes/LinkShortener/shared/json';
import type { PageRequest } from '../../../../nodes/LinkShortener/api/pagination/page';
import type { ListingModel, ListingOptions } from '../listingModel.mts';
import { Oracle } from '../oracle.mts';
import { Happenings, type Change, type Trigger, type Upheaval } from './happenings.mts';

/** One poll: what happens before it, before each further page, and how it ends. */
export interface PollPlan {
	before: Change[];
	upheaval: Upheaval | undefined;
	between: Change[];
	/** Pages until the budget is used up. */
	budget: number;
	/** The request, counted from 1, that fails. */
	failsAt: number | undefined;
	/** n8n is stopped after it: only what was emitted with is saved. */
	restart: boolean;
}

export interface History {
	listing: ListingOptions;
	/** Ids that other accounts use up between two records. */
	skipped: number;
	atFirst: { count: number; perSecond: number };
	polls: PollPlan[];
}

export interface Verdict {
	violations: string[];
	/** The hard cases it came to. */
	cases: Set<string>;
}

/** Enough polls of unlimited budget to come to rest. */
const CALM_POLLS = 8;

const CALM: PollPlan = {
	before: [],
	upheaval: undefined,
	between: [],
	budget: 10_000,
	failsAt: undefined,
	restart: false,
};

/** Plays a history against the cursor, and has it judged. */
export function play(history: History): Verdict {
	return new Player(history).play();
}

class Player implements Trigger {
	private readonly service: Happenings;

	private readonly oracle = new Oracle();

	private readonly cases = new Set<string>();

	/** What the running n8n remembers, and what it has saved. */
	live: NewRecordsState | undefined;

	private saved: NewRecordsState | undefined;

	private isActivation = true;

	hasBaseline = false;

	/** What the scan under way was shown. */
	private shown = new Set<number>();

	/** How often a record was passed over because it moved to a page that had been read. */
	private readonly slips = new Map<number, number>();

	/** The same for the scan under way. */
	private slipsNow = new Map<number, number>();

	isReading = false;

	private wasIncomplete = false;

	constructor(private readonly history: History) {
		const { listing, atFirst, skipped } = history;
		this.service = new Happenings(listing, atFirst, skipped, this, this.oracle, this.cases);
	}

	private get model(): ListingModel {
		return this.service.model;
	}

	play(): Verdict {
		for (const plan of this.history.polls) {
			for (const change of plan.before) this.service.apply(change);
			if (plan.upheaval !== undefined) this.service.upheave(plan.upheaval);
			this.poll(plan);
			if (plan.restart) this.restart();
		}
		// A first page of them alone cannot be read.
		this.service.removeUnreadable();
		let before: NewRecordsState | undefined;
		for (let calm = 0; calm < CALM_POLLS; calm += 1) {
			before = this.live;
			this.poll(CALM);
		}
		this.oracle.rest(before, this.live);
		if (this.wasIncomplete) this.oracle.violations.push('incomplete at the end');
		return { violations: this.oracle.violations, cases: this.cases };
	}

	/** What slips past the reader in two scans, one after the other, is missed. */
	private noteSlips(scans: number): void {
		const order = this.model.inOrder().map(({ serial }) => serial);
		const places = [...this.shown].map((serial) => order.indexOf(serial));
		// Where one that was shown is gone, another one may have stood behind it.
		const isBetween = (at: number) =>
			places.some((place) => place < at) && places.some((place) => place > at || place === -1);
		for (const serial of this.oracle.missing.map(Number)) {
			if (!isBetween(order.indexOf(serial))) continue;
			this.slipsNow.set(serial, Math.min(this.service.moves, scans));
			const slips = (this.slips.get(serial) ?? 0) + Math.min(this.service.moves, scans);
			if (slips > 1) this.oracle.allow(serial);
		}
	}

	private beginScan(): void {
		// A first page from a copy that lags is as old as if rows had moved since.
		this.service.moves = this.service.hasLagged ? 1 : 0;
		this.shown = new Set();
		for (const [serial, count] of this.slipsNow) {
			this.slips.set(serial, (this.slips.get(serial) ?? 0) + count);
		}
		this.slipsNow = new Map();
	}

	// n8n --------------------------------------------------------------------------------------------

	private poll(plan: PollPlan): void {
		if (this.live?.backlog === undefined) this.beginScan();
		const cursor = new NewRecords({ now: 0 }, this.live);
		const wasEmpty = this.live?.wasEmpty === true;
		if (wasEmpty) this.allowFirst();
		const hadBaseline = this.hasBaseline;
		const shown = new Set<number>();
		const shownFirst = new Set<number>();
		const unreadable: string[] = [];
		const requests: PageRequest[] = [];
		const read: IDataObject[] = [];
		let counted = Infinity;
		const reading = cursor.read();
		this.isReading = true;
		let next = reading.next();
		while (next.done !== true && requests.length < plan.budget) {
			const request = next.value;
			if (requests.length > 0)
				this.service.apply(plan.between[requests.length - 1] ?? { kind: 'nothing' });
			requests.push(request);
			if (plan.failsAt === requests.length) {
				this.cases.add(requests.length === 1 ? 'failed at once' : 'failed half way');
				this.endPoll();
				return;
			}
			if (requests.length > 2_000) throw new Error('A poll without an end');
			const page = this.model.page(request.number, request.size);
			read.push(...page.records);
			for (const { id, serial } of page.records) {
				this.shown.add(Number(serial));
				shown.add(Number(serial));
				if (request.number === 1) shownFirst.add(Number(serial));
				if (typeof id === 'string') unreadable.push(`("${id}")`);
			}
			const isBehindEnd = request.number > counted && page.records.length === 0;
			if (isBehindEnd && !hadBaseline) this.allowUnseen();
			counted = page.lastPage ?? Infinity;
			// A list of nothing but unusable ids is a failure, which says so.
			const hasNone = page.records.every(({ id }) => typeof id === 'string');
			if (request.number === 1 && page.records.length > 0 && hasNone) {
				this.endPoll();
				return;
			}
			next = reading.next(page);
		}
		this.isReading = false;
		if (wasEmpty) this.allowFirst();
		const { state, events, notes, withoutId = '', incomplete } = cursor.result();
		for (const id of unreadable) {
			if (withoutId.includes(id)) this.cases.add('unreadable said');
			else this.oracle.violations.push(`${id} is not said`);
		}
		this.wasIncomplete = incomplete !== undefined;
		if (this.wasIncomplete) this.cases.add('incomplete');
		const pages = new Set(requests.map(({ number, size }) => `${number} of ${size}`));
		this.oracle.bound(requests.length, pages.size);
		// Pages that a poll reads only to learn the order are not looked through.
		const hasLearned = this.live?.order === undefined && state.order !== undefined;
		this.service.requireShown(hasLearned ? shownFirst : shown);
		this.oracle.emit(events.map(({ serial }) => Number(serial)));
		this.noteIds(events.map(({ id }) => Number(id)));
		const before = this.live;
		this.live = JSON.parse(JSON.stringify(state)) as NewRecordsState;
		this.noteState(before, this.live);
		// n8n saves with what it emits, and after an activation; a poll without events leaves no trace.
		if (events.length > 0 || this.isActivation) this.saved = this.live;
		this.isActivation = false;
		if (this.live.isBaseline !== true) this.hasBaseline = true;
		// A copy that lags hides from the baseline what it may then show as new.
		if (!hadBaseline && this.service.hasLagged) {
			for (const { serial } of this.model.rows) this.oracle.allow(serial);
		}
		this.endPoll();
		if (before?.wasEmpty === true && this.live.isBaseline !== true) {
			// Two empty answers in a row count.
			for (const { serial } of this.model.rows) this.oracle.allow(serial);
			this.service.startedEmpty = true;
		}
		this.noteSlips(before?.backlog === undefined ? 1 : 2);
		// Where all known records were passed over, and there are no dates to tell by, they come again.
		const isUnordered = this.live.order === undefined && !this.model.options.hasDates;
		if (notes.length > 0 && isUnordered && this.service.moves > 0) {
			for (const { serial } of this.model.rows) this.oracle.allowAgain(serial);
		}
		if (before !== undefined) this.waiveLookalikes(before, read);
		// What was pushed off the only page there is cannot be seen.
		if (this.model.options.ignoresPage === true) {
			for (const { serial } of this.model.inOrder().slice(this.model.pageSize)) {
				this.oracle.waive(serial);
			}
		}
	}

	/** A copy that lags is never older than a poll, whether that failed or not. */
	private endPoll(): void {
		this.isReading = false;
		this.model.keepCopy();
		this.service.hasLagged = false;
	}

	/** After an empty answer to the first poll, few records are taken for the first ones. */
	private allowFirst(): void {
		const { options, rows, pageSize } = this.model;
		const hasEnd = options.maxpage !== 'missing' && options.ignoresPage !== true;
		// A second page that the service does not count is read too late.
		const isShort = options.maxpage === 'tooLow' && rows.length <= 2 * pageSize;
		const counted = isShort ? this.model.inOrder().slice(0, pageSize) : rows;
		const usable = counted.filter(({ isLeftOut, isUnreadable }) => !isLeftOut && !isUnreadable);
		const areFew = !hasEnd || usable.length <= 10;
		if (areFew) for (const { serial } of rows) this.oracle.allow(serial);
	}

	/** The page that the service does not count is said to be empty, and so hides what is there from the baseline. */
	private allowUnseen(): void {
		for (const { serial } of this.model.rows) {
			if (!this.shown.has(serial)) this.oracle.allow(serial);
		}
	}

	/**
	 * Where no known record was shown, and one other has the date and the name of a known one, it looks
	 * like other ids: only what is dated later is new.
	 */
	private waiveLookalikes(
		{ isBaseline, newest, newestDate, since }: NewRecordsState,
		read: readonly IDataObject[],
	): void {
		const isShown = newest.some(([known]) => read.some(({ id }) => id === known));
		const hasTwin = newest.some(([, date, name]) => {
			if (date === '' || name === '') return false;
			const twins = read.filter((row) => row.date === date && (row.name ?? row.alias) === name);
			return new Set(twins.map(({ id }) => id)).size === 1;
		});
		if (since === undefined && (isBaseline === true || isShown || !hasTwin)) return;
		for (const row of this.model.rows) {
			const isLater = toText(this.model.record(row).date) > (since ?? newestDate);
			if (!isLater) this.oracle.waive(row.serial);
		}
	}

	private noteIds(ids: number[]): void {
		if (ids.every((id, at) => id > (ids[at - 1] ?? 0))) return;
		this.oracle.violations.push(`not oldest first: ${ids.join(', ')}`);
	}

	private noteState(before: NewRecordsState | undefined, after: NewRecordsState): void {
		if (after.backlog !== undefined) {
			this.cases.add(`backlog: ${after.backlog.order ?? 'none'}`);
			if (before?.backlog !== undefined) this.cases.add('backlog over three polls');
		} else if (before?.backlog !== undefined) this.cases.add('backlog done');
		if (before !== undefined && before.order !== after.order) this.cases.add('order learned');
		if (after.distrustUntil !== undefined) this.cases.add('belief ended');
		if (after.since !== undefined) this.cases.add('other numbering over two polls');
	}

	private restart(): void {
		const isBehind = JSON.stringify(this.live) !== JSON.stringify(this.saved);
		this.cases.add(isBehind ? 'restart without the last state' : 'restart');
		this.live = this.saved;
		this.isActivation = true;
		if (this.saved !== undefined && this.saved.isBaseline !== true) return;
		// There is no baseline any more: it is made anew, and what is there now is older than it.
		this.hasBaseline = false;
		this.service.forgetLate();
		for (const { serial } of this.model.rows) {
			this.oracle.waive(serial);
		}
	}
}
