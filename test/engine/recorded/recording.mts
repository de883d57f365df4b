import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IDataObject, INode, INodeExecutionData, INodeTypeDescription } from 'n8n-workflow';
import { format, resolveConfig } from 'prettier';
import type { Service } from '../../service/index.mts';
import { n8nWorkflow, nodeDescription } from '../harness/index.mts';
import { sentRequests } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { credentialsOf, KEY } from '../support/service.mts';
import { qrCodesByType } from './cases.mts';

/** What the node of a recording did when it was recorded, and has to do ever after. */
export interface Outcome {
	/** Input items, where one empty item is not enough. */
	items?: IDataObject[] | INodeExecutionData[];
	/** Requests that change something, or the one that an operation reads with; none of a poll. */
	sends?: IDataObject[];
	/** The static data a poll goes on from. */
	saved?: { configKey: string; cursor: IDataObject };
	/** How many items come out. */
	gives: number;
	/** The type of each field of the first one. More fields may come, none may go. */
	first: Record<string, string>;
	/** The names of its files. */
	files?: string[];
}

/** A workflow as n8n's editor saves it: one node for each way of using an operation or an event. */
export interface Recording {
	name: string;
	nodes: INode[];
	connections: object;
	settings: object;
	/** By the name of the node. */
	outcomes: Record<string, Outcome>;
}

export const NODE = 'linkShortener';
export const TRIGGER = 'linkShortenerTrigger';
export const NODES = [NODE, TRIGGER] as const;
export type NodeName = (typeof NODES)[number];

/** As n8n calls it. */
export function typeOf(node: NodeName): string {
	return `n8n-nodes-link-shortener.${node}`;
}

const FOLDER = import.meta.dirname;
const CREDENTIAL_FILE = path.join(FOLDER, 'credential.json');

/** The recording of an operation (`link.create`) or an event (`linkCreated`), if there is one. */
export function readRecording(node: NodeName, name: string): Recording | undefined {
	const file = fileOf(node, name);
	return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recording) : undefined;
}

/** Every recording of a node. */
export function readRecordings(node: NodeName): Recording[] {
	const folder = path.join(FOLDER, node);
	if (!existsSync(folder)) return [];
	return readdirSync(folder).flatMap((file) => readRecording(node, path.parse(file).name) ?? []);
}

export async function writeRecording(node: NodeName, recording: Recording): Promise<void> {
	await write(fileOf(node, recording.name), recording);
}

function fileOf(node: NodeName, name: string): string {
	return path.join(FOLDER, node, `${name}.json`);
}

async function write(file: string, content: object): Promise<void> {
	mkdirSync(path.dirname(file), { recursive: true });
	const options = { ...(await resolveConfig(file)), filepath: file };
	writeFileSync(file, await format(JSON.stringify(content), options));
}

/** The fields of a stored credential, each with what stands for its value. */
export async function recordCredential(service: Service): Promise<void> {
	if (existsSync(CREDENTIAL_FILE)) return;
	const names = Object.keys(credentialsOf(service));
	await write(CREDENTIAL_FILE, Object.fromEntries(names.map((name) => [name, `<${name}>`])));
}

/** The recorded credential, filled in for a service. */
export function recordedCredential(service: Service): Record<string, string> {
	const values: Record<string, string> = credentialsOf(service);
	const fields = JSON.parse(readFileSync(CREDENTIAL_FILE, 'utf8')) as Record<string, string>;
	return Object.fromEntries(Object.keys(fields).map((name) => [name, values[name] ?? '']));
}

/** The parameters as n8n loads them, every default filled in. */
export function loaded(node: INode): IDataObject {
	return parametersOf(node, true);
}

/** The parameters as the editor saves them: without those that are hidden or have their default. */
export function saved(node: INode): IDataObject {
	return parametersOf({ ...node, parameters: parametersOf(node, true) }, false);
}

function parametersOf(node: INode, withDefaults: boolean): INode['parameters'] {
	const description = nodeDescription(node.type);
	const { getNodeParameters } = n8nWorkflow.NodeHelpers;
	const { properties } = description;
	return (
		getNodeParameters(properties, node.parameters, withDefaults, false, node, description) ?? {}
	);
}

/** What the editor would show in red at a node. */
export function issuesOf(node: INode): unknown {
	const description = nodeDescription(node.type);
	const full = { ...node, parameters: parametersOf(node, true) };
	return n8nWorkflow.NodeHelpers.getNodeParametersIssues(description.properties, full, description);
}

/** A service in which every recording finds what it is about. */
export async function freshService(): Promise<Service> {
	const service = await seededService({
		// Takes fields that only some installs have.
		strict: false,
		qrImages: 'png',
		// What a new account has is as old as the service, and so each time a little newer.
		accounts: [{ id: 1, email: 'owner@example.com', apiKeys: [KEY], isEmpty: true }],
	});
	service.seed('qrs', qrCodesByType);
	return service;
}

/** What was sent, as far as a saved workflow counts on it. */
export function essential({ apiKey, requests }: Service, reads: boolean): IDataObject[] {
	const calls = requests.filter(({ path: called }) => called.startsWith('/api/'));
	const sent = sentRequests({ apiKey, requests: calls });
	return reads ? sent.slice(-1) : sent.filter(({ method }) => method !== 'GET');
}

/** How many items there are, and what the first one holds. */
export function shapeOf(
	items: INodeExecutionData[] = [],
): Pick<Outcome, 'gives' | 'first' | 'files'> {
	const { json = {}, binary } = items[0] ?? {};
	const first = Object.entries(json).map(([name, value]) => [name, kindOf(value)]);
	return {
		gives: items.length,
		first: Object.fromEntries(first) as Outcome['first'],
		...(binary && { files: Object.keys(binary) }),
	};
}

function kindOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

/** Every field of a node by its place, such as `options/batching/maxWait`. */
export function fieldsOf(properties: INodeTypeDescription['properties'], place = ''): string[] {
	return properties
		.filter(({ type }) => type !== 'notice')
		.flatMap(({ name, options = [] }) => [
			place + name,
			...options.flatMap((option) => {
				if ('values' in option) return fieldsOf(option.values, `${place}${name}/${option.name}/`);
				return 'type' in option ? fieldsOf([option], `${place}${name}/`) : [];
			}),
		]);
}

/** The places of the fields that are filled in. */
export function filledIn(values: unknown, place = ''): string[] {
	if (Array.isArray(values)) return values.flatMap((value) => filledIn(value, place));
	if (typeof values !== 'object' || values === null || '__rl' in values) return [];
	return Object.entries(values).flatMap(([name, value]) => [
		place + name,
		...filledIn(value, `${place}${name}/`),
	]);
}
