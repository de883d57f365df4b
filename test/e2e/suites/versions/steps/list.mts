import { putServiceCredential } from '../../stage.mts';
import { execute, wentWell, whyNot } from '../../workflows/byHand.mts';
import { outputOf } from '../../workflows/expectations.mts';
import type { Step } from '../step.mts';
import { DONE, workflowOfRows } from '../workflows.mts';

/** Pages have 100 links. */
const COUNT = 250;

/** Return All over several pages. */
export const list: Step = async ({ n8n, name, checks, stage }) => {
	const service = await stage.service();
	service.seed('links', Array<Record<string, unknown>>(COUNT).fill({}));
	const credential = await putServiceCredential(n8n, service, name);
	const parameters = { resource: 'link', operation: 'getAll', returnAll: true };
	const execution = await execute(n8n, workflowOfRows(name, [{}], credential, parameters));
	checks.check(`${name}: it succeeds`, wentWell(execution), whyNot(execution));
	const ids = outputOf(execution, DONE).map(({ id }) => Number(id));
	checks.same(
		`${name}: every link is there once`,
		ids.sort((one, other) => one - other),
		service.links().map(({ id }) => id),
	);
};
