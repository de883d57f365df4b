import type { N8n } from '../../n8n.mts';
import { checkLinks, rowsOf } from '../bulk.mts';
import type { Checks } from '../checks.mts';
import { packedPackage, type Stage } from '../stage.mts';
import { checkEvents, untilSettled } from '../trigger/exactlyOnce.mts';
import { definitionsIn } from './definitions.mts';
import type { Scene, Workflows } from './scene.mts';

const ROWS = 20;
const LINKS = 6;
const TIMEOUT_MS = 60_000;

/** n8n starts without the package its workflows need; with the package back, they go on. */
export async function restartWithout(
	n8n: N8n,
	{ bulk, watch }: Workflows,
	{ limited, client, listener }: Pick<Scene, 'limited' | 'client' | 'listener'>,
	checks: Checks,
	stage: Stage,
): Promise<void> {
	const { name, version } = (await packedPackage()).manifest;
	const before = await definitionsIn(n8n);
	await n8n.rest.uninstallPackage(name);
	const delivered = listener.deliveries.length;
	await n8n.stop();
	await client.burst(LINKS);
	await client.oneOfEach();
	const again = await stage.n8nIn(n8n.userFolder);
	checks.same('n8n starts without the package', await again.rest.installedPackages(), []);
	checks.same('n8n keeps the workflows', await definitionsIn(again), before);

	await again.rest.installPackage(name, version);
	limited.deleteLinks(limited.links().map(({ id }) => id));
	const rows = rowsOf('back', ROWS);
	const run = await bulk.startIn(again, rows);
	checks.same(
		'installed after a restart: a run succeeds',
		await again.rest.waitForEnd(run, TIMEOUT_MS),
		'success',
	);
	checkLinks('installed after a restart', limited, rows, checks);
	// n8n 2.41 does not start triggers again that it did not know when it started.
	checks.same('installed after a restart: triggers wait', listener.deliveries.length, delivered);
	await watch.publishAgain(again);
	await untilSettled(watch);
	checkEvents('installed after a restart, published again', watch, checks);
}
