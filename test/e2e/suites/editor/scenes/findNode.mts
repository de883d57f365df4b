import type { Scene } from '../desk.mts';
import { manualTrigger } from './nodes.mts';

/** What people type who do not know its name; the last one is the picture's. */
const SEARCH_WORDS = [
	'url shortener',
	'qr code',
	'new link',
	'link clicked',
	'click threshold',
	'rotator',
	'utm',
	'bitly alternative',
	'create or update link',
	'upsert',
	'sync links',
	'import links',
	'migrate links',
	'bulk links',
	'dry run',
	'tracking pixel',
	'branded domain',
	'short links',
	'splash page',
	'landing page',
	'short url',
];

/** The node is found by words for what it does. */
export const findNode: Scene = async (desk) => {
	const { editor, checks } = desk;
	await desk.openWorkflow('My first short link', [manualTrigger()]);
	for (const words of SEARCH_WORDS) {
		checks.check(`"${words}" finds the node`, await editor.findsNode(words, 'Link Shortener'));
	}
	await desk.picture('node-search', ['node-creator'], { height: 300 });
};
