import { sleep } from 'n8n-workflow';

import { Cancelled } from '../../shared/userFacingError';
import { isServiceAway } from '../http/retry';
import type { ParsedResponse } from '../http/types';
import { unavailableForMs } from './headers';
import { Limit } from './limit';
import { Outage } from './outage';
import type { CountedReason, Outcome, Pass, Refusal, RequestKind, Wait } from './pass';
import { advance, byTurn, linesOf, type Caller, type Line, type Waiter } from './queue';
import type { Run } from './run';

/** The gate's only contact with the outside world; tests give it a fake clock. */
export interface Clock {
	now(): number;
	sleep(ms: number): Promise<void>;
}

const REAL_CLOCK: Clock = { now: () => Date.now(), sleep: async (ms) => await sleep(ms) };

/** The timer never sleeps longer than this, so that it notices a stop or a wait that became shorter. */
const SLICE_MS = 250;

/**
 * The shortest timeout of a request that is sent again, or after a failure: the service may be silent, and
 * the row has waited for a whole timeout already. A create that is cut off is looked for before it is sent
 * again, so none is doubled.
 */
const SHORT_TIMEOUT_MS = 4_000;

/** The share of the slowest answer that still counts at the next one. */
const OLDER_COUNTS = 0.9;

/**
 * The one place where requests wait: for the rate limit, for a service that is away, and for their turn.
 * All executions of this process on one base URL and key pass through one gate, so that together they stay
 * at the edge of the limit. It has the queue and the timer; what to wait for is known to `Limit`, `Outage`
 * and `Run`.
 */
export class Gate {
	private readonly limit = new Limit();

	private readonly outage = new Outage();

	private queue: Waiter[] = [];

	private turns = 0;

	private isServingSoon = false;

	private isTicking = false;

	/** When the waits were last counted, and what every run waited for from then on. */
	private servedAt = 0;

	private readonly waiting = new Map<Run, Set<CountedReason>>();

	/** The run whose request asks whether the service is there. It waits for the service like the others. */
	private probing: Run | undefined;

	/** The next moment at which time alone may free a waiter. */
	private nextAt = Infinity;

	/** How long the slowest answers take, by kind, in milliseconds. An older one counts less. */
	private readonly slowestMs = { read: 0, change: 0 };

	/** The outcome of the last request that found the service away. */
	lastFailure: ParsedResponse = { kind: 'noAnswer', code: '', detail: '' };

	/** Whether the service has answered a request on this base URL and key in its own words. */
	private hasWorked = false;

	constructor(private readonly clock: Clock = REAL_CLOCK) {}

	/** Whether an outage may pass. At a wrong address it does not. */
	get mayPass(): boolean {
		return this.hasWorked || isOutage(this.lastFailure);
	}

	/**
	 * Whether a change that got no usable answer met an outage, rather than something in its own row.
	 *
	 * @param lostAt when its row first got none (epoch ms)
	 */
	isAwayFor(lostAt: number): boolean {
		return this.outage.concerns(lostAt);
	}

	/** Whether the queue is empty and nothing is under way, so that the gate can be forgotten. */
	get isIdle(): boolean {
		return this.queue.length === 0 && this.limit.isIdle && !this.isTicking;
	}

	/**
	 * Waits until a request may leave.
	 *
	 * @returns the pass, or why there will be none in time
	 * @throws {Cancelled} within 0.25 seconds of the run's stop signal
	 */
	async enter(caller: Caller): Promise<Pass | Refusal> {
		const answer = await new Promise<Pass | Refusal | Cancelled>((settle) => {
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
	 * Serves the queue after everything that is due now, so that a failure can stop its run before its place
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
		this.outage.forget(now);
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
		if (this.probing !== undefined) this.noteWait(this.probing, 'service');
		for (const line of lines) for (const waiter of this.hold(line, now)) left.add(waiter);
		this.queue = this.queue.filter((waiter) => !left.has(waiter));
	}

	private nextLine(lines: readonly Line[], now: number): Line | undefined {
		return lines.filter(({ first }) => this.waitOf(first, now) === undefined).sort(byTurn)[0];
	}

	private waitOf(waiter: Waiter, now: number): Wait | undefined {
		const { run, kind } = waiter;
		if (run.policy.stopSignal?.aborted) return { reason: 'answer', until: Infinity };
		const ofRun = () => run.waitOf(kind, this.limit.isPacing(now), now);
		if (kind === 'elsewhere') return ofRun();
		return this.outage.waitOf(waiter, now) ?? this.limit.waitOf(now) ?? ofRun();
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
		if (reason !== 'answer') this.noteWait(run, reason);
		const retryAfterMs = until === Infinity ? 0 : Math.max(0, until - now);
		const isStopped = run.policy.stopSignal?.aborted === true;
		return waiters.filter((waiter) => {
			const isOver = isStopped || wait.isHopeless || run.isTooLong(wait, now, waiter.deadline);
			if (isOver) waiter.settle(isStopped ? new Cancelled() : { reason, retryAfterMs });
			return isOver;
		});
	}

	private noteWait(run: Run, reason: CountedReason): void {
		const reasons = this.waiting.get(run) ?? new Set();
		this.waiting.set(run, reasons.add(reason));
	}

	private countWaits(now: number): void {
		for (const [run, reasons] of this.waiting) {
			for (const reason of reasons) run.waited[reason] += now - this.servedAt;
		}
		this.servedAt = now;
	}

	private leave(caller: Waiter, now: number): Pass {
		const { run, kind } = caller;
		const { isTry, isProbe } = this.outage.leaves(caller);
		const sentAs: RequestKind = isProbe ? 'read' : kind;
		this.turns += 1;
		run.turn = this.turns;
		if (kind !== 'elsewhere') this.limit.leaves(now);
		if (isProbe) this.probing = run;
		else run.leaves(kind, now);
		const isAfterLoss = caller.lostAt !== undefined || (kind === 'read' && this.outage.isInDoubt);
		const timeoutMs = isTry || isAfterLoss ? this.shortTimeoutMs(sentAs) : Infinity;
		let hasEnded = false;
		const end = (outcome?: Outcome) => {
			if (hasEnded) return;
			hasEnded = true;
			if (isProbe) this.probing = undefined;
			else run.ends(kind);
			if (kind !== 'elsewhere') this.limit.ends();
			if (outcome !== undefined && sentAs !== 'elsewhere') {
				this.learn({ ...caller, kind: sentAs }, now, outcome);
			}
			if (isTry) this.outage.triedOnce();
			void this.serveSoon();
		};
		return { isProbe, timeoutMs, end };
	}

	private shortTimeoutMs(kind: RequestKind): number {
		return Math.max(SHORT_TIMEOUT_MS, kind === 'elsewhere' ? 0 : 2 * this.slowestMs[kind]);
	}

	/** Tells the outcome of a sending to limit, outage and run. */
	private learn(
		{ run, kind, lostAt }: Caller & { kind: 'read' | 'change' },
		sentAt: number,
		{ parsed, response }: Outcome,
	): void {
		const now = this.clock.now();
		if (parsed.kind === 'rateLimited') {
			// What the limit refused was not tried, so it does not show whether the service works.
			this.hasWorked = true;
			if (response !== undefined) this.limit.refuses(response, sentAt, now);
			return;
		}
		if (response !== undefined) this.limit.answered(response, sentAt, now);
		// Where nothing has worked yet, a page in place of an answer shows a wrong address.
		const isWrong = parsed.kind === 'unreadable' && !this.hasWorked;
		if (isWrong || isServiceAway(kind, parsed)) {
			this.lastFailure = parsed;
			const askedMs = response && unavailableForMs(response, now);
			const isRepeat = lostAt !== undefined;
			run.lost(kind, sentAt, now);
			this.outage.lost({ kind, sentAt, isRepeat, askedMs, mayPass: this.mayPass }, now);
			return;
		}
		this.hasWorked ||= parsed.kind === 'success' || parsed.kind === 'rejected';
		this.slowestMs[kind] = Math.max(now - sentAt, OLDER_COUNTS * this.slowestMs[kind]);
		this.outage.answered(kind, sentAt);
		run.answered(kind, sentAt, now, !this.limit.isPacing(now));
	}
}

/** Whether a failure looks like an outage even where nothing has ever worked. */
function isOutage(failure: ParsedResponse): boolean {
	if (failure.kind === 'unreadable') return failure.found === 'empty' || failure.found === 'cutOff';
	return failure.kind === 'noAnswer' || failure.kind === 'brokeDown';
}
