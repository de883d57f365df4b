import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { AnswerRow } from '../engine/answers/run.mts';
import type { Report } from './report.mts';

/**
 * Adds the responses of a report to a table of recorded answers, without what the node makes of them.
 *
 * @returns what to do next
 */
export async function record(reportFile: string, table: string): Promise<string> {
	const { answers, preset, needs } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
	const rows = JSON.parse(readFileSync(table, 'utf8')) as AnswerRow[];
	const known = new Set(rows.map(contentOf));
	const added = answers.filter((row) => !known.has(contentOf(row)));
	const text = JSON.stringify([...rows, ...added]);
	writeFileSync(table, await format(text, { parser: 'json', useTabs: true }));
	return [
		`Added ${added.length} rows. Fill in what the node makes of them: npm run record`,
		...(needs.length === 0
			? [`The preset ${preset} answers like this service.`]
			: [`No preset answers like it. From ${preset}, another one would need:`, ...needs]),
	].join('\n');
}

/** A row without its name. */
function contentOf({ operation, status = 200, answers }: AnswerRow): string {
	return JSON.stringify([operation, status, answers]);
}
