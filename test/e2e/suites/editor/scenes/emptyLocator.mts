import { NODE, type Scene } from '../desk.mts';
import { MANUAL_TRIGGER } from './nodes.mts';

const LONG_URL = 'https://shop.example/no-campaign';

/** A field that was added under Additional Fields and left empty is not sent. */
export const leaveLocatorEmpty: Scene = async (desk) => {
	const { editor, service, checks } = desk;
	await desk.openWorkflow('A field left empty', [
		{ name: 'Start', ...MANUAL_TRIGGER },
		{
			name: 'Create Link',
			type: NODE,
			parameters: { resource: 'link', operation: 'create', url: LONG_URL },
			credentials: await desk.credential('Link Shortener account'),
		},
	]);
	await editor.openNode('Create Link');
	await editor.addField('Campaign');
	await editor.addField('Channel');
	const output = await editor.executeStep();
	const link = service.links().find(({ longurl }) => longurl === LONG_URL);
	checks.check(
		'fields added and left empty: the link is created without them',
		link !== undefined && !link.campaign && output.includes(link.shorturl),
		output,
	);
	await desk.picture('fields-left-empty');
};
