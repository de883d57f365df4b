import { DateTime } from 'luxon';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { n8nWorkflow } from '../harness/n8n.mts';

export type Row = Record<string, unknown>;

interface Item {
	json: Row;
	/** The item before that it was made of. */
	pairedItem?: { item: number };
}

interface Items {
	all: () => Item[];
	first: () => Item;
	itemMatching: (place: number) => Item;
}

function handOn(items: Item[]): Items {
	const at = (place: number) => items[place] ?? { json: {} };
	return { all: () => items, first: () => at(0), itemMatching: at };
}

function itemsOf(rows: Row[]): Items {
	return handOn(rows.map((json) => ({ json })));
}

const NOW = DateTime.fromISO('2026-05-20T08:00:00');

/**
 * What a Code node of an example gives out.
 *
 * @param others what other nodes have given out, by their name
 * @param places the item before of each item of the input, if some have none
 */
export function run(
	file: string,
	name: string,
	input: Row[],
	others: Record<string, Row[]> = {},
	places: number[] = [...input.keys()],
): Row[] {
	const items = input.map((json, index) => ({ json, pairedItem: { item: places[index] ?? -1 } }));
	return work(file, name, { input: handOn(items), others });
}

/** The value of the condition of an If node of an example, as n8n resolves it. */
export function evaluate(file: string, name: string, others: Record<string, Row[]>): unknown {
	const { conditions } = parametersOf(file, name) as {
		conditions?: { conditions: Array<{ leftValue: string }> };
	};
	const expression = conditions?.conditions[0]?.leftValue.slice(1) ?? '';
	const node = (other: string) => itemsOf(others[other] ?? []);
	return n8nWorkflow.Expression.resolveWithoutWorkflow(expression, { $: node as never });
}

interface Around {
	input: Items;
	others?: Record<string, Row[]>;
}

function work(file: string, name: string, { input, others = {} }: Around): Row[] {
	const { jsCode: code = '' } = parametersOf(file, name) as { jsCode?: string };
	const node = (other: string) => itemsOf(others[other] ?? []);
	const given = {
		...{ $input: input, $: node, $now: NOW },
		$json: input.first().json,
	};
	type Code = (...values: unknown[]) => Item | Item[];
	const compiled = compileFunction(code, Object.keys(given)) as Code;
	// Code for each item gives one.
	return [compiled(...Object.values(given))].flat().map(({ json }) => json);
}

function parametersOf(file: string, name: string): Row {
	const text = readFileSync(path.join(import.meta.dirname, '../../../workflows', file), 'utf8');
	const { nodes } = JSON.parse(text) as { nodes: Array<{ name: string; parameters: Row }> };
	return nodes.find((node) => node.name === name)?.parameters ?? {};
}
