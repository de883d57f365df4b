import type { Scene } from '../desk.mts';
import { manualTrigger } from './nodes.mts';

const LONG_URL = 'https://shop.example/summer-sale';
const PIXELS = [
	{ name: 'Shop visitors', type: 'facebook' },
	{ name: 'Readers', type: 'google-analytics' },
	{ name: 'Event guests', type: 'linkedin' },
];

/** Create a link out of the node panel: campaign and pixels are chosen from the service's lists. */
export const createFirstLink: Scene = async (desk) => {
	const { editor, node, service, checks } = desk;
	service.seed('pixels', PIXELS);
	await desk.credentials();
	await desk.openWorkflow('My first short link', [manualTrigger()]);
	await editor.findsNode('short url', 'Link Shortener');
	await editor.addNode('Link Shortener', 'Create a link');
	await node.fillField('url', LONG_URL);

	await node.addField('Campaign');
	const campaigns = await node.openLocator('campaign');
	const there = service.table('campaigns').map(({ name }) => String(name));
	checks.same('the list of campaigns shows what the service has', campaigns.sort(), there.sort());
	await node.chooseFromLocator('Summer');

	await node.addField('Pixel Names or IDs');
	const pixels = await node.openOptions('pixels');
	checks.check(
		'the multi-select of pixels shows what the service has',
		PIXELS.every(({ name }) => pixels.some((shown) => shown.includes(name))),
		pixels.join(', '),
	);
	const chosen = PIXELS.slice(0, 2).map(({ name }) => name);
	for (const name of chosen) await node.chooseOption(name);
	await node.closeOptions();

	await node.execute();
	const link = service.links().find(({ longurl }) => longurl === LONG_URL);
	await desk.checkOutput('the step shows the short URL', [link?.shorturl ?? 'a short URL']);
	const nameOf = (table: string, id: unknown) =>
		service.table(table).find((row) => row.id === id)?.name;
	checks.same(
		'the service has the link as it was filled in',
		[nameOf('campaigns', link?.campaign), link?.pixels.map((id) => nameOf('pixels', id))],
		['Summer', chosen],
	);
	await desk.picture('node-create-link', ['tab-params', 'node-parameters', 'output-panel'], {
		until: 'collection-parameter-add',
	});
};
