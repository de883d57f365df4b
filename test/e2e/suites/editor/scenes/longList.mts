import type { Scene } from '../desk.mts';
import { linkShortener, manualTrigger } from './nodes.mts';

const LONG_URL = 'https://shop.example/newsletter';
const CHANNELS = 420;
const names = Array.from(
	{ length: CHANNELS },
	(_, index) => `Newsletter ${String(index + 1).padStart(3, '0')}`,
);
/** The newest come first, so both are on the last of five pages. */
const [SEARCHED = '', SCROLLED_TO = ''] = [names[15], names[10]];

/** An entry pages down a list is found by its name, reached by scrolling, and can be chosen. */
export const chooseFarDownTheList: Scene = async (desk) => {
	const { editor, node, service, checks } = desk;
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
	const first = await node.openLocator('channelId');
	const found = await node.searchLocator(SEARCHED);
	checks.check(
		`an entry pages down a list of ${CHANNELS} is found by its name`,
		!first.includes(SEARCHED) && found.join() === SEARCHED,
		`${first.length} entries at first, then ${found.join(', ')}`,
	);
	await desk.picture('list-search', ['node-execute-button', 'node-parameters'], {
		margin: 4,
		until: 'rlc-item',
	});
	await node.chooseFromLocator(SEARCHED);
	checks.same('and chosen', await node.locatorValue('channelId'), SEARCHED);

	await node.openLocator('channelId');
	const loaded = await node.scrollLocatorTo(SCROLLED_TO);
	checks.check(
		'another one is reached by scrolling, page by page',
		loaded > 4 * first.length,
		`${loaded} entries at the end`,
	);
	await node.chooseFromLocator(SCROLLED_TO);
	checks.same('and chosen', await node.locatorValue('channelId'), SCROLLED_TO);
	await node.execute();
	await desk.checkOutput('its items are the ones that come', [LONG_URL]);
};
