import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDescription } from './harness/index.mts';
import { describedOperations } from './operations/description.mts';
import { textHeight } from './support/noteHeight.mts';

interface Node {
	id: string;
	name: string;
	type: string;
	position: [number, number];
	parameters: Record<string, unknown>;
	webhookId?: string;
	credentials?: object;
}

interface Workflow {
	name: string;
	nodes: Node[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}

interface Box {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'workflows');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

const NODE = 'n8n-nodes-link-shortener.linkShortener';
const NOTE = 'n8n-nodes-base.stickyNote';
const LOOP = 'n8n-nodes-base.splitInBatches';
const SCHEDULE = 'n8n-nodes-base.scheduleTrigger';
const WEBHOOK = 'n8n-nodes-base.webhook';
const MANUAL_START = 'n8n-nodes-base.manualTrigger';

/** What a note may have left below its text, in pixels. */
const [LEAST_FREE, MOST_FREE] = [10, 34];

/** Of a node on the canvas, its name below it included. */
const [NODE_WIDTH, NODE_HEIGHT] = [100, 130];
const AGENT_WIDTH = 256;

function read(file: string): Workflow {
	return JSON.parse(readFileSync(file, 'utf8')) as Workflow;
}

function boxOf({ name, type, position, parameters }: Node): Box {
	const [left, top] = position;
	const width = type.endsWith('.agent') ? AGENT_WIDTH : NODE_WIDTH;
	const size =
		type === NOTE ? [Number(parameters.width), Number(parameters.height)] : [width, NODE_HEIGHT];
	return { name, left, top, right: left + (size[0] ?? 0), bottom: top + (size[1] ?? 0) };
}

function overlapsOf(boxes: Box[]): string[] {
	return boxes.flatMap((one, place) =>
		boxes
			.slice(place + 1)
			.filter(
				(other) =>
					one.left < other.right &&
					other.left < one.right &&
					one.top < other.bottom &&
					other.top < one.bottom,
			)
			.map((other) => `${one.name} and ${other.name}`),
	);
}

/** The node, also where it is a tool. */
function ownNodes({ nodes }: Workflow): Node[] {
	return nodes.filter(({ type }) => type === NODE || type === `${NODE}Tool`);
}

function operationsOf(workflow: Workflow): string[] {
	return ownNodes(workflow).map(
		({ parameters }) => `${String(parameters.resource)} ${String(parameters.operation)}`,
	);
}

describe.each(files)('the example %s', (file) => {
	const workflow = read(path.join(folder, file));
	const { nodes, connections } = workflow;
	const byName = new Map(nodes.map((node) => [node.name, node]));

	it('says what to do in three steps', () => {
		const text = nodes
			.filter(({ type }) => type === NOTE)
			.map(({ parameters }) => String(parameters.content))
			.join('\n');
		const steps = [...text.matchAll(/^(?:### )?(\d)\. /gm)].map(([, step]) => step);
		expect(steps).toEqual(['1', '2', '3']);
	});

	it('can be tried by hand where it runs on a schedule', () => {
		const startsOf = (type: string) =>
			nodes.filter((node) => node.type === type).map(({ name }) => connections[name]);
		const schedules = startsOf(SCHEDULE);
		expect(startsOf(MANUAL_START)).toEqual(expect.arrayContaining(schedules));
	});

	it('has notes that are as high as their text', () => {
		const wrong = nodes
			.filter(({ type }) => type === NOTE)
			.map(({ name, parameters: { content, width, height } }) => {
				const needed = textHeight(String(content), Number(width));
				return { name, height: Number(height), needed: Math.round(needed) };
			})
			.filter(({ height, needed }) => height < needed + LEAST_FREE || height > needed + MOST_FREE);
		expect(wrong).toEqual([]);
	});

	it('has names and ids of its own for its nodes', () => {
		expect(byName.size).toBe(nodes.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
	});

	it('can be read from left to right, and nothing lies on something else', () => {
		expect(overlapsOf(nodes.map(boxOf))).toEqual([]);
		const backward = Object.entries(connections).flatMap(([from, { main = [] }]) =>
			main
				.flat()
				.filter(({ node }) => byName.get(node)?.type !== LOOP)
				.filter(({ node }) => {
					const [start = 0] = byName.get(from)?.position ?? [];
					const [end = 0] = byName.get(node)?.position ?? [];
					return end <= start;
				})
				.map(({ node }) => `${from} to ${node}`),
		);
		expect(backward).toEqual([]);
	});

	it('connects nodes that are there', () => {
		const named = Object.entries(connections).flatMap(([from, kinds]) => [
			from,
			...Object.values(kinds).flatMap((outputs) => outputs.flat().map(({ node }) => node)),
		]);
		expect(named.filter((name) => !byName.has(name))).toEqual([]);
	});

	// n8n 2.41 shows a credential that is chosen in the place of a missing one, but does not save it.
	it('names no credential, and holds nothing of one machine', () => {
		expect(nodes.filter(({ credentials }) => credentials)).toEqual([]);
		expect(JSON.stringify(workflow)).not.toMatch(/localhost|127\.0\.0\.1|\/tmp\//);
	});

	// n8n 2.41 makes a path of its own for a node that is pasted, or imported, with neither of the two.
	it('has no webhook address that all who paste it share, unless it asks for a key', () => {
		const shared = nodes
			.filter(({ type, parameters }) => type === WEBHOOK && !parameters.authentication)
			.filter(({ parameters, webhookId }) => parameters.path !== '' || webhookId !== undefined);
		expect(shared).toEqual([]);
	});

	it('has fields that are there', () => {
		const { properties } = nodeDescription();
		const known = new Set([
			...properties.map(({ name }) => name),
			'descriptionType',
			'toolDescription',
		]);
		const unknown = ownNodes(workflow).flatMap(({ name, parameters }) =>
			Object.keys(parameters)
				.filter((parameter) => !known.has(parameter))
				.map((parameter) => `${name}: ${parameter}`),
		);
		expect(unknown).toEqual([]);
	});

	it('deletes nothing', () => {
		expect(operationsOf(workflow).filter((operation) => operation.endsWith(' delete'))).toEqual([]);
	});
});

describe('the examples', () => {
	const examples = files.map((file) => read(path.join(folder, file)));

	it('have names of their own', () => {
		expect(new Set(examples.map(({ name }) => name)).size).toBe(files.length);
	});

	it('have every operation among them, or the workflow of the end-to-end tests has it', () => {
		const rest = read(path.join(root, 'test/e2e/samples/operations.json'));
		const used = new Set([...examples, rest].flatMap(operationsOf));
		const there = describedOperations().map(
			({ resource, operation }) => `${resource} ${operation}`,
		);
		expect(there.filter((operation) => !used.has(operation))).toEqual([]);
	});

	it('have tables whose names n8n does not mix up', () => {
		const names = examples.flatMap(({ nodes }) =>
			nodes.flatMap(({ parameters: { tableName } }) =>
				typeof tableName === 'string' ? [tableName] : [],
			),
		);
		// n8n finds a table by a part of its name, and takes the first.
		const mixed = [...new Set(names)].flatMap((name, _place, all) =>
			all
				.filter((other) => other !== name)
				.filter((other) => other.toLowerCase().includes(name.toLowerCase()))
				.map((other) => `${name} in ${other}`),
		);
		expect(mixed).toEqual([]);
	});

	it('are all named in their README', () => {
		const page = readFileSync(path.join(folder, 'README.md'), 'utf8');
		expect(files.filter((file) => !page.includes(`](${file})`))).toEqual([]);
	});
});
