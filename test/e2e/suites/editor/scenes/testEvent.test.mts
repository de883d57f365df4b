import { expect, test } from '../desk.mts';
import { linkCreatedTrigger } from '../nodes.mts';

test('Fetch Test Event shows the newest link at once', async ({ desk, editor, node, service }) => {
	const longurl = 'https://shop.example/newest';
	service.seed('links', [{ longurl, alias: 'newest', clicks: 12 }]);
	await desk.openWorkflow('A test event', [
		linkCreatedTrigger('New Link', await desk.credentials()),
	]);
	await editor.openNode('New Link');
	await node.execute();
	await node.showAs('json', 'output-panel');
	await expect(node.output).toContainText('1 item');
	await expect(node.output).toContainText(longurl);
	await desk.picture('trigger-test-event', ['tab-params', 'node-parameters', 'output-panel'], {
		height: 430,
	});
});
