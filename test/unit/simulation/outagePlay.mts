import { Gate } from '../../../nodes/LinkShortener/api/gate/gate';
import { isPass, type Outcome, type Permit } from '../../../nodes/LinkShortener/api/gate/permit';
import { RunSlots, type Priority } from '../../../nodes/LinkShortener/api/gate/runSlots';
import { TIMEOUT_CODE } from '../../../nodes/LinkShortener/api/http/transport';
import type { HttpResponse } from '../../../nodes/LinkShortener/api/http/types';
import { timeoutOf } from '../../../nodes/LinkShortener/api/request/timeout';
import { VirtualTime } from './virtualTime.mts';

/** What a request gets while the service is away. */
export type Way = 'refused' | 'broken' | 'silent' | 'badGateway';

/** A time without the service, in milliseconds from the start. */
export interface Away {
	from: number;
	to: number;
	way: Way;
	/** Whether reads work all the same. */
	onlyChanges?: boolean;
}

/** Bulk runs through outages. Times are milliseconds. */
export interface Play {
	aways: Away[];
	/** When each run begins, how many items it has, all of them begun at once, and when it is canceled. */
	runs: Array<{ at: number; items: number; canceledAt?: number }>;
	/** When a person reads something. */
	personAt: number[];
	latencyMs: number;
	timeoutMs: number;
	/** Rows that the service always breaks on, by their place in each run. */
	bad?: number[];
	/** From when to when the rate limit refuses everything, and the seconds it asks to wait. */
	refuses?: { from: number; to: number; retryAfter: number };
}

/** One request, as the service saw it. Times are milliseconds from the start. */
export interface Request {
	/** `probe`: for the account, on behalf of those that wait. `person`: a read of a person. */
	kind: 'probe' | 'read' | 'change' | 'person';
	from: number;
	to: number;
	end: 'good' | 'lost' | 'refused';
}

/** What became of one item: `failed` after as many sendings as a create has, `unsent` for a refusal. */
export interface ItemEnd {
	end: 'done' | 'failed' | 'unsent' | 'canceled';
	at: number;
	sendings: number;
}

export interface Played {
	items: ItemEnd[][];
	/** How long each person waited, and for what. */
	persons: Array<{ ms: number; end: 'good' | 'lost' | 'unsent' }>;
	requests: Request[];
	gate: Gate;
}

const MAX_SENDINGS = 2;
const MAX_READS = 4;
const LATE_MS = 12_000;
const GOOD: HttpResponse = { status: 200, headers: {}, body: {} };

/** Plays runs, people and outages to the end, with the gate as it is and a service that is a few lines. */
export async function playOutages(play: Play): Promise<Played> {
	const { aways, latencyMs, timeoutMs, bad = [], refuses } = play;
	const time = new VirtualTime();
	const startedAt = time.now();
	const now = () => time.now() - startedAt;
	const gate = new Gate(time);
	const requests: Request[] = [];

	const away = (kind: Request['kind']) =>
		aways.find(
			({ from, to, onlyChanges }) =>
				now() >= from && now() < to && (kind === 'change' || onlyChanges !== true),
		);
	const lostBy = async (way: Way, waitMs: number): Promise<Outcome> => {
		switch (way) {
			case 'silent':
				await time.sleep(waitMs);
				return { parsed: { kind: 'noAnswer', code: TIMEOUT_CODE, detail: '' } };
			case 'refused':
				return { parsed: { kind: 'unsent', code: 'ECONNREFUSED', detail: '' } };
			case 'broken':
				return { parsed: { kind: 'noAnswer', code: 'ECONNRESET', detail: '' } };
			case 'badGateway':
				return brokeDown(502);
		}
	};
	const serve = async (kind: Request['kind'], isBad: boolean, waitMs: number): Promise<Outcome> => {
		await time.sleep(latencyMs / 2);
		const before = away(kind);
		if (before !== undefined) return await lostBy(before.way, waitMs);
		if (refuses !== undefined && now() >= refuses.from && now() < refuses.to) {
			const headers = { 'retry-after': String(refuses.retryAfter) };
			return { parsed: { kind: 'rateLimited' }, response: { status: 429, headers, body: {} } };
		}
		await time.sleep(latencyMs / 2);
		// The outage began while this was worked on.
		if (away(kind) !== undefined) return await lostBy('broken', waitMs);
		if (isBad) return brokeDown(500);
		return { parsed: { kind: 'success', body: {} }, response: GOOD };
	};

	/** Sends one request; true for a good answer, undefined where the limit refused it. */
	const send = async (
		permit: Permit,
		kind: Request['kind'],
		{ isAgain = false, isBad = false } = {},
	): Promise<boolean | undefined> => {
		const request: Request = { kind, from: now(), to: Infinity, end: 'lost' };
		requests.push(request);
		const safety = kind === 'change' ? 'unsafe' : 'safe';
		const policy = { priority: 'bulk', timeoutMs, isWatched: kind === 'person' } as const;
		const { pace } = permit;
		const waitMs = timeoutOf({ safety, policy, pace, isAgain, now: time.now() });
		const outcome = await serve(kind, isBad, waitMs);
		permit.end(outcome);
		request.to = now();
		const told = outcome.parsed.kind;
		request.end = told === 'success' ? 'good' : told === 'rateLimited' ? 'refused' : 'lost';
		return request.end === 'refused' ? undefined : request.end === 'good';
	};
	const runOf = (priority: Priority, stopSignal = new AbortController().signal) =>
		new RunSlots({ priority, stopSignal }, async (permit) => {
			const probe = send(permit, 'probe');
			const canceled = new Promise<void>((end) =>
				stopSignal.addEventListener('abort', () => end()),
			);
			await Promise.race([probe, canceled]);
			permit.end();
		});

	/** Reads until there is an answer, as a look for a lost create does. */
	const look = async (run: RunSlots): Promise<void> => {
		for (let sent = 0; sent < MAX_READS;) {
			const permit = await gate.enter({ run, kind: 'read', goesFirst: sent > 0 });
			if (!isPass(permit)) return;
			const isGood = await send(permit, 'read', { isAgain: sent > 0 });
			if (isGood === true) return;
			if (isGood === false && !permit.wasAway()) sent += 1;
			await time.sleep(500);
		}
	};
	const workOn = async (run: RunSlots, isBad: boolean): Promise<ItemEnd> => {
		const lost: Permit[] = [];
		for (let sendings = 0; ;) {
			const permit = await gate.enter({ run, kind: 'change', goesFirst: lost.length > 0 });
			if (!isPass(permit)) return { end: 'unsent', at: now(), sendings };
			const isGood = await send(permit, 'change', { isAgain: lost.length > 0, isBad });
			if (isGood === undefined) continue;
			sendings += 1;
			if (isGood) return { end: 'done', at: now(), sendings };
			lost.push(permit);
			const lookAgainAt = now() + LATE_MS;
			await look(run);
			await time.sleep(Math.max(0, lookAgainAt - now()));
			await look(run);
			if (lost.filter((sending) => !sending.wasAway()).length >= MAX_SENDINGS) {
				return { end: 'failed', at: now(), sendings };
			}
		}
	};
	const workers = play.runs.map(async ({ at, items, canceledAt }) => {
		await time.sleep(at);
		const cancel = new AbortController();
		if (canceledAt !== undefined) time.schedule(canceledAt - at, () => cancel.abort());
		const run = runOf('bulk', cancel.signal);
		const rows = Array.from({ length: items }, (_, index) => bad.includes(index));
		return await Promise.all(
			rows.map(async (isBad) => await workOn(run, isBad).catch(() => canceledItem(now()))),
		);
	});
	const persons = play.personAt.map(async (at) => {
		await time.sleep(at);
		const run = runOf('interactive');
		const permit = await gate.enter({ run, kind: 'read' });
		const isGood = isPass(permit) ? await send(permit, 'person') : undefined;
		const end = isGood === undefined ? 'unsent' : isGood ? 'good' : 'lost';
		return { ms: now() - at, end } as const;
	});
	const items = await time.until(Promise.all(workers), 60 * 60_000);
	const told = await time.until(Promise.all(persons), 60 * 60_000);
	await time.pass(1_000);
	return { items, persons: told, requests, gate };
}

/** Of a run that was canceled, whatever became of it. */
function canceledItem(at: number): ItemEnd {
	return { end: 'canceled', at, sendings: 0 };
}

function brokeDown(status: number): Outcome {
	return {
		parsed: { kind: 'brokeDown', status, details: [] },
		response: { status, headers: {}, body: '' },
	};
}
