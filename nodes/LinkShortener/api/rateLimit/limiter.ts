import { sleep } from 'n8n-workflow';

import { IdleMap } from '../../shared/idleMap';
import { Cancelled, UserFacingError } from '../../shared/userFacingError';
import type { HttpResponse } from '../http/types';
import { askedWaitMs, readLimitHeaders } from './headers';
import {
	afterAnswer,
	afterLoss,
	afterRateLimited,
	afterSend,
	INITIAL_STATE,
	msCertainlyBlocked,
	msUntilNextSend,
	type RateLimitState,
} from './state';

/** Interactive calls (a list being opened, a poll, an AI tool) go before bulk ones. */
export type Priority = 'interactive' | 'bulk';

/** Who asks for a permit, and how long they can wait for it. */
export interface PermitRequest {
	priority: Priority;
	/** Epoch ms after which waiting is pointless; a message says so instead. */
	deadline?: number;
	cancelSignal?: AbortSignal;
}

/** Leave to send one request. Exactly one of its three ends must be called. */
export interface Permit {
	answered(response: HttpResponse): void;
	rateLimited(response: HttpResponse): void;
	lost(): void;
}

interface Waiter extends PermitRequest {
	grant(permit: Permit): void;
	giveUp(reason: Error): void;
}

/** No slice of waiting is longer, so that a wait that has become shorter is noticed within it. */
const SLICE_MS = 250;

/** Refusals this far apart, waits not counted, do not belong together. */
const STREAK_GAP_MS = 60_000;

/** What a limiter needs of the outside world; tests hand in a fake clock. */
export interface Clock {
	now(): number;
	sleep(ms: number): Promise<void>;
}

const REAL_CLOCK: Clock = { now: () => Date.now(), sleep: async (ms) => await sleep(ms) };

/**
 * Grants permits to send, so that all executions of this process on one base URL and key together
 * stay at the edge of the rate limit. It knows nothing of requests; requests know nothing of it but
 * `acquire()`.
 */
export class RateLimiter {
	private state: RateLimitState = INITIAL_STATE;

	private readonly waiting: Record<Priority, Waiter[]> = { interactive: [], bulk: [] };

	private ticking = false;

	/** When the service last did something for this key. */
	private lastWorkedAt: number;

	/** Since when the service has done nothing but refuse, and until when it said it would. */
	private refusing: { since: number; until: number } | undefined;

	constructor(private readonly clock: Clock = REAL_CLOCK) {
		this.lastWorkedAt = clock.now();
	}

	/**
	 * Waits until a request may be sent.
	 *
	 * @throws {Cancelled} as soon as the cancel signal fires
	 * @throws {UserFacingError} when the wait would last beyond `deadline`; it says when to try again
	 */
	async acquire(request: PermitRequest): Promise<Permit> {
		if (request.cancelSignal?.aborted) throw new Cancelled();
		if (this.mayGoNow(request.priority)) return this.takePermit();
		return await new Promise<Permit>((resolve, reject) => {
			const queue = this.waiting[request.priority];
			const leave = () => {
				const index = queue.indexOf(waiter);
				if (index >= 0) queue.splice(index, 1);
				request.cancelSignal?.removeEventListener('abort', onCancel);
			};
			const waiter: Waiter = {
				...request,
				grant: (permit) => {
					leave();
					resolve(permit);
				},
				giveUp: (reason) => {
					leave();
					reject(reason);
				},
			};
			const onCancel = () => waiter.giveUp(new Cancelled());
			request.cancelSignal?.addEventListener('abort', onCancel);
			queue.push(waiter);
			this.serve();
		});
	}

	/** Milliseconds until the next request can go, as far as is known; 0 when it can go now. */
	expectedWaitMs(): number {
		return msCertainlyBlocked(this.state, this.clock.now());
	}

	/** Milliseconds for which the service has done nothing but refuse, to tell a limit from a locked door. */
	msRefused(): number {
		return this.refusing === undefined ? 0 : this.clock.now() - this.refusing.since;
	}

	/** Whether nobody waits and nothing is under way, so that forgetting this limiter loses nothing. */
	isIdleSince(ms: number): boolean {
		const idleMs = this.clock.now() - this.lastWorkedAt;
		return this.state.inFlight === 0 && !this.ticking && idleMs > ms;
	}

	private mayGoNow(priority: Priority): boolean {
		const ahead =
			this.waiting.interactive.length + (priority === 'bulk' ? this.waiting.bulk.length : 0);
		return ahead === 0 && msUntilNextSend(this.state, this.clock.now()) === 0;
	}

	private takePermit(): Permit {
		const sentAt = this.clock.now();
		this.state = afterSend(this.state, sentAt);
		const end = (change: (state: RateLimitState) => RateLimitState) => {
			this.state = change(this.state);
			this.serve();
		};
		const answered = (response: HttpResponse) => ({
			sentAt,
			receivedAt: this.clock.now(),
			headers: readLimitHeaders(response.headers),
		});
		return {
			answered: (response) => {
				this.lastWorkedAt = this.clock.now();
				this.refusing = undefined;
				end((state) => afterAnswer(state, answered(response)));
			},
			rateLimited: (response) => {
				const now = this.clock.now();
				const waitMs = askedWaitMs(response, now);
				// Between two workflows that were refused an hour apart nobody knows what the service would do.
				const { since, until } = this.refusing ?? { since: now, until: now };
				const isStreak = now < until + STREAK_GAP_MS;
				this.refusing = { since: isStreak ? since : now, until: now + waitMs };
				end((state) => afterRateLimited(state, answered(response), waitMs));
			},
			lost: () => end(afterLoss),
		};
	}

	/** Grants every permit that can be granted now; for the rest, comes back when time has passed. */
	private serve(): void {
		for (
			let next = this.nextWaiter();
			next !== undefined && msUntilNextSend(this.state, this.clock.now()) === 0;
			next = this.nextWaiter()
		) {
			next.grant(this.takePermit());
		}
		this.dismissLate();
		if (this.nextWaiter() !== undefined && !this.ticking) void this.tick();
	}

	private nextWaiter(): Waiter | undefined {
		return this.waiting.interactive[0] ?? this.waiting.bulk[0];
	}

	/** Nobody waits in vain: who cannot get a permit in time is told so at once. */
	private dismissLate(): void {
		const now = this.clock.now();
		const waitMs = msCertainlyBlocked(this.state, now);
		for (const waiter of [...this.waiting.interactive, ...this.waiting.bulk]) {
			if (waiter.deadline !== undefined && now + waitMs > waiter.deadline) {
				waiter.giveUp(rateLimitUsedUp(waitMs));
			}
		}
	}

	/** The one loop that lets time pass; it ends when nobody waits. */
	private async tick(): Promise<void> {
		this.ticking = true;
		while (this.nextWaiter() !== undefined) {
			const wait = msUntilNextSend(this.state, this.clock.now());
			await this.clock.sleep(Math.max(1, Math.min(wait, SLICE_MS)));
			this.serve();
		}
		this.ticking = false;
	}
}

/** What a caller reads who could not wait for the rate limit. */
export function rateLimitUsedUp(waitMs: number): UserFacingError {
	const seconds = Math.max(1, Math.ceil(waitMs / 1000));
	return new UserFacingError({
		message: 'The rate limit of this API key is used up for the moment',
		remedy: `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. Other workflows and programs that use the same key count towards the same limit.`,
		kind: 'rateLimited',
		retryAfterMs: waitMs,
	});
}

/** The limiters of this process, by base URL and key. */
export const rateLimiters = new IdleMap(() => new RateLimiter());
