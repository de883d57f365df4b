import { readInputRow, rowWriterFor } from '../columns/inputRow';
import type { RowsOfSheet } from '../../../operations/operation';
import type { ListReader } from '../../../locators/rememberedNames';
import { toText } from '../../../shared/json';
import { isEmpty, looksLikeId } from '../../../shared/n8n/parameters';
import type { ColumnOrder, DateOrder, Sheet } from '../../../sheet/sheet';
import { fieldOf } from '../columns/columns';
import { orderToldBy } from '../../../sheet/dateOrder';
import { expiryField } from '../../../fields/expiry';
import { isNothing } from '../../../shared/values/nothing';
import { soleValue } from '../../../shared/values/single';
import { formFacts } from '../../../fields/cellValue';
import { isWebAddress } from '../../../fields/fieldValues';
import type { OrdinaryName } from '../../../fields/formFields';
import {
	headingsOf,
	plainColumnName,
	withoutIgnored,
	type Heading,
	type Row,
} from '../../../sheet/headings';
import { exportedColumns } from '../columns/exports';
import { UPSERT_COLUMNS } from './newLink';
import { isRedirectPage } from '../../../fields/references';
import { isPlanColumn, PlanCells, planOf } from '../columns/utmPlan';

/** Reads what only a whole sheet tells. Pure, but for the event loop that it shares. */

/** What becomes of the cells of a column. */
type Look = (cell: unknown, at: number) => void;

/**
 * Reads the rows of a sheet once.
 *
 * @param ignored columns that are not looked at
 * @param share to be awaited before each row, so that n8n gets the event loop in between
 * @param openClient reads the names of pages, where a column may be about these
 */
export async function sheetOf(
	rows: readonly Row[],
	ignored: readonly string[],
	share: () => Promise<void>,
	openClient?: () => Promise<ListReader>,
): Promise<Sheet> {
	const scan = new SheetScan(ignored);
	for (const [at, row] of rows.entries()) {
		await share();
		scan.add(row, at);
	}
	return { ...(await scan.told(openClient)), rowNumbers: rowNumbersOf(rows) };
}

/** What the rows of a sheet tell together, row by row. */
class SheetScan {
	private readonly looks = new Map<string, Look[]>();

	private readonly filled = new Set<string>();

	private readonly withAddresses = new Set<string>();

	private readonly dates = new Map<string, Set<DateOrder>>();

	private readonly ordinary = new Map<string, OrdinaryCells>();

	private readonly planned: PlanCells[] = [];

	private hasUtm = false;

	private lateHeadings: readonly string[] | undefined;

	private readonly nothing = { words: new Set<string>(), rows: [] as number[] };

	constructor(private readonly ignored: readonly string[]) {}

	add(row: Row, at: number): void {
		if (at < FIRST_ROWS) this.lateHeadings ??= headingsIn(row);
		for (const column of Object.keys(row)) {
			const looks = this.looks.get(column) ?? this.looksFor(column);
			this.looks.set(column, looks);
			const cell = row[column];
			if (!this.filled.has(column) && !isEmpty(cell)) this.filled.add(column);
			for (const look of looks) look(cell, at);
		}
	}

	async told(openClient?: () => Promise<ListReader>): Promise<Omit<Sheet, 'rowNumbers'>> {
		const columns = new Set(this.looks.keys());
		const plan = this.hasUtm ? undefined : planOf(this.planned);
		const meant = new Map([...exportedColumns(columns), ...(plan?.meant ?? [])]);
		for (const column of meant.keys()) if (this.isIgnored(column)) meant.delete(column);
		return {
			columns,
			filled: this.filled,
			meant,
			plan,
			withAddresses: this.withAddresses,
			lateHeadings: this.lateHeadings,
			notMeant: await this.notMeant(openClient),
			nothing: this.nothing,
			orderOf: (column) => orderOf(this.dates.get(plainColumnName(column))),
		};
	}

	/** The ordinary columns that are the sheet's own. A type may also be the name of a page. */
	private async notMeant(openClient?: () => Promise<ListReader>): Promise<string[]> {
		const own: string[] = [];
		for (const [column, cells] of this.ordinary) {
			if (!cells.haveNoWord()) continue;
			const { mayBePage = false } = cells.name;
			if (mayBePage && openClient && (await isRedirectPage(openClient, cells.seen))) continue;
			own.push(column);
		}
		return own;
	}

	private isIgnored(column: string): boolean {
		return withoutIgnored(headingsOf({ [column]: '' }), this.ignored).length === 0;
	}

	private looksFor(column: string): Look[] {
		const [heading] = headingsOf({ [column]: '' });
		if (heading === undefined || this.isIgnored(column)) return [];
		const { plain } = heading;
		const field = fieldOf(plain, UPSERT_COLUMNS);
		const looks = [this.lookForPlan(column, plain)];
		if (field === undefined) looks.push(this.lookForAddress(column));
		else looks.push(this.lookForNothing(), this.lookForField(heading, field));
		if (field === 'utm_source' || field === 'utm_medium') this.hasUtm = true;
		return looks.filter((look) => look !== undefined);
	}

	private lookForPlan(column: string, plain: string): Look | undefined {
		if (!isPlanColumn(plain)) return undefined;
		const cells = new PlanCells(column, plain);
		this.planned.push(cells);
		return (cell) => cells.add(cell);
	}

	private lookForAddress(column: string): Look {
		return (cell) => {
			if (!this.withAddresses.has(column) && isWebAddress(cell)) this.withAddresses.add(column);
		};
	}

	private lookForNothing(): Look {
		const { words, rows } = this.nothing;
		return (cell, at) => {
			if (!isNothing(cell)) return;
			words.add(toText(cell));
			if (rows.at(-1) !== at) rows.push(at);
		};
	}

	private lookForField({ column, plain }: Heading, field: string): Look | undefined {
		const ordinary = plain === field ? formFacts(field)?.ordinary : undefined;
		if (ordinary !== undefined) {
			const cells = new OrdinaryCells(ordinary);
			this.ordinary.set(column, cells);
			return (cell) => {
				if (cell !== ITEM_TYPE) cells.add(cell);
			};
		}
		if (field !== expiryField.name) return undefined;
		const name = plainColumnName(column);
		const orders = this.dates.get(name) ?? new Set();
		this.dates.set(name, orders);
		return (cell) => addOrder(orders, cell);
	}
}

/** A title and what it says of the sheet take no more rows than these. */
const FIRST_ROWS = 5;

/** The cells of a row if they are headings, with that of the long URL among them. */
function headingsIn(row: Row): string[] | undefined {
	const cells = Object.values(row).filter((cell) => typeof cell === 'string');
	const fields = cells.map((cell) => fieldOf(plainColumnName(cell), UPSERT_COLUMNS));
	const headings = cells.filter((_, at) => fields[at] !== undefined);
	return headings.length > 1 && fields.includes('url') ? headings : undefined;
}

function addOrder(orders: Set<DateOrder>, cell: unknown): void {
	const value = soleValue(cell);
	const order = typeof value === 'string' ? orderToldBy(toText(value)) : undefined;
	if (order !== undefined) orders.add(order);
}

function orderOf(orders: ReadonlySet<DateOrder> = new Set()): ColumnOrder {
	return orders.size > 1 ? 'contradictory' : [...orders][0];
}

/** More values than these are not looked up. */
const MAX_SEEN = 1_000;

/** What the cells of an ordinary heading say, such as Status or Type, which a sheet may have for anything. */
class OrdinaryCells {
	readonly seen = new Set<string>();

	private areWords = false;

	constructor(readonly name: OrdinaryName) {}

	add(cell: unknown): void {
		const value = soleValue(cell);
		if (this.areWords || isEmpty(value) || isNothing(value)) return;
		const text = typeof value === 'object' ? '' : toText(value);
		if (this.seen.size < MAX_SEEN) this.seen.add(text);
		if (this.name.word.test(text)) this.areWords = true;
	}

	/** Whether the column is filled, and no cell has a word of the field. */
	haveNoWord(): boolean {
		return !this.areWords && this.seen.size > 0;
	}
}

/** The type of a channel's items, as a listing has it. */
const ITEM_TYPE = 'links';

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

/** How operations take rows with links in them, and return them with what became of each. */
export const linkRows: RowsOfSheet = {
	tell: sheetOf,
	inputRow: readInputRow,
	writerFor: rowWriterFor,
};
