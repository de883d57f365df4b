import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { toText } from '../../../../nodes/LinkShortener/shared/json';
import type { ListingModel, ListingOptions, ModelRow } from '../listingModel.mts';
import type { Oracle } from '../oracle.mts';
import { change, withFullPages } from './polls.mts';

/** Histories of a channel, and what they tell the oracle that a trigger may and must emit. */

const place = fc.double({ min: 0, max: 1, noNaN: true });

const oneChange = fc.oneof(
	change(4, 'put', { count: count(1, 4) }),
	change(4, 'takeOut', { place, count: count(1, 3) }),
	change(3, 'putBack', { place }),
	change(1, 'hide', { place, count: count(1, 12) }),
	change(1, 'show', {}),
	change(1, 'putUnreadable', {}),
	change(1, 'pageSize', { size: count(3, 16) }),
);

export type Change = typeof oneChange extends fc.Arbitrary<infer One> ? One : never;

export const changes = fc.array(oneChange, { maxLength: 4 });

export const listings: fc.Arbitrary<ListingOptions> = fc
	.record<ListingOptions>({
		sort: fc.constantFrom('date' as const, 'id' as const, 'random' as const),
		direction: fc.constantFrom('descending' as const, 'ascending' as const),
		ties: fc.constantFrom('byId' as const, 'mixed' as const),
		hasDates: fc.boolean(),
		names: fc.constant('none' as const),
		pageSize: count(3, 16),
		honoursSize: fc.boolean(),
		maxpage: fc.constantFrom(
			'right' as const,
			'right' as const,
			'tooHigh' as const,
			'tooLow' as const,
			'missing' as const,
		),
		perpage: fc.constantFrom('right' as const, 'missing' as const, 'asked' as const),
	})
	.map(withFullPages);

function count(min: number, max: number): fc.Arbitrary<number> {
	return fc.integer({ min, max });
}

/** The service's side of a history. */
export class Channel {
	private gone: ModelRow[] = [];

	/**
	 * Taken out while the channel is read. What is put back before it has been read to its end leaves
	 * no trace, and may hide by its coming and going what moved meanwhile: that is not promised.
	 */
	private goneLately: ModelRow[] = [];

	constructor(readonly model: ListingModel) {}

	/** A list that does not count its pages, or not all, ends at the first one that is not full. */
	private get mayHide(): boolean {
		return /right|tooHigh/.test(this.model.options.maxpage);
	}

	put(count: number): void {
		for (const row of this.model.create(count, 2)) {
			// A QR code may have the id of a link.
			if (row.serial % 3 === 0) Object.assign(row, { type: 'qr', id: row.id - 2 });
		}
	}

	/** A reading begins that is compared with none before it. */
	beginReading(): void {
		this.gone.push(...this.goneLately);
		this.goneLately = [];
	}

	apply(change: Change): void {
		const { model } = this;
		switch (change.kind) {
			case 'put':
				this.put(change.count);
				break;
			case 'takeOut': {
				const taken = model.run(change.place, change.count);
				this.goneLately.push(...taken);
				model.remove(taken);
				break;
			}
			case 'putBack': {
				const [row] = this.gone.splice(Math.floor(change.place * this.gone.length * 0.999), 1);
				if (row === undefined) break;
				model.second += 1;
				model.rows = [...model.rows, { ...row, second: model.second }];
				break;
			}
			case 'hide':
				if (this.mayHide) model.leaveOut(model.run(change.place, change.count));
				break;
			case 'show':
				model.show(model.rows);
				break;
			case 'putUnreadable':
				for (const row of model.create(1)) row.isUnreadable = true;
				break;
			case 'pageSize':
				model.pageSize = change.size;
		}
	}

	shown(): Set<string> {
		return new Set(this.model.rows.filter((row) => !row.isLeftOut && !row.isUnreadable).map(keyOf));
	}
}

export function keyOf(row: ModelRow | IDataObject): string {
	return `${toText(row.type)}:${toText(row.id)}`;
}

/** One item's time in the channel, without a break. */
export interface Stay {
	key: string;
	/** What the oracle knows it by. */
	event: string;
	isOver: boolean;
	wasServed: boolean;
	/** The reading that showed it last. */
	servedIn: number;
	/** Whether two readings in a row, or more, did not show it. */
	wasMissed: boolean;
}

/** Knows every item's stays, and tells the oracle which of them must and which may be emitted. */
export class Stays {
	private readonly byKey = new Map<string, Stay[]>();

	/** Whether every item put in from now on is new. */
	hasBaseline = false;

	/** Items whose absence a calm poll must have noticed: in this process, and by what n8n has saved. */
	private noticed = new Set<string>();

	private noticedSaved = new Set<string>();

	/** Items on the pages that the poll under way has read. Their coming back is no news to it. */
	private readonly readNow = new Set<string>();

	/** Events of items that moved past the page being read, twice. */
	slipped = 0;

	/** Events of items that had been in the channel before. */
	emittedAgain = 0;

	constructor(
		private readonly channel: Channel,
		private readonly oracle: Oracle,
	) {}

	/** Called after every change. */
	sync(): void {
		const shown = this.channel.shown();
		for (const [key, stays] of this.byKey) {
			const current = stays.at(-1);
			if (current === undefined || shown.has(key)) continue;
			current.isOver = true;
			this.oracle.waive(current.event);
		}
		for (const key of shown) {
			const stays = this.byKey.get(key) ?? [];
			this.byKey.set(key, stays);
			if (stays.at(-1)?.isOver === false) continue;
			const isNew = stays.length === 0 || this.noticed.has(key);
			const isKnownToBeNew = isNew && !this.readNow.has(key);
			this.noticed.delete(key);
			const event = `${key}, stay ${stays.length + 1}`;
			stays.push({ key, event, isOver: false, wasServed: false, servedIn: 0, wasMissed: false });
			if (this.hasBaseline && isKnownToBeNew) this.oracle.require(event);
			else this.oracle.allow(event);
		}
	}

	/** The present stays of what a page shows. A poll that fails has seen nothing. */
	staysOf(records: readonly IDataObject[]): Stay[] {
		for (const record of records) this.readNow.add(keyOf(record));
		return records.flatMap((record) => this.byKey.get(keyOf(record))?.at(-1) ?? []);
	}

	beginPoll(): void {
		this.readNow.clear();
	}

	/** What a poll that did not fail was shown, in which reading of the list. */
	served(served: ReadonlyArray<[stay: Stay, reading: number]>): void {
		for (const [stay, reading] of served) {
			if (stay.wasServed && reading - stay.servedIn > 2) stay.wasMissed = true;
			stay.servedIn = reading;
			stay.wasServed = true;
			this.noticed.delete(stay.key);
		}
	}

	/** An item is emitted for the last of its stays that was shown and is open, or for none. */
	emitted(events: readonly IDataObject[]): void {
		for (const key of events.map(keyOf)) {
			const stays = this.byKey.get(key);
			const open = stays?.findLast((stay) => stay.wasServed && this.oracle.isOpen(stay.event));
			const missed = stays?.findLast((stay) => stay.wasMissed);
			// What moved past two readings in a row counts as gone.
			if (open === undefined && missed !== undefined) {
				missed.wasMissed = false;
				this.slipped += 1;
				continue;
			}
			this.oracle.emit([open?.event ?? key]);
			if (open !== stays?.[0]) this.emittedAgain += 1;
		}
	}

	/** What a poll has seen that is, or was, making the baseline: it is not new. */
	makingBaseline(): void {
		for (const stay of this.all()) if (stay.wasServed) this.oracle.forbid(stay.event);
	}

	/** A poll during which nothing changed and which read everything: it knows what is gone. */
	calm(): void {
		const shown = this.channel.shown();
		for (const key of this.byKey.keys()) if (!shown.has(key)) this.noticed.add(key);
	}

	saved(): void {
		this.noticedSaved = new Set(this.noticed);
	}

	/** n8n has started again. A baseline that it has not saved is made anew. */
	restarted(hasBaseline: boolean): void {
		this.noticed = new Set(this.noticedSaved);
		for (const [key, [, ...again]] of this.byKey) {
			for (const { event } of this.noticed.has(key) ? [] : again) this.oracle.waive(event);
		}
		if (hasBaseline) return;
		this.hasBaseline = false;
		for (const stay of this.all()) {
			stay.wasServed = false;
			this.oracle.allow(stay.event);
		}
	}

	private all(): Stay[] {
		return [...this.byKey.values()].flat();
	}
}
