import type { IDataObject } from 'n8n-workflow';
import fc from 'fast-check';
import { expect } from 'vitest';
import { toText } from '../../../../nodes/LinkShortener/shared/json';
import { clicksOf } from '../../../../nodes/LinkShortener/trigger/cursors/clicks';
import {
	ClicksReached,
	type ClicksReachedState,
} from '../../../../nodes/LinkShortener/trigger/cursors/clicksReached';
import type { ListingModel, ListingOptions, ModelRow } from '../listingModel.mts';
import { Oracle } from '../oracle.mts';
import {
	change,
	Memory,
	modelOf,
	playPoll,
	withFullPages,
	type PollOutcome,
	type PollPlan,
} from './polls.mts';

/** Histories of links and their clicks, and what they tell the oracle. */

export const REACHED = 10;

const place = fc.double({ min: 0, max: 1, noNaN: true });

const oneChange = fc.oneof(
	change(6, 'click', { place, clicks: fc.integer({ min: 1, max: 12 }) }),
	change(3, 'create', { clicks: fc.nat(3) }),
	change(2, 'remove', { place }),
	change(1, 'hide', { place, count: fc.integer({ min: 1, max: 12 }) }),
	change(1, 'pageSize', { size: fc.integer({ min: 3, max: 16 }) }),
	change(1, 'unreadable', { place }),
);

type Change = typeof oneChange extends fc.Arbitrary<infer One> ? One : never;

export const changes = fc.array(oneChange, { maxLength: 4 });

/** Large enough for a thousand to be written with a comma. */
const SCALE = 150;

function said({ notes }: PollOutcome): string {
	return notes.join(' ');
}

/** Sorted by clicks, or by age where the install ignores that order. */
export const listings: fc.Arbitrary<ListingOptions> = fc
	.record<ListingOptions>({
		sort: fc.constantFrom('clicks' as const, 'clicks' as const, 'id' as const),
		direction: fc.constant('descending' as const),
		ties: fc.constantFrom('byId' as const, 'mixed' as const),
		hasDates: fc.constant(false),
		names: fc.constant('none' as const),
		pageSize: fc.integer({ min: 3, max: 16 }),
		honoursSize: fc.boolean(),
		maxpage: fc.constantFrom(
			'right' as const,
			'tooHigh' as const,
			'tooLow' as const,
			'missing' as const,
		),
		perpage: fc.constantFrom('right' as const, 'missing' as const, 'asked' as const),
		clicks: fc.constantFrom('text' as const, 'grouped' as const),
	})
	.map(withFullPages);

/** A service, a trigger that watches it, and what they tell the oracle. */
export class History {
	readonly oracle = new Oracle();

	readonly memory = new Memory();

	private readonly model: ListingModel;

	/** Links that had reached the number before the first poll. */
	private old: Set<number> | undefined;

	/** Links that had reached the number when the baseline was shown them. */
	private readonly shown = new Set<number>();

	constructor(
		options: ListingOptions,
		start: readonly number[],
		private readonly counts: Record<
			'cut' | 'failed' | 'restarts' | 'said' | 'emitted' | 'slipped',
			number
		>,
	) {
		this.model = modelOf(options);
		for (const clicks of start) this.create(clicks);
		this.model.keepCopy();
	}

	/** All clicks can be read again. */
	calmDown(): void {
		for (const row of this.model.rows) if (row.isUnreadable) this.makeReadable(row);
	}

	private create(clicks: number): void {
		this.model.create(1, 1, { clicks: clicks * SCALE });
	}

	/** It counts from now on, if it does not already. */
	private makeReadable(row: ModelRow): void {
		row.isUnreadable = false;
		this.old?.delete(row.id);
		if (row.clicks >= REACHED * SCALE) this.oracle.allow(row.id);
	}

	poll(plan: PollPlan<Change>): void {
		const { counts, memory, model } = this;
		if (plan.restarts) this.restart();
		plan.before.forEach((change) => this.apply(change));
		const { isBaseline } = memory;
		const visible = model.rows.filter(({ isLeftOut }) => !isLeftOut);
		this.old ??= new Set(visible.flatMap(({ id, clicks }) => (clicks < REACHED * SCALE ? [] : id)));
		const seen: IDataObject[] = [];
		const cursor = new ClicksReached(
			REACHED * SCALE,
			memory.state as ClicksReachedState | undefined,
		);
		const outcome = playPoll(plan, cursor, model, this.oracle, {
			apply: (change: Change) => this.apply(change),
			see: ({ records }) => seen.push(...records),
		});
		if (outcome === undefined) {
			counts.failed += 1;
			return;
		}
		const unread = seen.filter((record) => clicksOf(record) === undefined);
		const unsaid = unread.filter(
			({ id, clicks }) => !said(outcome).includes(`${Number(id)} ("${toText(clicks)}")`),
		);
		counts.said += unread.length;
		if (!said(outcome).includes(' more.')) expect(unsaid).toEqual([]);
		if (!outcome.isDone) counts.cut += 1;
		counts.emitted += outcome.events.length;
		counts.slipped += outcome.events.filter(({ id }) => this.old?.has(Number(id))).length;
		this.oracle.emit(
			outcome.events.map(({ id, clicks }) =>
				Number(clicks) < REACHED * SCALE ? `${Number(id)} of ${Number(clicks)} clicks` : Number(id),
			),
		);
		memory.keep(outcome);
		if (!isBaseline) return;
		for (const record of seen) {
			if ((clicksOf(record) ?? 0) >= REACHED * SCALE) this.shown.add(Number(record.id));
		}
		if (memory.isBaseline) return;
		// A link may reach the number, or move, behind the back of the baseline.
		for (const { id, clicks } of model.rows) {
			if (clicks >= REACHED * SCALE && !this.shown.has(id)) this.oracle.allow(id);
		}
	}

	/** A baseline that n8n has not saved is made anew. */
	private restart(): void {
		this.counts.restarts += 1;
		this.memory.restart();
		if (!this.memory.isBaseline) return;
		this.old = undefined;
		this.shown.clear();
		for (const { id } of this.model.rows) this.oracle.forbid(id);
	}

	private waived(rows: ModelRow[]): ModelRow[] {
		for (const { id } of rows) this.oracle.waive(id);
		return rows;
	}

	private apply(change: Change): void {
		const { model, memory, oracle } = this;
		switch (change.kind) {
			case 'click': {
				const row = model.at(change.place);
				if (row === undefined) break;
				const wasBelow = row.clicks < REACHED * SCALE;
				model.click(row, change.clicks * SCALE);
				const isReached = wasBelow && row.clicks >= REACHED * SCALE;
				if (isReached && !row.isLeftOut && !row.isUnreadable && !memory.isBaseline)
					oracle.require(row.id);
				break;
			}
			case 'create':
				this.create(change.clicks);
				break;
			case 'remove':
				model.remove(this.waived(model.run(change.place, 1)));
				break;
			case 'hide':
				if (/missing|tooLow/.test(model.options.maxpage)) break;
				model.leaveOut(this.waived(model.run(change.place, change.count)));
				break;
			case 'pageSize':
				model.pageSize = change.size;
				break;
			case 'unreadable': {
				const row = model.at(change.place);
				if (row?.isUnreadable === true) this.makeReadable(row);
				else if (row !== undefined) {
					oracle.waive(row.id);
					row.isUnreadable = true;
				}
			}
		}
	}
}
