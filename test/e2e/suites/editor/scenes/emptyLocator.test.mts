import { expect, test } from '../desk.mts';
import { linkShortener, manualTrigger } from '../nodes.mts';

const LONG_URL = 'https://shop.example/no-campaign';

test('fields added and left empty are not sent', async ({ desk, editor, node, service }) => {
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
	expect(link).toMatchObject({ campaign: null, channel: null });
	await expect(node.output).toContainText(link?.shorturl ?? '');
	await desk.picture('fields-left-empty', ['tab-params', 'node-parameters', 'output-panel'], {
		until: 'collection-parameter-add',
	});
});
