import type { Answer } from './answers.mts';
import type { ListCache } from './options.mts';

interface Kept {
	answer: Answer;
	sinceMs: number;
}

/** The pages of lists that a cache in front of the service keeps, each key's apart. */
export class ListPages {
	private readonly pages = new Map<string, Kept>();

	/** The page as the cache hands it out again, or undefined where it has none that is young enough. */
	get(cache: ListCache, place: string, nowMs: number): Answer | undefined {
		const kept = this.pages.get(placeIn(cache, place));
		if (kept === undefined || nowMs - kept.sinceMs >= cache.ms) return undefined;
		const { answer, sinceMs } = kept;
		const age = String(Math.floor((nowMs - sinceMs) / 1000));
		const tells = { age: { age }, date: { date: new Date(sinceMs).toUTCString() }, nothing: {} };
		return { ...answer, headers: { ...answer.headers, ...tells[cache.tells] } };
	}

	put(cache: ListCache, place: string, answer: Answer, nowMs: number): void {
		this.pages.set(placeIn(cache, place), { answer, sinceMs: nowMs });
	}
}

/** @param place key and URL of a request */
function placeIn(cache: ListCache, place: string): string {
	if (cache.key === 'url') return place;
	const [address = '', ...parameters] = place.split(/[?&]/);
	return [address, ...parameters.filter((name) => !name.startsWith('limit='))].join('&');
}
