import { expect } from 'vitest';
import {
	ChannelItems,
	type ChannelItemsState,
} from '../../../../nodes/LinkShortener/trigger/cursors/channelItems';
import type { ListingOptions } from '../listingModel.mts';
import { Oracle } from '../oracle.mts';
import { Channel, Stays, type Change, type Stay } from './channelHistory.mts';
import { Memory, modelOf, playPoll, type PollPlan } from './polls.mts';

/** A channel, and a trigger that watches it. */
export class History {
	readonly oracle = new Oracle();

	readonly memory = new Memory();

	readonly channel: Channel;

	readonly stays: Stays;

	private wasCut = false;

	/** How often the first page was read. */
	private readings = 0;

	constructor(
		options: ListingOptions,
		atFirst: number,
		private readonly counts: Record<'cut' | 'failed' | 'restarts' | 'said' | 'emitted', number>,
	) {
		this.channel = new Channel(modelOf(options));
		this.stays = new Stays(this.channel, this.oracle);
		this.channel.put(atFirst);
		this.channel.model.keepCopy();
		this.stays.sync();
	}

	/** Items without a usable id are taken out, since a first page of them alone cannot be read. */
	calmDown(): void {
		const { model } = this.channel;
		model.rows = model.rows.filter(({ isUnreadable }) => !isUnreadable);
	}

	poll(plan: PollPlan<Change>): void {
		const { channel, stays, memory, counts } = this;
		if (plan.restarts) this.restart();
		stays.beginPoll();
		plan.before.forEach((change) => this.apply(change));
		// Two readings that are compared may lie in two polls.
		const isOpen = ['last', 'scan'].some((name) => name in (memory.state ?? {}));
		if (!isOpen) channel.beginReading();
		let isCalm = !this.wasCut && plan.lagging.length === 0;
		const served: Array<[Stay, number]> = [];
		const unreadable: string[] = [];
		const { isBaseline } = memory;
		const cursor = new ChannelItems(memory.state as ChannelItemsState | undefined);
		// An empty answer between two readings, and what is taken out in the second one, may look alike.
		const answersEmpty = plan.answersEmpty && !isOpen;
		const outcome = playPoll({ ...plan, answersEmpty }, cursor, channel.model, this.oracle, {
			apply: (change: Change) => {
				this.apply(change);
				isCalm = false;
			},
			see: ({ records }, number) => {
				if (records.length === 0) isCalm = false;
				if (number === 1) this.readings += 1;
				const reading = this.readings;
				served.push(...stays.staysOf(records).map((stay): [Stay, number] => [stay, reading]));
				for (const { id } of records) if (typeof id === 'string') unreadable.push(`("${id}")`);
			},
		});
		if (outcome === undefined) {
			counts.failed += 1;
			return;
		}
		counts.said += unreadable.length;
		const said = outcome.withoutId ?? '';
		const unsaid = unreadable.filter((id) => !said.includes(id));
		if (!said.endsWith(' more.')) expect(unsaid).toEqual([]);
		stays.served(served);
		stays.emitted(outcome.events);
		counts.emitted += outcome.events.length;
		const isSaved = memory.keep(outcome);
		if (isBaseline) stays.makingBaseline();
		stays.hasBaseline = !memory.isBaseline;
		if (outcome.isDone && isCalm) stays.calm();
		this.wasCut = !outcome.isDone;
		if (this.wasCut) counts.cut += 1;
		if (isSaved) stays.saved();
	}

	private restart(): void {
		this.memory.restart();
		this.stays.restarted(!this.memory.isBaseline);
		// The saved state may be that of a poll that was cut.
		this.wasCut = true;
		this.readings += 1;
		this.counts.restarts += 1;
	}

	private apply(change: Change): void {
		this.channel.apply(change);
		this.stays.sync();
	}
}
