import { isFull, MAX_PAGE_SIZE, type Page } from '../../api/pagination/page';
import type { Walk } from '../../api/pagination/pages';
import { UserFacingError } from '../../shared/userFacingError';
import { toText } from '../../shared/json';
import { isInOrder, learnOrder, ORDERS, rowsOf, type Order, type Row } from './rows';
import { isCount, isPlace, optional } from './state';
import type { Unreadable } from './unreadable';

/** The rows of one page. */
export interface RowPage {
	number: number;
	rows: Row[];
	page: Page;
}

export function* fetchRows(number: number, unreadable: Unreadable): Walk<RowPage> {
	return toRowPage(number, yield { number, size: MAX_PAGE_SIZE }, unreadable);
}

/** @throws {UserFacingError} when the first page has records, and none of them has a usable id */
export function toRowPage(number: number, page: Page, unreadable: Unreadable): RowPage {
	const rows = rowsOf(page.records, unreadable);
	const [first] = page.records;
	if (number > 1 || rows.length > 0 || first === undefined) return { number, rows, page };
	throw new UserFacingError({
		message: `The service lists records whose IDs are not whole numbers, such as "${toText(first.id)}"`,
		remedy:
			'New records are told from old ones by numbers that grow. This trigger cannot watch a service without them.',
	});
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

/** Whether a value is an order that may be kept. */
export const isOrder = optional((value) => ORDERS.some((order) => order === value));

/** The checks of this part of a saved state. */
export const orderState = {
	order: isOrder,
	lastPage: optional(isPlace),
	unexplained: optional(isCount),
	distrustUntil: optional(isCount),
};

const DAY_MS = 24 * 3600_000;

/** How often the last page is looked for while its number changes. */
const MAX_TRIES = 3;

/** The end of a listing at which its newest records are, as long as the pages agree with it. */
export class ListingOrder {
	/**
	 * @param state changed in place
	 * @param now milliseconds since 1970
	 * @param unreadable is told of records without a usable id
	 */
	constructor(
		private readonly state: OrderState,
		private readonly now: number,
		private readonly unreadable: Unreadable,
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
		const page = yield* fetchRows(1, this.unreadable);
		const { rows } = page;
		const { lastPage } = page.page;
		if (lastPage !== undefined && rows.length > 0) state.lastPage = lastPage;
		if (lastPage === 1) return { page, order: undefined };
		if (state.order !== 'newestFirst' || !isInOrder(rows, state.order)) {
			delete state.order;
			if (state.distrustUntil !== undefined) return { page, order: undefined };
			const last = lastPage === undefined ? undefined : yield* this.readLast(lastPage);
			const order = learnOrder(rows, last?.rows ?? []);
			if (order === 'newestFirst') state.order = order;
			if (order === 'oldestFirst' && last !== undefined) {
				state.order = order;
				return { page: last, order };
			}
		}
		return { page, order: state.order };
	}

	/**
	 * The last page; undefined where it keeps changing or shows nothing. Behind a full one there may be
	 * another, since a service may count one page too few. In place of a page that it does not have, it may
	 * show its first or its last one.
	 */
	private *readLast(expected: number): Walk<RowPage | undefined> {
		let number = expected;
		let full: RowPage | undefined;
		for (let tries = 0; tries <= MAX_TRIES; tries += 1) {
			const page = yield* fetchRows(number, this.unreadable);
			const { lastPage } = page.page;
			if (full !== undefined && !goesOn(full.rows, page.rows)) return full;
			if (lastPage === undefined) return undefined;
			const isCounted = full === undefined ? lastPage === number : lastPage <= number;
			const isLast = page.rows.length > 0 && isCounted;
			if (isLast) this.state.lastPage = number;
			if (isLast && !isFull(page.page, MAX_PAGE_SIZE)) return page;
			if (!isLast && lastPage === number) return undefined;
			full = isLast ? page : undefined;
			number = isLast ? number + 1 : lastPage;
		}
		return full;
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

/** Whether rows are those behind the ones before, in a listing that runs oldest first. */
function goesOn(before: readonly Row[], rows: readonly Row[]): boolean {
	const isOther = rows.length > 0 && rows[0]?.id !== before[0]?.id;
	return isOther && isInOrder([...before, ...rows], 'oldestFirst');
}
