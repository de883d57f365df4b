import type { LinkClient } from '../memory/linkMemory';

/** Items of one run that share a link. */

/** What an item has in common with an earlier one, whose link is its own as well. */
export interface SharedLink {
	/** The earlier one's number for people. */
	sameAs: number;
	/** What both have. */
	by: string;
	record: string;
	/** What to do for a link each. */
	advice: string;
}

/** @param isByPage whether the long URL has named the link, and no name of its own */
export function sharedLink(sameAs: number, isByPage: boolean): SharedLink {
	const [by, own] = isByPage
		? ['long URL', 'an alias or a UTM value']
		: ['alias or short URL', 'an alias'];
	const advice = `For a link each, give each row ${own} of its own.`;
	return { sameAs, by, record: 'link', advice };
}

/** The first item of each link of a run of Create. */
class FirstItems {
	private readonly numbers = new Map<string, number>();

	/**
	 * Notes the link of an item.
	 *
	 * @param key its short URL without the scheme
	 * @returns the number of the earlier item that has it; undefined for the first
	 */
	note(key: string, number: number): number | undefined {
		const first = this.numbers.get(key) ?? number;
		this.numbers.set(key, first);
		return first === number ? undefined : first;
	}
}

/** The first items of this run. */
export function firstItemsOf(client: Pick<LinkClient, 'perRun'>): FirstItems {
	return client.perRun(FirstItems, () => new FirstItems());
}
