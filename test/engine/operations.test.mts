import { describe, expect, it } from 'vitest';
import type { Fault } from '../service/index.mts';
import { nodeDescription } from './harness/index.mts';
import {
	byItem,
	expectOutput,
	expectSchema,
	expectSent,
	runCase,
	runOperation,
	schemaOf,
} from './operations/check.mts';
import { describedOperations } from './operations/description.mts';
import { casesOf, workOf, type OperationRow } from './operations/row.mts';
import { nameOf, operationRows } from './operations/table.mts';
import { seededService } from './operations/fixtures.mts';
import { errorOf, ON_ERROR } from './support/runs.mts';

const REFUSAL = 'You do not have this permission. Please contact your administrator.';
const REMEDY =
	'The account of this API key does not have permission. Ask its administrator for it.';

/** Requests before the first one that look like it: a list that tells whose pixels there are. */
function looksOf(row: OperationRow): number {
	return row.resource === 'pixel' && workOf(row).method === 'GET' ? 1 : 0;
}

/** Refuses the second request that does an operation's work, whatever else it asks for. */
function secondRefused(row: OperationRow): Fault {
	const refusal = { kind: 'failureOn200', message: REFUSAL } as const;
	const { method, path = '' } = workOf(row);
	const [upToTheFirstId = ''] = path.split(/\/\d/);
	return {
		match: {
			...(method && { method }),
			path: new RegExp(`^${upToTheFirstId}`),
			nth: looksOf(row) + 2,
		},
		...refusal,
	};
}

/** Runs three items one after the other; the service refuses the second. */
async function runWithRefusal(
	row: OperationRow,
	{ parameters, items, gives }: NonNullable<OperationRow['perItem']>,
	onError: keyof typeof ON_ERROR,
) {
	const service = await seededService({ faults: [secondRefused(row)] });
	const run = await runOperation(
		service,
		row,
		{ ...parameters, options: { batching: { maxInFlight: 1 } } },
		{ items, onError: ON_ERROR[onError] },
	);
	const [first = [], , third = []] = gives(service.url);
	return { run, service, first, third };
}

/** Whether its items can be sent one after the other, by Concurrent Requests. */
function isOneByOne({ resource, operation }: OperationRow): boolean {
	return nodeDescription().properties.some(({ name, options = [], displayOptions }) => {
		const { show = {} } = displayOptions ?? {};
		const isIts = show.resource?.includes(resource) && show.operation?.includes(operation);
		return isIts && name === 'options' && options.some((option) => option.name === 'batching');
	});
}

/** The names of the fields that an operation's collections offer, but for what c5-fields judges. */
function optionalFields({ resource, operation }: OperationRow): string[] {
	const offered = nodeDescription().properties.filter(({ name, displayOptions }) => {
		const { show = {} } = displayOptions ?? {};
		const isIts = show.resource?.includes(resource) && show.operation?.includes(operation);
		return isIts && ['filters', 'sort', 'additionalFields', 'updateFields'].includes(name);
	});
	const names = offered.flatMap(({ options = [] }) => options.map(({ name }) => name));
	return names.filter((name) => name !== 'customFields');
}

it('has a row for every operation of the node, and no other', () => {
	expect(operationRows.map(nameOf).sort()).toEqual(describedOperations().map(nameOf).sort());
});

describe.each(operationRows.map((row) => ({ name: nameOf(row), row })))('$name', ({ row }) => {
	it.each(casesOf(row))('%s', async (_, example) => {
		const service = await seededService();
		const run = await runCase(service, row, example);

		expectOutput(run, byItem(example, example.gives(service.url)));
		expectSent(service, example, example.sends);
		expectSchema(row, run.items, example.beyondSchema);
	});

	it.each(row.unknown ?? [])('says of what is not there: $message', async (refusal) => {
		const run = await runOperation(await seededService(), row, refusal.parameters);
		expect(errorOf(run).message).toBe(refusal.message);
	});

	it('has a case with each of its fields: add it to `full` in operations/rows', () => {
		// What operations of a resource share is given by one of them.
		const related = operationRows.filter(({ resource }) => resource === row.resource);
		const given = JSON.stringify(related.flatMap(casesOf).map(([, { parameters }]) => parameters));
		expect(optionalFields(row).filter((name) => !given.includes(`"${name}":`))).toEqual([]);
	});

	it('has no field in its schema that never comes', () => {
		const given = casesOf(row).flatMap(([, { gives }]) => gives('').flatMap(Object.keys));
		expect(Object.keys(schemaOf(row).properties).filter((name) => !given.includes(name))).toEqual(
			[],
		);
	});

	// The item loop alone links items and knows what On Error is set to: some operations stand for all.
	const { perItem } = row;
	if (perItem === undefined) return;

	it('links the output of each item to it', async () => {
		const service = await seededService();
		const run = await runOperation(service, row, perItem.parameters, { items: perItem.items });
		expectOutput(run, perItem.gives(service.url));
	});

	it('goes on behind an item that fails, with Continue', async () => {
		const { run, first, third } = await runWithRefusal(row, perItem, 'Continue');
		const { about } = row;
		const failed = {
			...(first[0]?.action === undefined
				? { error: REFUSAL }
				: { action: 'failed', error: REFUSAL, alias: about?.alias, longurl: about?.longUrl }),
			message: REMEDY,
			details: { item: { index: 1, number: 2, ...about } },
		};
		expectOutput(run, [first, [failed], third]);
	});

	it('goes on behind an item that fails, with Error Output', async () => {
		const { run, first, third } = await runWithRefusal(row, perItem, 'Error Output');
		expectOutput(run, [first, [], third]);
		// n8n adds the fields of the input item itself.
		expect(run.errorItems).toStrictEqual([
			{
				...perItem.items[1],
				error: REFUSAL,
				message: REMEDY,
				details: { item: { index: 1, number: 2, ...row.about } },
			},
		]);
		expect(run.outputs[1]?.[0]?.pairedItem).toEqual({ item: 1 });
	});

	it('names the item that fails, with Stop', async () => {
		const { run, service } = await runWithRefusal(row, perItem, 'Stop');
		expect(run.items).toEqual([]);
		expect(run.error?.message).toBe(`Item 2: ${REFUSAL} ${REMEDY}`);
		const { method: verb, path: work = '' } = secondRefused(row).match;
		const sent = service.requests.filter(({ method, path }) => method === verb && path.match(work));
		// Side by side, the failure may be known only once the third item has left.
		const most = looksOf(row) + (isOneByOne(row) ? 2 : 3);
		expect(sent.length).toBeGreaterThanOrEqual(looksOf(row) + 2);
		expect(sent.length).toBeLessThanOrEqual(most);
	});
});
