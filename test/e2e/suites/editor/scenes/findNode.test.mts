import { expect, test } from '../desk.mts';
import { manualTrigger } from '../nodes.mts';

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

test('the node is found by words for what it does', async ({ desk, editor }) => {
	await desk.openWorkflow('My first short link', [manualTrigger()]);
	for (const words of SEARCH_WORDS) {
		// Otherwise it would be there from the search before.
		await editor.search('');
		await expect(editor.found('Link Shortener')).toBeHidden();
		await editor.search(words);
		await expect.soft(editor.found('Link Shortener'), words).toBeVisible();
	}
	await desk.picture('node-search', ['node-creator'], { height: 300 });
});
