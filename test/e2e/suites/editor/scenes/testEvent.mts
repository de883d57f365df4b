import type { Scene } from '../desk.mts';
import { linkCreatedTrigger } from './nodes.mts';

/** Fetch Test Event shows a real record at once, without waiting for something new. */
export const fetchTestEvent: Scene = async (desk) => {
	const { editor, node, service } = desk;
	const longurl = 'https://shop.example/newest';
	service.seed('links', [{ longurl, alias: 'newest', clicks: 12 }]);
	await desk.openWorkflow('A test event', [
		linkCreatedTrigger('New Link', await desk.credentials()),
	]);
	await editor.openNode('New Link');
	await node.execute();
	await node.showAs('json', 'output-panel');
	await desk.checkOutput('Fetch Test Event shows the newest link', ['1 item', longurl]);
	await desk.picture('trigger-test-event', ['tab-params', 'node-parameters', 'output-panel'], {
		height: 430,
	});
};
