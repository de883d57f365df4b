import { parseResponse } from '../../../nodes/LinkShortener/api/http/response';
import type { HttpResponse } from '../../../nodes/LinkShortener/api/http/types';
import { type Permit, RateLimiter } from '../../../nodes/LinkShortener/api/rateLimit/limiter';
import { newLimiter, type LimiterKind, type LimitState } from './limiters.ts';
import { seededRandom } from '../../random.ts';
import { VirtualTime } from './virtualTime.ts';

/** How a service writes its X-RateLimit-Reset. */
export type ResetFormat =
	| 'seconds'
	| 'secondsFloored'
	| 'relative'
	| 'relativeFloored'
	| 'milliseconds'
	| 'httpDate'
	| 'noReset'
	| 'noHeaders';

export const RESET_FORMATS: readonly ResetFormat[] = [
	'seconds',
	'secondsFloored',
	'relative',
	'relativeFloored',
	'milliseconds',
	'httpDate',
	'noReset',
	'noHeaders',
];

/** One bulk run against one simulated service. Times are milliseconds. */
export interface Scenario {
	kind: LimiterKind;
	limit: number;
	windowMs: number;
	format: ResetFormat;
	/** Whether a refusal carries Retry-After. */
	retryAfter: boolean;
	/** How wrong the service's clock is. */
	clockOffsetMs: number;
	/** Between these two lies the time a request or an answer is under way. */
	leastLatencyMs: number;
	mostLatencyMs: number;
	/** The share of answers that never arrive, of 1. */
	lostShare: number;
	/** How long a lost answer is waited for. */
	timeoutMs: number;
	/** Requests of other clients on the same key, per window. */
	stolenPerWindow: number;
	workers: number;
	sends: number;
	/** Where in a second the run begins. */
	phaseMs: number;
	seed: number;
}

export const PLAIN: Scenario = {
	kind: 'fixedAtFirst',
	limit: 30,
	windowMs: 60_000,
	format: 'seconds',
	retryAfter: true,
	clockOffsetMs: 0,
	leastLatencyMs: 20,
	mostLatencyMs: 80,
	lostShare: 0,
	timeoutMs: 10_000,
	stolenPerWindow: 0,
	workers: 10,
	sends: 300,
	phaseMs: 0,
	seed: 1,
};

export interface Outcome {
	totalMs: number;
	accepted: number;
	/** When, in milliseconds from the start, the service refused a request of ours. */
	refusedAt: number[];
	lost: number;
	pacer: RateLimiter;
}

/** The time a run takes that knows everything: a full limit at once, then a limit per window. */
export function ownTimeOfLimit({ sends, limit, windowMs }: Scenario): number {
	return (Math.ceil(sends / limit) - 1) * windowMs;
}

/**
 * The most refusals in any stretch of a window, less what the network varies by: requests that come
 * a little too early at the ends of two windows may lie so much closer together.
 */
export function mostRefusalsPerWindow({ refusedAt }: Outcome, scenario: Scenario): number {
	const { windowMs, mostLatencyMs } = scenario;
	const stretchMs = Math.max(windowMs - mostLatencyMs, windowMs / 2);
	return refusedAt.reduce((most, from, index) => {
		const within = refusedAt.slice(index).filter((at) => at < from + stretchMs).length;
		return Math.max(most, within);
	}, 0);
}

/** Runs a scenario to its end; throws when it does not come to one. */
export async function bulkRun(scenario: Scenario, mostMs = Infinity): Promise<Outcome> {
	const { clockOffsetMs, workers, sends } = scenario;
	const time = new VirtualTime(Date.UTC(2026, 0, 5, 9, 0, 17, scenario.phaseMs));
	const random = seededRandom(scenario.seed);
	const limiter = newLimiter(scenario.kind, scenario.limit, scenario.windowMs);
	const pacer = new RateLimiter(time);
	const startedAt = time.now();
	const outcome: Outcome = { totalMs: 0, accepted: 0, refusedAt: [], lost: 0, pacer };
	let running = true;

	const latency = () =>
		scenario.leastLatencyMs + random() * (scenario.mostLatencyMs - scenario.leastLatencyMs);

	const steal = () => {
		if (!running) return;
		limiter.take(time.now());
		time.schedule((2 * random() * scenario.windowMs) / scenario.stolenPerWindow, steal);
	};
	if (scenario.stolenPerWindow > 0) time.schedule(random() * 1_000, steal);

	/** True when it need not be sent again. */
	const exchange = async (turn: Permit): Promise<boolean> => {
		await time.sleep(latency());
		const accepted = limiter.take(time.now());
		if (accepted) outcome.accepted += 1;
		else outcome.refusedAt.push(time.now() - startedAt);
		const answer = answerOf(
			scenario,
			accepted,
			limiter.state(time.now()),
			time.now() + clockOffsetMs,
		);
		if (random() < scenario.lostShare) {
			await time.sleep(random() < 0.5 ? latency() : scenario.timeoutMs);
			turn.lost();
			outcome.lost += 1;
			return accepted;
		}
		await time.sleep(latency());
		const reading = parseResponse(answer, 'links');
		if (reading.kind === 'rateLimited') turn.rateLimited(answer);
		else turn.answered(answer);
		return accepted;
	};

	let begun = 0;
	const worker = async () => {
		while (begun < sends) {
			begun += 1;
			for (;;) if (await exchange(await pacer.acquire({ priority: 'bulk' }))) break;
		}
	};
	const all = Promise.all(Array.from({ length: workers }, worker));
	await time.until(all, mostMs === Infinity ? 100 * (ownTimeOfLimit(scenario) + 600_000) : mostMs);
	running = false;
	outcome.totalMs = time.now() - startedAt;
	// The pacer notices within one slice of waiting that nobody waits any more.
	await time.pass(1_000);
	return outcome;
}

function answerOf(
	scenario: Scenario,
	accepted: boolean,
	state: LimitState,
	serverNowMs: number,
): HttpResponse {
	const shift = scenario.clockOffsetMs;
	const trueNow = serverNowMs - shift;
	const headers: Record<string, string> = {
		date: new Date(serverNowMs).toUTCString(),
	};
	if (scenario.format !== 'noHeaders') {
		headers['x-ratelimit-limit'] = String(scenario.limit);
		headers['x-ratelimit-remaining'] = String(state.remaining);
		const reset = writeReset(scenario.format, state.resetAtMs + shift, serverNowMs);
		if (reset !== undefined) headers['x-ratelimit-reset'] = reset;
	}
	if (!accepted && scenario.retryAfter) {
		headers['retry-after'] = String(Math.max(1, Math.ceil((state.freeAtMs - trueNow) / 1000)));
	}
	return accepted
		? { status: 200, headers, body: { error: 0, id: 1, shorturl: 'https://s.example/a' } }
		: { status: 429, headers, body: { error: 1, message: 'Too Many Requests' } };
}

function writeReset(
	format: ResetFormat,
	resetAtMs: number,
	serverNowMs: number,
): string | undefined {
	const inSeconds = (resetAtMs - serverNowMs) / 1000;
	switch (format) {
		case 'seconds':
			return String(Math.ceil(resetAtMs / 1000));
		case 'secondsFloored':
			return String(Math.floor(resetAtMs / 1000));
		case 'relative':
			return String(Math.max(0, Math.ceil(inSeconds)));
		case 'relativeFloored':
			return String(Math.max(0, Math.floor(inSeconds)));
		case 'milliseconds':
			return String(Math.ceil(resetAtMs));
		case 'httpDate':
			return new Date(Math.ceil(resetAtMs / 1000) * 1000).toUTCString();
		case 'noReset':
		case 'noHeaders':
			return undefined;
	}
}
