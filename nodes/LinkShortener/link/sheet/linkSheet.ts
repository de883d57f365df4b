import { rowWriterFor, isWritten, readInputFields, readInputRow } from './inputRow';
import type { RowsOfSheet } from '../../operations/operation';
import { looksLikeId, type Parameters } from '../../shared/n8n/parameters';
import { headingsOf, plainColumnName, withoutIgnored, shownColumnName } from './headings';
import { namesToIgnore, readIgnored, type Sheet } from '../../operations/sheet';
import { matchHeadings, titleOf, type MatchedHeadings } from './columns';
import { UPSERT_COLUMNS } from '../rows/newLink';
import { columnsTaken, fieldsSetInForm } from './setForRows';

/** Reads the headings of a sheet, once for all of its rows. Pure, but for the event loop that it shares. */

type Row = Readonly<Record<string, unknown>>;

/** `share`: awaited before each row. @throws {UserFacingError} when an option cannot be read */
export async function sheetOf(
	rows: readonly Row[],
	parameters: Parameters,
	share: () => Promise<void>,
): Promise<Sheet> {
	const all = new Set<string>();
	for (const row of rows) {
		await share();
		for (const column of Object.keys(row)) all.add(column);
	}
	const columns = [...all];
	const headings = headingsOf(columns);
	const set = fieldsSetInForm(parameters);
	const open = withoutIgnored(headings, readIgnored(parameters));
	const matched = matchHeadings(open, UPSERT_COLUMNS, set);
	const names = new Set(headings.flatMap(({ column, plain }) => [plain, plainColumnName(column)]));
	const writes = readInputFields(parameters) === 'columns';
	const line = columnsInWords(matched, {
		taken: columnsTaken(parameters).filter((column) => all.has(column)),
		isSet: (field) => set.has(field),
		titleOf: (field) => titleOf(field, UPSERT_COLUMNS),
		isOwn: (column) => writes && isWritten(column),
		unknown: namesToIgnore(parameters).filter((name) => !names.has(plainColumnName(name))),
	});
	const warning = planInWords(matched);
	return {
		columns,
		columnsOf: matched.columnsOf,
		...(line === undefined ? {} : { line }),
		...(warning === undefined ? {} : { warning }),
		plan: matched.plan,
		rowNumbers: rowNumbersOf(rows),
	};
}

/** The column `row_number` of n8n's node for Google Sheets; undefined unless each row has its own. */
export function rowNumbersOf(rows: readonly Row[]): readonly number[] | undefined {
	const [first = {}] = rows;
	const column = Object.keys(first).find((name) => plainColumnName(name) === 'rownumber');
	if (column === undefined) return undefined;
	const numbers = rows.map((row) => countIn(row[column]));
	const known = new Set(numbers);
	return known.has(0) || known.size < rows.length ? undefined : numbers;
}

/** 0 for anything but a positive whole number. */
function countIn(cell: unknown): number {
	const isNumber =
		typeof cell === 'number' || (typeof cell === 'string' && looksLikeId(cell.trim()));
	const number = isNumber ? Number(cell) : 0;
	return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

export const linkRows: RowsOfSheet = {
	tell: sheetOf,
	inputRow: readInputRow,
	writerFor: rowWriterFor,
};

/** Fields that a person misses: no page, a random alias, a link that is open for ever, or to all. */
const TO_DRAG_INTO = ['url', 'custom', 'expiry', 'password'];

/** By plain name. */
const OF_NODE = new Set([
	...['id', 'clicks', 'title', 'date', 'action', 'changes', 'sent', 'sameas', 'dryrun', 'existing'],
	...['updated', 'input', 'error', 'message', 'details'],
]);

interface Told {
	/** By expressions of the form. */
	taken: readonly string[];
	/** Not surprising, such as a column that an earlier run has written. */
	isOwn: (column: string) => boolean;
	/** In the form. */
	isSet: (field: string) => boolean;
	titleOf: (field: string) => string;
	/** Under Inputs to Ignore, and no column. */
	unknown: readonly string[];
}

const anyOf = new Intl.ListFormat('en', { type: 'disjunction' });

/** Undefined where every column is used. */
export function columnsInWords(
	{ columnsOf, setInForm, unused }: MatchedHeadings,
	{ taken, isOwn, isSet, titleOf, unknown }: Told,
): string | undefined {
	const inForm = setInForm.filter(({ column }) => !taken.includes(column));
	const notUsed = unused.filter((column) => !taken.includes(column) && !isOwn(column));
	if (notUsed.length + inForm.length + unknown.length === 0) return undefined;
	const used = [...taken, ...[...columnsOf.values()].flat()];
	const isOfNode = (column: string) => OF_NODE.has(plainColumnName(column));
	const inOrder = [...notUsed.filter((one) => !isOfNode(one)), ...notUsed.filter(isOfNode)];
	const open = TO_DRAG_INTO.filter((field) => !columnsOf.has(field) && !isSet(field)).map(titleOf);
	return [
		...(used.length === 0 ? [] : [`Used: ${named(used)}.`]),
		...(notUsed.length === 0 ? [] : [`Not used: ${named(inOrder)}.`]),
		...(notUsed.length === 0 || open.length === 0
			? []
			: [
					`If one of them is about the links, drag it into its field, such as ${anyOf.format(open)}.`,
				]),
		...ofLinks(notUsed),
		...inForm.map(({ column, field }) => {
			const [name, title] = [shownColumnName(column), titleOf(field)];
			return name === title ? `${name}: set in the form.` : `${name}: ${title} is set in the form.`;
		}),
		...(unknown.length === 0
			? []
			: [`Inputs to Ignore lists ${unknown.join(', ')}, but no column has that name.`]),
	].join(' ');
}

/** Type and Status mean other things in most sheets. */
function ofLinks(notUsed: readonly string[]): string[] {
	const isThere = notUsed.some((column) => ['type', 'status'].includes(plainColumnName(column)));
	return isThere ? ['The columns of a link are called Redirect Type and Link Status.'] : [];
}

function named(columns: readonly string[]): string {
	const names = columns.map((column) => shownColumnName(column) || 'a column without a heading');
	return [...new Set(names)].join(', ');
}

/** Undefined without a plan. */
export function planInWords({ plan }: Pick<MatchedHeadings, 'plan'>): string | undefined {
	if (plan.length === 0) return undefined;
	const names = plan.map(shownColumnName);
	const [were, parameters] =
		names.length === 1 ? ['was', 'a UTM parameter'] : ['were', 'UTM parameters'];
	return `${new Intl.ListFormat('en').format(names)} ${were} read as ${parameters}, since Source and Medium are headings. To use them in another way, name them under Options → Inputs to Ignore.`;
}
