import { sleep } from 'n8n-workflow';

import { Cancelled } from '../../shared/userFacingError';
import { isServiceAway } from '../http/retry';
import type { ParsedResponse } from '../http/types';
import { CircuitBreaker } from './circuitBreaker';
import { Limit } from './limit';
import type { RequestOutcome, Permit, Refusal, Wait } from './permit';
import { advance, byTurn, linesOf, type Caller, type Line, type Waiter } from './queue';
import type { RunSlots } from './runSlots';

/** The gate's only contact with the outside world; tests give it a fake clock. */
export interface Clock {
	now(): number;
	sleep(ms: number): Promise<void>;
}

const REAL_CLOCK: Clock = {
	now: () => Date.now(),
	sleep: async (ms) => await sleep(ms),
};

/** The timer never sleeps longer than this, so that it notices a stop or a wait that became shorter. */
const SLICE_MS = 250;

/** An answer that is older tells nothing of how the service answers now. */
const FRESH_MS = 60_000;

/** The share of the slowest answer that still counts at the next one. */
const OLDER_COUNTS = 0.9;

/**
 * The one place where requests wait: for the rate limit, for a service that is away, and for their turn.
 * All executions of this process on one base URL and key pass through one gate, so that together they stay
 * at the edge of the limit. It has the queue and the timer; what to wait for is known to `Limit`,
 * `CircuitBreaker` and `RunSlots`. While the service is away, it asks for the account on behalf of those that wait.
 */
export class Gate {
	private readonly limit = new Limit();

	private readonly breaker = new CircuitBreaker();

	private queue: Waiter[] = [];

	private turns = 0;

	private isServingSoon = false;

	private isTicking = false;

	/** When the waits were last counted, and the runs that have waited from then on. */
	private servedAt = 0;

	private readonly waiting = new Set<RunSlots>();

	/** The next moment at which time alone may free a waiter. */
	private nextAt = Infinity;

	/** How long the slowest answers take, by kind, in milliseconds. An older one counts less. */
	private readonly slowestMs = { read: 0, change: 0, elsewhere: 0 };

	/** When an answer came last (epoch ms). */
	private answeredAt = -Infinity;

	/** When the latest read left that was answered (epoch ms). */
	readAt = -Infinity;

	/** The outcome of the last request that found the service away. */
	lastFailure: ParsedResponse = { kind: 'noAnswer', code: '', detail: '' };

	/** Whether the service has answered a request on this base URL and key in its own words. */
	private hasWorked = false;

	constructor(private readonly clock: Clock = REAL_CLOCK) {}

	/** Whether an outage may pass. At a wrong address it does not. */
	get mayPass(): boolean {
		return this.hasWorked || isOutage(this.lastFailure);
	}

	/** Whether the queue is empty and nothing is under way, so that the gate can be forgotten. */
	get isIdle(): boolean {
		return this.queue.length === 0 && this.limit.isIdle && !this.isTicking;
	}

	/**
	 * Waits until a request may leave.
	 *
	 * @returns the permit, or why there will be none in time
	 * @throws {Cancelled} within 0.25 seconds of the run's stop signal
	 */
	async enter(caller: Caller): Promise<Permit | Refusal> {
		const answer = await new Promise<Permit | Refusal | Cancelled>((settle) => {
			// A new run does not go before those that wait for another turn.
			caller.run.turn ||= this.turns;
			const waiter = { ...caller, settle };
			if (caller.goesFirst) this.queue.unshift(waiter);
			else this.queue.push(waiter);
			void this.serveSoon();
		});
		if (answer instanceof Cancelled) throw answer;
		return answer;
	}

	/**
	 * Serves the queue after everything that is due now, so that a failure can stop its run before its slot
	 * is given to another request of that run. Then lets time pass until the queue is empty.
	 */
	private async serveSoon(): Promise<void> {
		if (this.isServingSoon) return;
		this.isServingSoon = true;
		await this.clock.sleep(0);
		this.isServingSoon = false;
		this.serve();
		if (this.isTicking) return;
		this.isTicking = true;
		while (this.queue.length > 0) {
			await this.clock.sleep(Math.max(1, Math.min(SLICE_MS, this.nextAt - this.clock.now())));
			this.serve();
		}
		this.isTicking = false;
	}

	/** Answers every waiter that can be answered now. */
	private serve(): void {
		const now = this.clock.now();
		this.countWaits(now);
		this.breaker.forget(now);
		const lines = linesOf(this.queue);
		const left = new Set<Waiter>();
		for (;;) {
			const line = this.nextLine(lines, now);
			if (line === undefined) break;
			left.add(line.first);
			line.first.settle(this.leave(line.first, now));
			advance(lines, line);
		}
		this.nextAt = Infinity;
		this.waiting.clear();
		for (const line of lines) for (const waiter of this.hold(line, now)) left.add(waiter);
		this.queue = this.queue.filter((waiter) => !left.has(waiter));
		this.probe(linesOf(this.queue), now);
	}

	private nextLine(lines: readonly Line[], now: number): Line | undefined {
		return lines.filter(({ first }) => this.waitOf(first, now) === undefined).sort(byTurn)[0];
	}

	private waitOf(waiter: Waiter, now: number): Wait | undefined {
		const { run, kind } = waiter;
		if (run.policy.stopSignal?.aborted) return { reason: 'answer', until: Infinity };
		const ofRun = () => run.waitOf(kind, this.limit.isPacing(now), now);
		if (kind === 'elsewhere') return ofRun();
		const caller = { kind, isPerson: run.isPerson };
		const ofService = this.breaker.waitOf(caller, now);
		const ofLimit = this.limit.waitOf(now);
		// Then the account cannot be asked either.
		if (ofLimit !== undefined && this.breaker.mayAsk(caller, now)) return ofLimit;
		return ofService ?? ofLimit ?? ofRun();
	}

	/** Asks whether the service is back, within the limit, on behalf of the first run that waits for it. */
	private probe(lines: readonly Line[], now: number): void {
		const waiting = lines.filter(({ first: { run, kind } }) =>
			this.breaker.mayAsk({ kind, isPerson: run.isPerson }, now),
		);
		const [line] = waiting.sort(byTurn);
		if (line === undefined || this.limit.waitOf(now) !== undefined) return;
		const { run } = line.first;
		// It takes none of the slots of its run, which may all be taken by what gets no answer.
		this.breaker.asks();
		const permit = this.permit({ run, kind: 'read' }, true, now, (endedAt) =>
			this.breaker.asked(endedAt),
		);
		// It has ended its permit, which is all that matters here.
		void run.ask(permit).catch(() => undefined);
	}

	/**
	 * Notes what a line waits for.
	 *
	 * @returns those that wait no longer, since they are told that it makes no sense
	 */
	private hold({ first, waiters }: Line, now: number): Waiter[] {
		const { run } = first;
		const wait = this.waitOf(first, now) ?? { reason: 'answer', until: Infinity };
		const { reason, until } = wait;
		if (until > now) this.nextAt = Math.min(this.nextAt, until);
		if (reason !== 'answer') {
			this.waiting.add(run);
			run.waited.reasons.add(reason);
		}
		const retryAfterMs = until === Infinity ? 0 : Math.max(0, until - now);
		const isStopped = run.policy.stopSignal?.aborted === true;
		return waiters.filter((waiter) => {
			const isOver = isStopped || wait.isHopeless || run.isTooLong(wait, now, waiter.deadline);
			if (isOver) waiter.settle(isStopped ? new Cancelled() : { reason, retryAfterMs });
			return isOver;
		});
	}

	private countWaits(now: number): void {
		for (const run of this.waiting) run.waited.ms += now - this.servedAt;
		this.servedAt = now;
	}

	private leave(caller: Waiter, now: number): Permit {
		const { run, kind } = caller;
		this.turns += 1;
		run.turn = this.turns;
		run.leaves(kind, now);
		return this.permit(caller, false, now, () => run.ends(kind));
	}

	/** @param isProbe whether it asks for the account on behalf of those that wait */
	private permit(
		{ run, kind }: Caller,
		isProbe: boolean,
		sentAt: number,
		ended: (endedAt: number) => void,
	): Permit {
		if (kind !== 'elsewhere') this.limit.leaves(sentAt);
		const pace = {
			slowestMs: this.slowestMs[kind],
			hasAnswered: sentAt - this.answeredAt <= FRESH_MS,
			isAwaited: isProbe,
		};
		let endedAt: number | undefined;
		const end = (outcome?: RequestOutcome) => {
			if (endedAt !== undefined) return;
			endedAt = this.clock.now();
			ended(endedAt);
			if (kind !== 'elsewhere') {
				this.limit.ends();
				if (outcome !== undefined) this.learn({ run, kind, sentAt, isProbe }, outcome, endedAt);
			}
			void this.serveSoon();
		};
		const wasAway = () => this.breaker.wasAway(sentAt, endedAt ?? this.clock.now());
		return { pace, end, wasAway };
	}

	/** Tells the outcome of a sending to limit, breaker and run. */
	private learn(
		{ run, kind, sentAt, isProbe }: Sending,
		{ parsed, response }: RequestOutcome,
		now: number,
	): void {
		if (parsed.kind === 'rateLimited') {
			// What the limit refused was not tried, so it does not show whether the service works.
			this.hasWorked = true;
			if (response !== undefined) this.limit.refuses(response, sentAt, now);
			return;
		}
		// A page comes from something in front of the service, which knows nothing of its limit.
		const isOfService = response !== undefined && parsed.kind !== 'page';
		if (isOfService) this.limit.answered(response, sentAt, now);
		// Where nothing has worked yet, a page in place of an answer shows a wrong address.
		const isWrong = parsed.kind === 'unreadable' && !this.hasWorked;
		if (isWrong || isServiceAway(kind, parsed)) {
			this.lastFailure = parsed;
			run.lost(kind, sentAt, now);
			const opens = this.breaker.lost({ sentAt, isProbe, mayPass: this.mayPass }, now);
			if (opens) run.policy.onOutage?.();
			return;
		}
		this.hasWorked ||= parsed.kind === 'success' || parsed.kind === 'rejected';
		this.slowestMs[kind] = Math.max(now - sentAt, OLDER_COUNTS * this.slowestMs[kind]);
		this.answeredAt = now;
		if (kind === 'read') this.readAt = Math.max(this.readAt, sentAt);
		this.breaker.answered(sentAt, now);
		run.answered(kind, sentAt, now, !this.limit.isPacing(now));
	}
}

/** A request that has left. */
interface Sending {
	run: RunSlots;
	kind: 'read' | 'change';
	/** Epoch ms. */
	sentAt: number;
	isProbe: boolean;
}

/** Whether a failure looks like an outage even where nothing has ever worked. */
function isOutage(failure: ParsedResponse): boolean {
	if (failure.kind === 'unreadable') return failure.found === 'empty' || failure.found === 'cutOff';
	return failure.kind === 'noAnswer' || failure.kind === 'brokeDown';
}
