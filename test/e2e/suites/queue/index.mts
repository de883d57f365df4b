import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';
import { checkCancel } from './cancel.mts';
import { startCluster, startOtherCluster } from './cluster.mts';
import { checkKilledWorker, checkStalledJob } from './killedWorker.mts';
import { checkSharedKey } from './sharedKey.mts';

export async function runQueueSuite(checks: Checks, stage: Stage): Promise<void> {
	const cluster = await startCluster(checks, stage);
	await checkSharedKey(cluster, checks, stage);
	await checkKilledWorker(cluster, checks, stage);
	await checkCancel(cluster.main, 'queue', checks, stage);
	// The same in an n8n without a queue, which runs executions in its main.
	await checkCancel(await stage.n8n('regular'), 'regular', checks, stage);

	const other = process.env.E2E_OTHER_N8N;
	if (!other) return;
	// Two n8n of four processes each would be much for a small machine.
	await stage.dispose();
	await checkStalledJob(await startOtherCluster(other, checks, stage), checks, stage);
}
