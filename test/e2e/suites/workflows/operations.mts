import { OPERATIONS_WORKFLOW, readWorkflow, withCredentials } from '../../examples.mts';
import type { N8n } from '../../n8n.mts';
import type { Checks } from '../checks.mts';
import { putServiceCredential, type Stage } from '../stage.mts';
import { execute, wentWell, whyNot } from './byHand.mts';
import { outputOf } from './expectations.mts';

const TABLES = ['campaigns', 'channels', 'domains', 'pixels', 'qr_codes', 'links'];

/** What no example does, such as deleting: one workflow that makes a record of each kind and deletes it. */
export async function runOperations(n8n: N8n, checks: Checks, stage: Stage): Promise<void> {
	const service = await stage.service();
	const before = TABLES.map((table) => service.table(table).length);
	const linkShortenerApi = await putServiceCredential(n8n, service);
	const workflow = withCredentials(await readWorkflow(OPERATIONS_WORKFLOW), { linkShortenerApi });
	const execution = await execute(n8n, workflow);
	checks.check('operations.json: it succeeds', wentWell(execution), whyNot(execution));
	checks.same(
		'operations.json: every node gives something out',
		workflow.nodes.map(({ name }) => name).filter((name) => outputOf(execution, name).length === 0),
		[],
	);
	checks.same(
		'operations.json: what it made is deleted again',
		TABLES.map((table) => service.table(table).length),
		before,
	);
}
