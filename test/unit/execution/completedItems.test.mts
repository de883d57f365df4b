import type { INodeExecutionData } from 'n8n-workflow';
import { describe, expect, it, test } from 'vitest';

import {
	type CompletedItem,
	completedItems,
} from '../../../nodes/LinkShortener/execution/completedItems';
import { UserFacingError } from '../../../nodes/LinkShortener/shared/userFacingError';
import { contextOf } from '../simulation/context.mts';

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

test('a second try gets what the first one did, for the same item object', () => {
	const item = { json: { url: 'https://x.example' } };
	completedItems(contextOf()).set(item, 0, created(7));
	const secondTry = completedItems(contextOf());
	expect(secondTry.get(item, 0)).toEqual(created(7));
	expect(secondTry.get({ ...item }, 0)).toBeUndefined();
});

test('what may have been done is a problem on every further try', () => {
	const item = { json: {} };
	const problem = new UserFacingError({
		message: 'It may exist',
		remedy: 'Look.',
		isUnconfirmed: true,
	});
	completedItems(contextOf()).set(item, 0, problem);
	expect(completedItems(contextOf()).get(item, 0)).toBe(problem);
});

test('an operation that gave nothing is remembered as done', () => {
	const item = { json: {} };
	const nothing: CompletedItem = {
		output: [],
		notes: [],
	};
	completedItems(contextOf()).set(item, 0, nothing);
	expect(completedItems(contextOf()).get(item, 0)).toEqual(nothing);
});

describe('what was done is not taken for what', () => {
	const item = { json: {} };
	completedItems(contextOf()).set(item, 0, created(7));

	it.each([
		['another node did', contextOf({ node: { id: 'other' } }), 0],
		['another run did', contextOf({ runIndex: 1 }), 0],
		['another execution did', contextOf({ executionId: '2' }), 0],
		['the same object at another place is for', contextOf(), 1],
	])('%s', (_, context, itemIndex) => {
		expect(completedItems(context).get(item, itemIndex)).toBeUndefined();
	});

	it('all those do apart', () => {
		completedItems(contextOf({ runIndex: 1 })).set(item, 0, created(8));
		completedItems(contextOf()).set(item, 1, created(9));
		expect(completedItems(contextOf()).get(item, 0)).toEqual(created(7));
		expect(completedItems(contextOf({ runIndex: 1 })).get(item, 0)).toEqual(created(8));
		expect(completedItems(contextOf()).get(item, 1)).toEqual(created(9));
	});
});

describe('what n8n does to an item later', () => {
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

	it('does not reach the memory', () => {
		const item = { json: {} };
		const work = created(7);
		completedItems(contextOf()).set(item, 0, work);
		change(work.output);
		const recalled = completedItems(contextOf()).get(item, 0);
		if (recalled instanceof UserFacingError) throw recalled;
		change(recalled?.output);
		expect(completedItems(contextOf()).get(item, 0)).toEqual(created(7));
	});
});
