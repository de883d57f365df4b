import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService } from '../../../service/index.ts';
import { prepareFiles, readBulkWorkflow } from '../../demo/sample.ts';
import { judge } from '../../demo/verdict.ts';
import type { N8n } from '../../n8n.ts';
import { ROOT } from '../../paths.ts';
import type { Execution, WorkflowFile } from '../../rest.ts';
import type { Checks } from '../checks.ts';
import { CREDENTIAL_TYPE, putServiceCredential, type Stage } from '../stage.ts';
import { expectations, type Ran } from './expectations.ts';
import { runTriggerExamples } from './triggers.ts';

const FOLDER = join(ROOT, 'workflows');
const BULK = 'bulk-create-from-csv.json';
/** Examples of the trigger are published and not started by hand. */
const TRIGGER_EXAMPLE = /^trigger-/;
const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';
const RUN_TIMEOUT_MS = 120_000;

/**
 * Every example workflow is imported into a real n8n. Those started by hand run green on an empty
 * account, twice; those of the trigger run when something happens.
 */
export async function runWorkflowsSuite(checks: Checks, stage: Stage): Promise<void> {
	const n8n = await stage.n8n();
	const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).sort();
	const startedByHand = files.filter((file) => !TRIGGER_EXAMPLE.test(file));
	for (const file of startedByHand) {
		if (file === BULK) await runBulkExample(n8n, checks, stage);
		else await runExample(n8n, file, checks);
	}
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
		checks.check(`${BULK}: it succeeds`, execution.status === 'success', whyNot(execution));
		const { faults, created, refused } = await judge(files, service.links());
		checks.same(`${BULK}: every row is where it belongs`, faults, []);
		checks.note(`${created} links, ${refused.length} rows refused with their reason`);
	} finally {
		await service.stop();
	}
}

async function readExample(
	file: string,
	credential: { id: string; name: string },
): Promise<WorkflowFile> {
	const example = JSON.parse(await readFile(join(FOLDER, file), 'utf8')) as WorkflowFile;
	const nodes = example.nodes.map((node) =>
		node.credentials ? { ...node, credentials: { [CREDENTIAL_TYPE]: credential } } : node,
	);
	return { ...example, nodes };
}

async function execute(n8n: N8n, example: WorkflowFile): Promise<Execution> {
	const workflow = await n8n.rest.putWorkflow(example);
	const trigger = example.nodes.find(({ type }) => type === MANUAL_TRIGGER);
	if (!trigger) throw new Error(`"${example.name}" has no Manual Trigger.`);
	const id = await n8n.rest.runManually(workflow.id, trigger.name);
	await n8n.rest.waitForEnd(id, RUN_TIMEOUT_MS);
	return await n8n.rest.readExecution(id);
}

/** A node that goes on after an error leaves the execution green, so every node is looked at. */
function wentWell(execution: Execution): boolean {
	return execution.status === 'success' && whyNot(execution) === '';
}

function whyNot({ error, runs }: Execution): string {
	const failed = Object.entries(runs).flatMap(([name, attempts]) =>
		attempts.flatMap((attempt) => (attempt.error ? [`${name}: ${attempt.error.message}`] : [])),
	);
	return [error?.message, error?.description, ...failed].filter(Boolean).join(' · ');
}
