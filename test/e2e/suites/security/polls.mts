import type { Service } from '../../../service/index.mts';
import type { N8n } from '../../n8n.mts';
import type { StoredWorkflow } from '../../rest.mts';
import type { Checks } from '../checks.mts';
import { openListener } from '../trigger/listener.mts';
import { pause, until } from '../trigger/waiting.mts';
import { watchingWorkflow } from '../trigger/watched.mts';
import type { Stage } from '../stage.mts';
import { SECRETS } from './secrets.mts';
import { putGatedCredential, quoteInLists } from './workflows.mts';

/** n8n polls every minute. */
const POLLS_TIMEOUT_MS = 150_000;
const PAUSE_MS = 1_000;
const LINKS = '/api/urls';

/** Polls that fail: with a service that quotes secrets, and with a key that is no longer right. */
export async function failPolls(
	n8n: N8n,
	service: Service,
	checks: Checks,
	stage: Stage,
): Promise<void> {
	const listener = await openListener();
	stage.atEnd(listener.close);
	const credential = await putGatedCredential(n8n, service, 'Polled', SECRETS.apiKey);
	const file = watchingWorkflow('linkCreated', credential, listener.url);
	const workflow = await n8n.rest.putWorkflow(file);
	const asked = service.requests.length;
	await n8n.rest.activate(workflow);
	const hasPolled = () =>
		service.requests.slice(asked).some(({ path, status }) => path === LINKS && status === 200);
	checks.check('a trigger is published and polls', await until(hasPolled, POLLS_TIMEOUT_MS));
	await pause(PAUSE_MS);
	quoteInLists(service);
	const [quoted] = await untilFailedPolls(n8n, workflow, 1);
	const kept = quoted === undefined ? '' : JSON.stringify(await n8n.rest.readExecution(quoted));
	checks.check('a poll fails with what the service says', kept.includes('[API key]'), kept);
	service.clearFaults();
	await putGatedCredential(n8n, service, 'Polled', SECRETS.otherKey);
	const refused = await untilFailedPolls(n8n, workflow, 2);
	checks.check('another poll fails for a key that is refused', refused.length > 1);
}

/** The failed executions of a workflow, once there are as many, or at the end of patience. */
async function untilFailedPolls(
	n8n: N8n,
	{ id: workflow }: StoredWorkflow,
	count: number,
): Promise<string[]> {
	const deadline = Date.now() + POLLS_TIMEOUT_MS;
	for (;;) {
		const executions = await n8n.rest.executionsOf(workflow);
		const failed = executions.filter(({ status }) => status === 'error').map(({ id }) => id);
		if (failed.length >= count || Date.now() > deadline) return failed;
		await pause(PAUSE_MS);
	}
}
