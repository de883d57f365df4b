import type { ParsedResponse } from '../http/types';
import type { Wait } from './limit';
import { MAX_GAP_MS, MAX_OUTAGE_MS, MIN_GAP_MS } from './outage';

/** Two pages within this time show a crowd. A single one shows nothing of other requests. */
const TOGETHER_MS = 1_000;

/** A host that got nothing for so long has room for one request, also with a limit of one a second. */
export const REST_MS = 1_100;

/** A number of requests at once that was refused is tried again after a minute, then two … ten at most. */
const FIRST_HOLD_MS = 60_000;
const MAX_HOLD_MS = 600_000;

/** A host that was given up is taken to stay away for so long. */
const GIVEN_UP_MS = 60_000;

export type BusyPage = Extract<ParsedResponse, { kind: 'busy' }>;

/** How a request leaves. */
export interface Departure {
	/** Epoch ms. */
	at: number;
	isAlone: boolean;
	/** Whether it is alone after a rest, so that a page in its place is not for its number. */
	isRested: boolean;
}

/**
 * How many requests at once the host of one base URL and key takes, as its pages with 503 and 508 tell: half as many
 * after two of them together, then slowly more, and pauses while even one request alone gets a page. Epoch ms.
 */
export class Congestion {
	/** The latest page. */
	page: BusyPage | undefined;

	private inFlight = 0;

	/** When the latest request ended. */
	private idleFrom = -Infinity;

	/** The most at once. */
	private size = Infinity;

	/** Responses since it has this size. */
	private responses = 0;

	private refusedSize = Infinity;

	private refusedUntil = -Infinity;

	private holdMs = 0;

	/** A page to a request that left before tells nothing new. */
	private from = -Infinity;

	private pageAt = -Infinity;

	/** The first page after the latest response. */
	private since = Infinity;

	private gapMs = 0;

	private pausedUntil = -Infinity;

	/** Whether the next request goes alone. */
	private isProbing = false;

	private isGivenUp = false;

	/** What a bulk request waits for. */
	waitOf(now: number): Wait | undefined {
		const { inFlight, page, pausedUntil } = this;
		const isHopeless = this.isGivenUp && now <= this.pageAt + GIVEN_UP_MS;
		if (page !== undefined && (now < pausedUntil || isHopeless)) {
			return { reason: `busy${page.status}`, until: pausedUntil, isHopeless };
		}
		const most = this.isProbing ? 1 : this.size;
		return inFlight < most ? undefined : { reason: 'answer', until: Infinity };
	}

	leaves(now: number): Departure {
		const isAlone = this.inFlight === 0;
		this.inFlight += 1;
		return { at: now, isAlone, isRested: isAlone && now >= this.idleFrom + REST_MS };
	}

	ends(now: number): void {
		this.inFlight -= 1;
		this.idleFrom = now;
	}

	/** Learns from a page. */
	turnedAway(page: BusyPage, { at, isAlone, isRested }: Departure, now: number): void {
		const isTogether = now <= this.pageAt + TOGETHER_MS;
		if (now > this.pageAt + MAX_HOLD_MS) this.size = Infinity;
		if (now > this.pageAt + GIVEN_UP_MS) this.answered(Infinity, now);
		this.page = page;
		this.pageAt = now;
		this.since = Math.min(this.since, now);
		if (at < this.from) return;
		if (isAlone && this.inFlight === 1) {
			this.gapMs = isRested ? Math.min(Math.max(MIN_GAP_MS, 2 * this.gapMs), MAX_GAP_MS) : REST_MS;
			this.rest(now);
			this.isGivenUp = this.pausedUntil > this.since + MAX_OUTAGE_MS;
		} else if (isTogether) this.shrink(now);
	}

	/** Lets the next request go alone after a pause. */
	rest(now: number, ms = Math.max(REST_MS, this.gapMs)): void {
		this.isProbing = true;
		this.from = now;
		this.pausedUntil = Math.max(this.pausedUntil, now + ms);
	}

	/** Learns from any other response. */
	answered(sentAt: number, now: number): void {
		this.since = Infinity;
		if (sentAt < this.from) return;
		this.gapMs = 0;
		this.pausedUntil = -Infinity;
		this.isProbing = false;
		this.isGivenUp = false;
		this.responses += 1;
		const isRefused = this.size + 1 >= this.refusedSize && now < this.refusedUntil;
		if (this.responses >= this.size && !isRefused) this.resize(this.size + 1);
	}

	private shrink(now: number): void {
		if (now >= this.refusedUntil)
			this.holdMs = Math.min(2 * this.holdMs || FIRST_HOLD_MS, MAX_HOLD_MS);
		this.refusedSize = this.inFlight;
		this.refusedUntil = now + this.holdMs;
		this.from = now;
		this.resize(Math.max(1, this.inFlight >> 1));
	}

	private resize(size: number): void {
		this.size = size;
		this.responses = 0;
	}
}
