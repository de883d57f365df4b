import type { Outcome } from './answers.mts';
import type { SqlValue } from './database.mts';
import type { Call } from './endpoint.mts';

/** The rows a list draws from. All parts are constants of the endpoints, never request text. */
export interface Listing {
	/** Table the rows are in. */
	from: string;
	/** Column of the id that identifies a row. */
	id: string;
	/** What is selected. */
	columns: string;
	where: string;
	values: SqlValue[];
	/** Columns by which rows are sorted, newest first. */
	order: string[];
	/** A direction of its own, for an order that is not one of age or that the request chose. */
	direction?: 'ASC' | 'DESC';
}

/** The caller's rows of a table, newest first. */
export function ownRows(call: Call<unknown>, table: string, columns: string): Listing {
	const values = [call.account];
	return { from: table, id: 'id', columns, where: 'account = ?', values, order: ['id'] };
}

export interface Page {
	number: number;
	size: number;
	total: number;
	last: number;
}

/** Page number and size of a request to a list in the envelope of this service. */
export function requestedPage(call: Call<unknown>, total: number): Page {
	const { defaultLimit, maxLimit, honoursLimit } = call.options;
	const asked = honoursLimit ? Number(call.query['limit'] ?? defaultLimit) : defaultLimit;
	const size = Math.min(asked, maxLimit);
	const last = Math.max(1, Math.ceil(total / size));
	return { number: Number(call.query['page'] ?? 1), size, total, last };
}

/** How many rows there are in all pages. */
export function countRows(call: Call<unknown>, listing: Listing): number {
	const sql = `SELECT count(*) AS n FROM ${listing.from} WHERE ${listing.where}`;
	return call.db.count(sql, ...listing.values);
}

/**
 * The rows of one page. The inner query walks an index only, so that a far page costs no reading of
 * the rows before it.
 */
export function readPage<Row>(call: Call<unknown>, listing: Listing, page: Page): Row[] {
	const direction = listing.direction ?? (call.variations.ascendingLists ? 'ASC' : 'DESC');
	const order = listing.order.map((column) => `${column} ${direction}`).join(', ');
	return call.db.all<Row>(
		`SELECT ${listing.columns} FROM ${listing.from} WHERE ${listing.id} IN (
			SELECT ${listing.id} FROM ${listing.from} WHERE ${listing.where}
			ORDER BY ${order} LIMIT ? OFFSET ?
		) ORDER BY ${order}`,
		...listing.values,
		page.size,
		(page.number - 1) * page.size,
	);
}

/** One page in the paginated envelope; `read` fetches and shapes its rows. */
export function listPage(
	call: Call<unknown>,
	collection: string,
	listing: Listing,
	read: (page: Page) => unknown[],
): Outcome {
	const page = requestedPage(call, countRows(call, listing));
	const rows = read(page);
	return { form: 'list', data: { ...envelope(call, page, rows.length), [collection]: rows } };
}

/** The same in the flat envelope, as lists of files have it. */
export function flatPage(
	call: Call<unknown>,
	listing: Listing,
	read: (page: Page) => unknown[],
): Outcome {
	const page = requestedPage(call, countRows(call, listing));
	const rows = read(page);
	return { form: 'flatList', body: { ...envelope(call, page, rows.length), list: rows } };
}

/** The five numbers that stand beside the rows. */
export function envelope(call: Call<unknown>, page: Page, rows: number): Record<string, unknown> {
	const lastNext = { null: null, samePage: page.number, zero: 0 };
	const { resultIsTotal, usageForPerPage } = call.variations;
	return {
		result: resultIsTotal ? page.total : rows,
		...(usageForPerPage ? { usage: { total: page.total, limit: 1000 } } : { perpage: page.size }),
		currentpage: page.number,
		nextpage: page.number < page.last ? page.number + 1 : lastNext[call.variations.lastNextPage],
		maxpage: page.last,
	};
}
