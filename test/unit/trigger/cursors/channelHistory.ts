import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { toText } from '../../../../nodes/LinkShortener/shared/json';
import type { ListingModel, ListingOptions, ModelRow } from '../listingModel';

/** Histories of a channel, and an oracle that knows what a trigger may and must emit. */

export type Change =
	| { kind: 'put'; count: number }
	| { kind: 'takeOut'; place: number; count: number }
	| { kind: 'putBack'; place: number }
	| { kind: 'hide'; place: number; count: number }
	| { kind: 'show' }
	| { kind: 'pageSize'; size: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });

export const changes = fc.array(
	fc.oneof(
		{ weight: 4, arbitrary: fc.record({ kind: fc.constant('put' as const), count: count(1, 4) }) },
		{
			weight: 4,
			arbitrary: fc.record({ kind: fc.constant('takeOut' as const), place, count: count(1, 3) }),
		},
		{ weight: 3, arbitrary: fc.record({ kind: fc.constant('putBack' as const), place }) },
		{
			weight: 1,
			arbitrary: fc.record({ kind: fc.constant('hide' as const), place, count: count(1, 12) }),
		},
		{ weight: 1, arbitrary: fc.record({ kind: fc.constant('show' as const) }) },
		{
			weight: 1,
			arbitrary: fc.record({ kind: fc.constant('pageSize' as const), size: count(3, 16) }),
		},
	),
	{ maxLength: 4 },
);

export const listings: fc.Arbitrary<ListingOptions> = fc.record({
	sort: fc.constantFrom('date' as const, 'id' as const, 'random' as const),
	direction: fc.constantFrom('descending' as const, 'ascending' as const),
	ties: fc.constantFrom('byId' as const, 'mixed' as const),
	hasDates: fc.boolean(),
	hasNames: fc.constant(false),
	pageSize: count(3, 16),
	honoursSize: fc.boolean(),
	maxpage: fc.constantFrom(
		'right' as const,
		'right' as const,
		'tooHigh' as const,
		'missing' as const,
	),
	perpage: fc.constantFrom('right' as const, 'missing' as const, 'asked' as const),
});

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

	/** A list that does not count its pages ends at the first one that is not full. */
	private get mayHide(): boolean {
		return this.model.options.maxpage !== 'missing';
	}

	put(count: number): void {
		for (const row of this.model.create(count, 2)) {
			// A QR code may have the id of a link.
			if (row.serial % 3 === 0) Object.assign(row, { type: 'qr', id: row.id - 2 });
		}
	}

	/** A poll begins. */
	beginPoll(): void {
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
			case 'pageSize':
				model.pageSize = change.size;
		}
	}

	shown(): Set<string> {
		return new Set(this.model.rows.filter(({ isLeftOut }) => !isLeftOut).map(keyOf));
	}
}

export function keyOf(row: ModelRow | IDataObject): string {
	return `${toText(row.type)}:${toText(row.id)}`;
}

/** One item's time in the channel, without a break. */
export interface Stay {
	key: string;
	isOver: boolean;
	wasServed: boolean;
	/** It was there and shown while the baseline was made, so it is not new. */
	isOld: boolean;
	/** It has to be emitted, should it last to the end. */
	isRequired: boolean;
	timesEmitted: number;
}

/** Knows every item's stays, and so what may and what must be emitted. */
export class ChannelOracle {
	private readonly stays = new Map<string, Stay[]>();

	/** Whether every item put in from now on is new. */
	hasBaseline = false;

	/** Items whose absence a calm poll must have noticed: in this process, and by what n8n has saved. */
	private noticed = new Set<string>();

	private noticedSaved = new Set<string>();

	readonly faults: string[] = [];

	/** Events of items that had been in the channel before. */
	emittedAgain = 0;

	constructor(private readonly channel: Channel) {}

	/** Called after every change. */
	sync(): void {
		const shown = this.channel.shown();
		for (const [key, stays] of this.stays) {
			const current = stays.at(-1);
			if (current !== undefined && !shown.has(key)) current.isOver = true;
		}
		for (const key of shown) {
			const stays = this.stays.get(key) ?? [];
			this.stays.set(key, stays);
			if (stays.at(-1)?.isOver === false) continue;
			const isKnownToBeNew = stays.length === 0 || this.noticed.has(key);
			this.noticed.delete(key);
			stays.push({
				key,
				isOver: false,
				wasServed: false,
				isOld: false,
				isRequired: this.hasBaseline && isKnownToBeNew,
				timesEmitted: 0,
			});
		}
	}

	/** The present stays of what a page shows. A poll that fails has seen nothing. */
	staysOf(records: readonly IDataObject[]): Stay[] {
		return records.flatMap((record) => this.stays.get(keyOf(record))?.at(-1) ?? []);
	}

	/** What a poll that did not fail was shown. */
	served(stays: readonly Stay[]): void {
		for (const stay of stays) {
			stay.wasServed = true;
			this.noticed.delete(stay.key);
		}
	}

	emitted(events: readonly IDataObject[]): void {
		for (const key of events.map(keyOf)) {
			const open = this.stays
				.get(key)
				?.findLast(
					({ wasServed, isOld, timesEmitted }) => wasServed && !isOld && timesEmitted === 0,
				);
			if (open === undefined) this.faults.push(`${key} is not new`);
			else open.timesEmitted += 1;
			if (open !== this.stays.get(key)?.[0]) this.emittedAgain += 1;
		}
	}

	/** What a poll has seen that is, or was, making the baseline. */
	makingBaseline(): void {
		for (const stay of [...this.stays.values()].flat()) if (stay.wasServed) stay.isOld = true;
	}

	/** A poll during which nothing changed and which read everything: it knows what is gone. */
	calm(): void {
		const shown = this.channel.shown();
		for (const key of this.stays.keys()) if (!shown.has(key)) this.noticed.add(key);
	}

	saved(): void {
		this.noticedSaved = new Set(this.noticed);
	}

	/** n8n has started again. A baseline that it has not saved is made anew. */
	restarted(hasBaseline: boolean): void {
		this.noticed = new Set(this.noticedSaved);
		for (const [key, [, ...again]] of this.stays) {
			for (const stay of again) stay.isRequired &&= this.noticed.has(key);
		}
		if (hasBaseline) return;
		this.hasBaseline = false;
		for (const stay of [...this.stays.values()].flat()) {
			stay.isRequired = false;
			stay.wasServed = false;
			stay.isOld = false;
		}
	}

	missed(): string[] {
		return [...this.stays]
			.filter(([, stays]) => {
				const last = stays.at(-1);
				return last?.isOver === false && last.isRequired && last.timesEmitted === 0;
			})
			.map(([key]) => key);
	}
}
