import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeDescription } from './harness/index.mts';
import { describedOperations } from './operations/description.mts';

interface Node {
	id: string;
	name: string;
	type: string;
	parameters: Record<string, unknown>;
	webhookId?: string;
	credentials?: object;
}

interface Workflow {
	name: string;
	nodes: Node[];
	connections: Record<string, Record<string, Array<Array<{ node: string }>>>>;
}

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'workflows');
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

const NODE = 'n8n-nodes-link-shortener.linkShortener';
/** One node for each thing that it tries. */
const TRY = 'try-your-service.json';
const NOTE = 'n8n-nodes-base.stickyNote';
const CODE = 'n8n-nodes-base.code';
const WEBHOOK = 'n8n-nodes-base.webhook';

function read(file: string): Workflow {
	return JSON.parse(readFileSync(file, 'utf8')) as Workflow;
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

const there = describedOperations().map(({ resource, operation }) => `${resource} ${operation}`);
const known = new Set([
	...nodeDescription().properties.map(({ name }) => name),
	'descriptionType',
	'toolDescription',
]);

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

	it('can be taken in at a glance: at most eight nodes, and no code', () => {
		const others = nodes.filter(({ type }) => type !== NOTE);
		expect(others.length).toBeLessThanOrEqual(file === TRY ? 10 : 8);
		expect(others.filter(({ type }) => type === CODE)).toEqual([]);
	});

	it('has names and ids of its own for its nodes', () => {
		expect(byName.size).toBe(nodes.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
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

	it('has operations and fields that are there', () => {
		expect(operationsOf(workflow).filter((operation) => !there.includes(operation))).toEqual([]);
		const unknown = ownNodes(workflow).flatMap(({ name, parameters }) =>
			Object.keys(parameters)
				.filter((parameter) => !known.has(parameter))
				.map((parameter) => `${name}: ${parameter}`),
		);
		expect(unknown).toEqual([]);
	});

	it('deletes nothing, but for the one that tries it', () => {
		const deletes = operationsOf(workflow).filter((operation) => operation.endsWith(' delete'));
		expect(deletes).toEqual(file === TRY ? ['link delete'] : []);
	});
});

it('Try your service changes a link only behind its check of alias and page', () => {
	const { nodes, connections } = read(path.join(folder, TRY));
	const isChange = ({ parameters }: Node) => /update|delete/.test(String(parameters.operation));
	const check = nodes.find(({ type }) => type === 'n8n-nodes-base.if');
	const text = JSON.stringify(check?.parameters);
	for (const field of ['alias', 'page']) expect(text).toContain(`first().json.${field} }}`);
	expect(check?.parameters).toMatchObject({ conditions: { combinator: 'and' } });
	// All that can be reached without what the check lets through.
	const [, otherwise = []] = connections[check?.name ?? '']?.main ?? [];
	const reached = new Set<string>();
	const waiting = [...nodes.filter(({ type }) => /Trigger$/.test(type)).map(({ name }) => name)];
	waiting.push(...otherwise.map(({ node }) => node));
	for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
		if (reached.has(name)) continue;
		reached.add(name);
		if (name === check?.name) continue;
		waiting.push(...(connections[name]?.main ?? []).flat().map(({ node }) => node));
	}
	const changes = nodes.filter(isChange).map(({ name }) => name);
	expect(changes).toHaveLength(2);
	expect(changes.filter((name) => reached.has(name))).toEqual([]);
});

describe('the examples', () => {
	const examples = files.map((file) => read(path.join(folder, file)));

	it('have names of their own', () => {
		expect(new Set(examples.map(({ name }) => name)).size).toBe(files.length);
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
