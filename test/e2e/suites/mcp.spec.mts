import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keptResponses } from '../../engine/support/mcpResponses.mts';
import { connectMcp, type McpClient } from '../mcpClient.mts';
import type { N8n } from '../n8n.mts';
import { ROOT } from '../paths.mts';
import type { Execution } from '../rest.mts';
import { CREDENTIAL_TYPE, NODE_TYPE, outputOf, putServiceCredential } from '../workflows.mts';
import { openStage } from './stage.mts';

const KEPT = join(ROOT, 'test/engine/judges/mcpResponses.json');
const TIMEOUT_MS = 60_000;
const CREATE = { resource: 'link', operation: 'create', url: 'https://shop.example/mcp' };
const GET = {
	...{ resource: 'link', operation: 'get' },
	linkId: { __rl: true, mode: 'shortUrl', value: '={{ $json.shorturl }}' },
};
const WRONG = { resource: 'link', operation: 'shorten' };

const stage = openStage('mcp');

/** n8n's own MCP server, which needs no license, asked as by a model that builds a workflow with the node. */
test("n8n's own MCP server tells of the node, and runs it", async () => {
	const n8n = await stage.n8n();
	const client = await connectMcp(n8n);
	await checkSearch(client);
	await checkValidation(client);

	const service = await stage.service();
	const [value] = service.seed('campaigns', [{ name: 'Summer Sale' }]);
	const credential = await putServiceCredential(n8n, service);
	const { results } = await client.call<{ results: object[] }>('explore_node_resources', {
		...{ nodeType: NODE_TYPE, version: 1, methodName: 'searchCampaigns', methodType: 'listSearch' },
		...{ credentialType: CREDENTIAL_TYPE, credentialId: credential.id },
	});
	expect.soft(results, 'it lists the campaigns').toEqual([{ name: 'Summer Sale', value }]);

	// n8n selects the one credential that there is.
	const right = await runByMcp(n8n, client, { 'Create a link': CREATE, 'Get a link': GET });
	const [link, ...others] = service.links();
	const returned = ['Create a link', 'Get a link'].map((name) => outputOf(right, name)[0]);
	expect
		.soft(
			[right.status, ...returned.map((one) => one?.shorturl), others],
			'it runs Create and Get, and the link is there once',
		)
		.toEqual(['success', link?.shorturl, link?.shorturl, []]);
	const wrong = await runByMcp(n8n, client, { 'Shorten a link': WRONG });
	expect
		.soft(
			[wrong.status, wrong.error?.message],
			'an operation that is not there is reported when it runs',
		)
		.toEqual(['error', 'The Link Shortener node has no operation "shorten" for "link"']);
	const hasKey = client.seen.some((text) => text.includes(service.apiKey));
	expect.soft(hasKey, 'no response has the key of the service').toEqual(false);
});

async function checkSearch({ call }: McpClient): Promise<void> {
	const search = async (query: string) =>
		(await call<{ results: string }>('search_nodes', { queries: [query] })).results;
	const found = await search('link shortener');
	const kept = JSON.parse(await readFile(KEPT, 'utf8')) as Record<string, unknown>;
	for (const [nodeId, responses] of Object.entries(kept)) {
		const request = { nodeIds: [{ nodeId }] };
		const { definitions } = await call<{ definitions: string }>('get_node_types', request);
		expect
			.soft(keptResponses(nodeId, found, definitions), `${nodeId} is served as kept`)
			.toEqual(responses);
	}
	for (const query of ['link shortener', 'premium url shortener', 'shorten url']) {
		const [first] = /(?<=^- )\S+/m.exec(await search(query)) ?? [];
		expect.soft(first, `"${query}" finds the node first`).toEqual(NODE_TYPE);
	}
	const others = await search('short link');
	expect.soft(others, '"short link" finds it').toContain(`\n- ${NODE_TYPE}\n`);
}

/** n8n 2.41 has schemas of its own nodes alone; a node without one is valid, whatever it has. */
async function checkValidation({ call }: McpClient): Promise<void> {
	const nodes = [
		{ type: NODE_TYPE, typeVersion: 1, parameters: CREATE },
		{ type: NODE_TYPE, typeVersion: 1, parameters: WRONG },
		{ type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: { mode: 'nothing' } },
	];
	const { results } = await call<{ results: Array<{ valid: boolean }> }>('validate_node_config', {
		nodes,
	});
	expect
		.soft(
			results.map(({ valid }) => valid),
			'it validates nodes of its own alone',
		)
		.toEqual([true, true, false]);
}

/** Has a workflow of these nodes made from code, as a model writes it, and run by hand. */
async function runByMcp(
	{ rest }: N8n,
	{ call }: McpClient,
	nodes: Record<string, object>,
): Promise<Execution> {
	const chain = Object.entries(nodes).map(([name, parameters]) => {
		const config = { name, parameters };
		return `.to(node(${JSON.stringify({ type: NODE_TYPE, version: 1, config })}))`;
	});
	const start = { type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } };
	const code = `import { workflow, trigger, node } from '@n8n/workflow-sdk';
const start = trigger(${JSON.stringify(start)});
export default workflow('by-mcp', 'By MCP').add(start)${chain.join('')};`;
	const made = await call<{ workflowId: string }>('create_workflow_from_code', { code });
	const { workflowId } = made;
	const request = { workflowId, executionMode: 'manual' };
	const { executionId } = await call<{ executionId: string }>('execute_workflow', request);
	await rest.waitForEnd(executionId, TIMEOUT_MS);
	const { execution, data } = await call<{
		execution: Pick<Execution, 'id' | 'status'>;
		data: { resultData: Pick<Execution, 'error'> & { runData: Execution['runs'] } };
	}>('get_workflow_execution', { workflowId, executionId, includeData: true });
	const { runData: runs, error } = data.resultData;
	return { ...execution, runs, ...(error && { error }) };
}
