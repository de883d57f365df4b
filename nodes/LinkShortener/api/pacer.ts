import { sleep } from 'n8n-workflow';

import { readLimitHeaders } from './limits';
import type { Answer } from './answer';
import {
	afterAnswer,
	afterLoss,
	afterRefusal,
	afterSend,
	FRESH_PACE,
	msCertainlyBlocked,
	msUntilNextSend,
	type Pace,
} from './pace';
import { Cancelled, Problem } from './problem';

/** Interactive calls (a list being opened, a poll, an AI tool) go before bulk ones. */
export type Lane = 'interactive' | 'bulk';

/** Who asks for a turn, and how long they can wait for it. */
export interface TurnRequest {
	lane: Lane;
	/** Epoch ms after which waiting is pointless; a message says so instead. */
	giveUpAt?: number;
	cancelSignal?: AbortSignal;
}

/** A turn that was granted. Exactly one of its three ends must be called. */
export interface Turn {
	answered(answer: Answer): void;
	refused(answer: Answer, waitMs: number): void;
	lost(): void;
}

interface Waiter extends TurnRequest {
	grant(turn: Turn): void;
	giveUp(reason: Error): void;
}

/** No slice of waiting is longer, so that a wait that has become shorter is noticed within it. */
const SLICE_MS = 250;

/** Refusals this far apart, waits not counted, do not belong together. */
const STREAK_GAP_MS = 60_000;

/** What a pacer needs of the outside world; tests hand in a fake clock. */
export interface Clock {
	now(): number;
	sleep(ms: number): Promise<void>;
}

const REAL_CLOCK: Clock = { now: () => Date.now(), sleep: async (ms) => await sleep(ms) };

/**
 * Hands out turns to send, so that all executions of this process on one base URL and key together
 * stay at the edge of the rate limit. It knows nothing of requests; requests know nothing of it but
 * `turn()`.
 */
export class Pacer {
	private pace: Pace = FRESH_PACE;

	private readonly waiting: Record<Lane, Waiter[]> = { interactive: [], bulk: [] };

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
	 * @throws {Problem} when the wait would last beyond `giveUpAt`; it says when to try again
	 */
	async turn(request: TurnRequest): Promise<Turn> {
		if (request.cancelSignal?.aborted) throw new Cancelled();
		if (this.mayGoNow(request.lane)) return this.takeTurn();
		return await new Promise<Turn>((resolve, reject) => {
			const queue = this.waiting[request.lane];
			const leave = () => {
				const index = queue.indexOf(waiter);
				if (index >= 0) queue.splice(index, 1);
				request.cancelSignal?.removeEventListener('abort', onCancel);
			};
			const waiter: Waiter = {
				...request,
				grant: (turn) => {
					leave();
					resolve(turn);
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
		return msCertainlyBlocked(this.pace, this.clock.now());
	}

	/** A span of the local clock on the service's own; undefined while nothing is known of that. */
	onServerClock(fromMs: number, toMs: number): { fromMs: number; toMs: number } | undefined {
		const { clock } = this.pace;
		return clock && { fromMs: fromMs + clock.least, toMs: toMs + clock.most };
	}

	/** Milliseconds for which the service has done nothing but refuse, to tell a limit from a locked door. */
	msRefused(): number {
		return this.refusing === undefined ? 0 : this.clock.now() - this.refusing.since;
	}

	/** Whether nobody waits and nothing is under way, so that forgetting this pacer loses nothing. */
	idleSince(ms: number): boolean {
		const idleMs = this.clock.now() - this.lastWorkedAt;
		return this.pace.inFlight === 0 && !this.ticking && idleMs > ms;
	}

	private mayGoNow(lane: Lane): boolean {
		const ahead =
			this.waiting.interactive.length + (lane === 'bulk' ? this.waiting.bulk.length : 0);
		return ahead === 0 && msUntilNextSend(this.pace, this.clock.now()) === 0;
	}

	private takeTurn(): Turn {
		const sentAt = this.clock.now();
		this.pace = afterSend(this.pace, sentAt);
		const end = (change: (pace: Pace) => Pace) => {
			this.pace = change(this.pace);
			this.serve();
		};
		const answered = (answer: Answer) => ({
			sentAt,
			receivedAt: this.clock.now(),
			headers: readLimitHeaders(answer.headers),
		});
		return {
			answered: (answer) => {
				this.lastWorkedAt = this.clock.now();
				this.refusing = undefined;
				end((pace) => afterAnswer(pace, answered(answer)));
			},
			refused: (answer, waitMs) => {
				const now = this.clock.now();
				// Between two workflows that were refused an hour apart nobody knows what the service would do.
				const { since, until } = this.refusing ?? { since: now, until: now };
				const isStreak = now < until + STREAK_GAP_MS;
				this.refusing = { since: isStreak ? since : now, until: now + waitMs };
				end((pace) => afterRefusal(pace, answered(answer), waitMs));
			},
			lost: () => end(afterLoss),
		};
	}

	/** Grants every turn that can be granted now; for the rest, comes back when time has passed. */
	private serve(): void {
		for (
			let next = this.nextWaiter();
			next !== undefined && msUntilNextSend(this.pace, this.clock.now()) === 0;
			next = this.nextWaiter()
		) {
			next.grant(this.takeTurn());
		}
		this.dismissHopeless();
		if (this.nextWaiter() !== undefined && !this.ticking) void this.tick();
	}

	private nextWaiter(): Waiter | undefined {
		return this.waiting.interactive[0] ?? this.waiting.bulk[0];
	}

	/** Nobody waits in vain: who cannot get a turn in time is told so at once. */
	private dismissHopeless(): void {
		const now = this.clock.now();
		const waitMs = msCertainlyBlocked(this.pace, now);
		for (const waiter of [...this.waiting.interactive, ...this.waiting.bulk]) {
			if (waiter.giveUpAt !== undefined && now + waitMs > waiter.giveUpAt) {
				waiter.giveUp(rateLimitUsedUp(waitMs));
			}
		}
	}

	/** The one loop that lets time pass; it ends when nobody waits. */
	private async tick(): Promise<void> {
		this.ticking = true;
		while (this.nextWaiter() !== undefined) {
			const wait = msUntilNextSend(this.pace, this.clock.now());
			await this.clock.sleep(Math.max(1, Math.min(wait, SLICE_MS)));
			this.serve();
		}
		this.ticking = false;
	}
}

/** What a caller reads who could not wait for the rate limit. */
export function rateLimitUsedUp(waitMs: number): Problem {
	const seconds = Math.max(1, Math.ceil(waitMs / 1000));
	return new Problem({
		message: 'The rate limit of this API key is used up for the moment',
		remedy: `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. Other workflows and programs that use the same key count towards the same limit.`,
		failure: { cause: 'rate-limited', retryAfterMs: waitMs },
	});
}

/** An unused pacer is forgotten after this long; its knowledge is stale by then. */
const FORGET_AFTER_MS = 60 * 60_000;

const pacers = new Map<string, Pacer>();

/** The pacer of one base URL and key, shared by every execution in this process. */
export function pacerFor(baseUrl: string, apiKey: string): Pacer {
	const name = `${baseUrl}\n${apiKey}`;
	const known = pacers.get(name);
	if (known !== undefined) return known;
	for (const [other, pacer] of pacers) {
		if (pacer.idleSince(FORGET_AFTER_MS)) pacers.delete(other);
	}
	const pacer = new Pacer();
	pacers.set(name, pacer);
	return pacer;
}
