import { expect, test } from '../desk.mts';
import type { Hand } from '../hand.mts';
import { manualTrigger } from '../nodes.mts';

/** At most so many clicks; what is typed is counted apart. */
function takes(hand: Hand, what: string, most: number): void {
	console.log(`    ${what}: ${hand.clicks.length} clicks, ${hand.typed} texts and keys typed`);
	expect.soft(hand.clicks.length, hand.clicks.join('\n')).toBeLessThanOrEqual(most);
}

test('the first link takes few clicks from an empty canvas, and the next one fewer', async ({
	desk,
	editor,
	node,
	credential,
	hand,
	service,
}) => {
	const createLink = async (longUrl: string) => {
		await node.fillField('url', longUrl);
		await node.execute();
		await expect(node.output).toContainText('shorturl');
	};
	const addNode = async () => {
		await desk.openEmptyWorkflow();
		await editor.search('short url');
		await editor.takeFirst('Link Shortener');
		await editor.addAction('Create link');
	};
	await addNode();
	await credential.openNew();
	await credential.fill('baseUrl', service.url);
	await credential.tabTo('apiKey');
	await credential.fill('apiKey', service.apiKey);
	await credential.save();
	await createLink('https://shop.example/first');
	takes(hand, 'the first link, with its credential', 8);

	hand.rest();
	await addNode();
	await createLink('https://shop.example/second');
	takes(hand, 'a second link, in another workflow', 5);

	hand.rest();
	await node.addGroup('utm');
	await node.fillField('utm_source', 'newsletter');
	await node.fillField('utm_medium', 'email');
	await node.fillField('utm_campaign', 'summer-sale');
	takes(hand, 'three UTM values', 4);

	hand.rest();
	await node.addField('Campaign');
	await node.openLocator('campaign');
	await node.typeIntoLocator('Summer');
	takes(hand, 'a campaign by its name', 3);
	await expect(node.locatorInput('campaign')).toHaveValue('Summer');
});

/** Thirty rows, half of them without an alias. */
const ROWS = Array.from({ length: 30 }, (_, index) => ({
	'Long URL': `https://shop.example/row/${index + 1}`,
	'Custom Alias': index % 2 === 0 ? `row-${index + 1}` : '',
}));

test('thirty rows of a sheet take few clicks, and a dry run one more', async ({
	desk,
	editor,
	node,
	hand,
	service,
}) => {
	await desk.credentials();
	await desk.openWorkflow('Links from a sheet', [manualTrigger('Sheet')], ROWS);
	const before = service.links().length;
	await editor.search('create or update link');
	await editor.takeFirst('Link Shortener');
	await editor.addAction('Create or update link');
	await node.choose('dataToSend', 'Map Automatically');
	await node.flip('dryRun');
	await node.execute();
	takes(hand, 'a dry run of thirty rows', 9);
	await expect(node.hints.first()).toContainText(
		'Dry run: nothing was changed. 30 would be created',
	);
	expect(service.links()).toHaveLength(before);

	const clicksOfTheSwitch = 1;
	hand.rest();
	await node.flip('dryRun');
	await node.execute();
	takes(hand, 'the same without the dry run', clicksOfTheSwitch + 1);
	expect(service.links()).toHaveLength(before + 30);
});

test('a QR code with its image takes few clicks', async ({ desk, editor, node, hand, service }) => {
	await desk.credentials();
	service.seed('links', [{ longurl: 'https://shop.example/poster', alias: 'poster' }]);
	await desk.openEmptyWorkflow();
	await editor.search('qr code');
	await editor.takeFirst('Link Shortener');
	await editor.addAction('Create QR code');
	await node.openLocator('url');
	await node.typeIntoLocator('poster');
	await node.execute();
	takes(hand, 'a QR code with its image', 5);
	await expect(node.output).toContainText('1 item');
});

test('a check of the service takes few clicks', async ({ desk, editor, node, hand }) => {
	await desk.credentials();
	await desk.openEmptyWorkflow();
	await editor.search('link shortener');
	await editor.takeFirst('Link Shortener');
	await editor.addAction('Check service');
	await node.execute();
	takes(hand, 'a check of the service', 4);
	await expect(node.output).toContainText('It fits');
});
