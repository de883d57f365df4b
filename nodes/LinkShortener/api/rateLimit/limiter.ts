import { sleep } from 'n8n-workflow';

import { Cancelled, UserFacingError } from '../../shared/userFacingError';
import type { HttpResponse } from '../http/types';
import { askedWaitMs, readLimitHeaders } from './headers';
import {
	afterAnswer,
	afterLoss,
	afterRateLimited,
	afterSend,
	atTime,
	INITIAL_STATE,
	isLockedOut,
	msCertainlyBlocked,
	msUntilNextSend,
	type RateLimitState,
} from './state';

/** Interactive calls (a list being opened, a poll, an AI tool) go before bulk ones. */
export type Priority = 'interactive' | 'bulk';

/** Who asks for a permit, and how long they can wait for it. */
export interface PermitRequest {
	priority: Priority;
	/**
	 * Epoch ms after which waiting is pointless; a message says so instead. For bulk work that is
	 * waiting for the limit; waiting for the response that tells it is not.
	 */
	deadline?: number;
	cancelSignal?: AbortSignal;
	/** Told once when it is the limit that holds it up, and not a response that is still on its way. */
	onBlocked?: () => void;
}

/** Leave to send one request. Exactly one of its three ends must be called. */
export interface Permit {
	answered(response: HttpResponse): void;
	rateLimited(response: HttpResponse): void;
	lost(): void;
}

interface Waiter extends PermitRequest {
	isBlocked: boolean;
	grant(permit: Permit): void;
	giveUp(reason: Error): void;
}

/** No slice of waiting is longer, so that a wait that has become shorter is noticed within it. */
const SLICE_MS = 250;

/** What a limiter needs of the outside world; tests give it a fake clock. */
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

	/** When the limiter was made or last used. */
	private usedAt: number;

	constructor(private readonly clock: Clock = REAL_CLOCK) {
		this.usedAt = clock.now();
	}

	/**
	 * Waits until a request may be sent.
	 *
	 * @throws {Cancelled} as soon as the cancel signal fires
	 * @throws {UserFacingError} when the wait would last beyond `deadline`, or longer than is
	 * reasonable; it says when to try again
	 */
	async acquire(request: PermitRequest): Promise<Permit> {
		if (request.cancelSignal?.aborted) throw new Cancelled();
		return await new Promise<Permit>((resolve, reject) => {
			const queue = this.waiting[request.priority];
			const leave = () => {
				const index = queue.indexOf(waiter);
				if (index >= 0) queue.splice(index, 1);
				request.cancelSignal?.removeEventListener('abort', onCancel);
			};
			const waiter: Waiter = {
				...request,
				isBlocked: false,
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
		const now = this.now();
		return msCertainlyBlocked(this.state, now);
	}

	/**
	 * For callers who have other things to wait for before they ask for a permit.
	 *
	 * @throws {UserFacingError} when no wait for the rate limit is reasonable
	 */
	refuseWhenLockedOut(): void {
		const waitMs = this.expectedWaitMs();
		if (isLockedOut(this.state, this.clock.now())) throw rateLimitUsedUp(waitMs);
	}

	/** Whether nobody waits and nothing is under way, so that forgetting this limiter loses nothing. */
	isIdleSince(ms: number): boolean {
		return this.state.inFlight === 0 && !this.ticking && this.clock.now() - this.usedAt > ms;
	}

	/** The moment; when the local clock was set back, the state begins anew with it. */
	private now(): number {
		const now = this.clock.now();
		this.state = atTime(this.state, now);
		return now;
	}

	private msUntilNextSend(): number {
		const now = this.now();
		return msUntilNextSend(this.state, now);
	}

	private takePermit(): Permit {
		const sentAt = this.now();
		this.state = afterSend(this.state, sentAt);
		const end = (state: RateLimitState) => {
			this.state = state;
			this.usedAt = this.now();
			this.serve();
		};
		const answered = ({ headers }: HttpResponse) => {
			const receivedAt = this.now();
			return { sentAt, receivedAt, headers: readLimitHeaders(headers, receivedAt) };
		};
		return {
			answered: (response) => {
				const answer = answered(response);
				end(afterAnswer(this.state, answer));
			},
			rateLimited: (response) => {
				const answer = answered(response);
				end(afterRateLimited(this.state, answer, askedWaitMs(response, answer.receivedAt)));
			},
			lost: () => end(afterLoss(this.state)),
		};
	}

	/** Grants every permit that can be granted now; for the rest, comes back when time has passed. */
	private serve(): void {
		for (
			let next = this.nextWaiter();
			next !== undefined && this.msUntilNextSend() === 0;
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
		const now = this.now();
		const waitMs = msCertainlyBlocked(this.state, now);
		const isPointless = isLockedOut(this.state, now);
		for (const waiter of [...this.waiting.interactive, ...this.waiting.bulk]) {
			if (waitMs > 0 && !waiter.isBlocked) {
				waiter.isBlocked = true;
				waiter.onBlocked?.();
			}
			// Bulk work has time for a slow response; it only does not wait for the limit any longer.
			const isTooLate = now + waitMs > (waiter.deadline ?? Infinity);
			const endsNow = waitMs > 0 || waiter.priority === 'interactive';
			if (isPointless || (isTooLate && endsNow)) waiter.giveUp(rateLimitUsedUp(waitMs));
		}
	}

	/** The one loop that lets time pass; it ends when nobody waits. */
	private async tick(): Promise<void> {
		this.ticking = true;
		while (this.nextWaiter() !== undefined) {
			await this.clock.sleep(Math.max(1, Math.min(this.msUntilNextSend(), SLICE_MS)));
			this.serve();
		}
		this.ticking = false;
	}
}

/** What a caller reads who could not wait for the rate limit. */
export function rateLimitUsedUp(waitMs: number): UserFacingError {
	return new UserFacingError({
		message: 'The rate limit of this API key is used up for the moment',
		remedy: `Try again in ${inWords(waitMs)}. Other workflows and programs that use the same key count towards the same limit.`,
		kind: 'rateLimited',
		retryAfterMs: waitMs,
	});
}

/** The longest unit of which there are more than two is said. */
const UNITS = [
	[86_400, 'day'],
	[3_600, 'hour'],
	[60, 'minute'],
] as const;

/** A span of time as a person says it, never less than it is: "41 seconds", "24 hours". */
export function inWords(ms: number): string {
	const seconds = Math.max(1, Math.ceil(ms / 1_000));
	const [size, unit] = UNITS.find(([length]) => seconds > 2 * length) ?? [1, 'second'];
	const count = Math.ceil(seconds / size);
	return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
