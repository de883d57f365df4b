import { MAX_PAGE_SIZE, type Page } from '../../api/pagination/page';
import type { Walk } from '../../api/pagination/pages';
import { isInOrder, learnOrder, rowsOf, type Order, type Row } from './rows';

/** The rows of one page. */
export interface RowPage {
	number: number;
	rows: Row[];
	page: Page;
}

export function* fetchRows(number: number): Walk<RowPage> {
	const page = yield { number, size: MAX_PAGE_SIZE };
	return { number, rows: rowsOf(page.records), page };
}

/** The state of a listing's order between two polls. */
export interface OrderState {
	order?: Order;
	/** The number of the last page, as the service said. */
	lastPage?: number;
	/** The number of polls in which `lastPage` grew and no new record was at the expected end. */
	unexplained?: number;
	/** The time until which no order is believed; milliseconds since 1970. */
	distrustUntil?: number;
}

const DAY_MS = 24 * 3600_000;

/** How often the last page is looked for while its number changes. */
const MAX_TRIES = 3;

/** The end of a listing at which its newest records are, as long as the pages agree with it. */
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

	/** Reads the page with the newest records if an order is believed, else page 1. */
	*findStart(): Walk<{ page: RowPage; order: Order | undefined }> {
		const { state } = this;
		if (state.order === 'oldestFirst') {
			const last = yield* this.readLast(state.lastPage ?? 1);
			if (last !== undefined) return { page: last, order: 'oldestFirst' };
		}
		const page = yield* fetchRows(1);
		const { rows } = page;
		const { lastPage } = page.page;
		if (lastPage !== undefined && rows.length > 0) state.lastPage = lastPage;
		if (lastPage === 1) return { page, order: undefined };
		if (state.order !== 'newestFirst' || !isInOrder(rows, state.order)) {
			delete state.order;
			if (state.distrustUntil !== undefined) return { page, order: undefined };
			const last = lastPage === undefined ? undefined : yield* this.readLast(lastPage);
			const order = learnOrder(rows, last?.rows ?? []);
			if (order !== undefined) state.order = order;
			if (order === 'oldestFirst' && last !== undefined) return { page: last, order };
		}
		return { page, order: state.order };
	}

	/** The last page; undefined where it keeps changing or shows nothing. */
	private *readLast(expected: number): Walk<RowPage | undefined> {
		let number = expected;
		for (let tries = 0; tries <= MAX_TRIES; tries += 1) {
			const page = yield* fetchRows(number);
			const { rows } = page;
			const { lastPage } = page.page;
			if (lastPage === number && rows.length > 0) this.state.lastPage = number;
			if (lastPage === number) return rows.length > 0 ? page : undefined;
			if (lastPage === undefined) return undefined;
			number = lastPage;
		}
		return undefined;
	}

	/**
	 * Ends the belief in the order at the second poll in which the listing grew without a new record at the
	 * expected end.
	 *
	 * @param before the last page when the poll began
	 * @returns whether the belief ended, so that all is to be read
	 */
	endIfUnexplained(before: number | undefined, hasFound: boolean): boolean {
		const { state } = this;
		if (before === undefined || (state.lastPage ?? 0) <= before) return false;
		const unexplained = hasFound ? 0 : (state.unexplained ?? 0) + 1;
		if (unexplained === 0) delete state.unexplained;
		else state.unexplained = unexplained;
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
