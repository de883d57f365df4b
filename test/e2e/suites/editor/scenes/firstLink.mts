import type { Scene } from '../desk.mts';
import { MANUAL_TRIGGER } from './nodes.mts';

const LONG_URL = 'https://shop.example/summer-sale';
const CAMPAIGNS = ['Spring collection', 'Summer sale', 'Partners'];
const PIXELS = [
	{ name: 'Shop visitors', type: 'facebook' },
	{ name: 'Readers', type: 'google-analytics' },
	{ name: 'Event guests', type: 'linkedin' },
];
/** What the credential's test says to a wrong key. */
const WRONG_KEY = /does not accept this API key/;
/** What people type who do not know its name. */
const SEARCH_WORDS = [
	'url shortener',
	'qr code',
	'new link',
	'link clicked',
	'click threshold',
	'rotator',
	'utm',
	'bitly alternative',
	// The last one is the picture's.
	'short url',
];

/** From an empty canvas to a first short link: find the node, enter a credential, choose, run. */
export const createFirstLink: Scene = async (desk) => {
	const { editor, service, checks } = desk;
	service.seed(
		'campaigns',
		CAMPAIGNS.map((name) => ({ name })),
	);
	service.seed('pixels', PIXELS);
	await desk.openWorkflow('My first short link', [{ name: 'Start', ...MANUAL_TRIGGER }]);

	for (const words of SEARCH_WORDS) {
		const found = await editor.searchNodes(words);
		checks.check(`"${words}" finds the node`, found.includes('Link Shortener'), found.join(', '));
	}
	await desk.picture('node-search');
	await editor.addNode('Link Shortener', 'Create a link');

	await editor.newCredential();
	await editor.fillField('baseUrl', service.url);
	await editor.fillField('apiKey', 'not-the-key');
	const wrong = await editor.saveWrongCredential();
	checks.check('a wrong key: the test says what to do', WRONG_KEY.test(wrong), wrong);
	await desk.picture('credential-wrong-key');
	await editor.fillField('apiKey', service.apiKey);
	const right = await editor.saveRightCredential();
	checks.check('the right key: the test succeeds', /success/i.test(right), right);
	await desk.picture('credential');
	await editor.backToNode('Create a link');

	await editor.fillField('url', LONG_URL);
	await editor.addField('Campaign');
	const campaigns = await editor.openLocator('campaign');
	checks.same(
		'the list of campaigns shows what the service has',
		campaigns.sort(),
		[...CAMPAIGNS].sort(),
	);
	await editor.chooseFromLocator('Summer sale');

	await editor.addField('Pixel Names or IDs');
	const pixels = await editor.openOptions('pixels');
	checks.check(
		'the multi-select of pixels shows what the service has',
		PIXELS.every(({ name }) => pixels.some((shown) => shown.includes(name))),
		pixels.join(', '),
	);
	for (const { name } of PIXELS.slice(0, 2)) await editor.chooseOption(name);
	await editor.closeOptions();

	const output = await editor.executeStep();
	const [link] = service.links();
	checks.check('the step shows the short URL', output.includes(link?.shorturl ?? '?'), output);
	checks.same(
		'the service has the link as it was filled in',
		[link?.longurl, link?.campaign, link?.pixels],
		[LONG_URL, 2, [1, 2]],
	);
	await desk.picture('node-create-link');
};
