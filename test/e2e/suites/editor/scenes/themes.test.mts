import { expect, test } from '../desk.mts';
import { linkCreatedTrigger, linkShortener } from '../nodes.mts';

test('both nodes have an icon for the light theme and one for the dark', async ({
	desk,
	editor,
	node,
	n8n,
}) => {
	const credentials = await desk.credentials();
	const qrCode = { resource: 'qrCode', operation: 'create' };
	const icons: Record<string, Array<string | null>> = {};
	// Light at the end, for whatever comes after.
	for (const theme of ['Dark', 'Light'] as const) {
		await editor.chooseTheme(theme, n8n.url);
		await desk.openWorkflow('Light and dark', [
			linkCreatedTrigger('New Link', credentials),
			linkShortener('Create QR Code', qrCode, { credentials }),
		]);
		icons[theme] = await editor.icons();
		const name = theme.toLowerCase();
		await desk.picture(`canvas-${name}`, ['canvas-node', 'canvas-handle-plus'], { margin: 80 });
		await editor.openNode('Create QR Code');
		await desk.picture(`panel-${name}`, ['node-execute-button', 'node-parameters'], {
			margin: 4,
			until: 'collection-parameter-add',
		});
		await node.close();
	}
	const { Light: light = [], Dark: dark = [] } = icons;
	expect([light.length, dark.length]).toEqual([2, 2]);
	expect(light.filter((icon) => dark.includes(icon))).toEqual([]);
});
