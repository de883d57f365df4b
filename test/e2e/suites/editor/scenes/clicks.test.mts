import { expect, test } from '../desk.mts';
import type { Hand } from '../hand.mts';

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
		await editor.addAction('Create a link');
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
