import { expect, test } from '../desk.mts';
import { manualTrigger } from '../nodes.mts';

const LONG_URL = 'https://shop.example/summer-sale';
const PIXELS = [
	{ name: 'Shop visitors', type: 'facebook' },
	{ name: 'Readers', type: 'google-analytics' },
	{ name: 'Event guests', type: 'linkedin' },
];

test('a link out of the node panel: campaign and pixels are chosen from lists', async ({
	desk,
	editor,
	node,
	service,
}) => {
	const pixelIds = service.seed('pixels', PIXELS);
	await desk.credentials();
	await desk.openWorkflow('My first short link', [manualTrigger()]);
	await editor.search('short url');
	await editor.takeFirst('Link Shortener');
	await editor.addAction('Create link');
	await node.fillField('url', LONG_URL);

	await node.addField('Campaign');
	await node.openLocator('campaign');
	const campaigns = service.table('campaigns').map(({ name }) => String(name));
	expect((await node.entries.allInnerTexts()).sort()).toEqual(campaigns.sort());
	await node.chooseFromLocator('Summer');

	await node.addField('Pixel Names or IDs');
	await node.openOptions('pixels');
	for (const { name } of PIXELS) await expect(node.options.filter({ hasText: name })).toBeVisible();
	for (const { name } of PIXELS.slice(0, 2)) await node.chooseOption(name);
	await node.closeOptions();

	await node.execute();
	const link = service.links().find(({ longurl }) => longurl === LONG_URL);
	await expect(node.output).toContainText(link?.shorturl ?? '');
	const summer = service.table('campaigns').find(({ name }) => name === 'Summer');
	expect(link).toMatchObject({ campaign: summer?.id, pixels: pixelIds.slice(0, 2) });
	await desk.picture('node-create-link', ['tab-params', 'node-parameters', 'output-panel'], {
		until: 'collection-parameter-add',
	});
});
