import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleFiles, readExample } from '../../examples.mts';
import { E2E_FOLDER } from '../../paths.mts';
import type { WorkflowNode } from '../../rest.mts';
import type { Checks } from '../checks.mts';

/** A version of a node, as n8n's packages list it. */
interface NodeType {
	name: string;
	version: number | number[];
	defaultVersion?: number;
	properties: Array<{ name: string }>;
	credentials?: Array<{ name: string }>;
}

const PACKAGES = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];

/** Written by n8n for every node, whatever its description says. */
const ALWAYS_ALLOWED = ['looseTypeValidation'];

/** Every node of n8n's own in the examples is of its current version and has parameters that are there. */
export async function checkNodeTypes(checks: Checks): Promise<void> {
	const types = new Map<string, NodeType[]>();
	for (const name of PACKAGES) {
		const file = join(E2E_FOLDER, 'node_modules', name, 'dist', 'types', 'nodes.json');
		const listed = JSON.parse(await readFile(file, 'utf8')) as NodeType[];
		for (const type of listed) {
			const full = `${name}.${type.name}`;
			types.set(full, [...(types.get(full) ?? []), type]);
		}
	}
	for (const file of await exampleFiles()) {
		const { nodes } = await readExample(file, {});
		const faults = nodes.flatMap((node) => {
			const versions = types.get(node.type);
			return versions ? faultsOf(node, versions) : [];
		});
		checks.same(`${file}: n8n's nodes are as the current n8n knows them`, faults, []);
	}
}

function faultsOf({ name, typeVersion, parameters, credentials }: WorkflowNode, types: NodeType[]) {
	const newest = Math.max(...types.flatMap(({ version }) => version));
	const current = types[0]?.defaultVersion ?? newest;
	const type = types.find(({ version }) => [version].flat().includes(Number(typeVersion)));
	const known = new Set([...(type?.properties ?? []).map((each) => each.name), ...ALWAYS_ALLOWED]);
	const unknown = Object.keys(parameters).filter((parameter) => !known.has(parameter));
	// The HTTP Request node takes the credential of any type that it names.
	const asked = [
		...(type?.credentials ?? []).map((each) => each.name),
		parameters.nodeCredentialType,
	];
	const strange = Object.keys(credentials ?? {}).filter(
		(credential) => !asked.includes(credential),
	);
	return [
		...(typeVersion === current ? [] : [`${name}: version ${String(typeVersion)} of ${current}`]),
		...unknown.map((parameter) => `${name}: no parameter "${parameter}"`),
		...strange.map((credential) => `${name}: no credential "${credential}"`),
	];
}
