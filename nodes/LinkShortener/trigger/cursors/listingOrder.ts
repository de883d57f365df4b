import { findLastPage, type PageReader, type ReadPage, type Scan } from './listingScan';
import { isInOrder, learnOrder, type Order } from './rows';

/** What is kept of a listing's order between two polls. */
export interface OrderState {
	order?: Order;
	/** The number of the last page, as the service said. */
	lastPage?: number;
	/** Polls in which `lastPage` grew and nothing new was found where it should be. */
	unexplained?: number;
	/** Until then no order is believed; milliseconds since 1970. */
	distrustUntil?: number;
}

const DAY_MS = 24 * 3600_000;

/** How often the last page is looked for while its number changes. */
const MAX_TRIES = 3;

/** At which end of a listing its newest records are, as long as that explains what is seen. */
export class ListingOrder {
	/**
	 * @param state changed in place
	 * @param now milliseconds since 1970
	 */
	constructor(
		private readonly state: OrderState,
		private readonly now: number,
	) {
		if ((state.distrustUntil ?? 0) <= now) delete state.distrustUntil;
	}

	/** The last page, where the newest records are believed to be there; undefined where they are not. */
	*findNewestAtEnd(reader: PageReader): Scan<ReadPage | undefined> {
		const { state } = this;
		if (state.order !== 'oldestFirst' || state.distrustUntil !== undefined) return undefined;
		let page = yield* reader.peek(state.lastPage ?? 1);
		for (let tries = 0; tries < MAX_TRIES && page.number !== page.lastPage; tries += 1) {
			if (page.lastPage === undefined) return undefined;
			page = yield* reader.peek(page.lastPage);
		}
		if (page.number !== page.lastPage) return undefined;
		state.lastPage = page.lastPage;
		if (page.rows.length === 0) {
			const shown = yield* findLastPage(reader, { ...page, number: 0 }, page.number - 1);
			if (shown === undefined) return undefined;
			page = shown;
		}
		if (!isInOrder(page.rows, 'oldestFirst')) return undefined;
		reader.take(page.rows);
		return page;
	}

	/** Learns the order where none is believed. @returns the page with the newest records */
	*learn(reader: PageReader, first: ReadPage): Scan<ReadPage> {
		const { state } = this;
		if (state.order === 'newestFirst' && isInOrder(first.rows, state.order)) return first;
		delete state.order;
		if (state.distrustUntil !== undefined) return first;
		const last =
			first.lastPage === undefined ? undefined : yield* findLastPage(reader, first, first.lastPage);
		const order = learnOrder(first.rows, last?.rows ?? []);
		if (order !== undefined) state.order = order;
		if (order !== 'oldestFirst' || last === undefined) return first;
		if (last.number !== last.lastPage) {
			const newest = yield* this.findNewestAtEnd(reader);
			if (newest === undefined) delete state.order;
			return newest ?? first;
		}
		reader.take(last.rows);
		return last;
	}

	/**
	 * Ends the belief in the order at the second poll in which the listing grew without a new record
	 * where it should be.
	 *
	 * @param before the last page when the poll began
	 * @returns whether the belief ended, so that all is to be read
	 */
	endIfUnexplained(before: number | undefined, hasFound: boolean): boolean {
		const { state } = this;
		if (before === undefined || (state.lastPage ?? 0) <= before) return false;
		const unexplained = (state.unexplained ?? 0) + 1;
		delete state.unexplained;
		if (hasFound) return false;
		state.unexplained = unexplained;
		if (unexplained < 2) return false;
		this.distrust();
		return true;
	}

	distrust(): void {
		const { state } = this;
		delete state.order;
		delete state.unexplained;
		state.distrustUntil = this.now + DAY_MS;
	}
}
