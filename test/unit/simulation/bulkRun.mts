import { parseResponse } from '../../../nodes/LinkShortener/api/http/response';
import type { HttpResponse } from '../../../nodes/LinkShortener/api/http/types';
import { Gate } from '../../../nodes/LinkShortener/api/gate/gate';
import { isPass, type Permit } from '../../../nodes/LinkShortener/api/gate/permit';
import { RunSlots } from '../../../nodes/LinkShortener/api/gate/runSlots';
import { seededRandom } from '../../random.mts';
import type { RateLimit } from '../../service/options.mts';
import {
	Limiter,
	type LimitState,
	limitHeaders,
	secondsToWait,
} from '../../service/rate-limit.mts';
import { VirtualTime } from './virtualTime.mts';

export type LimiterKind = RateLimit['kind'];

export const LIMITER_KINDS = ['fixed', 'fixedOnTheClock', 'sliding', 'tokenBucket'] as const;

/** How a service writes its X-RateLimit-Reset, if it sends any of these headers. */
export type ResetFormat = RateLimit['resetFormat'] | 'noHeaders';

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
	kind: 'fixed',
	limit: 30,
	windowMs: 60_000,
	format: 'unixSeconds',
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

const DISMISSED_MS = 20 * 60_000;

export interface Outcome {
	totalMs: number;
	accepted: number;
	/** When, in milliseconds from the start, the service refused a request of ours. */
	refusedAt: number[];
	lost: number;
	/** How often somebody was told that no wait is reasonable. */
	dismissed: number;
	gate: Gate;
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

const KEY = 'key';

/** Runs a scenario to its end; throws when it does not come to one. */
export async function bulkRun(scenario: Scenario, mostMs = Infinity): Promise<Outcome> {
	const { workers, sends } = scenario;
	const time = new VirtualTime(Date.UTC(2026, 0, 5, 9, 0, 17, scenario.phaseMs));
	const random = seededRandom(scenario.seed);
	const service = new Limiter(settingsOf(scenario), () => time.now());
	const gate = new Gate(time);
	const startedAt = time.now();
	const outcome: Outcome = {
		totalMs: 0,
		accepted: 0,
		refusedAt: [],
		lost: 0,
		dismissed: 0,
		gate,
	};
	let running = true;

	const latency = () =>
		scenario.leastLatencyMs + random() * (scenario.mostLatencyMs - scenario.leastLatencyMs);

	const steal = () => {
		if (!running) return;
		service.take(KEY);
		time.schedule((2 * random() * scenario.windowMs) / scenario.stolenPerWindow, steal);
	};
	if (scenario.stolenPerWindow > 0) time.schedule(random() * 1_000, steal);

	/** True when it need not be sent again. */
	const exchange = async (permit: Permit): Promise<boolean> => {
		await time.sleep(latency());
		const accepted = service.take(KEY);
		if (accepted) outcome.accepted += 1;
		else outcome.refusedAt.push(time.now() - startedAt);
		const response = responseOf(scenario, accepted, service.state(KEY), time.now());
		if (random() < scenario.lostShare) {
			await time.sleep(random() < 0.5 ? latency() : scenario.timeoutMs);
			permit.end();
			outcome.lost += 1;
			return accepted;
		}
		await time.sleep(latency());
		permit.end({ parsed: parseResponse(response, 'links'), response });
		return accepted;
	};

	/** A worker that is told that no wait is reasonable comes again much later. */
	const acquire = async (run: RunSlots): Promise<Permit> => {
		for (;;) {
			const permit = await gate.enter({ run, kind: 'change' });
			if (isPass(permit)) return permit;
			outcome.dismissed += 1;
			await time.sleep(DISMISSED_MS);
		}
	};

	let begun = 0;
	const worker = async () => {
		// How many a run may have under way is not what is tried here.
		const run = new RunSlots({ priority: 'bulk' }, exchange);
		while (begun < sends) {
			begun += 1;
			for (;;) if (await exchange(await acquire(run))) break;
		}
	};
	const all = Promise.all(Array.from({ length: workers }, worker));
	await time.until(all, mostMs === Infinity ? 100 * (ownTimeOfLimit(scenario) + 600_000) : mostMs);
	running = false;
	outcome.totalMs = time.now() - startedAt;
	// The gate notices within one slice of waiting that nobody waits any more.
	await time.pass(1_000);
	return outcome;
}

function settingsOf({ kind, limit, windowMs, format, retryAfter }: Scenario): RateLimit {
	const headers = format !== 'noHeaders';
	const resetFormat = headers ? format : 'none';
	return { kind, limit, windowMs, refusal: 'status429', headers, resetFormat, retryAfter };
}

function responseOf(
	scenario: Scenario,
	accepted: boolean,
	state: LimitState,
	nowMs: number,
): HttpResponse {
	const { headers, resetFormat, retryAfter } = settingsOf(scenario);
	const { clockOffsetMs } = scenario;
	const waitSeconds = String(secondsToWait(state, nowMs));
	const sent = {
		date: new Date(nowMs + clockOffsetMs).toUTCString(),
		...(headers && limitHeaders(state, resetFormat, nowMs, clockOffsetMs)),
		...(!accepted && retryAfter && { 'retry-after': waitSeconds }),
	};
	return accepted
		? { status: 200, headers: sent, body: { error: 0, id: 1, shorturl: 'https://s.example/a' } }
		: { status: 429, headers: sent, body: { error: 1, message: 'Too Many Requests' } };
}
