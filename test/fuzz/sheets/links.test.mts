import fc from 'fast-check';
import { expect, it } from 'vitest';
import '../../engine/setup.mts';
import { runs } from '../../random.mts';
import { scenes } from './draw.mts';
import { judge } from './judge.mts';
import { stageOf } from './play.mts';

it('C4, C5, C6: whatever stands in a sheet, every link looks like its row, and no other changes', async () => {
	await fc.assert(
		fc.asyncProperty(scenes, async (scene) => {
			expect(await judge(scene, await stageOf(scene))).toEqual([]);
		}),
		{ numRuns: runs(50) },
	);
});
