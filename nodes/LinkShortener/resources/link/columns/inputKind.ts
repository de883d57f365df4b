import { isWebAddress } from '../../../fields/fieldValues';
import { isRecord, toText } from '../../../shared/json';
import { UserFacingError } from '../../../shared/userFacingError';
import { quoted, words } from '../../../shared/words';
import { shownColumnName, type Row } from '../../../sheet/headings';

/** What kind of input has no column of a link: a file read in another way, or rows that were not taken apart. Pure. */

/** @throws {UserFacingError} that names n8n's node that makes rows of it */
export function refuseOtherInput(row: Row): void {
	const error = ofFile(row) ?? ofWebhook(row) ?? ofList(row);
	if (error !== undefined) throw error;
}

/** What separates the cells of a file, by its name in a sentence. */
const DELIMITERS = [
	[';', ';'],
	// A fixed text takes no tab: \t in it is two characters (n8n 2.41).
	['\t', 'the expression {{ "\\t" }}'],
	['|', '|'],
	[',', ','],
] as const;

function countOf(character: string, text: string): number {
	return text.split(character).length - 1;
}

function ofFile(row: Row): UserFacingError | undefined {
	const columns = Object.keys(row);
	if (columns.some((column) => column.includes('\0'))) {
		return problem(
			{ message: 'The headings have a NUL between their letters, as in a file in UTF-16' },
			'Set Encoding to utf16le in the node that reads the file.',
		);
	}
	const [only = '', ...others] = columns;
	const cell = toText(row[only]);
	// A heading may have a comma of its own, but its cells would not have as many.
	const [, delimiter] =
		DELIMITERS.find(
			([one]) => countOf(one, only) > 0 && countOf(one, cell) >= countOf(one, only),
		) ?? [];
	if (delimiter === undefined || others.length > 0) return undefined;
	return problem(
		words`The rows have only one column, ${quoted(shownColumnName(only))}`,
		`Set Delimiter to ${delimiter} in the node that reads the file.`,
	);
}

/** The fields that n8n's Webhook node gives with each call. */
const OF_WEBHOOK = ['headers', 'query', 'body'];

function ofWebhook(row: Row): UserFacingError | undefined {
	if (!OF_WEBHOOK.every((field) => field in row) || !isRecord(row.body)) return undefined;
	return (
		ofList(row.body, 'body.') ??
		problem(
			{ message: 'The fields are inside body, where the Webhook node puts them' },
			'Add an Edit Fields node in front of this one, with Mode set to JSON and {{ $json.body }} as its JSON.',
		)
	);
}

function ofList(row: Row, prefix = ''): UserFacingError | undefined {
	const [column] = Object.entries(row).find(([, cell]) => areRows(cell)) ?? [];
	if (column === undefined) return undefined;
	const name = prefix + shownColumnName(column);
	return problem(
		{ message: `The rows are a list inside the field ${name}` },
		`Add a Split Out node in front of this one, with ${name} in Fields To Split Out.`,
	);
}

/** Records, or addresses of pages, in a list. */
function areRows(cell: unknown): boolean {
	return (
		Array.isArray(cell) && cell.length > 0 && (cell.every(isRecord) || cell.every(isWebAddress))
	);
}

function problem(
	what: Pick<UserFacingError['explanation'], 'message' | 'reason' | 'value'>,
	remedy: string,
): UserFacingError {
	return new UserFacingError({ ...what, remedy, endsRun: true });
}
