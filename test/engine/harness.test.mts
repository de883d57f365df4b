import { expect, it } from 'vitest';
import { runNode } from './harness/index.mts';
import { createOf, expectNoTrace, rows } from './support/runs.mts';
import { credentialsOf, serviceWith } from './support/service.mts';

// The tests of secrets look for one in all of this: a place that stayed empty would show nothing.
it('a search for secrets looks through what the node gave and what the engine logged', async () => {
	const service = await serviceWith();
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}'),
		items: rows(2),
	});

	for (const word of ['https://example.com/page/2', 'Start executing node "Node"']) {
		expect(() => {
			expectNoTrace(word, run);
		}).toThrow();
	}
	expect(run.savedRecord).toContain('https://example.com/page/2');
});
