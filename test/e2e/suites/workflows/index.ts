import { join } from 'node:path';
import { startService } from '../../../service/index.ts';
import { prepareFiles, readBulkWorkflow } from '../../demo/sample.ts';
import { judge } from '../../demo/verdict.ts';
import { BULK_EXAMPLE, exampleFiles, readExample } from '../../examples.ts';
import type { N8n } from '../../n8n.ts';
import type { Checks } from '../checks.ts';
import { putServiceCredential, type Stage } from '../stage.ts';
import { execute, wentWell, whyNot } from './byHand.ts';
import { expectations, type Ran } from './expectations.ts';
import { runHttpRequest } from './httpRequest.ts';
import { runTriggerExamples } from './triggers.ts';

/** Examples of the trigger are published and not started by hand. */
const TRIGGER_EXAMPLE = /^trigger-/;

/**
 * Every example workflow is imported into a real n8n. Those started by hand run green on an empty
 * account, twice; those of the trigger run when something happens. Besides, the credential is used by
 * n8n's own HTTP Request node.
 */
export async function runWorkflowsSuite(checks: Checks, stage: Stage): Promise<void> {
	const n8n = await stage.n8n();
	const files = await exampleFiles();
	const startedByHand = files.filter((file) => !TRIGGER_EXAMPLE.test(file));
	for (const file of startedByHand) {
		if (file === BULK_EXAMPLE) await runBulkExample(n8n, checks, stage);
		else await runExample(n8n, file, checks);
	}
	await runHttpRequest(n8n, checks, stage);
	const triggers = files.filter((file) => TRIGGER_EXAMPLE.test(file));
	if (triggers.length > 0) await runTriggerExamples(n8n, triggers, readExample, checks, stage);
}

async function runExample(n8n: N8n, file: string, checks: Checks): Promise<void> {
	const expect = expectations[file];
	checks.check(`${file}: it is known what it has to do`, expect !== undefined);
	const service = await startService();
	try {
		const credential = await putServiceCredential(n8n, service);
		const example = await readExample(file, credential);
		for (const run of ['first', 'second'] as const) {
			service.clearRequests();
			const execution = await execute(n8n, example);
			checks.check(`${file}: the ${run} run succeeds`, wentWell(execution), whyNot(execution));
			expect?.({ run, execution, service, checks, name: `${file}, ${run} run` } satisfies Ran);
		}
	} finally {
		await service.stop();
	}
}

async function runBulkExample(n8n: N8n, checks: Checks, stage: Stage): Promise<void> {
	const service = await startService();
	try {
		service.seed('campaigns', [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
		service.seed('channels', [{ name: 'One' }, { name: 'Two' }]);
		service.seed('pixels', [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
		const files = await prepareFiles(join(stage.folder, 'files'));
		const credential = await putServiceCredential(n8n, service);
		const execution = await execute(n8n, await readBulkWorkflow(files, credential));
		checks.check(`${BULK_EXAMPLE}: it succeeds`, execution.status === 'success', whyNot(execution));
		const { faults, created, refused } = await judge(files, service.links());
		checks.same(`${BULK_EXAMPLE}: every row is where it belongs`, faults, []);
		checks.note(`${created} links, ${refused.length} rows refused with their reason`);
	} finally {
		await service.stop();
	}
}
