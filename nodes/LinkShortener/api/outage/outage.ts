import { sleep } from 'n8n-workflow';

import type { ParsedResponse } from '../http/types';
import {
	admission,
	afterAnswer,
	afterLoss,
	afterNothing,
	afterSend,
	atTime,
	CLOSED,
	type Admission,
	type Breaker,
	type Loss,
} from './breaker';

/** The shortest time a probe is given, and the longest answer it is measured by. */
const MIN_PROBE_MS = 10_000;
const MAX_PROBE_MS = 60_000;

/** Who waits for the service looks up this often. */
const MOMENT_MS = 500;

/** Whether the service at one base URL and key is away; shared by all executions of this process. */
export class Outage {
	private breaker: Breaker = CLOSED;

	/** What became of the request that was lost last. */
	cause: ParsedResponse = { kind: 'lost', code: '', detail: '' };

	/** What this address and key have answered with success, by what an install without it lacks. */
	readonly worked = new Set<string>();

	private slowestMs = 0;

	private usedAt = Date.now();

	private passing: Promise<void> | undefined;

	/** How long a probe is waited for, in milliseconds. */
	get probeTimeoutMs(): number {
		return Math.min(Math.max(MIN_PROBE_MS, 2 * this.slowestMs), MAX_PROBE_MS);
	}

	/** Whether the service is away for a while, as far as anybody can know, or at no such address. */
	get mayPass(): boolean {
		return this.worked.size > 0 || isOutage(this.cause);
	}

	/** Milliseconds until the service is asked again; 0 when that is now or not known. */
	get askedAgainInMs(): number {
		const { breaker } = this;
		const probeAt = breaker.phase === 'open' ? breaker.probeAt : 0;
		return Number.isFinite(probeAt) ? Math.max(0, probeAt - Date.now()) : 0;
	}

	admission(request: { isChange: boolean; isInteractive: boolean }): Admission {
		const now = Date.now();
		this.breaker = atTime(this.breaker, now);
		return admission(this.breaker, request, now);
	}

	/** What the rate limit holds a probe up for does not count as being away; milliseconds. */
	postpone(ms: number): void {
		if (this.breaker.phase === 'closed' || ms === 0) return;
		this.breaker = { ...this.breaker, giveUpAt: this.breaker.giveUpAt + ms };
	}

	/** To be called when a request leaves; exactly one of the three below follows. */
	sent(isChange: boolean): void {
		this.breaker = afterSend(this.breaker, isChange);
	}

	/**
	 * @param sentAt when it left, in epoch ms
	 * @param worked what the install is known to have by this answer, where it was a success
	 */
	answered(isChange: boolean, sentAt: number, worked?: string): void {
		const now = Date.now();
		if (worked !== undefined) this.worked.add(worked);
		this.slowestMs = Math.max(this.slowestMs, now - sentAt);
		this.usedAt = now;
		this.breaker = afterAnswer(this.breaker, isChange, now);
	}

	lost(loss: Omit<Loss, 'mayPass'>, cause: ParsedResponse): void {
		const now = Date.now();
		this.cause = cause;
		this.usedAt = now;
		this.breaker = afterLoss(this.breaker, { ...loss, mayPass: this.mayPass }, now);
	}

	/** It came to nothing that tells: its caller gave up, or the rate limit refused it. */
	cameToNothing(isChange: boolean): void {
		this.breaker = afterNothing(this.breaker, isChange, Date.now());
	}

	/** Lets a moment pass: one timer for all who wait for the service. */
	async moment(): Promise<void> {
		this.passing ??= sleep(MOMENT_MS).finally(() => (this.passing = undefined));
		await this.passing;
	}

	isIdleSince(ms: number): boolean {
		return Date.now() - this.usedAt > ms;
	}
}

/** Whether a loss looks like an outage even where nothing has ever worked. */
function isOutage(cause: ParsedResponse): boolean {
	if (cause.kind === 'unreadable' && /^(empty|cutOff)$/.test(cause.found)) return true;
	return cause.kind === 'lost' || ('status' in cause && cause.status >= 500);
}
