import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

export type Row = Record<string, string>;

/** Reads a CSV with a header row; a file that was never written has no rows. */
export async function readCsv(file: string): Promise<Row[]> {
	const text = existsSync(file) ? await readFile(file, 'utf8') : '';
	const [header = [], ...lines] = parseCsv(text.replace(/^\uFEFF/, ''));
	return lines.map((cells) =>
		Object.fromEntries(header.map((name, column) => [name, cells[column] ?? ''])),
	);
}

/** Cells by line; quoted cells may hold commas, quotes and line ends. */
export function parseCsv(text: string): string[][] {
	const lines: string[][] = [];
	let line: string[] = [];
	const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/y;
	while (cell.lastIndex < text.length) {
		const match = cell.exec(text);
		if (!match) throw new Error(`Line ${lines.length + 1} of the CSV is not well-formed.`);
		const [, quoted, plain, end] = match;
		line.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
		if (end !== ',') {
			lines.push(line);
			line = [];
		}
	}
	return lines;
}
