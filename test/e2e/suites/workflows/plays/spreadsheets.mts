import { createRequire } from 'node:module';
import { join } from 'node:path';
import { E2E_FOLDER } from '../../../paths.mts';

/** Files as spreadsheet programs save them, and back. */

export type Cells = string[];

/** The part of n8n's own spreadsheet library that is used here. */
interface Library {
	read: (file: Buffer, options: { type: 'buffer' }) => Workbook;
	write: (workbook: Workbook, options: { type: 'buffer'; bookType: 'xlsx' }) => Buffer<ArrayBuffer>;
	utils: {
		aoa_to_sheet: (rows: unknown[][]) => Sheet;
		sheet_to_json: (sheet: Sheet, options: { header: 1; defval: '' }) => unknown[][];
	};
}
type Sheet = object;
interface Workbook {
	SheetNames: string[];
	Sheets: Record<string, Sheet>;
}

/** Looked up when it is needed: the type check has to pass before n8n is installed. */
function library(): Library {
	const ofNodes = createRequire(join(E2E_FOLDER, 'node_modules', 'n8n-nodes-base', 'package.json'));
	return ofNodes('@e965/xlsx') as Library;
}

/** Letters that Windows-1252 has at other places than ISO 8859-1. */
const WINDOWS: Record<string, number> = { '€': 0x80, '„': 0x84, '“': 0x93, '–': 0x96 };

/** As Excel saves "CSV" where commas are in numbers. */
export function semicolonsInWindows1252(rows: Cells[]): File {
	const codes = Array.from(csv(rows, ';'), (letter) => WINDOWS[letter] ?? letter.charCodeAt(0));
	return new File([new Uint8Array(codes)], 'links.csv', { type: 'text/csv' });
}

/** As Excel saves "CSV UTF-8" elsewhere. */
export function commasWithByteOrderMark(rows: Cells[]): File {
	return textFile(`\uFEFF${csv(rows, ',')}`);
}

export function xlsx(rows: unknown[][]): File {
	const { utils, write } = library();
	const workbook = { SheetNames: ['Links'], Sheets: { Links: utils.aoa_to_sheet(rows) } };
	return new File([write(workbook, { type: 'buffer', bookType: 'xlsx' })], 'links.xlsx');
}

export function textFile(text: string): File {
	return new File([text], 'links.csv', { type: 'text/csv' });
}

/** All rows of an Excel file, the one of the headings included. */
export function cellsOf(file: Buffer): Cells[] {
	const { read, utils } = library();
	const { SheetNames, Sheets } = read(file, { type: 'buffer' });
	const sheet = Sheets[SheetNames[0] ?? ''] ?? {};
	return utils.sheet_to_json(sheet, { header: 1, defval: '' }).map((row) => row.map(String));
}

function csv(rows: Cells[], separator: string): string {
	const quoted = (cell: string) =>
		/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
	return rows.map((row) => `${row.map(quoted).join(separator)}\r\n`).join('');
}
