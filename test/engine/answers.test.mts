import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { format } from 'prettier';
import { expect, it } from 'vitest';
import { type AnswerRow, runRow } from './answers/run.mts';
import { errorOf, linesOf } from './support/runs.mts';

/** Answers that were seen, and what comes out of the node for them. */
interface Recorded extends AnswerRow {
	/** Where a public client or document shows it. */
	source?: string;
	/** The items, or what the failure says. */
	gives?: IDataObject[];
	says?: string;
	/** What the service said besides. */
	details?: string;
}

const FILE = path.join(import.meta.dirname, 'answers/recorded.json');
const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Recorded[];

it.each(recorded)('$operation: $what', async (row) => {
	const result = await runRow(row);
	const { message, description } = errorOf(result);
	if (process.env.RECORD === 'missing' && row.gives === undefined && row.says === undefined) {
		Object.assign(row, message === '' ? { gives: result.items } : { says: message });
		writeFileSync(FILE, await format(JSON.stringify(recorded), { parser: 'json', useTabs: true }));
	}
	expect(message).toBe(row.says ?? '');
	expect(result.items).toEqual(row.gives ?? []);
	if (row.details !== undefined) {
		expect(linesOf(description).join('\n')).toContain(row.details);
	}
});
