import { nearestNames } from '../../shared/closestNames';
import { toText } from '../../shared/json';
import { isEmpty, looksLikeId } from '../../shared/parameters';
import type { ColumnOrder, DateOrder, Sheet } from '../common/sheet';
import { fieldOf } from './columns';
import { orderToldBy } from './dateOrder';
import { expiryField } from './expiry';
import { isNothing } from '../../shared/values/nothing';
import { soleValue } from '../../shared/values/single';
import { isWebAddress } from './fieldValues';
import { headingsOf, plainColumnName, withoutIgnored, type Heading, type Row } from './headings';
import { UPSERT_COLUMNS } from './newLink';

/** Reads what only a whole sheet tells. Pure, but for the event loop that it shares. */

/** What becomes of the cells of a column. */
type Look = (cell: unknown) => void;

/**
 * Reads the rows of a sheet once.
 *
 * @param ignored columns that are not looked at
 * @param share to be awaited before each row, so that n8n gets the event loop in between
 */
export async function sheetOf(
	rows: readonly Row[],
	ignored: readonly string[],
	share: () => Promise<void>,
): Promise<Sheet> {
	const looks = new Map<string, Look | undefined>();
	const dates = new Map<string, Set<DateOrder>>();
	const withAddresses = new Set<string>();
	const statuses = new Map<string, StatusCells>();
	const fields = new Set<string>();
	const nothing = { words: new Set<string>(), rows: [] as number[] };
	const lookFor = (column: string): Look | undefined => {
		const [heading] = withoutIgnored(headingsOf({ [column]: '' }), ignored);
		if (heading === undefined) return;
		const field = fieldOf(heading.plain, UPSERT_COLUMNS);
		if (field === undefined) {
			return (cell) => {
				if (!withAddresses.has(column) && isWebAddress(cell)) withAddresses.add(column);
			};
		}
		fields.add(column);
		return lookForField(heading, field);
	};
	const lookForField = ({ column, plain }: Heading, field: string): Look | undefined => {
		if (plain === 'status') {
			const cells = new StatusCells();
			statuses.set(column, cells);
			return (cell) => cells.add(cell);
		}
		if (field !== expiryField.name) return;
		const name = plainColumnName(column);
		const orders = dates.get(name) ?? new Set();
		dates.set(name, orders);
		return (cell) => addOrder(orders, cell);
	};
	for (const [at, row] of rows.entries()) {
		await share();
		for (const column of Object.keys(row)) {
			if (!looks.has(column)) looks.set(column, lookFor(column));
			looks.get(column)?.(row[column]);
			if (!isNothing(row[column]) || !fields.has(column)) continue;
			nothing.words.add(toText(row[column]));
			if (nothing.rows.at(-1) !== at) nothing.rows.push(at);
		}
	}
	return {
		columns: new Set(looks.keys()),
		withAddresses,
		notMeant: [...statuses].flatMap(([column, cells]) => (cells.areOther() ? [column] : [])),
		nothing,
		orderOf: (column) => orderOf(dates.get(plainColumnName(column))),
		rowNumbers: rowNumbersOf(rows),
	};
}

function addOrder(orders: Set<DateOrder>, cell: unknown): void {
	const value = soleValue(cell);
	const order = typeof value === 'string' ? orderToldBy(toText(value)) : undefined;
	if (order !== undefined) orders.add(order);
}

function orderOf(orders: ReadonlySet<DateOrder> = new Set()): ColumnOrder {
	return orders.size > 1 ? 'contradictory' : [...orders][0];
}

/** As many cells tell something of their column; fewer may be typed wrong. */
const ENOUGH_CELLS = 3;

/** Public and private, also as people write them in the languages of Excel. */
const VISIBILITY = [
	...['public', 'private', 'öffentlich', 'privat', 'publique', 'privé', 'privée', 'público'],
	...['pública', 'privado', 'privada', 'pubblico', 'privato', 'openbaar', 'publiczny', 'prywatny'],
	...['julkinen', 'yksityinen', 'offentlig'],
];

/** The most letters that a typing error adds or leaves out. */
const MAX_MISTYPED = 2;

/** Whether a text is public or private in some language, perhaps with a typing error. */
function isVisibility(text: string): boolean {
	const written = text.normalize('NFC');
	return nearestNames(written, VISIBILITY).some(
		(word) => Math.abs(word.length - written.length) <= MAX_MISTYPED,
	);
}

/** The cells of a column Status, which may be the one of a list of tasks. */
class StatusCells {
	private filled = 0;

	private areMeant = false;

	private readonly seen = new Set<string>();

	add(cell: unknown): void {
		const value = soleValue(cell);
		if (this.areMeant || isEmpty(value)) return;
		this.filled += 1;
		const text = typeof value === 'string' ? toText(value) : '';
		if (this.seen.has(text)) return;
		this.seen.add(text);
		this.areMeant = isVisibility(text);
	}

	/** Whether the column is about something else than who may see the link. */
	areOther(): boolean {
		return !this.areMeant && this.filled >= ENOUGH_CELLS;
	}
}

/**
 * The numbers of the rows that a column `row_number` has, as n8n's node for Google Sheets adds it; undefined
 * unless each row has its own.
 */
export function rowNumbersOf(rows: readonly Row[]): readonly number[] | undefined {
	const [first = {}] = rows;
	const column = Object.keys(first).find((name) => plainColumnName(name) === 'rownumber');
	if (column === undefined) return undefined;
	const numbers = rows.map((row) => countIn(row[column]));
	const known = new Set(numbers);
	return known.has(0) || known.size < rows.length ? undefined : numbers;
}

/** The positive whole number in a cell; 0 for anything else. */
function countIn(cell: unknown): number {
	const isNumber =
		typeof cell === 'number' || (typeof cell === 'string' && looksLikeId(cell.trim()));
	const number = isNumber ? Number(cell) : 0;
	return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
