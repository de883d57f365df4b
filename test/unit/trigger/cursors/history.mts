import {
	NewRecords,
	type NewRecordsState,
} from '../../../../nodes/LinkShortener/trigger/cursors/newRecords';
import type { PageRequest } from '../../../../nodes/LinkShortener/api/pagination/page';
import { ListingModel, type ListingOptions, type ModelRow } from '../listingModel.mts';
import { Oracle } from '../oracle.mts';

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

	/** How often rows moved to earlier pages since the scan under way began. */
	private moves = 0;

	/** What the scan under way was shown. */
	private shown = new Set<number>();

	/** How often a record was passed over because it moved to a page that had been read. */
	private readonly slips = new Map<number, number>();

	/** The same for the scan under way. */
	private slipsNow = new Map<number, number>();

	private hasMovedClock = false;

	private restore: (() => void) | undefined;

	/** The latest second of the service's clock. */
	private latest = 0;

	private isReading = false;

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
				const rows = model.run(change.place, change.count);
				for (const { serial } of rows) this.oracle.waive(serial);
				model.leaveOut(rows);
				return;
			}
			case 'pageSize':
				if (model.options.maxpage === 'missing') return;
				model.pageSize = change.pageSize;
				this.moved();
				return;
			case 'empty':
				model.answerEmpty();
		}
	}

	private created(rows: ModelRow[]): void {
		for (const row of rows) {
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
		this.moved();
		this.model.remove(rows);
		for (const { serial } of rows) this.oracle.waive(serial);
	}

	/** Rows come to stand on other pages. */
	private moved(): void {
		this.moves += 1;
		// The baseline does not notice what it has missed.
		const isInBaseline = (this.isReading || this.live !== undefined) && !this.hasBaseline;
		if (isInBaseline) for (const { serial } of this.model.rows) this.oracle.allow(serial);
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
		// Dates tell nothing after the clock was set back.
		if (this.hasMovedClock) return;
		this.cases.add(`upheaval: ${upheaval}`);
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

	/** Whether one of the newest records a trigger may know is still there. */
	private isRecognizable(): boolean {
		const names = new Set(this.live?.newest.map(([, , name]) => name));
		return this.model.rows.some(({ name, isLeftOut }) => !isLeftOut && names.has(name));
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
			this.slipsNow.set(serial, Math.min(this.moves, scans));
			const slips = (this.slips.get(serial) ?? 0) + Math.min(this.moves, scans);
			if (slips > 1) this.oracle.allow(serial);
		}
	}

	private beginScan(): void {
		this.moves = 0;
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
		const requests: PageRequest[] = [];
		const reading = cursor.read();
		this.isReading = true;
		let next = reading.next();
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
			const page = this.model.page(request.number, request.size);
			for (const { serial } of page.records) this.shown.add(Number(serial));
			next = reading.next(page);
		}
		this.isReading = false;
		if (wasEmpty) this.allowFirst();
		const { state, events, notes, incomplete } = cursor.result();
		this.wasIncomplete = incomplete !== undefined;
		if (this.wasIncomplete) this.cases.add('incomplete');
		const pages = new Set(requests.map(({ number, size }) => `${number} of ${size}`));
		this.oracle.bound(requests.length, pages.size);
		this.oracle.emit(events.map(({ serial }) => Number(serial)));
		this.noteIds(events.map(({ id }) => Number(id)));
		const before = this.live;
		this.live = JSON.parse(JSON.stringify(state)) as NewRecordsState;
		this.noteState(before, this.live);
		// n8n saves with what it emits, and after an activation; a poll without events leaves no trace.
		if (events.length > 0 || this.isActivation) this.saved = this.live;
		this.isActivation = false;
		if (this.live.isBaseline !== true) this.hasBaseline = true;
		if (before?.wasEmpty === true && this.live.isBaseline !== true) {
			// Two empty answers in a row count.
			for (const { serial } of this.model.rows) this.oracle.allow(serial);
			this.startedEmpty = true;
		}
		this.noteSlips(before?.backlog === undefined ? 1 : 2);
		// Where all known records were passed over, and there are no dates to tell by, they come again.
		const isUnordered = this.live.order === undefined && !this.model.options.hasDates;
		if (notes.length > 0 && isUnordered && this.moves > 0) {
			for (const { serial } of this.model.rows) this.oracle.allowAgain(serial);
		}
		// What was pushed off the only page there is cannot be seen.
		if (this.model.options.ignoresPage === true) {
			for (const { serial } of this.model.inOrder().slice(this.model.pageSize)) {
				this.oracle.waive(serial);
			}
		}
	}

	/** After an empty answer to the first poll, few records are taken for the first ones. */
	private allowFirst(): void {
		const { options, rows } = this.model;
		const hasEnd = options.maxpage !== 'missing' && options.ignoresPage !== true;
		const areFew = !hasEnd || rows.filter(({ isLeftOut }) => !isLeftOut).length <= 10;
		if (areFew) for (const { serial } of rows) this.oracle.allow(serial);
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
		for (const { serial } of this.model.rows) {
			this.oracle.waive(serial);
		}
	}
}
