import { expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { answerJson, listen } from '../support/listener.mts';
import { failedItems, ON_ERROR, wordsOf } from '../support/runs.mts';
import { KEY } from '../support/service.mts';

it('C10: a change that takes the service away each time fails in the end', async () => {
	let awayUntil = 0;
	const { url, requests } = await listen((response, path) => {
		if (Date.now() < awayUntil) {
			answerJson(response, {}, 502);
		} else if (path.endsWith('/update')) {
			awayUntil = Date.now() + 3_000;
			response.destroy();
		} else answerJson(response, { error: 0, data: { id: 1, email: 'a@b.example' } });
	});
	const run = await runNode({
		credentials: { baseUrl: url, apiKey: KEY },
		parameters: {
			resource: 'account',
			operation: 'update',
			updateFields: { email: 'new@b.example' },
		},
		items: [{}],
		onError: ON_ERROR.Continue,
	});

	expect(failedItems(run)).toHaveLength(1);
	expect(wordsOf(failedItems(run)[0] ?? {})).toMatch(/connection .* was closed/);
	expect(requests.filter(({ method }) => method === 'PUT').length).toBeLessThanOrEqual(10);
	expect(run.durationMs).toBeLessThan(150_000);
});
