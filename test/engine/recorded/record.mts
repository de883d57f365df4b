import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Service } from '../../service/index.mts';
import { nodeDescription, poll } from '../harness/index.mts';
import { runOperation, withFiles } from '../operations/check.mts';
import { casesOf, workOf, type OperationRow } from '../operations/row.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { credentialsOf } from '../support/service.mts';
import { moreCases, type RecordedCase, runOptions } from './cases.mts';
import { type EventRow, eventRows } from './events.mts';
import {
	essential,
	freshService,
	NODE,
	type NodeName,
	type Outcome,
	readRecording,
	recordCredential,
	saved,
	shapeOf,
	TRIGGER,
	typeOf,
	writeRecording,
} from './recording.mts';

const SPACING = 160;

/** One node to record, and how to find out what it does. */
interface Case {
	name: string;
	parameters: INodeParameters;
	outcome: () => Promise<Outcome>;
}

/** Records what has no recording. What has one stays as it is: people's workflows look like that. */
export async function recordMissing(): Promise<void> {
	await recordCredential(await freshService());
	for (const row of operationRows) await addTo(NODE, nameOf(row), casesOfOperation(row));
	for (const row of eventRows) await addTo(TRIGGER, row.event, casesOfEvent(row));
}

async function addTo(node: NodeName, name: string, cases: Case[]): Promise<void> {
	const { nodes = [], outcomes = {} } = readRecording(node, name) ?? {};
	const missing = cases.filter((each) => !(each.name in outcomes));
	if (missing.length === 0) return;
	for (const { name: caseName, parameters, outcome } of missing) {
		nodes.push(storedNode(node, caseName, nodes.length, parameters));
		outcomes[caseName] = await outcome();
	}
	await writeRecording(node, { name, nodes, connections: {}, settings: {}, outcomes });
}

/** A node as the editor saves it. */
function storedNode(
	node: NodeName,
	name: string,
	index: number,
	parameters: INodeParameters,
): INode {
	const type = typeOf(node);
	const { credentials = [] } = nodeDescription(type);
	const stored: INode = {
		id: `${node}-${String(index + 1)}`,
		name,
		type,
		typeVersion: 1,
		position: [0, index * SPACING],
		parameters,
		credentials: Object.fromEntries(
			credentials.map((credential) => [
				credential.name,
				{ id: 'RecordedAccount', name: 'Link Shortener account' },
			]),
		),
	};
	return { ...stored, parameters: saved(stored) as INodeParameters };
}

function casesOfOperation(row: OperationRow): Case[] {
	const { resource, operation } = row;
	const reads = workOf(row).method === 'GET';
	return Object.entries(everyCaseOf(row)).map(([name, { parameters, items }]) => ({
		name,
		parameters: { resource, operation, ...parameters },
		outcome: async () => {
			const service = await freshService();
			const result = await runOperation(service, row, parameters, items && { items });
			if (result.error) throw result.error;
			return {
				...(row.binary ? { items: withFiles(row.binary, items) } : items && { items }),
				sends: essential(service, reads),
				...shapeOf(result.outputs[0]),
			};
		},
	}));
}

/** Those of the operation's row, those for recordings alone, and one with the options of every run. */
function everyCaseOf(row: OperationRow): Record<string, RecordedCase> {
	// Which product answers is not the workflow's business.
	const known = casesOf(row).filter(([, { isProductKnown }]) => isProductKnown !== true);
	const { parameters, items } = row.minimal;
	const limit = row.operation.startsWith('get') && row.operation !== 'get' ? { limit: 2 } : {};
	const withRunOptions = { ...parameters, ...limit, options: runOptions };
	return {
		...Object.fromEntries(known),
		...moreCases[nameOf(row)],
		'options of a run': { parameters: withRunOptions, ...(items && { items }) },
	};
}

function casesOfEvent({ event, cases, happens }: EventRow): Case[] {
	return Object.entries(cases).map(([name, fields]) => ({
		name,
		parameters: { event, ...fields },
		outcome: async () => {
			const service = await freshService();
			const staticData: IDataObject = {};
			const pollOnce = async () => await pollWith(service, { event, ...fields }, staticData);
			await pollOnce();
			await pollOnce();
			const { configKey, cursor } = JSON.parse(JSON.stringify(staticData)) as {
				configKey: string;
				cursor: IDataObject;
			};
			happens(service);
			return { saved: { configKey, cursor }, ...shapeOf(await pollOnce()) };
		},
	}));
}

async function pollWith(
	service: Service,
	parameters: INodeParameters,
	staticData: IDataObject,
): Promise<INodeExecutionData[] | undefined> {
	const credentials = credentialsOf(service);
	const output = await poll({ parameters, credentials, staticData, mode: 'trigger' });
	return output?.[0];
}
