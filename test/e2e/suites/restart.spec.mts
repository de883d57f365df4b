import { expect, test } from '@playwright/test';
import type { Service } from '../../service/index.mts';
import type { N8n } from '../n8n.mts';
import { type BulkWorkflow, checkLinks, publishBulkWorkflow, rowsOf, untilLinks } from './bulk.mts';
import { openStage, packedPackage, type Stage } from './stage.mts';

const WINDOW_MS = 2_000;
const LATENCY_MS = 150;
/** More than n8n finishes in the time it gives itself to stop. */
const ROWS = 240;
const STOPPED_AFTER = 40;
const TIMEOUT_MS = 120_000;

const stage = openStage('restart');

/** n8n is redeployed, and then loses its power, in the middle of a bulk run that is run again. */
test('n8n is stopped and killed in the middle of a bulk run', async () => {
	const service = await stage.limitedService(WINDOW_MS, LATENCY_MS);
	const first = await stage.n8n();
	const bulk = await publishBulkWorkflow(first, 'Interrupted', service, {
		ifLinkExists: 'returnExisting',
	});
	const second = await interrupt(first, bulk, service, stage, 'stopped as for an update');
	await interrupt(second, bulk, service, stage, 'killed');
});

async function interrupt(
	n8n: N8n,
	bulk: BulkWorkflow,
	service: Service,
	stage: Stage,
	how: 'stopped as for an update' | 'killed',
): Promise<N8n> {
	const name = `n8n ${how}`;
	service.deleteLinks(service.links().map(({ id }) => id));
	const rows = rowsOf('interrupted', ROWS);
	const interrupted = await bulk.startIn(n8n, rows);
	await untilLinks(service, STOPPED_AFTER);
	await (how === 'killed' ? n8n.kill() : n8n.stop());
	const made = service.links().length;

	const again = await stage.n8nIn(n8n.userFolder);
	const packages = await again.rest.installedPackages();
	const { manifest } = await packedPackage();
	expect.soft(packages, `${name}: the package is still there`).toContain(manifest.name);
	const status = await again.rest.executionStatus(interrupted);
	const repeated = await bulk.startIn(again, rows);
	expect
		.soft(await again.rest.waitForEnd(repeated, TIMEOUT_MS), `${name}: the run, repeated, succeeds`)
		.toEqual('success');
	checkLinks(name, service, rows);
	console.log(`${made} of ${ROWS} links when it ended; n8n calls the interrupted run "${status}"`);
	return again;
}
