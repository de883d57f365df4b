import { putServiceCredential } from '../../stage.mts';
import { pause } from '../../trigger/waiting.mts';
import { TRIGGER_NODE, watchingWorkflow } from '../../trigger/watched.mts';
import { outputOf } from '../../workflows/expectations.mts';
import { nextExecution, untilQuiet } from '../../workflows/triggers.mts';
import type { Step } from '../step.mts';
import { DONE, node, to } from '../workflows.mts';

/** n8n polls every minute; what comes twice would come with the next poll. */
const NEXT_POLL_MS = 65_000;
const LONG_URL = 'https://shop.example/new';

/** A published workflow is started by a new link, once. */
export const trigger: Step = async ({ n8n, name, checks, stage }) => {
	const service = await stage.service();
	service.seed('links', [{ url: 'https://shop.example/old' }]);
	const credential = await putServiceCredential(n8n, service, name);
	const watching = watchingWorkflow('linkCreated', credential, '');
	const workflow = await n8n.rest.putWorkflow({
		...watching,
		name,
		nodes: [
			...watching.nodes.filter((each) => each.name === TRIGGER_NODE),
			node(DONE, 'n8n-nodes-base.noOp', 1),
		],
		connections: { [TRIGGER_NODE]: { main: [[to(DONE)]] } },
	});
	await n8n.rest.activate(workflow);
	await untilQuiet(service);
	service.seed('links', [{ url: LONG_URL }]);

	const execution = await nextExecution(n8n, workflow.id);
	checks.same(`${name}: the new link starts the workflow`, execution?.status, 'success');
	checks.same(
		`${name}: with that link alone`,
		execution && outputOf(execution, DONE).map(({ longurl }) => longurl),
		[LONG_URL],
	);
	service.clearRequests();
	await pause(NEXT_POLL_MS);
	checks.check(`${name}: it polls again`, service.requests.length > 0);
	const executions = await n8n.rest.executionsOf(workflow.id);
	checks.same(`${name}: it starts it once`, executions.length, 1);
};
