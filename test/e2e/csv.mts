import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';

export type Row = Record<string, string>;

/** Reads a CSV with a header row; a file that was never written has no rows. */
export async function readCsv(file: string): Promise<Row[]> {
	const text = existsSync(file) ? await readFile(file, 'utf8') : '';
	return parse(text, { bom: true, columns: true, relax_column_count: true });
}
