import { parse } from 'flatted';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type SecretName, secretsIn } from './secrets.mts';

/** A secret, and where it was found: a column or a file, and the way to the value in its JSON. */
export interface Found {
	secret: SecretName;
	place: string;
}

/** Programs and pages, as they were downloaded. */
const NOT_SEARCHED = new Set(['node_modules', 'npm-cache', 'bin', '.cache']);
const DATABASE = /database\.sqlite/;

/** Searches every value of every table of n8n's database. */
export function searchDatabase(file: string): Found[] {
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		const tables = database
			.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
			.all()
			.map(({ name }) => String(name));
		return tables.flatMap((table) =>
			database
				.prepare(`SELECT * FROM "${table}"`)
				.all()
				.flatMap((row) =>
					Object.entries(row).flatMap(([column, value]) => searchText(`${table}.${column}`, value)),
				),
		);
	} finally {
		database.close();
	}
}

function searchText(place: string, value: unknown): Found[] {
	const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
	const all = secretsIn(text);
	if (all.length === 0) return [];
	const found = searchValue(place, readJson(place, text));
	// What is not found again in the parsed value stands in the text all the same.
	const missed = all.filter((secret) => !found.some((each) => each.secret === secret));
	return [...found, ...missed.map((secret) => ({ secret, place }))];
}

function readJson(place: string, text: string): unknown {
	try {
		return place === 'execution_data.data' ? parse(text) : JSON.parse(text);
	} catch {
		return text;
	}
}

/** Every text and every key below a value; what flatted has made one object is met at each place. */
function searchValue(place: string, value: unknown, above: unknown[] = []): Found[] {
	if (typeof value === 'string') return secretsIn(value).map((secret) => ({ secret, place }));
	if (typeof value !== 'object' || value === null || above.includes(value)) return [];
	return Object.entries(value).flatMap(([key, below]) => [
		...secretsIn(key).map((secret) => ({ secret, place: `${place}.${key}` })),
		...searchValue(`${place}.${stepOf(place, value, key)}`, below, [...above, value]),
	]);
}

/** Which of a node's outputs an item is of matters; which of many items it is does not. */
function stepOf(place: string, value: object, key: string): string {
	return Array.isArray(value) && !place.endsWith('.main') ? '*' : key;
}

/** Searches all files of n8n but its database: logs, binary data, settings. */
export async function searchFiles(folder: string): Promise<{ found: Found[]; files: string[] }> {
	const paths = (await filesIn(folder)).filter((path) => !DATABASE.test(path));
	const files = paths.map((path) => relative(folder, path));
	const found: Found[] = [];
	for (const file of files) {
		const text = (await readFile(join(folder, file))).toString('latin1');
		if (secretsIn(text).length === 0) continue;
		// Each line of a log is JSON of its own.
		found.push(...text.split('\n').flatMap((line) => searchText(file, line)));
	}
	return { found, files };
}

/** The bytes of the database, where also what was overwritten or deleted may still stand. */
export async function searchDatabaseBytes(folder: string): Promise<SecretName[]> {
	const found = new Set<SecretName>();
	for (const file of await filesIn(folder)) {
		if (!DATABASE.test(file)) continue;
		for (const secret of secretsIn((await readFile(file)).toString('latin1'))) found.add(secret);
	}
	return [...found];
}

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	const files = entries.map(async (entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return NOT_SEARCHED.has(entry.name) ? [] : await filesIn(path);
		return entry.isFile() ? [path] : [];
	});
	return (await Promise.all(files)).flat();
}
