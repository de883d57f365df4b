import type { NewRecordsState } from '../../../../nodes/LinkShortener/trigger/cursors/newRecords';
import { ListingModel, type ListingOptions, type ModelRow } from '../listingModel.mts';
import type { Oracle } from '../oracle.mts';

/** What happens at the service at one moment. */
export type Change =
	| { kind: 'nothing' }
	| { kind: 'create'; count: number; perSecond: number }
	| { kind: 'createInSameSecond' }
	| { kind: 'import'; count: number; secondsAgo: number }
	| { kind: 'delete'; place: number; count: number }
	| { kind: 'leaveOut'; place: number; count: number }
	| { kind: 'pageSize'; pageSize: number }
	| { kind: 'empty' }
	/** The next page comes from a copy of the database that lags behind, by as much as a poll ago. */
	| { kind: 'lag' }
	/** A record that the list counts and does not show until later. */
	| { kind: 'createLate' }
	| { kind: 'showLate' }
	/** A record without a usable id. */
	| { kind: 'createUnreadable' };

/** What happens to the whole service, between two polls. */
export type Upheaval = 'anew' | 'backup' | 'restore' | 'renumber' | 'reuse' | 'clockBack' | 'zone';

/** So many ids are remembered one by one; a record that shows late has to be one of them. */
const REMEMBERED = 250;

/** As much of the trigger as decides what it must and may emit. */
export interface Trigger {
	/** What the running n8n remembers. */
	live: NewRecordsState | undefined;
	hasBaseline: boolean;
	isReading: boolean;
}

/** What happens at the service, and what follows from it for the oracle. */
export class Happenings {
	readonly model: ListingModel;

	/** How often rows moved to earlier pages since the scan under way began. */
	moves = 0;

	/** A copy that lags may have answered since the last poll. */
	hasLagged = false;

	/** The baseline was an empty list, so that what comes back from a backup counts as new. */
	startedEmpty = false;

	/** The latest second of the service's clock. */
	private latest: number;

	/** What is dated later was created after ids changed. */
	private upheavalSecond = -1_000;

	private hasMovedClock = false;

	private restore: (() => void) | undefined;

	/** Records that the list did not show at first. */
	private readonly late = new Set<ModelRow>();

	/** Those of them that got their id after the activation. */
	private readonly promisedLate = new Set<ModelRow>();

	/**
	 * @param skipped ids that other accounts use up between two records
	 * @param cases is told of the hard cases
	 */
	constructor(
		listing: ListingOptions,
		atFirst: { count: number; perSecond: number },
		private readonly skipped: number,
		private readonly trigger: Trigger,
		private readonly oracle: Oracle,
		private readonly cases: Set<string>,
	) {
		this.model = new ListingModel(listing);
		this.noteListing(listing);
		this.model.create(atFirst.count, atFirst.perSecond, { skipped });
		this.latest = this.model.second;
	}

	private noteListing(options: ListingOptions): void {
		const { sort, direction, honoursSize, ties, hasDates, maxpage, perpage } = options;
		this.cases.add(`sorted by ${sort}`);
		if (direction === 'ascending') this.cases.add('oldest first');
		if (!honoursSize) this.cases.add('own page size');
		if (hasDates && ties !== 'byId') this.cases.add(`dates tie: ${ties}`);
		if (options.allowedSizes !== undefined) this.cases.add('few page sizes');
		if (options.ignoresPage === true) this.cases.add('page ignored');
		if (!hasDates) this.cases.add('no dates');
		this.cases.add(`names: ${options.names}`);
		if (maxpage !== 'right') this.cases.add(`maxpage ${maxpage}`);
		if (options.beyond !== undefined) this.cases.add(`beyond: ${options.beyond}`);
		if (perpage !== 'right') this.cases.add(`perpage ${perpage}`);
	}

	apply(change: Change): void {
		const { model } = this;
		const where = this.trigger.isReading ? 'pages' : 'polls';
		if (change.kind !== 'nothing') this.cases.add(`${change.kind} between ${where}`);
		const { skipped } = this;
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
				if (this.trigger.live === undefined) return;
				const { count, secondsAgo } = change;
				// Rows behind them move to later pages, which a reading from the end has read.
				if (model.options.direction === 'ascending' && model.options.sort === 'date') {
					this.allowInBaseline();
				}
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
				return;
			case 'lag':
				model.lag();
				this.hasLagged = true;
				this.moved();
				return;
			case 'createLate': {
				if (model.options.maxpage !== 'right' || !this.trigger.hasBaseline) return;
				const rows = model.create(1, 1, { skipped });
				this.latest = model.second;
				model.leaveOut(rows);
				for (const row of rows) {
					this.late.add(row);
					this.promisedLate.add(row);
				}
				return;
			}
			case 'showLate':
				model.show([...this.late]);
				for (const { serial } of this.late) this.oracle.allow(serial);
				return;
			case 'createUnreadable':
				for (const row of model.create(1, 1, { skipped })) row.isUnreadable = true;
				this.latest = model.second;
		}
	}

	/** What shows late is promised from the poll on that reads its page. */
	requireShown(shown: ReadonlySet<number>): void {
		for (const row of this.promisedLate) {
			const isThere = this.model.rows.includes(row) && !row.isLeftOut;
			if (!isThere || !shown.has(row.serial)) continue;
			this.late.delete(row);
			this.promisedLate.delete(row);
			const newer = this.model.rows.filter(({ id }) => id > row.id).length;
			if (newer < REMEMBERED) this.oracle.require(row.serial);
		}
	}

	/** The baseline is made anew: what got its id before it is not promised. */
	forgetLate(): void {
		this.promisedLate.clear();
	}

	private created(rows: ModelRow[]): void {
		for (const row of rows) {
			if (this.trigger.hasBaseline && this.isPromised(row)) this.oracle.require(row.serial);
			else if (this.trigger.live !== undefined || this.trigger.isReading || !this.isPromised(row)) {
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

	removeUnreadable(): void {
		const rows = this.model.rows.filter(({ isUnreadable }) => isUnreadable);
		if (rows.length > 0) this.remove(rows);
	}

	/** Rows come to stand on other pages. */
	private moved(): void {
		this.moves += 1;
		this.allowInBaseline();
	}

	/** The baseline does not notice what it has missed. */
	private allowInBaseline(): void {
		const isInBaseline =
			(this.trigger.isReading || this.trigger.live !== undefined) && !this.trigger.hasBaseline;
		if (isInBaseline) for (const { serial } of this.model.rows) this.oracle.allow(serial);
	}

	upheave(upheaval: Upheaval): void {
		const { model, oracle } = this;
		if (upheaval === 'clockBack') {
			if (this.upheavalSecond < 0) model.moveClock(-20);
			this.hasMovedClock = true;
			return;
		}
		if (upheaval === 'zone') {
			if (this.upheavalSecond > 0 || this.hasMovedClock) return;
			this.cases.add('upheaval: zone');
			model.moveZone([1, -1, -5, 8][model.rows.length % 4] ?? 0);
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
		const { model } = this;
		if (model.options.names === 'none') return false;
		const keyOf = (...parts: unknown[]) => JSON.stringify(parts);
		const known = new Set(
			this.trigger.live?.newest.map(([id, date, name]) => keyOf(id, date, name)),
		);
		const shown = model.rows.filter(({ isLeftOut }) => !isLeftOut);
		// By a name and a date that no other has.
		return shown.some(
			(one) =>
				known.has(keyOf(one.id, model.record(one).date, one.name)) &&
				shown.filter((row) => row.name === one.name && row.second === one.second).length === 1,
		);
	}
}
