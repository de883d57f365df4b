import { checkLinks, NODE_TYPE, publishBulkWorkflow, rowsOf } from '../bulk.mts';
import { packedPackage, putServiceCredential } from '../stage.mts';
import { checkExactlyOnce, untilSettled } from '../trigger/exactlyOnce.mts';
import { untilBaselines, Watch } from '../trigger/watch.mts';
import type { Scene, Workflows } from './scene.mts';

const ROWS = 20;
const TIMEOUT_MS = 60_000;
/** Below it the page is empty. */
const PICTURE_HEIGHT = 280;

/** The package is installed by click, and its nodes work at once. */
export async function installByClick(scene: Scene): Promise<Workflows> {
	const { settings, picture, checks } = scene;
	const { name, version } = (await packedPackage()).manifest;
	const before = await settings.open();
	checks.check('before: no package is installed', !before.includes(name), before);
	await settings.install(name);
	const after = await settings.open();
	checks.check(
		'installed: the page shows the package, its version and both nodes',
		[name, `v${version}`, '2 nodes', 'Link Shortener Trigger'].every((part) =>
			after.includes(part),
		),
		after,
	);
	checks.check('installed: there is no update', !(await settings.offersUpdate()));
	await picture('install', PICTURE_HEIGHT);
	return await workAtOnce(scene);
}

async function workAtOnce(scene: Scene): Promise<Workflows> {
	const { n8n, limited, watched, client, listener, checks } = scene;
	const credential = await putServiceCredential(n8n, limited, 'Bulk service');
	const options = { ifLinkExists: 'returnExisting' };
	const bulk = await publishBulkWorkflow(n8n, 'Bulk', credential, NODE_TYPE, options);
	const rows = rowsOf('installed', ROWS);
	const run = await bulk.start(rows);
	checks.same('installed: a run succeeds', await n8n.rest.waitForEnd(run, TIMEOUT_MS), 'success');
	checkLinks('installed', limited, rows, checks);

	const watch = await Watch.publish(n8n, watched, listener);
	checks.check('installed: the triggers have polled once', await untilBaselines(watched));
	// No link: the event for links has emitted nothing yet when the package is updated.
	await client.oneOfEach();
	await untilSettled(watch);
	await checkExactlyOnce('installed: triggers', n8n, watch, listener, checks);
	return { bulk, watch };
}
