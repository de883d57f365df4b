import { join } from 'node:path';
import { packNextVersion } from '../../package.mts';
import { checkLinks, rowsOf, untilLinks } from '../bulk.mts';
import { packedPackage } from '../stage.mts';
import { checkExactlyOnce, untilSettled } from '../trigger/exactlyOnce.mts';
import { checkWorkflowsKept, definitionsIn } from './definitions.mts';
import type { Scene, Workflows } from './scene.mts';

/** At 30 in two seconds, more than n8n creates while it updates the package. */
const ROWS = 600;
const STARTED = 30;
const TIMEOUT_MS = 180_000;
const LINKS_BEFORE = 7;
const LINKS_AFTER = 5;

/** A later version is published; n8n offers it, and takes it while workflows run. */
export async function updateByClick(scene: Scene, { bulk, watch }: Workflows): Promise<void> {
	const { n8n, settings, limited, client, listener, checks } = scene;
	const before = await definitionsIn(n8n);
	const version = await publishNextVersion(scene);
	await settings.open();
	checks.check('a later version: n8n offers it', await settings.offersUpdate());

	limited.deleteLinks(limited.links().map(({ id }) => id));
	const rows = rowsOf('updated', ROWS);
	const run = await bulk.start(rows);
	await untilLinks(limited, STARTED);
	await client.burst(LINKS_BEFORE);
	const question = await settings.askForUpdate();
	checks.check(
		'update: n8n names the workflows that use the nodes',
		[bulk.stored.name, 'Watching: linkCreated'].every((part) => question.includes(part)),
		question,
	);
	const from = limited.links().length;
	await settings.confirmUpdate();
	const to = limited.links().length;
	await client.burst(LINKS_AFTER);
	await client.oneOfEach();
	const page = await settings.open();
	checks.check('updated: the page shows the new version', page.includes(`v${version}`), page);
	checks.check('updated: there is no other update', !(await settings.offersUpdate()));
	await checkWorkflowsKept('updated', before, scene);

	checks.check('updated: a run was under way', from < ROWS && to > from, `${from} to ${to}`);
	checks.note(`the run had created ${from} of ${ROWS} links before the update, ${to} after it`);
	checks.same(
		'updated: the run under way succeeds',
		await n8n.rest.waitForEnd(run, TIMEOUT_MS),
		'success',
	);
	checkLinks('updated: the run under way', limited, rows, checks);
	const again = await bulk.start(rows);
	checks.same(
		'updated: the same run again succeeds',
		await n8n.rest.waitForEnd(again, TIMEOUT_MS),
		'success',
	);
	checkLinks('updated: the same run again', limited, rows, checks);

	await untilSettled(watch);
	await checkExactlyOnce('updated: triggers', n8n, watch, listener, checks);
}

async function publishNextVersion({ stage }: Scene): Promise<string> {
	const next = await packNextVersion(await packedPackage(), join(stage.folder, 'next'));
	await (await stage.registry()).publish(next.manifest, next.tarball);
	return next.manifest.version;
}
