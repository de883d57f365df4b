import fc from 'fast-check';
import { test } from 'vitest';

import { runs } from '../../random';
import { expectHonest, history, play } from './histories';

test('any run on any service makes one link for each item, or says that it may exist', async () => {
	await fc.assert(
		fc.asyncProperty(history, async (plan) => {
			expectHonest(plan, await play(plan));
		}),
		{ numRuns: runs(2_000) },
	);
});
