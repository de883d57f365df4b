import { NODE, type Scene } from '../desk.mts';
import { MANUAL_TRIGGER } from './nodes.mts';

/** A spreadsheet whose column "campaign" holds names becomes links without an expression. */
export const createLinksFromSheet: Scene = async (desk) => {
	const { editor, service, checks } = desk;
	const rows = [
		{ url: 'https://shop.example/shoes', custom: 'shoes', campaign: 'Summer sale', owner: 'Ana' },
		{ url: 'https://shop.example/bags', custom: 'bags', campaign: 'Partners', owner: 'Ben' },
		{ url: 'https://shop.example/hats', custom: 'hats', campaign: '', owner: 'Ana' },
	];
	await desk.openWorkflow(
		'Links from a sheet',
		[
			{ name: 'Sheet', ...MANUAL_TRIGGER },
			{
				name: 'Create Links',
				type: NODE,
				parameters: {
					resource: 'link',
					operation: 'create',
					dataToSend: 'autoMapInputData',
				},
				credentials: await desk.credential('Link Shortener account'),
			},
		],
		rows,
	);
	const output = await editor.executeWorkflow('Create Links');
	const links = service.links();
	const campaignOf = (alias: string) => links.find((link) => link.alias === alias)?.campaign;
	checks.same(
		'a sheet with names: each link is in the campaign of that name',
		[campaignOf('shoes'), campaignOf('bags'), campaignOf('hats') ?? null],
		[2, 3, null],
	);
	const hints = (await editor.hints()).join(' ');
	checks.check(
		'the node says which columns it used',
		hints.includes('Used: url, custom, campaign. Ignored: owner.'),
		hints,
	);
	checks.check(
		'each row has its short URL',
		rows.every(({ custom }) => output.includes(`${service.url}/${custom}`)),
		output,
	);
	await desk.picture('sheet-with-names');
};
