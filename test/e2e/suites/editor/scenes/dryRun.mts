import type { Scene } from '../desk.mts';
import { linkShortener, manualTrigger } from './nodes.mts';

const OLD_PAGE = 'https://shop.example/summer-2025';
const LINKS = [
	{ longurl: 'https://shop.example/gift-cards', custom: 'gift-cards' },
	{ longurl: OLD_PAGE, custom: 'summer' },
];
const ROWS = [
	{ longUrl: 'https://shop.example/summer-2026', alias: 'summer' },
	{ longUrl: 'https://shop.example/autumn-2026', alias: 'autumn' },
	{ longUrl: 'https://shop.example/gift-cards', alias: 'gift-cards' },
];

/** A dry run says for each row what would be done, and does nothing. */
export const previewRows: Scene = async (desk) => {
	const { editor, node, service, checks } = desk;
	service.seed('links', LINKS);
	const before = service.links();
	const parameters = {
		resource: 'link',
		operation: 'upsert',
		dataToSend: 'autoMapInputData',
		options: { dryRun: true },
	};
	const credentials = await desk.credentials();
	await desk.openWorkflow(
		'A dry run',
		[manualTrigger('Sheet'), linkShortener('Create or Update Links', parameters, { credentials })],
		ROWS,
	);
	await editor.executeWorkflow();
	await editor.openNode('Create or Update Links');
	await node.showAs('table', 'ndv-input-panel');
	await node.showAs('json', 'output-panel');
	// The items are shown at once, but not before.
	await node.outputShows('action');
	const output = await node.readOutput();
	const parts = ['"action": "update"', OLD_PAGE, '"action": "create"', '"action": "unchanged"'];
	checks.same(
		'a dry run says what would be done',
		parts.filter((part) => !output.includes(part)),
		[],
	);
	checks.same('and does nothing', service.links(), before);
	await desk.picture('dry-run', ['ndv'], { until: 'parameter-input-dataToSend' });
};
