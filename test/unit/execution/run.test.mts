import type { INodeExecutionData } from 'n8n-workflow';
import { expect, it, test } from 'vitest';

import { type CompletedItem, completedItems } from '../../../nodes/LinkShortener/execution/run';
import { contextOf } from '../context.mts';

const created = (id: number): CompletedItem => ({
	output: [
		{
			json: { id },
			binary: { data: { mimeType: 'image/png', data: '' } },
			pairedItem: { item: 0 },
		},
	],
	notes: [{ count: 'created' }],
});

/** The memory that a try opens which is given this item. */
function memoryFor(item: INodeExecutionData, run?: Parameters<typeof contextOf>[0]) {
	return completedItems({ ...contextOf(run), getInputData: () => [item] });
}

test('a second try gets what the first one did, for the same item object', () => {
	const item = { json: { url: 'https://x.example' } };
	memoryFor(item).set(0, created(7));
	expect(memoryFor(item).get(0)).toEqual(created(7));
	expect(memoryFor({ ...item }).get(0)).toBeUndefined();
});

it.each([
	['another node', { node: { id: 'other' } }],
	['another run', { runIndex: 1 }],
	['another execution', { executionId: '2' }],
])('what was done is not taken for what %s did', (_, run) => {
	const item = { json: {} };
	memoryFor(item).set(0, created(7));
	expect(memoryFor(item, run).get(0)).toBeUndefined();
	memoryFor(item, run).set(0, created(8));
	expect(memoryFor(item).get(0)).toEqual(created(7));
});

/** What an operation may remember of an item. */
class Alias {
	text = '';
}

test('a second try gets what an operation has remembered of each item, until it is done', () => {
	const item = { json: {} };
	const aliasOf = (itemIndex: number, run?: Parameters<typeof contextOf>[0]) =>
		memoryFor(item, run).ofItem(itemIndex).get(Alias);
	aliasOf(0).text = 'first';
	aliasOf(1).text = 'second';
	expect([aliasOf(0).text, aliasOf(1).text]).toEqual(['first', 'second']);
	expect(aliasOf(0, { runIndex: 1 }).text).toBe('');
	memoryFor(item).set(0, created(7));
	expect([aliasOf(0).text, aliasOf(1).text]).toEqual(['', 'second']);
});

test('what n8n does to an item later does not reach the memory', () => {
	/** As n8n does: keys are added to and taken from the items it was handed. */
	function change(output: INodeExecutionData[] = []) {
		for (const handedOut of output) {
			handedOut.json.error = 'changed';
			handedOut.json.id = 0;
			delete handedOut.pairedItem;
			delete handedOut.binary?.data;
		}
		output.splice(0);
	}
	const item = { json: {} };
	const work = created(7);
	memoryFor(item).set(0, work);
	change(work.output);
	const recalled = memoryFor(item).get(0);
	change(recalled && 'output' in recalled ? recalled.output : []);
	expect(memoryFor(item).get(0)).toEqual(created(7));
});
