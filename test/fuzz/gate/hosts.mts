import type { Concurrency } from '../../../nodes/LinkShortener/api/gate/runSlots';
import {
	Congestion,
	type Departure,
	REST_MS,
} from '../../../nodes/LinkShortener/api/gate/congestion';
import { seededRandom } from '../../random.mts';

/** A host and what creates on it share, as far as it decides how long they take. Times are milliseconds. */
export interface Host {
	/** How long one takes, of any number side by side. */
	latencyMs: number;
	/** From so many under way on, all take longer in proportion. */
	slowsAt?: number;
	/** So many of them are worked on at once, for so long each; the others wait. */
	workers?: { count: number; workMs: number };
	/** So many at once get in; the next ones get a page at once, and are sent again after a rest. */
	processes?: number;
	/** From then on it takes three times as long. */
	slowerFromMs?: number;
	/** Each request of that number is lost, and sent again. */
	losesEach?: number;
	/** Of all runs together. */
	creates?: number;
	runs?: number;
	/** What n8n itself does for a create. */
	ownMs?: number;
	/** Another workflow keeps n8n's event loop for so long, again and again with 50 ms between. */
	heldMs?: number;
}

export interface Played {
	ms: number;
	mostInFlight: number;
	/** Requests that took longer than the default timeout. */
	timeouts: number;
	/** Requests that got a page. */
	turnedAway: number;
}

/** As a run sees the rule for its concurrency. */
type Rule = Pick<Concurrency, 'size' | 'answered' | 'lost'>;

/** So many at once from the first to the last. */
export function fixed(size: number): () => Rule {
	return () => ({ size, answered: () => undefined, lost: () => undefined });
}

const PAGE = { kind: 'busy', status: 508, title: '' } as const;
const TIMEOUT_MS = 60_000;
const FREE_MS = 50;

/** On a noisy machine everything takes twice as long in a third of such windows. */
const NOISE_MS = 700;

/**
 * Plays creates to their end, in virtual time.
 *
 * @param isNoisy whether other programs take a share of the machine
 */
export function playHost(make: () => Rule, host: Host, isNoisy: boolean, seed: number): Played {
	const { latencyMs, slowsAt = Infinity, workers, slowerFromMs = Infinity } = host;
	const { processes = Infinity } = host;
	const { losesEach = Infinity, creates = 1_000, runs = 1, ownMs = 1, heldMs = 0 } = host;
	const random = seededRandom(seed);
	const events = new Events();
	const played = { ms: 0, mostInFlight: 0, timeouts: 0, turnedAway: 0 };
	// Of all runs, as they share a key.
	const congestion = new Congestion();
	let inside = 0;
	const fills: Array<() => void> = [];
	let inFlight = 0;
	let served = 0;
	let loopFreeAt = 0;
	const workerFreeAt = Array<number>(workers?.count ?? 0).fill(0);

	const windows: number[] = [];
	const noiseAt = (moment: number): number => {
		const window = Math.floor(moment / NOISE_MS);
		while (isNoisy && windows.length <= window) windows.push(random() < 1 / 3 ? 2 : 1);
		return windows[window] ?? 1;
	};
	/** Half of n8n's own work for a create, once the event loop is free. */
	const work = (then: () => void): void => {
		const freeAt = Math.max(events.now, loopFreeAt);
		const held = heldMs - (freeAt % (heldMs + FREE_MS));
		const begin = freeAt + Math.max(0, held);
		loopFreeAt = begin + (ownMs / 2) * noiseAt(begin);
		events.at(loopFreeAt, then);
	};
	/** When the host has done one that arrives now. */
	const doneAt = (): number => {
		const { now } = events;
		const jitter = 0.9 + 0.2 * random();
		const slower = now >= slowerFromMs ? 3 : 1;
		const latency = latencyMs * jitter * noiseAt(now) * slower * Math.max(1, inFlight / slowsAt);
		if (workers === undefined) return now + latency;
		const next = workerFreeAt.indexOf(Math.min(...workerFreeAt));
		const begin = Math.max(now, workerFreeAt[next] ?? 0);
		const end = begin + workers.workMs * jitter * noiseAt(begin);
		workerFreeAt[next] = end;
		return end + latency;
	};
	const begin = (): void => {
		const rule = make();
		let left = creates / runs;
		let underWay = 0;
		const fill = (): void => {
			while (underWay < rule.size && left > 0 && mayLeave(congestion, events, fills)) {
				left -= 1;
				underWay += 1;
				inFlight += 1;
				played.mostInFlight = Math.max(played.mostInFlight, inFlight);
				const departure = congestion.leaves(events.now);
				work(() => {
					send(departure);
				});
			}
		};
		const send = (departure: Departure): void => {
			const sentAt = events.now;
			if (inside >= processes) {
				played.turnedAway += 1;
				congestion.turnedAway(PAGE, departure, sentAt);
				congestion.ends(sentAt);
				inFlight -= 1;
				events.at(sentAt + REST_MS, () => {
					underWay -= 1;
					left += 1;
					fill();
				});
				return;
			}
			inside += 1;
			served += 1;
			const isLost = served % losesEach === 0;
			const end = () => {
				const { now } = events;
				underWay -= 1;
				inFlight -= 1;
				congestion.answered(departure.at, now);
				congestion.ends(now);
				if (now - sentAt > TIMEOUT_MS) played.timeouts += 1;
				if (isLost) left += 1;
				if (isLost) rule.lost(sentAt, now);
				else rule.answered(sentAt, now, true);
				for (const each of fills) each();
			};
			events.at(doneAt(), () => {
				inside -= 1;
				work(end);
			});
		};
		fills.push(fill);
		fill();
	};
	for (let run = 0; run < runs; run += 1) begin();
	played.ms = events.playAll();
	return played;
}

/** Whether the host is not known to take no more; else all are asked again when it may. */
function mayLeave(
	congestion: Congestion,
	events: Events,
	fills: ReadonlyArray<() => void>,
): boolean {
	const wait = congestion.waitOf(events.now);
	if (wait === undefined) return true;
	if (wait.until > events.now && wait.until < Infinity) {
		events.at(wait.until, () => {
			for (const fill of fills) fill();
		});
	}
	return false;
}

/** What happens, in the order of its moments. */
class Events {
	now = 0;

	/** Latest first. */
	private readonly ahead: Array<{ moment: number; happen: () => void }> = [];

	at(moment: number, happen: () => void): void {
		const place = this.ahead.findLastIndex((other) => other.moment > moment);
		this.ahead.splice(place + 1, 0, { moment, happen });
	}

	/** @returns the moment of the last */
	playAll(): number {
		for (let next = this.ahead.pop(); next !== undefined; next = this.ahead.pop()) {
			this.now = next.moment;
			next.happen();
		}
		return this.now;
	}
}
