import fc from 'fast-check';
import { test } from 'vitest';

import { runs } from '../../random.mts';
import { Play } from './secondRunOracle.mts';
import { history } from './secondRuns.mts';

test('whatever comes between two runs of a sheet, each does what is left to do and says so', async () => {
	await fc.assert(
		fc.asyncProperty(history, async (plan) => {
			await new Play(plan).play();
		}),
		{ numRuns: runs(2_000) },
	);
});
