import { exampleFiles } from '../../examples.mts';
import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';
import { runCorrections } from './corrections.mts';
import { runHttpRequest } from './httpRequest.mts';
import { checkNodeTypes } from './nodeTypes.mts';
import { runOperations } from './operations.mts';
import { plays } from './plays/index.mts';
import { playExample } from './scene.mts';
import { happenings, runTriggerExamples } from './triggers.mts';

/**
 * Every example workflow is imported into a real n8n and run as it is meant to be: by hand, by a form,
 * by a webhook, in a chat; those of the trigger when something happens. Besides, there is
 * a workflow of the operations that no example has, and the credential is used by n8n's own HTTP Request
 * node.
 */
export async function runWorkflowsSuite(checks: Checks, stage: Stage): Promise<void> {
	await checkNodeTypes(checks);
	const n8n = await stage.n8n();
	const { examples } = stage.options;
	const files = (await exampleFiles()).filter(
		(file) => !examples || examples.some((part) => file.includes(part)),
	);
	checks.check('there are such examples', files.length > 0);
	for (const file of files.filter((each) => !(each in happenings))) {
		const play = plays[file];
		checks.check(`${file}: it is known what it has to do`, play !== undefined);
		if (play) await playExample(n8n, file, play, checks, stage);
	}
	if (!examples) {
		await runOperations(n8n, checks, stage);
		await runCorrections(n8n, checks, stage);
		await runHttpRequest(n8n, checks, stage);
	}
	const triggers = files.filter((file) => file in happenings);
	if (triggers.length > 0) await runTriggerExamples(n8n, triggers, checks, stage);
}
