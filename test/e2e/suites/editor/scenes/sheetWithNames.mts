import type { Scene } from '../desk.mts';
import { linkShortener, manualTrigger } from './nodes.mts';

const ROWS = [
	{ longUrl: 'https://shop.example/shoes', campaign: 'Summer', owner: 'Ana' },
	{ longUrl: 'https://shop.example/bags', campaign: 'Summer', owner: 'Ben' },
	{ longUrl: 'https://shop.example/hats', campaign: '', owner: 'Ana' },
];

/** A spreadsheet whose column "campaign" holds names becomes links without an expression. */
export const createLinksFromSheet: Scene = async (desk) => {
	const { editor, node, service, checks } = desk;
	const parameters = { resource: 'link', operation: 'create', dataToSend: 'autoMapInputData' };
	const credentials = await desk.credentials();
	await desk.openWorkflow(
		'Links from a sheet',
		[manualTrigger('Sheet'), linkShortener('Create Links', parameters, { credentials })],
		ROWS,
	);
	await editor.executeWorkflow();
	await editor.openNode('Create Links');
	const hints = (await node.hints()).join(' ');
	checks.check(
		'a sheet with names: the node says which columns it used',
		hints.includes('Used: longUrl, campaign. Ignored: owner.'),
		hints,
	);
	const campaigns = new Map(service.table('campaigns').map(({ id, name }) => [id, name]));
	const links = ROWS.map(({ longUrl }) => service.links().find((link) => link.longurl === longUrl));
	checks.same(
		'each link is in the campaign that its row names',
		links.map((link) => campaigns.get(link?.campaign) ?? ''),
		ROWS.map(({ campaign }) => campaign),
	);
	await node.showAs('table', 'ndv-input-panel');
	await node.showAs('table', 'output-panel');
	const shortUrls = links.map((link) => link?.shorturl ?? 'a short URL');
	await desk.checkOutput('each row has its short URL', shortUrls);
	await desk.picture('sheet-with-names', ['ndv'], { until: 'parameter-input-dataToSend' });
};
