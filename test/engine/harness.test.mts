import { expect, it } from 'vitest';
import { runNode } from './harness/index.mts';
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
