import { sleep } from 'n8n-workflow';

import { Cancelled } from '../../shared/userFacingError';
import type { HttpResponse, ParsedResponse } from '../http/types';
import { Congestion, type Departure } from './congestion';
import { Limit, type Wait } from './limit';
import { Outage } from './outage';
import { RunSlots, type RunPolicy } from './runSlots';

/** The timer never sleeps longer than this, so that it notices a stop or a wait that became shorter. */
const SLICE_MS = 250;

/** What came of one sending. */
export interface Sent {
	parsed: ParsedResponse;
	/** Left out if there was none. */
	response?: HttpResponse;
	/** Whether nothing came that shows that the service is there. */
	isLost: boolean;
	/** Whether the user's Timeout has passed without one. */
	isSilent?: boolean;
}

/** With what is known of its sending. */
export type Passed = Sent & Departure;

interface Waiter {
	run: RunSlots;
	/** @param answer how it leaves, or why it does not */
	settle(answer: Departure | Wait | Cancelled): void;
}

/**
 * Where requests wait for the rate limit. All executions of this process on one base URL and key pass through one
 * gate: people first, else in the order in which they come. A run has only as many of its requests here as it has
 * slots, so that nobody waits long behind another.
 */
export class Gate {
	readonly outage = new Outage();

	readonly congestion = new Congestion();

	readonly limit = new Limit();

	private queue: Waiter[] = [];

	private isTicking = false;

	/** The next moment at which time alone may free a waiter. */
	private nextAt = Infinity;

	openRun(policy: RunPolicy): RunSlots {
		return new RunSlots(policy, () => this.limit.isPacing(Date.now()));
	}

	/**
	 * Sends a request once it may leave, and learns from what comes of it.
	 *
	 * @param isFirst whether it goes before the other bulk requests
	 * @returns what came of it, or what it cannot wait for
	 * @throws {Cancelled} within 0.25 seconds of the run's stop signal
	 */
	async pass(
		run: RunSlots,
		isChange: boolean,
		send: () => Promise<Sent>,
		isFirst = false,
	): Promise<Passed | Wait> {
		const departure = await new Promise<Departure | Wait | Cancelled>((settle) => {
			const bulk = this.queue.findIndex((other) => other.run.isBulk);
			const place = (!run.isBulk || isFirst) && bulk >= 0 ? bulk : this.queue.length;
			this.queue.splice(place, 0, { run, settle });
			this.serve();
		});
		if (departure instanceof Cancelled) throw departure;
		if ('reason' in departure) return departure;
		try {
			const sent = await send();
			this.learn(run, isChange, sent, departure);
			return { ...sent, ...departure };
		} finally {
			this.limit.ends();
			this.congestion.ends(Date.now());
			// After everything that is due now, so that a failure can stop its run before another request leaves.
			if (this.queue.length > 0) void sleep(0).then(() => this.serve());
		}
	}

	/** Answers all that can be answered now. */
	private serve(): void {
		const now = Date.now();
		this.nextAt = Infinity;
		this.queue = this.queue.filter((waiter) => {
			const answer = this.answerTo(waiter, now);
			if (answer === undefined) return true;
			waiter.run.ends(waiter, now);
			waiter.settle(answer);
			return false;
		});
		if (this.queue.length > 0 && !this.isTicking) void this.tick();
	}

	/** Lets time pass until nobody waits. */
	private async tick(): Promise<void> {
		this.isTicking = true;
		while (this.queue.length > 0) {
			await sleep(Math.max(1, Math.min(SLICE_MS, this.nextAt - Date.now())));
			this.serve();
		}
		this.isTicking = false;
	}

	private answerTo(waiter: Waiter, now: number): Departure | Wait | Cancelled | undefined {
		const { run } = waiter;
		const { deadline = Infinity } = run.policy;
		if (run.isStopped) return new Cancelled();
		// A person does not wait for the pages of others.
		const own = this.limit.waitOf(now) ?? run.waitOf(now);
		const wait = run.isBulk ? (this.congestion.waitOf(now) ?? own) : own;
		if (wait === undefined) {
			run.leaves(now);
			this.limit.leaves(now);
			return this.congestion.leaves(now);
		}
		const { reason, until, isHopeless = false } = wait;
		// The moment of an answer is unknown, so it is waited for to the last moment, and does not count.
		const isTooLong =
			reason === 'answer' ? now > deadline : until > Math.min(deadline, now + run.leftMs(now));
		if (isHopeless || isTooLong) return wait;
		if (until > now) this.nextAt = Math.min(this.nextAt, until);
		if (reason === 'answer') run.ends(waiter, now);
		else {
			run.begins(waiter, now);
			run.waited.reasons.add(reason);
		}
		return undefined;
	}

	private learn(
		run: RunSlots,
		isChange: boolean,
		{ parsed, response, isLost, isSilent }: Sent,
		departure: Departure,
	): void {
		const now = Date.now();
		const { at: sentAt } = departure;
		// It comes from the host, which is there, and knows nothing of the limit.
		if (parsed.kind === 'busy') {
			this.outage.answered(sentAt);
			if (run.isBulk) this.congestion.turnedAway(parsed, departure, now);
			return;
		}
		const isAnswer = parsed.kind === 'success' || parsed.kind === 'rejected';
		if (isChange && isAnswer) run.lostChanges = 0;
		else if (isChange && parsed.kind !== 'rateLimited') run.lostChanges += 1;
		// A read that is lost as well shows that it is not changes alone.
		else if (isLost) run.lostChanges = 0;
		if (response !== undefined) {
			if (parsed.kind === 'rateLimited') this.limit.refuses(response, sentAt, now);
			// A page comes from something in front of the service, which knows nothing of its limit.
			else if (parsed.kind !== 'page') this.limit.answered(response, sentAt, now);
		}
		if (isLost) {
			this.outage.lost(sentAt, now, isSilent);
			run.lost(isChange, sentAt, now);
		} else {
			this.outage.answered(sentAt);
			this.congestion.answered(sentAt, now);
			if (isAnswer) run.answered(isChange, sentAt, now);
		}
	}
}
