import type { IDataObject, INode, IPinData, IWorkflowBase } from 'n8n-workflow';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { atLeastOne } from '../lists.mts';
import { runNode } from './harness/index.mts';
import { credentialsOf, serviceWith } from './support/service.mts';

/**
 * Workflows that were downloaded from n8n with pinned data. Our nodes run in their order, each with the data that
 * is pinned on the node before it, and give what is pinned on themselves, where `https://service.example` stands
 * for the service, and what does not matter is left out.
 */
const FOLDER = join(import.meta.dirname, 'workflows');
const TYPE = 'n8n-nodes-link-shortener.linkShortener';
const SERVICE = 'https://service.example';

type Exported = Pick<IWorkflowBase, 'nodes' | 'connections'> & { pinData: IPinData };

function pinnedBefore({ connections, pinData }: Exported, { name }: INode): IDataObject[] {
	const before = Object.entries(connections).find(([, { main = [] }]) =>
		main.flat().some((to) => to?.node === name),
	);
	return atLeastOne(pinData[before?.[0] ?? ''] ?? []).map(({ json }) => json);
}

it.each(readdirSync(FOLDER))('%s gives what is pinned in it', async (file) => {
	const workflow = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Exported;
	const service = await serviceWith();
	const nodes = workflow.nodes.filter(({ type }) => type === TYPE);
	for (const node of atLeastOne(nodes)) {
		const { parameters, onError } = node;
		const items = pinnedBefore(workflow, node);
		const settings = { parameters, items, ...(onError && { onError }) };
		const run = await runNode({ credentials: credentialsOf(service), ...settings });
		const given = JSON.stringify(run.items).replaceAll(service.url, SERVICE);
		const pinned = atLeastOne(workflow.pinData[node.name] ?? []).map(({ json }) => json);
		expect(JSON.parse(given), node.name).toMatchObject(pinned);
	}
});
