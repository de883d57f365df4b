import type { IDataObject, INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { nodeDescription, poll, runNode } from './harness/index.mts';
import { describedOperations } from './operations/description.mts';
import { nameOf } from './operations/table.mts';
import { eventRows } from './recorded/events.mts';
import { recordMissing } from './recorded/record.mts';
import {
	essential,
	fieldsOf,
	filledIn,
	freshService,
	issuesOf,
	loaded,
	NODE,
	type NodeName,
	NODES,
	type Outcome,
	readRecordings,
	recordedCredential,
	shapeOf,
	TRIGGER,
	typeOf,
} from './recorded/recording.mts';
import { optionValues } from './support/operations.mts';

// `npm run record`
if (process.env.RECORD === 'missing') await recordMissing();

const recordings = NODES.flatMap((node) =>
	readRecordings(node).map((recording) => ({ node, ...recording })),
);

function namesOf(node: NodeName): string[] {
	return recordings.flatMap((recording) => (recording.node === node ? [recording.name] : []));
}

const { properties: triggerFields } = nodeDescription(typeOf(TRIGGER));
const events = optionValues(triggerFields.find(({ name }) => name === 'event'));

it('has a recording of every operation and of every event', () => {
	expect(namesOf(NODE).sort()).toEqual(describedOperations().map(nameOf).sort());
	expect(namesOf(TRIGGER).sort()).toEqual(events.toSorted());
});

it('has every field in a recording', () => {
	const missing = recordings.flatMap(({ node, name, nodes }) => {
		const filled = new Set(nodes.flatMap(({ parameters }) => filledIn(parameters)));
		const [first, operation] = name.split('.');
		const own = nodeDescription(typeOf(node)).properties.filter(({ displayOptions }) => {
			const { resource, operation: operations, event } = displayOptions?.show ?? {};
			if (operation === undefined) return event?.includes(first);
			return resource?.includes(first) && operations?.includes(operation);
		});
		return fieldsOf(own).flatMap((field) => (filled.has(field) ? [] : [`${name}: ${field}`]));
	});
	expect(missing).toEqual([]);
});

/** Runs a node as it was saved. */
async function run({ type, typeVersion, parameters }: INode, { items, sends = [] }: Outcome) {
	const service = await freshService();
	const credentials = recordedCredential(service);
	const node = { type, typeVersion, parameters, credentials };
	const result = await runNode({ ...node, ...(items && { items }) });
	expect(result.error).toBeUndefined();
	const reads = sends.some(({ method }) => method === 'GET');
	expect(essential(service, reads)).toEqual(sends);
	return shapeOf(result.outputs[0]);
}

/** Goes on from what was saved, once that has happened which the event waits for. */
async function runPoll({ type, typeVersion, parameters }: INode, { saved }: Outcome, name: string) {
	const service = await freshService();
	const node = { type, typeVersion, parameters, credentials: recordedCredential(service) };
	// Address and account are this test's own, what is known of the account was saved.
	const owner: IDataObject = {};
	await poll({ ...node, staticData: owner, mode: 'trigger' });
	eventRows.find(({ event }) => event === name)?.happens(service);
	const staticData = { ...owner, ...saved };
	return shapeOf((await poll({ ...node, staticData, mode: 'trigger' }))?.[0]);
}

describe.each(recordings)('$name', ({ name, nodes, outcomes }) => {
	it.each(nodes)('$name: n8n loads it as it was saved', (node) => {
		const parameters = loaded(node);
		expect(parameters).toMatchObject(node.parameters);
		expect(issuesOf(node)).toBeNull();
		const { resource, operation, event } = parameters;
		expect(event ?? `${resource as string}.${operation as string}`).toBe(name);
	});

	it.each(nodes)('$name: does what it did', async (node) => {
		const outcome = outcomes[node.name];
		if (outcome === undefined) throw new Error(`${node.name} has no outcome`);
		const { gives, first, files, saved } = outcome;
		const shape = await (saved ? runPoll(node, outcome, name) : run(node, outcome));
		expect(shape).toMatchObject({ gives, first, ...(files && { files }) });
	});
});
