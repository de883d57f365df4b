import type { Scene } from '../desk.mts';
import { linkShortener, manualTrigger } from './nodes.mts';

const LONG_URL = 'https://shop.example/no-campaign';

/** A field that was added under Additional Fields and left empty is not sent. */
export const leaveLocatorEmpty: Scene = async (desk) => {
	const { editor, node, service, checks } = desk;
	const parameters = { resource: 'link', operation: 'create', url: LONG_URL };
	const credentials = await desk.credentials();
	await desk.openWorkflow('Fields left empty', [
		manualTrigger(),
		linkShortener('Create Link', parameters, { credentials }),
	]);
	await editor.openNode('Create Link');
	await node.addField('Campaign');
	await node.addField('Channel');
	await node.execute();
	const link = service.links().find(({ longurl }) => longurl === LONG_URL);
	checks.check(
		'fields added and left empty: the link is created without them',
		link?.campaign === null && link.channel === null,
		JSON.stringify(link),
	);
	await desk.checkOutput('and comes out', [link?.shorturl ?? 'a short URL']);
	await desk.picture('fields-left-empty', ['tab-params', 'node-parameters', 'output-panel'], {
		until: 'collection-parameter-add',
	});
};
