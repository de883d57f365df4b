import { join } from 'node:path';
import { prepareFiles, withFiles } from '../../../demo/sample.ts';
import { judge } from '../../../demo/verdict.ts';
import { BULK_EXAMPLE } from '../../../examples.ts';
import { execute, whyNot } from '../byHand.ts';
import type { Play } from '../scene.ts';

export const bulkPlays: Record<string, Play> = {
	[BULK_EXAMPLE]: async ({ file, example, n8n, service, checks, stage }) => {
		service.seed('campaigns', [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
		service.seed('channels', [{ name: 'One' }, { name: 'Two' }]);
		service.seed('pixels', [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
		const files = await prepareFiles(join(stage.folder, 'files'));
		const execution = await execute(n8n, withFiles(example, files));
		checks.check(`${file}: it succeeds`, execution.status === 'success', whyNot(execution));
		const { faults, created, refused } = await judge(files, service.links());
		checks.same(`${file}: every row is where it belongs`, faults, []);
		checks.note(`${created} links, ${refused.length} rows refused with their reason`);
	},
};
