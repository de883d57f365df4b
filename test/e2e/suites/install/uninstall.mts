import { packedPackage } from '../stage.mts';
import { checkEvents, untilSettled } from '../trigger/exactlyOnce.mts';
import { definitionsIn } from './definitions.mts';
import type { Scene, Workflows } from './scene.mts';

const LINKS = 4;

/** The package is uninstalled by click; the workflows stay, and say what they miss. */
export async function uninstallByClick(scene: Scene, { bulk }: Workflows): Promise<void> {
	const { n8n, settings, editor, checks } = scene;
	const { name } = (await packedPackage()).manifest;
	const before = await definitionsIn(n8n);
	await settings.open();
	const question = await settings.askForUninstall();
	checks.check(
		'uninstall: n8n names the workflows that use the nodes',
		[bulk.stored.name, 'Watching: linkCreated'].every((part) => question.includes(part)),
		question,
	);
	await settings.confirmUninstall();
	const page = await settings.open();
	checks.check('uninstalled: the package is gone from the page', !page.includes(name), page);
	checks.same('uninstalled: the workflows are what they were', await definitionsIn(n8n), before);
	await editor.open(`${n8n.url}/workflow/${bulk.stored.id}`);
	const unknown = await editor.unknownNodes();
	checks.check(
		'uninstalled: the editor shows that the node is missing',
		unknown.length === 1 && unknown.join().includes('Create Links'),
		unknown.join(),
	);
}

/** The package is installed again, and n8n was not restarted meanwhile: triggers go on by themselves. */
export async function installAgainByClick(scene: Scene, { watch }: Workflows): Promise<void> {
	const { settings, client, checks } = scene;
	await client.burst(LINKS);
	await client.oneOfEach();
	await settings.open();
	await settings.install((await packedPackage()).manifest.name);
	await untilSettled(watch);
	checkEvents('installed again', watch, checks);
}
