import { DateTime } from 'luxon';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';

export type Row = Record<string, unknown>;

interface Items {
	all: () => Array<{ json: Row }>;
	first: () => { json: Row };
	itemMatching: (place: number) => { json: Row };
}

function itemsOf(rows: Row[]): Items {
	const items = rows.map((json) => ({ json }));
	const at = (place: number) => items[place] ?? { json: {} };
	return { all: () => items, first: () => at(0), itemMatching: at };
}

const NOW = DateTime.fromISO('2026-05-20T08:00:00');

/**
 * What a Code node of an example gives out.
 *
 * @param others what other nodes have given out, by their name
 */
export function run(
	file: string,
	name: string,
	input: Row[],
	others: Record<string, Row[]> = {},
): Row[] {
	const text = readFileSync(path.join(import.meta.dirname, '../../../workflows', file), 'utf8');
	const { nodes } = JSON.parse(text) as {
		nodes: Array<{ name: string; parameters: { jsCode?: string } }>;
	};
	const code = nodes.find((node) => node.name === name)?.parameters.jsCode ?? '';
	const work = compileFunction(code, ['$input', '$', '$now']) as (
		input: Items,
		node: (name: string) => Items,
		now: DateTime,
	) => Array<{ json: Row }>;
	const node = (other: string) => itemsOf(others[other] ?? []);
	return work(itemsOf(input), node, NOW).map(({ json }) => json);
}
