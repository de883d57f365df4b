import { expect, test } from '../desk.mts';
import { linkShortener, manualTrigger } from '../nodes.mts';

const LONG_URL = 'https://shop.example/newsletter';
const CHANNELS = 420;
const names = Array.from(
	{ length: CHANNELS },
	(_, index) => `Newsletter ${String(index + 1).padStart(3, '0')}`,
);
/** The newest come first, so both are on the last of five pages. */
const [SEARCHED = '', SCROLLED_TO = ''] = [names[15], names[10]];

test('an entry pages down a list is found by its name, or reached by scrolling', async ({
	desk,
	editor,
	node,
	service,
}) => {
	const channels = service.seed(
		'channels',
		names.map((name) => ({ name })),
	);
	service.seed('links', [{ longurl: LONG_URL, channel: channels[names.indexOf(SCROLLED_TO)] }]);
	const credentials = await desk.credentials();
	await desk.openWorkflow('A long list', [
		manualTrigger(),
		linkShortener('Get Items', { resource: 'channel', operation: 'getItems' }, { credentials }),
	]);
	await editor.openNode('Get Items');
	await node.openLocator('channelId');
	const first = await node.entries.allInnerTexts();
	expect(first).not.toContain(SEARCHED);
	await node.searchLocator(SEARCHED);
	await expect(node.entries).toHaveText([SEARCHED]);
	await desk.picture('list-search', ['node-execute-button', 'node-parameters'], {
		margin: 4,
		until: 'rlc-item',
	});
	await node.chooseFromLocator(SEARCHED);
	await expect(node.locatorInput('channelId')).toHaveValue(SEARCHED);

	await node.openLocator('channelId');
	expect(await node.scrollLocatorTo(SCROLLED_TO)).toBeGreaterThan(4 * first.length);
	await node.chooseFromLocator(SCROLLED_TO);
	await expect(node.locatorInput('channelId')).toHaveValue(SCROLLED_TO);
	await node.execute();
	await expect(node.output).toContainText(LONG_URL);
});
