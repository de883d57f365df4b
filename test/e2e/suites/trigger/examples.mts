import { exampleFiles, readExample } from '../../examples.mts';
import type { N8n } from '../../n8n.mts';
import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';
import { runTriggerExamples } from '../workflows/triggers.mts';

const TRIGGER_EXAMPLE = /^trigger-.*\.json$/;

/** Publishes the example workflows of the trigger and lets happen what they wait for. */
export async function runExamples(n8n: N8n, checks: Checks, stage: Stage): Promise<void> {
	const files = await triggerExamples();
	checks.check('there are example workflows of the trigger', files.length > 0);
	await runTriggerExamples(n8n, files, checks, stage);
}

/** Many polls, a restart and a kill later. */
export async function checkExamplesLater(n8n: N8n, checks: Checks): Promise<void> {
	const workflows = await n8n.rest.call<Array<{ id: string; name: string }>>('GET', '/workflows');
	for (const file of await triggerExamples()) {
		const { name } = await readExample(file, {});
		const workflow = workflows.find((each) => each.name === name);
		const executions = workflow ? await n8n.rest.executionsOf(workflow.id) : [];
		checks.same(
			`${file}: at the end of the suite it has still run once`,
			executions.map(({ status }) => status),
			['success'],
		);
	}
}

async function triggerExamples(): Promise<string[]> {
	return (await exampleFiles()).filter((file) => TRIGGER_EXAMPLE.test(file));
}
