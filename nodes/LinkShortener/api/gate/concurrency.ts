/** The first size, and the largest unless the user sets another. */
export const FIRST_SIZE = 10;
const MAX_SIZE = 200;

/** A larger size is tried while the requests take at most so many times as long as they did at best … */
const AS_FAST = 1.2;

/** … and this one is kept up to here: twice as many that take twice as long only wait in the host. */
const SLOWER = 1.6;

/** So many slower rounds in a row show that it is the size; fewer may be noise. */
const MAX_SLOWER_ROUNDS = 6;

/** The size grows by this factor at first, and once a size has turned out too large … */
const STEP = 2;

/** … and by this one after a larger size has paid: a far host is used in full a few round trips sooner. */
const LEAP = 4;

/** A size that is too large is left for a quarter of it, since the half may be too large as well. */
const BACK = 4;

/** More losses than this share of the size show a host that has too much to do; single ones happen. */
const MAX_LOST = 0.1;

/**
 * How many requests of one kind a run may have under way at once. How long they take tells: as many as the size are
 * under way all the time, so twice as many that take as long bring twice as many responses, and twice as many that
 * take twice as long bring no more. So a big host is used, and a small one is not pushed.
 *
 * What is known of a host is forgotten when its size turns out too large, since the host may have become slower, or
 * n8n. Moments are epoch ms.
 */
export class Concurrency {
	size: number;

	/** Since when it has this size. Only requests that left since then tell of it. */
	private from = -Infinity;

	/**
	 * How long those of this round took, in milliseconds. A round is as many as the size: the first half of those that
	 * left together found a host with less to do. The first ten are two rounds, the first of which takes longer for its
	 * connections and does not count.
	 */
	private round: number[] = [];

	private isFirstRound = true;

	private losses = 0;

	private slowerRounds = 0;

	/** The median of the best round. */
	private bestMs = Infinity;

	private wasTooLarge = false;

	/** @param max the most a user allows */
	constructor(private readonly max = MAX_SIZE) {
		this.size = Math.min(FIRST_SIZE, max);
	}

	/**
	 * Learns from a response.
	 *
	 * @param sentAt when its request left
	 * @param mayGrow false while a rate limit sets the pace
	 */
	answered(sentAt: number, now: number, mayGrow: boolean): void {
		if (sentAt < this.from) return;
		this.round.push(now - sentAt);
		const responses = this.size > FIRST_SIZE ? this.size : this.size / 2;
		if (this.round.length >= responses) this.endRound(now, mayGrow);
	}

	/** Learns from a request without a usable response. */
	lost(sentAt: number, now: number): void {
		if (sentAt < this.from) return;
		this.losses += 1;
		if (this.losses <= MAX_LOST * this.size) return;
		this.startOver(Math.max(1, Math.min(FIRST_SIZE, this.size >> 1)), now);
	}

	private endRound(now: number, mayGrow: boolean): void {
		const ms = this.round.sort((one, other) => one - other)[this.round.length >> 1] ?? 0;
		this.round = [];
		this.losses = 0;
		const { isFirstRound, bestMs, size } = this;
		this.isFirstRound = false;
		if (isFirstRound) return;
		if (ms <= AS_FAST * bestMs) {
			this.bestMs = Math.min(bestMs, ms);
			this.slowerRounds = 0;
			if (mayGrow && size < this.max) {
				const growth = bestMs === Infinity || this.wasTooLarge ? STEP : LEAP;
				this.resize(Math.min(growth * size, this.max), now);
			}
		} else if (ms <= SLOWER * bestMs) {
			this.slowerRounds = 0;
		} else {
			this.slowerRounds += 1;
			const back = Math.max(Math.min(size, FIRST_SIZE), Math.floor(size / BACK));
			if (this.slowerRounds >= MAX_SLOWER_ROUNDS) this.startOver(back, now);
		}
	}

	private startOver(size: number, now: number): void {
		this.resize(size, now);
		this.wasTooLarge = true;
		this.bestMs = Infinity;
	}

	private resize(size: number, now: number): void {
		this.size = size;
		this.from = now;
		this.round = [];
		this.losses = 0;
		this.slowerRounds = 0;
	}
}
