import type { Stage } from '../../e2e/suites/stage.mts';
import { pause, until } from '../../e2e/waiting.mts';
import {
	chainOf,
	CREDENTIAL_TYPE,
	node,
	NODE_TYPE,
	putServiceCredential,
} from '../../e2e/workflows.mts';
import { seedLinks } from '../seeds.mts';
import type { Row } from '../table.mts';

const LINKS = 100_000;
const SETTLE_MS = 5_000;
/** n8n's shortest interval is a minute. */
const POLL_MS = 60_000;
const POLL_TIMEOUT_MS = 90_000;

/** The trigger is activated, which reads the baseline; then nothing happens, and it polls again. */
export async function measureIdleCost(stage: Stage): Promise<Row[]> {
	const n8n = await stage.n8n();
	const service = await stage.service();
	seedLinks(service, LINKS, (number) => ({ longurl: `https://shop.example/${number}` }));
	const credential = await putServiceCredential(n8n, service);
	const parameters = { event: 'linkCreated', pollTimes: { item: [{ mode: 'everyMinute' }] } };
	const credentials = { [CREDENTIAL_TYPE]: credential };
	const trigger = node('New Link', `${NODE_TYPE}Trigger`, 1, parameters, { credentials });
	await n8n.rest.publish(chainOf('idle poll', [trigger]));
	await untilPolled(() => service.requests.length > 0);
	await pause(SETTLE_MS);
	const baseline = service.requests.length;
	await untilPolled(() => service.requests.length > baseline);
	await pause(SETTLE_MS);
	const requests = service.requests.length - baseline;
	return [
		{
			what: `idle poll on ${LINKS} links`,
			ours: `${requests} (baseline: ${baseline})`,
			target: '1 request',
			met: requests === 1,
		},
	];
}

async function untilPolled(holds: () => boolean): Promise<void> {
	if (await until(holds, POLL_TIMEOUT_MS)) return;
	throw new Error(`No poll within ${POLL_MS / 1000} s.`);
}
