import { sleep } from 'n8n-workflow';

import { Cancelled } from '../../shared/userFacingError';
import { isServiceAway } from '../http/retry';
import type { ParsedResponse } from '../http/types';
import { type Alone, decide, type GateState, type RequestKind, type WaitReason } from './decide';
import { askedWaitMs, readLimitHeaders, unavailableForMs } from './headers';
import {
	afterAnswer,
	afterRefusal,
	afterRelease,
	afterSend,
	limitAt,
	UNKNOWN_LIMIT,
} from './limit';
import { afterFailure, afterSign, LONG_SILENCE_MS, NO_OUTAGE, outageAt } from './outage';
import { isSilence, type Outcome, Pass } from './pass';
import type { Run } from './run';

/** The gate's only contact with the outside world; tests give it a fake clock. */
export interface Clock {
	now(): number;
	sleep(ms: number): Promise<void>;
}

const REAL_CLOCK: Clock = { now: () => Date.now(), sleep: async (ms) => await sleep(ms) };

/** A request that wants to leave. */
export interface Caller {
	run: Run;
	kind: RequestKind;
	/** Its place in line, from `placeInLine`; a request that comes again keeps the one it had. */
	place: number;
	/** When the caller gives up (epoch ms). */
	deadline?: number;
}

/** Why a request may not leave. */
export interface Refusal {
	reason: WaitReason;
	/** Milliseconds until there is reason to try again; 0 for now or unknown. */
	retryAfterMs: number;
}

/** The shortest and the longest timeout of a probe. */
const MIN_PROBE_MS = 10_000;
const MAX_PROBE_MS = 60_000;

/** The timer never sleeps longer than this, so that it notices a stop or a wait that became shorter. */
const SLICE_MS = 250;

interface Waiting extends Caller {
	waitsFor?: WaitReason | undefined;
	answer(answer: Pass | Refusal | Cancelled): void;
}

/**
 * The one place where requests wait: for the rate limit, for a service that is away, and for the limits of
 * their own run. All executions of this process on one base URL and key pass through one gate, so that
 * together they stay at the edge of the limit. `decide.ts` says which request may leave; this class has the
 * queue, the timer and the shared state.
 */
export class Gate {
	private readonly state: GateState = { limit: UNKNOWN_LIMIT, outage: NO_OUTAGE };

	/** The pass of the request that is alone. */
	private alonePass: Pass | undefined;

	/** In the order in which they leave: interactive callers first, then by place in line. */
	private readonly queue: Waiting[] = [];

	private places = 0;

	private isTicking = false;

	/** The earliest moment at which time alone may free a waiter (epoch ms). */
	private nextAnswerAt = Infinity;

	private isServingSoon = false;

	private slowestMs = 0;

	/** The outcome of the last request that found the service away. */
	lastFailure: ParsedResponse = { kind: 'noAnswer', code: '', detail: '' };

	/** Whether the service is there: it has answered a request on this base URL and key in its own words. */
	hasWorked = false;

	constructor(private readonly clock: Clock = REAL_CLOCK) {}

	/** The next place in line. */
	placeInLine(): number {
		this.places += 1;
		return this.places;
	}

	/** The timeout of a probe, in milliseconds. */
	get probeTimeoutMs(): number {
		return Math.min(Math.max(MIN_PROBE_MS, 2 * this.slowestMs), MAX_PROBE_MS);
	}

	/** Whether an outage may pass. At a wrong address it does not. */
	get mayPass(): boolean {
		return this.hasWorked || isOutage(this.lastFailure);
	}

	/** Whether the service is taken to be away. */
	get isAway(): boolean {
		return this.state.outage.phase !== 'closed';
	}

	/** Whether the queue is empty and nothing is under way, so that the gate can be forgotten. */
	get isIdle(): boolean {
		return this.queue.length === 0 && this.state.limit.inFlight === 0 && !this.isTicking;
	}

	/**
	 * Waits until a request may leave.
	 *
	 * @returns the pass, or why there will be none in time
	 * @throws {Cancelled} within 0.25 seconds of the run's stop signal
	 */
	async enter(caller: Caller): Promise<Pass | Refusal> {
		const answer = await new Promise<Pass | Refusal | Cancelled>((resolve) => {
			this.insert({ ...caller, answer: resolve });
			this.serveSoon();
		});
		if (answer instanceof Cancelled) throw answer;
		return answer;
	}

	private insert(waiting: Waiting): void {
		const goesBefore = (other: Waiting) =>
			waiting.run.isInteractive === other.run.isInteractive
				? waiting.place < other.place
				: waiting.run.isInteractive;
		const index = this.queue.findIndex(goesBefore);
		this.queue.splice(index < 0 ? this.queue.length : index, 0, waiting);
	}

	/**
	 * Serves the queue after everything that is due now. So a failure can stop its run before the place it
	 * leaves is given to another request of that run.
	 */
	private serveSoon(): void {
		if (this.isServingSoon) return;
		this.isServingSoon = true;
		void this.clock.sleep(0).then(() => {
			this.isServingSoon = false;
			this.serve();
		});
	}

	/** Answers every waiter that can be answered now, and starts the timer for the rest. */
	private serve(): void {
		this.nextAnswerAt = Infinity;
		// Where one request of a run waits, those of its kind behind it wait for the same.
		const held = new Map<Run, Partial<Record<RequestKind, WaitReason>>>();
		for (const waiting of [...this.queue]) {
			const { run, kind, deadline } = waiting;
			const heldBy = deadline === undefined ? held.get(run)?.[kind] : undefined;
			if (heldBy !== undefined) {
				this.countWait(waiting, heldBy);
				continue;
			}
			const answer = this.answerTo(waiting);
			if (answer === undefined) {
				held.set(run, { ...held.get(run), [kind]: waiting.waitsFor });
				continue;
			}
			this.countWait(waiting, undefined);
			this.queue.splice(this.queue.indexOf(waiting), 1);
			waiting.answer(answer);
		}
		if (this.queue.length > 0 && !this.isTicking) void this.tick();
	}

	/** @returns undefined while it has to wait */
	private answerTo(waiting: Waiting): Pass | Refusal | Cancelled | undefined {
		const { run, kind, deadline = Infinity } = waiting;
		if (run.policy.stopSignal?.aborted) return new Cancelled();
		const now = this.now();
		const waiter = {
			kind,
			isInteractive: run.isInteractive,
			places: run.mostInFlight - run.inFlight,
			nextSlotAt: run.nextSlotAt,
			deadline: Math.min(deadline, run.policy.deadline ?? Infinity),
			countedWaitEndsAt: Math.min(deadline, run.waitingEndsAt(now)),
		};
		const decision = decide(this.state, waiter, now);
		switch (decision.kind) {
			case 'go':
				return this.admit(waiting, decision.alone, now);
			case 'probe':
				return this.admit(waiting, decision.alone, now, true);
			case 'wait':
				this.countWait(waiting, decision.reason);
				this.nextAnswerAt = Math.min(this.nextAnswerAt, decision.until);
				return undefined;
			case 'fail':
				return {
					reason: decision.reason,
					retryAfterMs: Math.max(0, Math.min(decision.until - now, Number.MAX_SAFE_INTEGER)),
				};
		}
	}

	/** Starts and stops the run's stopwatch for the reason of a wait. */
	private countWait(waiting: Waiting, reason: WaitReason | undefined): void {
		const { run, waitsFor: before } = waiting;
		if (reason === before) return;
		const now = this.now();
		if (before !== undefined && before !== 'answer') run.waited[before].end(now);
		if (reason !== undefined && reason !== 'answer') run.waited[reason].begin(now);
		waiting.waitsFor = reason;
	}

	private admit(
		{ run, kind }: Caller,
		alone: Alone | undefined,
		now: number,
		isProbe = false,
	): Pass {
		const isElsewhere = kind === 'elsewhere';
		const pass = new Pass(now, isProbe, (outcome) => {
			if (isProbe) run.waited.service.end(this.now());
			else run.inFlight -= 1;
			if (this.alonePass === pass) this.state.alone = this.alonePass = undefined;
			if (!isElsewhere) this.learn(run, kind, pass, outcome);
			this.serveSoon();
		});
		// A request that probes still waits for the service, like the others.
		if (isProbe) {
			run.waited.service.begin(now);
			return this.leave(pass, alone, now);
		}
		run.inFlight += 1;
		if (isElsewhere) return pass;
		run.takeSlot(now);
		return this.leave(pass, alone, now);
	}

	private leave(pass: Pass, alone: Alone | undefined, now: number): Pass {
		this.state.limit = afterSend(this.state.limit, now);
		if (alone === undefined) return pass;
		this.state.alone = alone;
		this.alonePass = pass;
		return pass;
	}

	/** Tells the outcome of a sending to limit, outage and run. */
	private learn(run: Run, kind: RequestKind, pass: Pass, outcome: Outcome | undefined): void {
		const now = this.now();
		const { sentAt, isProbe } = pass;
		const response = outcome?.response;
		if (outcome === undefined || response === undefined) {
			this.state.limit = afterRelease(this.state.limit);
		} else {
			const answered = {
				sentAt,
				receivedAt: now,
				headers: readLimitHeaders(response.headers, now),
			};
			this.state.limit =
				outcome.parsed.kind === 'rateLimited'
					? afterRefusal(this.state.limit, answered, askedWaitMs(response, now))
					: afterAnswer(this.state.limit, answered);
		}
		if (outcome === undefined) return;
		const { parsed, safety } = outcome;
		const isChange = kind === 'change' && !isProbe;
		if (isServiceAway(safety, parsed)) {
			if (outcome.isInconclusive === true) return;
			this.lastFailure = parsed;
			const wasLongSilence = isSilence(parsed) && now - sentAt >= LONG_SILENCE_MS;
			const retryAfterMs = response && unavailableForMs(response, now);
			const failure = { isChange, isProbe, sentAt, wasLongSilence, retryAfterMs };
			this.state.outage = afterFailure(
				this.state.outage,
				{ ...failure, mayPass: this.mayPass },
				now,
			);
			if (!isProbe) run.failed(sentAt, now);
			return;
		}
		this.hasWorked ||= /^(success|rejected|rateLimited)$/.test(parsed.kind);
		// A change that the rate limit refused was not tried, so it does not show that changes work.
		if (parsed.kind === 'rateLimited' && isChange) return;
		this.slowestMs = Math.max(this.slowestMs, now - sentAt);
		this.state.outage = afterSign(this.state.outage, isChange, now);
		if (!isProbe) run.answered();
	}

	/** The current moment. When the local clock was set back, limit and outage start afresh. */
	private now(): number {
		const now = this.clock.now();
		this.state.limit = limitAt(this.state.limit, now);
		this.state.outage = outageAt(this.state.outage, now);
		return now;
	}

	/** The one loop that lets time pass. It ends with the queue. */
	private async tick(): Promise<void> {
		this.isTicking = true;
		while (this.queue.length > 0) {
			const untilNextMs = this.nextAnswerAt - this.now();
			await this.clock.sleep(Math.max(1, Math.min(untilNextMs, SLICE_MS)));
			this.serve();
		}
		this.isTicking = false;
	}
}

/** Whether a failure looks like an outage even where nothing has ever worked. */
function isOutage(failure: ParsedResponse): boolean {
	if (failure.kind === 'unreadable') return failure.found === 'empty' || failure.found === 'cutOff';
	return failure.kind === 'noAnswer' || failure.kind === 'brokeDown';
}
