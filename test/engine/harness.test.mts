import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createEngine, runNode, runWorkflow } from './harness/index.mts';
import { createOf, expectNoTrace, rows } from './support/runs.mts';
import { credentialsOf, serviceWith } from './support/service.mts';

// The tests of secrets look for one in all of this: a place that stayed empty would show nothing.
it.each([
	['what the node gave', 'https://example.com/page/2'],
	['what the engine logged', 'Start executing node "Node"'],
])('a search for secrets looks through %s', async (_, word) => {
	const service = await serviceWith();
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}'),
		items: rows(2),
	});

	expect(() => {
		expectNoTrace(word, run);
	}).toThrow();
	expect(run.savedRecord).toContain('https://example.com/page/2');
});

it('a node that is not in the workflow has no result', async () => {
	const service = await serviceWith();
	const parameters = { resource: 'account', operation: 'get' };
	const nodes = [{ name: 'First', parameters }];
	const result = await runWorkflow({ credentials: credentialsOf(service), nodes });

	expect(result.node('First').items).toHaveLength(1);
	expect(() => result.node('Second')).toThrow('no node "Second"');
});

it('a package that is not built is said to be', async () => {
	const notBuilt = mkdtempSync(join(tmpdir(), 'not-built-'));
	const manifest = { name: 'n8n-nodes-not-built', n8n: { nodes: ['dist/A.node.js'] } };
	writeFileSync(join(notBuilt, 'package.json'), JSON.stringify(manifest));

	await expect(createEngine(notBuilt)).rejects.toThrow('no dist/A.node.js');
	rmSync(notBuilt, { recursive: true });
});
