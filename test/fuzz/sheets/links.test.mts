import fc from 'fast-check';
import { expect, it } from 'vitest';
import '../../engine/setup.mts';
import { runs } from '../../random.mts';
import { scenes } from './draw.mts';
import { judge } from './judge.mts';
import { stageOf } from './play.mts';

it('C4, C5, C6: whatever stands in a sheet, every link looks like its row, and no other changes', async () => {
	const all = { rows: 0, done: 0 };
	await fc.assert(
		fc.asyncProperty(scenes, async (scene) => {
			const { problems, rows, done } = await judge(scene, await stageOf(scene));
			all.rows += rows;
			all.done += done;
			expect(problems).toEqual([]);
		}),
		{ numRuns: runs(50) },
	);
	expect(all.done).toBeGreaterThan(all.rows / 4);
});
