/**
 * The watermark is fresh for this long: a minute and one window of the rate limit. A link that another
 * client made within this time before a create may be taken for the create's own.
 */
const FRESH_MS = 120_000;

/** Earlier sightings are kept this long, since no create is under way for longer. */
const REMEMBER_MS = 15 * 60_000;

/** Only the first sighting within this time is kept, which has the lower id. */
const GRAIN_MS = 1_000;

/** The highest link id that was known from a moment on. Moments are epoch ms. */
interface Sighting {
	id: number;
	knownFrom: number;
	/** When it was certainly the highest of the service. */
	highestAt: number;
}

/** The knowledge of the newest link at a moment. */
export interface Known {
	/** The highest id; undefined if none was known. Links made from then on have a higher one. */
	id?: number;
	/** Whether no other client can have made many links since. */
	isFresh: boolean;
}

/**
 * The highest link id seen at one base URL and key, now and at earlier moments. The link of a create has a
 * higher id than was known when the create left.
 *
 * Creates keep it fresh by themselves, since every answer names an id.
 */
export class Watermark {
	/** The oldest first; ids rise. */
	private sightings: Sighting[] = [];

	/** When the service began to number its links anew, as far as is known. */
	restartedAt = -Infinity;

	/** The knowledge at a moment. */
	at(moment: number): Known {
		const known = this.sightings.findLast(({ knownFrom }) => knownFrom <= moment);
		if (known === undefined) return { isFresh: false };
		return { id: known.id, isFresh: moment - known.highestAt <= FRESH_MS };
	}

	get isKnown(): boolean {
		return this.sightings.length > 0;
	}

	get isFresh(): boolean {
		return this.at(Date.now()).isFresh;
	}

	/**
	 * The ids that were known at a moment, the highest first, each with the time since when it was known.
	 *
	 * @param most how many of them
	 */
	knownAt(moment: number, most: number): Array<{ id: number; knownFrom: number }> {
		const known = this.sightings.filter(({ knownFrom }) => knownFrom <= moment);
		return known.slice(-most).reverse();
	}

	/**
	 * Notes the newest links of the service.
	 *
	 * @param askedAt when they were asked for
	 */
	seeNewest(links: ReadonlyArray<{ id?: unknown }>, askedAt: number): void {
		const ids = links.flatMap(({ id }) => linkId(id) ?? []);
		if (ids.length === 0 && links.length > 0) return;
		this.raise(Math.max(0, ...ids), askedAt);
	}

	/**
	 * Notes the id in the answer to a create.
	 *
	 * @param sentAt when the create left
	 * @returns whether that is an older link, which the service handed out in place of a new one
	 */
	seeCreated(id: number, sentAt: number): boolean {
		if (id <= (this.at(sentAt).id ?? 0)) return true;
		this.raise(id, sentAt);
		return false;
	}

	/** Notes that a link is gone, so that no reading has to show it. */
	forget(id: number): void {
		this.sightings = this.sightings.filter((sighting) => sighting.id !== id);
	}

	/** Begins anew, for a service that numbers its links anew. */
	restart(id: number, askedAt: number): void {
		this.restartedAt = Date.now();
		this.sightings = [];
		this.raise(id, askedAt);
	}

	private raise(id: number, highestAt: number): void {
		const now = Date.now();
		const [last, before] = [this.sightings.at(-1), this.sightings.at(-2)];
		const sighting = { id, knownFrom: now, highestAt };
		if (last !== undefined) {
			sighting.highestAt = Math.max(highestAt, last.highestAt);
			if (id <= last.id) Object.assign(sighting, { id: last.id, knownFrom: last.knownFrom });
			// The sighting before then stands for the moments in between. Its lower id is still a true lower bound.
			const isClose =
				before !== undefined &&
				now - before.knownFrom < GRAIN_MS &&
				last.highestAt - before.highestAt < GRAIN_MS;
			if (id <= last.id || isClose) this.sightings.pop();
		}
		this.sightings.push(sighting);
		const isKept = ({ knownFrom }: Sighting) => knownFrom <= now - REMEMBER_MS;
		const oldest = this.sightings.findLastIndex(isKept);
		if (oldest > 0) this.sightings = this.sightings.slice(oldest);
	}
}

/** The id of a link; undefined for `null`, `0`, an empty text and `false` (seen in answers). */
export function linkId(value: unknown): number | undefined {
	const isDigits = typeof value === 'string' && /^\d{1,15}$/.test(value);
	const id = typeof value === 'number' || isDigits ? Number(value) : 0;
	return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
