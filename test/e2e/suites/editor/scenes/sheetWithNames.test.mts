import { expect, test } from '../desk.mts';
import { linkShortener, manualTrigger } from '../nodes.mts';

const ROWS = [
	{ longUrl: 'https://shop.example/shoes', campaign: 'Summer', owner: 'Ana' },
	{ longUrl: 'https://shop.example/bags', campaign: 'Summer', owner: 'Ben' },
	{ longUrl: 'https://shop.example/hats', campaign: '', owner: 'Ana' },
];

test('a sheet whose column "campaign" holds names becomes links without an expression', async ({
	desk,
	editor,
	node,
	service,
}) => {
	const parameters = { resource: 'link', operation: 'create', dataToSend: 'autoMapInputData' };
	const credentials = await desk.credentials();
	await desk.openWorkflow(
		'Links from a sheet',
		[manualTrigger('Sheet'), linkShortener('Create Links', parameters, { credentials })],
		ROWS,
	);
	await editor.executeWorkflow();
	await editor.openNode('Create Links');
	const used = 'Used: longUrl, campaign. Ignored: owner.';
	await expect(node.hints.filter({ hasText: used })).toBeVisible();
	const campaigns = new Map(service.table('campaigns').map(({ id, name }) => [id, name]));
	const links = ROWS.map(({ longUrl }) => service.links().find((link) => link.longurl === longUrl));
	expect(links.map((link) => campaigns.get(link?.campaign) ?? '')).toEqual(
		ROWS.map(({ campaign }) => campaign),
	);
	await node.showAs('table', 'ndv-input-panel');
	await node.showAs('table', 'output-panel');
	for (const link of links) await expect(node.output).toContainText(link?.shorturl ?? '');
	await desk.picture('sheet-with-names', ['ndv'], { until: 'parameter-input-dataToSend' });
});
