/**
 * Adds what the example workflow check-my-service found at a service to the table of recorded answers:
 * `npm run answers -- check-my-service.json`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { format } from 'prettier';
import { type AnswerRow, type AnswerShape, rowsOf } from './answers/rows.mts';

const TABLE = join(import.meta.dirname, '../test/engine/answers/recorded.json');

async function readJson(file: string): Promise<unknown> {
	return JSON.parse(await readFile(file, 'utf8')) as unknown;
}

const [file, source = basename(file ?? '', '.json')] = process.argv.slice(2);
if (file === undefined) {
	console.error('npm run answers -- <file of check-my-service> [<name of the service>]');
	process.exitCode = 1;
} else {
	const table = (await readJson(TABLE)) as AnswerRow[];
	const known = new Set(table.map(({ answers }) => JSON.stringify(answers)));
	const rows = rowsOf((await readJson(file)) as AnswerShape[], source);
	const added = rows.filter(({ answers }) => !known.has(JSON.stringify(answers)));
	const text = JSON.stringify([...table, ...added]);
	await writeFile(TABLE, await format(text, { parser: 'json', useTabs: true }));
	console.log(
		`${added.length} of ${rows.length} answers are new. Next: npm run record, which fills in what`,
	);
	console.log('the node makes of them. Look whether that is right.');
}
