import { exampleFiles, readExample } from '../../examples.mts';
import type { N8n } from '../../n8n.mts';
import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';
import { runTriggerExamples } from '../workflows/triggers.mts';

const TRIGGER_EXAMPLE = /^trigger-.*\.json$/;

/** How the executions of each example ended, by its file. */
type Ended = Record<string, string[]>;

/** Publishes the example workflows of the trigger and lets happen what they wait for. */
export async function runExamples(n8n: N8n, checks: Checks, stage: Stage): Promise<Ended> {
	const files = await triggerExamples();
	checks.check('there are example workflows of the trigger', files.length > 0);
	await runTriggerExamples(n8n, files, checks, stage);
	return await endedSoFar(n8n);
}

/** Many polls, a restart and a kill later. */
export async function checkExamplesLater(n8n: N8n, checks: Checks, before: Ended): Promise<void> {
	const now = await endedSoFar(n8n);
	for (const [file, statuses] of Object.entries(before)) {
		checks.same(`${file}: at the end of the suite it has not run again`, now[file], statuses);
	}
}

async function endedSoFar(n8n: N8n): Promise<Ended> {
	const workflows = await n8n.rest.call<Array<{ id: string; name: string }>>('GET', '/workflows');
	const ended: Ended = {};
	for (const file of await triggerExamples()) {
		const { name } = await readExample(file, {});
		const workflow = workflows.find((each) => each.name === name);
		const executions = workflow ? await n8n.rest.executionsOf(workflow.id) : [];
		ended[file] = executions.map(({ status }) => status);
	}
	return ended;
}

async function triggerExamples(): Promise<string[]> {
	return (await exampleFiles()).filter((file) => TRIGGER_EXAMPLE.test(file));
}
