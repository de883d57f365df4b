import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../random.mts';
import { scenes } from '../support/randomSheets/draw.mts';
import { judge } from '../support/randomSheets/judge.mts';
import { stageOf } from '../support/randomSheets/play.mts';

it('C4, C5, C6: whatever stands in a sheet, every link looks like its row, and no other changes', async () => {
	await fc.assert(
		fc.asyncProperty(scenes, async (scene) => {
			const stage = await stageOf(scene);
			try {
				expect(await judge(scene, stage)).toEqual([]);
			} finally {
				await stage.stop();
			}
		}),
		{ numRuns: runs(50) },
	);
});
