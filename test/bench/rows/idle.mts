import { randomUUID } from 'node:crypto';
import type { N8n } from '../../e2e/n8n.mts';
import { rowsOf } from '../../e2e/suites/bulk.mts';
import {
	CREDENTIAL_TYPE,
	packedPackage,
	putServiceCredential,
	type Stage,
} from '../../e2e/suites/stage.mts';
import { publishBenchmark } from '../benchmark.mts';
import { createWithNode } from '../candidates.mts';
import { seedLinks } from '../seeds.mts';
import type { Row } from '../table.mts';
import { processorMs } from '../usage.mts';

const LINKS = 100_000;
const IDLE_MS = 10_000;
const SETTLE_MS = 5_000;
const BULK_ITEMS = 500;
const TRIGGER = 'linkShortenerTrigger';
/** n8n's shortest interval is a minute. */
const POLL_MS = 60_000;
const POLL_TIMEOUT_MS = 90_000;

export async function measureIdleCost(stage: Stage): Promise<Row[]> {
	const n8n = await stage.n8n();
	const service = await stage.service();
	const credential = await putServiceCredential(n8n, service);

	const benchmark = await publishBenchmark(n8n, 'bulk', [createWithNode(credential)], 'shorturl');
	await benchmark.run(rowsOf('idle', BULK_ITEMS));
	await pause(SETTLE_MS);
	const after = await idleProcessorMs(n8n);
	const bulkRow: Row = {
		what: `n8n at rest, ${IDLE_MS / 1000} s: CPU after a bulk run`,
		ours: `${after} ms`,
		theirs: '',
		ratio: '',
		target: '',
		met: undefined,
	};
	return [bulkRow, await measureIdlePoll(n8n, stage, credential.name)];
}

/** The trigger is activated, which reads the baseline; then nothing happens, and it polls again. */
async function measureIdlePoll(n8n: N8n, stage: Stage, credentialName: string): Promise<Row> {
	const row = { what: `idle poll on ${LINKS} links`, theirs: '', ratio: '', target: '1 request' };
	const { manifest } = await packedPackage();
	if (!JSON.stringify(manifest.n8n).includes('Trigger.node.js')) {
		return { ...row, ours: 'the package has no trigger', met: undefined };
	}
	const service = await stage.service();
	seedLinks(service, LINKS, (number) => ({ longurl: `https://shop.example/${number}` }));
	const credential = await putServiceCredential(n8n, service, `${credentialName}, polled`);
	const workflow = await n8n.rest.putWorkflow({
		name: 'idle poll',
		nodes: [
			{
				name: 'New Link',
				type: `n8n-nodes-link-shortener.${TRIGGER}`,
				typeVersion: 1,
				parameters: { event: 'linkCreated', pollTimes: { item: [{ mode: 'everyMinute' }] } },
				credentials: { [CREDENTIAL_TYPE]: credential },
				id: randomUUID(),
				position: [0, 0],
			},
		],
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	await n8n.rest.activate(workflow);
	await until(() => service.requests.length > 0);
	await pause(SETTLE_MS);
	const baseline = service.requests.length;
	await until(() => service.requests.length > baseline);
	await pause(SETTLE_MS);
	const requests = service.requests.length - baseline;
	return { ...row, ours: `${requests} (baseline: ${baseline})`, met: requests === 1 };
}

async function idleProcessorMs(n8n: N8n): Promise<number> {
	const before = await processorMs(n8n.pid);
	await pause(IDLE_MS);
	return (await processorMs(n8n.pid)) - before;
}

async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

async function until(holds: () => boolean): Promise<void> {
	const deadline = Date.now() + POLL_TIMEOUT_MS;
	while (!holds()) {
		if (Date.now() > deadline) throw new Error(`No poll within ${POLL_MS / 1000} s.`);
		await pause(100);
	}
}
