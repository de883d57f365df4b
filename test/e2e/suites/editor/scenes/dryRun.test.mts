import { expect, test } from '../desk.mts';
import { linkShortener, manualTrigger } from '../nodes.mts';

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

test('a dry run says for each row what would be done, and does nothing', async ({
	desk,
	editor,
	node,
	service,
}) => {
	service.seed('links', LINKS);
	const before = service.links();
	const parameters = {
		resource: 'link',
		operation: 'upsert',
		dataToSend: 'autoMapInputData',
		dryRun: true,
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
	for (const action of ['update', 'create', 'unchanged']) {
		await expect(node.output).toContainText(new RegExp(`"action":\\s*"${action}"`));
	}
	await expect(node.output).toContainText(OLD_PAGE);
	expect(service.links()).toEqual(before);
	await desk.picture('dry-run', ['ndv'], { height: 416 });
});
