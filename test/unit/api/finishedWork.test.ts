import type { INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it, test } from 'vitest';

import { finishedWork, type Finished } from '../../../nodes/LinkShortener/api/finishedWork';
import { Problem } from '../../../nodes/LinkShortener/api/problem';
import { contextOf } from '../simulation/context.ts';

const created = (id: number): Finished => ({
	output: [{ json: { id }, pairedItem: { item: 0 } }],
	notes: [{ tally: 'created' }],
	waitedMs: 12,
});

test('a second try gets what the first one did, for the same item object', () => {
	const item = { json: { url: 'https://x.example' } };
	finishedWork(contextOf()).remember(item, 0, created(7));
	const secondTry = finishedWork(contextOf());
	expect(secondTry.recall(item, 0)).toEqual(created(7));
	expect(secondTry.recall({ ...item }, 0)).toBeUndefined();
});

test('what may have been done is a problem on every further try', () => {
	const item = { json: {} };
	const problem = new Problem({ message: 'It may exist', remedy: 'Look.', inDoubt: true });
	finishedWork(contextOf()).remember(item, 0, problem);
	expect(finishedWork(contextOf()).recall(item, 0)).toBe(problem);
});

test('an operation that gave nothing is remembered as done', () => {
	const item = { json: {} };
	const nothing: Finished = { output: [], notes: [], waitedMs: 0 };
	finishedWork(contextOf()).remember(item, 0, nothing);
	expect(finishedWork(contextOf()).recall(item, 0)).toEqual(nothing);
});

describe('what was done is not taken for what', () => {
	const item = { json: {} };
	finishedWork(contextOf()).remember(item, 0, created(7));

	it.each([
		['another node did', contextOf({ node: { id: 'other' } }), 0],
		['another run did', contextOf({ runIndex: 1 }), 0],
		['another execution did', contextOf({ executionId: '2' }), 0],
		['the same object at another place is for', contextOf(), 1],
	])('%s', (_, context, itemIndex) => {
		expect(finishedWork(context).recall(item, itemIndex)).toBeUndefined();
	});

	it('all those do apart', () => {
		finishedWork(contextOf({ runIndex: 1 })).remember(item, 0, created(8));
		finishedWork(contextOf()).remember(item, 1, created(9));
		expect(finishedWork(contextOf()).recall(item, 0)).toEqual(created(7));
		expect(finishedWork(contextOf({ runIndex: 1 })).recall(item, 0)).toEqual(created(8));
		expect(finishedWork(contextOf()).recall(item, 1)).toEqual(created(9));
	});
});

describe('what n8n does to an item later', () => {
	/** As n8n does: keys are added to and taken from the items it was handed. */
	function change(output: INodeExecutionData[] = []) {
		for (const handedOut of output) {
			handedOut.json.error = 'changed';
			handedOut.json.id = 0;
			delete handedOut.pairedItem;
		}
		output.splice(0);
	}

	it('does not reach the memory', () => {
		const item = { json: {} };
		const work = created(7);
		finishedWork(contextOf()).remember(item, 0, work);
		change(work.output);
		const recalled = finishedWork(contextOf()).recall(item, 0);
		if (recalled instanceof Problem) throw recalled;
		change(recalled?.output);
		expect(finishedWork(contextOf()).recall(item, 0)).toEqual(created(7));
	});
});
