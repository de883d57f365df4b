import {
	NewRecords,
	type NewRecordsState,
} from '../../../../nodes/LinkShortener/trigger/cursors/newRecords';
import type { PageRequest } from '../../../../nodes/LinkShortener/api/pagination/page';
import { ListingModel, type ListingOptions, type ModelRow } from '../listingModel';
import { Oracle } from '../oracle';

/** What happens at the service at one moment. */
export type Change =
	| { kind: 'nothing' }
	| { kind: 'create'; count: number; perSecond: number }
	| { kind: 'createInSameSecond' }
	| { kind: 'import'; count: number; secondsAgo: number }
	| { kind: 'delete'; place: number; count: number }
	| { kind: 'leaveOut'; place: number; count: number }
	| { kind: 'pageSize'; pageSize: number }
	| { kind: 'empty' };

/** What happens to the whole service, between two polls. */
export type Upheaval = 'anew' | 'backup' | 'restore' | 'renumber' | 'reuse' | 'clockBack';

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

class Player {
	private readonly model: ListingModel;

	private readonly oracle = new Oracle();

	private readonly cases = new Set<string>();

	/** What the running n8n remembers, and what it has saved. */
	private live: NewRecordsState | undefined;

	private saved: NewRecordsState | undefined;

	private isActivation = true;

	private hasBaseline = false;

	/** Created by the poll under way. */
	private createdNow = new Set<ModelRow>();

	private deletedNow = 0;

	private hasMovedClock = false;

	private restore: (() => void) | undefined;

	/** The latest second of the service's clock. */
	private latest = 0;

	private isReading = false;

	private highestEmitted = 0;

	/** What is dated later was created after ids changed. */
	private upheavalSecond = -1_000;

	/** The baseline was an empty list, so that what comes back from a backup counts as new. */
	private startedEmpty = false;

	private wasIncomplete = false;

	constructor(private readonly history: History) {
		this.model = new ListingModel(history.listing);
	}

	play(): Verdict {
		const { listing, atFirst, polls, skipped } = this.history;
		this.noteListing(listing);
		this.model.create(atFirst.count, atFirst.perSecond, { skipped });
		this.latest = this.model.second;
		for (const plan of polls) {
			for (const change of plan.before) this.apply(change);
			if (plan.upheaval !== undefined) this.upheave(plan.upheaval);
			this.poll(plan);
			if (plan.restart) this.restart();
		}
		let before: NewRecordsState | undefined;
		for (let calm = 0; calm < CALM_POLLS; calm += 1) {
			before = this.live;
			this.poll(CALM);
		}
		this.oracle.rest(before, this.live);
		if (this.wasIncomplete) this.oracle.violations.push('incomplete at the end');
		return { violations: this.oracle.violations, cases: this.cases };
	}

	// The service ------------------------------------------------------------------------------------

	private noteListing(options: ListingOptions): void {
		const { sort, direction, honoursSize, ties, hasDates, maxpage, perpage } = options;
		this.cases.add(`sorted by ${sort}`);
		if (direction === 'ascending') this.cases.add('oldest first');
		if (!honoursSize) this.cases.add('own page size');
		if (hasDates && ties !== 'byId') this.cases.add(`dates tie: ${ties}`);
		if (options.allowedSizes !== undefined) this.cases.add('few page sizes');
		if (options.ignoresPage === true) this.cases.add('page ignored');
		if (!hasDates) this.cases.add('no dates');
		if (maxpage !== 'right') this.cases.add(`maxpage ${maxpage}`);
		if (perpage !== 'right') this.cases.add(`perpage ${perpage}`);
	}

	private apply(change: Change): void {
		const { model } = this;
		const where = this.isReading ? 'pages' : 'polls';
		if (change.kind !== 'nothing') this.cases.add(`${change.kind} between ${where}`);
		const { skipped } = this.history;
		if (change.kind !== 'nothing' && this.slipsIntoTheMiddle(change)) return;
		switch (change.kind) {
			case 'nothing':
				return;
			case 'create':
				this.created(model.create(change.count, change.perSecond, { skipped }));
				return;
			case 'createInSameSecond':
				this.created(model.createInSameSecond());
				return;
			case 'import': {
				if (this.live === undefined) return;
				const { count, secondsAgo } = change;
				this.created(model.create(count, count, { secondsAgo, skipped }));
				return;
			}
			case 'delete':
				this.remove(model.run(change.place, change.count));
				return;
			case 'leaveOut': {
				// Without a right last page, pages that show nothing are the end.
				if (model.options.maxpage !== 'right') return;
				const run = model.run(change.place, change.count);
				const rows = run.filter((row) => !this.createdNow.has(row));
				for (const { serial } of rows) this.oracle.waive(serial);
				model.leaveOut(rows);
				return;
			}
			case 'pageSize':
				if (model.options.maxpage === 'missing') return;
				model.pageSize = change.pageSize;
				return;
			case 'empty':
				model.answerEmpty();
		}
	}

	private created(rows: ModelRow[]): void {
		for (const row of rows) {
			if (this.isReading) this.createdNow.add(row);
			if (this.hasBaseline && this.isPromised(row)) this.oracle.require(row.serial);
			else if (this.live !== undefined || this.isReading || !this.isPromised(row)) {
				this.oracle.allow(row.serial);
			}
			this.latest = Math.max(this.latest, row.second);
		}
	}

	/**
	 * Dated before what was there already, a row stands in the middle of a list by date; and where known
	 * records are gone, it is the date that tells.
	 */
	private isPromised({ second }: ModelRow): boolean {
		if (second <= this.upheavalSecond) return false;
		return second >= this.latest || !this.model.options.hasDates;
	}

	private remove(rows: ModelRow[]): void {
		const isPartlyHidden = this.model.rows.some(({ isLeftOut }) => isLeftOut);
		// Created and deleted while one poll reads: pages that do not overlap do not show that.
		const gone = rows.filter((row) => !this.createdNow.has(row));
		this.model.remove(gone);
		if (this.mayNotOverlap()) this.deletedNow += gone.length;
		// Without an order, or where rows are hidden, a row that moves up while the baseline is read is not
		// noticed.
		const { sort, direction, maxpage } = this.model.options;
		const isUnordered = (direction === 'ascending' && maxpage === 'missing') || isPartlyHidden;
		if (this.isReading && !this.hasBaseline && (isUnordered || !/id|date/.test(sort))) {
			for (const { serial } of this.model.rows) this.oracle.allow(serial);
		}
		for (const { serial } of gone) this.oracle.waive(serial);
	}

	private upheave(upheaval: Upheaval): void {
		const { model, oracle } = this;
		if (upheaval === 'clockBack') {
			if (this.upheavalSecond < 0) model.moveClock(-20);
			this.hasMovedClock = true;
			return;
		}
		if (upheaval === 'backup') {
			this.restore = model.backup();
			return;
		}
		if (upheaval === 'restore' && this.restore === undefined) return;
		if (upheaval === 'renumber' && !this.isRecognizable()) return;
		// Dates tell nothing after the clock was set back, and one upheaval is enough at a time.
		if (this.hasMovedClock || this.live?.wasGone === true) return;
		// What was emitted since the last completed scan is known by its ids alone.
		const { maxId = 0 } = this.live ?? {};
		if (this.highestEmitted > maxId) return;
		this.cases.add(`upheaval: ${upheaval}`);
		this.highestEmitted = 0;
		this.upheavalSecond = this.latest;
		// What no poll has seen cannot be told from old records with certainty.
		for (const serial of oracle.missing) oracle.allow(serial);
		if (upheaval === 'anew') {
			model.setUpAnew();
			this.restore = undefined;
		}
		if (upheaval === 'restore') {
			this.restore?.();
			if (this.startedEmpty) for (const { serial } of model.rows) oracle.allow(serial);
		}
		if (upheaval === 'renumber') model.renumber(1_000);
		if (upheaval === 'reuse') model.reuseIds();
	}

	/** Whether one of the newest records a trigger may know is still there, and read before older ones. */
	private isRecognizable(): boolean {
		// Without an order a renumbering is noticed too late.
		if (this.live?.distrustUntil !== undefined) return false;
		const { sort, ties, direction, maxpage } = this.model.options;
		const isById = sort === 'id' || (sort === 'date' && ties === 'byId');
		const hasOrder = direction === 'descending' || maxpage !== 'missing';
		if (!isById || !hasOrder || this.model.second < this.latest) return false;
		const names = new Set(this.live?.newest.map(([, , name]) => name));
		return this.model.rows.some(({ name, isLeftOut }) => !isLeftOut && names.has(name));
	}

	private mayNotOverlap(): boolean {
		const { honoursSize } = this.model.options;
		const isSmall = this.model.pageSize < 100;
		return !honoursSize || isSmall || this.model.rows.some(({ isLeftOut }) => isLeftOut);
	}

	/** Read back from its end, a list by date shows no trace of a row put in before that end. */
	private slipsIntoTheMiddle({ kind }: Change): boolean {
		const { sort, direction, ties } = this.model.options;
		if (!this.isReading || sort !== 'date' || direction !== 'ascending') return false;
		if (kind === 'createInSameSecond') return ties !== 'byId';
		return kind === 'import' || (kind === 'create' && this.model.second < this.latest);
	}

	// n8n --------------------------------------------------------------------------------------------

	private poll(plan: PollPlan): void {
		this.createdNow = new Set();
		this.deletedNow = 0;
		const { allowedSizes } = this.model.options;
		const cursor = new NewRecords({ now: 0, canChooseSize: allowedSizes === undefined }, this.live);
		// After an empty answer to the first poll, few records are taken for the first ones.
		const { maxpage, ignoresPage } = this.model.options;
		const hasEnd = maxpage !== 'missing' && ignoresPage !== true;
		if (
			this.live?.wasEmpty === true &&
			(!hasEnd || this.model.rows.filter(({ isLeftOut }) => !isLeftOut).length <= 10)
		) {
			for (const { serial } of this.model.rows) this.oracle.allow(serial);
		}
		const requests: PageRequest[] = [];
		const scan = cursor.scan();
		this.isReading = true;
		let next = scan.next();
		while (next.done !== true && requests.length < plan.budget) {
			const request = next.value;
			if (requests.length > 0) this.apply(plan.between[requests.length - 1] ?? { kind: 'nothing' });
			requests.push(request);
			if (plan.failsAt === requests.length) {
				this.cases.add(requests.length === 1 ? 'failed at once' : 'failed half way');
				this.isReading = false;
				return;
			}
			if (requests.length > 2_000) throw new Error('A poll without an end');
			next = scan.next(this.model.page(request.number, request.size));
		}
		this.isReading = false;
		const { state, events, incomplete } = cursor.result();
		this.wasIncomplete = incomplete !== undefined;
		if (this.wasIncomplete) this.cases.add('incomplete');
		const pages = new Set(requests.map(({ number, size }) => `${number} of ${size}`));
		this.oracle.bound(requests.length, pages.size, 2);
		this.oracle.emit(events.map(({ serial }) => Number(serial)));
		this.noteIds(events.map(({ id }) => Number(id)));
		const before = this.live;
		this.live = JSON.parse(JSON.stringify(state)) as NewRecordsState;
		this.noteState(before, this.live);
		// n8n saves with what it emits, and after an activation; a poll without events leaves no trace.
		if (events.length > 0 || this.isActivation) this.saved = this.live;
		this.isActivation = false;
		if (this.live.isBaseline !== true) this.hasBaseline = true;
		if (before?.wasGone === true) {
			// The newest records known were gone in two polls: the numbering counts as another one.
			for (const { serial } of this.model.rows) this.oracle.allow(serial);
		}
		if (before?.wasEmpty === true && this.live.wasEmpty === true) {
			// Two empty answers in a row count.
			for (const { serial } of this.model.rows) this.oracle.allow(serial);
			this.startedEmpty = true;
		}
		// Pages that do not overlap, cut by the budget: a row that was created may hide one that was deleted.
		if (this.live.backlog !== undefined && this.createdNow.size > 0 && this.deletedNow > 0) {
			for (const serial of this.oracle.missing) this.oracle.allow(serial);
		}
		// What was pushed off the only page there is cannot be seen.
		if (this.model.options.ignoresPage === true) {
			for (const { serial } of this.model.inOrder().slice(this.model.pageSize)) {
				this.oracle.waive(serial);
			}
		}
	}

	private noteIds(ids: number[]): void {
		this.highestEmitted = Math.max(...ids, this.highestEmitted);
		if (ids.every((id, at) => id > (ids[at - 1] ?? 0))) return;
		this.oracle.violations.push(`not oldest first: ${ids.join(', ')}`);
	}

	private noteState(before: NewRecordsState | undefined, after: NewRecordsState): void {
		if (after.backlog !== undefined) {
			this.cases.add(`backlog: ${after.backlog.order}`);
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
		for (const { serial } of this.model.rows) {
			this.oracle.waive(serial);
		}
	}
}
