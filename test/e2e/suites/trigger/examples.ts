import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8n } from '../../n8n.ts';
import { ROOT } from '../../paths.ts';
import type { WorkflowFile } from '../../rest.ts';
import type { Checks } from '../checks.ts';
import { CREDENTIAL_TYPE, type Stage } from '../stage.ts';
import { runTriggerExamples } from '../workflows/triggers.ts';

const FOLDER = join(ROOT, 'workflows');
const TRIGGER_EXAMPLE = /^trigger-.*\.json$/;

/** Publishes the example workflows of the trigger and lets happen what they wait for. */
export async function runExamples(n8n: N8n, checks: Checks, stage: Stage): Promise<void> {
	const files = await exampleFiles();
	checks.check('there are example workflows of the trigger', files.length > 0);
	await runTriggerExamples(n8n, files, readWith, checks, stage);
}

/** Many polls, a restart and a kill later. */
export async function checkExamplesLater(n8n: N8n, checks: Checks): Promise<void> {
	const workflows = await n8n.rest.call<Array<{ id: string; name: string }>>('GET', '/workflows');
	for (const file of await exampleFiles()) {
		const { name } = await readExample(file);
		const workflow = workflows.find((each) => each.name === name);
		const executions = workflow ? await n8n.rest.executionsOf(workflow.id) : [];
		checks.same(
			`${file}: at the end of the suite it has still run once`,
			executions.map(({ status }) => status),
			['success'],
		);
	}
}

async function exampleFiles(): Promise<string[]> {
	return (await readdir(FOLDER)).filter((file) => TRIGGER_EXAMPLE.test(file)).sort();
}

async function readExample(file: string): Promise<WorkflowFile> {
	return JSON.parse(await readFile(join(FOLDER, file), 'utf8')) as WorkflowFile;
}

async function readWith(
	file: string,
	credential: { id: string; name: string },
): Promise<WorkflowFile> {
	const example = await readExample(file);
	const nodes = example.nodes.map((node) =>
		node.credentials ? { ...node, credentials: { [CREDENTIAL_TYPE]: credential } } : node,
	);
	return { ...example, nodes };
}
