import type { Fields, Outcome } from './answers.mts';
import type { SqlValue } from './database.mts';
import type { Call } from './endpoint.mts';

/** The rows a list draws from. All parts are constants of the endpoints, never request text. */
export interface Listing<Row> {
	table: string;
	/** What is selected. */
	columns: string;
	where: string;
	values: SqlValue[];
	/** Columns by which rows are sorted, newest first; by their ids unless given. */
	order?: string[];
	/** A direction of its own, for an order that is not one of age or that the request chose. */
	direction?: 'ASC' | 'DESC';
	/** What stands for a row in the answer. */
	shape: (row: Row) => object;
}

export interface Page {
	number: number;
	size: number;
	total: number;
	last: number;
	rows: object[];
}

/** Rows per page when the request does not say. */
const DEFAULT_LIMIT = 15;

/** Rows on a page of a list in the envelope of this service. */
function pageSize(call: Call<unknown>): number {
	const { maxLimit, honoursLimit } = call.options;
	const asked = honoursLimit ? Number(call.query['limit'] ?? DEFAULT_LIMIT) : DEFAULT_LIMIT;
	return Math.min(asked, maxLimit);
}

/**
 * The page that a request asks for. The inner query walks an index only, so that a far page costs no
 * reading of the rows before it.
 */
export function readPage<Row>(
	call: Call<unknown>,
	listing: Listing<Row>,
	size = pageSize(call),
): Page {
	const { table, columns, where, values } = listing;
	const total = call.db.count(`SELECT count(*) AS n FROM ${table} WHERE ${where}`, ...values);
	const number = Number(call.query['page'] ?? 1);
	const direction = listing.direction ?? (call.variations.ascendingLists ? 'ASC' : 'DESC');
	const order = (listing.order ?? ['id']).map((column) => `${column} ${direction}`).join(', ');
	const rows = call.db.all<Row>(
		`SELECT ${columns} FROM ${table} WHERE id IN (
			SELECT id FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?
		) ORDER BY ${order}`,
		...values,
		size,
		(number - 1) * size,
	);
	const last = Math.max(1, Math.ceil(total / size));
	return { number, size, total, last, rows: rows.map(listing.shape) };
}

/** One page in the paginated envelope. */
export function listPage(call: Call<unknown>, collection: string, page: Page): Outcome {
	return { form: 'list', data: { ...envelope(call, page), [collection]: page.rows } };
}

/** The same in the flat envelope, as lists of files have it. */
export function flatPage(call: Call<unknown>, page: Page): Outcome {
	return { form: 'flatList', body: { ...envelope(call, page), list: page.rows } };
}

/** The five numbers that stand beside the rows. */
function envelope(call: Call<unknown>, page: Page): Fields {
	return {
		result: call.variations.resultIsTotal ? page.total : page.rows.length,
		perpage: page.size,
		currentpage: page.number,
		nextpage: page.number < page.last ? page.number + 1 : null,
		maxpage: page.last,
	};
}
