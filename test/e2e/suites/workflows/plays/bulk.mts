import { join } from 'node:path';
import { prepareFiles, withFiles } from '../../../demo/sample.mts';
import { judge } from '../../../demo/verdict.mts';
import { BULK_EXAMPLE } from '../../../examples.mts';
import { execute, whyNot } from '../byHand.mts';
import { outputOf } from '../expectations.mts';
import type { Play } from '../scene.mts';

export const bulkPlays: Record<string, Play> = {
	[BULK_EXAMPLE]: async ({ file, example, n8n, service, checks, stage }) => {
		service.seed('campaigns', [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
		service.seed('channels', [{ name: 'One' }, { name: 'Two' }]);
		service.seed('pixels', [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
		const folder = join(stage.folder, 'files');
		const files = await prepareFiles(folder);
		const execution = await execute(n8n, withFiles(example, files));
		checks.check(`${file}: it succeeds`, execution.status === 'success', whyNot(execution));
		const { faults, created, refused } = await judge(files, service.links());
		checks.same(`${file}: every row is where it belongs`, faults, []);
		const sum = { rows: created + refused.length, created, found: 0, failed: refused.length };
		const { resultsFile, failedRowsFile } = files;
		checks.same(`${file}: All Done has the sum`, outputOf(execution, 'All Done'), [
			{ ...sum, resultsFile, failedRowsFile },
		]);
		const again = await execute(n8n, withFiles(example, await prepareFiles(folder)));
		checks.same(`${file}: next Monday nothing is made again`, outputOf(again, 'All Done'), [
			{ ...sum, created: 0, found: created, resultsFile, failedRowsFile },
		]);
		checks.same(`${file}: there is one link for each good row`, service.links().length, created);
		checks.note(`${created} links, ${refused.length} rows refused with their reason`);
	},
};
