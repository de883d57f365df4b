import { done } from '../answers.mts';
import { endpoint } from '../endpoint.mts';
import type { Call, Endpoint } from '../endpoint.mts';
import { Failure } from '../failure.mts';
import { UNKNOWN } from '../messages.mts';
import { listPage, readPage } from '../paging.mts';
import { paging } from '../validation.mts';

type Table = keyof typeof UNKNOWN;

/** The tables of which more than the id is read here. */
interface Rows {
	campaigns: { id: number; name: string; slug: string | null; public: number };
	channels: { id: number; name: string; description: string; color: string; starred: number };
	pixels: {
		id: number;
		name: string;
		type: string;
		value: string;
		created_at: string;
		updated_at: string;
	};
	qr_codes: {
		id: number;
		name: string;
		type: string;
		/** A text, or JSON for the types that hold an object. */
		data: string;
		background: string;
		foreground: string;
		alias: string;
		scans: number;
		date: string;
	};
}

export type RowOf<Name extends Table> = Name extends keyof Rows ? Rows[Name] : { id: number };

/**
 * The caller's row of this id. Another account's row is as unknown as one that never was; an id
 * that is no positive whole number belongs to nothing.
 */
export function owned<Name extends Table>(
	call: Call<unknown>,
	table: Name,
	id: string | number | undefined,
): RowOf<Name> {
	const sql = `SELECT * FROM ${table} WHERE id = ? AND account = ?`;
	const known = isId(String(id))
		? call.db.all<RowOf<Name>>(sql, Number(id), call.account)[0]
		: undefined;
	if (known === undefined) throw new Failure(UNKNOWN[table], 404);
	return known;
}

/** The name of a campaign or channel as the install keeps it. */
export function keptName({ variations }: Call<unknown>, name: string): string {
	return variations.capitalizesNames ? name.slice(0, 1).toUpperCase() + name.slice(1) : name;
}

/** Whether a text is an id: a positive whole number without ornaments. */
export function isId(text: string): boolean {
	return /^[1-9][0-9]{0,14}$/.test(text);
}

interface OwnList<Name extends Table> {
	path: string;
	table: Name;
	columns: string;
	/** What stands for a row in the answer; its columns as they are unless given. */
	shape?: (row: RowOf<Name>, call: Call<unknown>) => object;
	/** The key of the rows in the answer; that of the table unless given. */
	collection?: (call: Call<unknown>) => string;
}

/**
 * The endpoint that lists the caller's rows of a table, newest first. A list with filters is written out,
 * as that of files is.
 */
export function listOf<Name extends Table>({
	path,
	table,
	columns,
	shape = (row) => row,
	collection = () => table,
}: OwnList<Name>): Endpoint {
	return endpoint({
		method: 'GET',
		path,
		family: 'api',
		query: paging,
		work(call) {
			const page = readPage<RowOf<Name>>(call, {
				table,
				columns,
				where: 'account = ?',
				values: [call.account],
				shape: (row) => shape(row, call),
			});
			return listPage(call, collection(call), page);
		},
	});
}

/** The endpoint that deletes one of the caller's rows of a table. */
export function deleteOf(path: string, table: Table, message: string): Endpoint {
	return endpoint({
		method: 'DELETE',
		path,
		family: 'api',
		work(call) {
			const { id } = owned(call, table, call.params['id']);
			call.db.run(`DELETE FROM ${table} WHERE id = ?`, id);
			return done(message);
		},
	});
}
