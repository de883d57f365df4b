import { join } from 'node:path';
import type { Service } from '../../../service/index.mts';
import { findProgram, installDebianPackage } from '../../debian.mts';
import type { N8n } from '../../n8n.mts';
import { freePort } from '../../ports.mts';
import { launchBrowser, logInToEditor } from '../../screenshot.mts';
import type { Checks } from '../checks.mts';
import type { Stage } from '../stage.mts';
import { Editor } from './editor.mts';

const CAMPAIGNS = ['Spring collection', 'Summer sale', 'Partners'];
const PIXELS = [
	{ name: 'Shop visitors', type: 'facebook' },
	{ name: 'Readers', type: 'google-analytics' },
	{ name: 'Event guests', type: 'linkedin' },
];
/** Taken when it is free, so that the pictures show the same address every time. */
const PORT = 8787;
const LONG_URL = 'https://shop.example/summer-sale';
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
];
const VIEWPORT = { width: 1500, height: 900 };
const TIMEOUT_MS = 20_000;

/** What a person does who has just installed the package, in a real browser. */
export async function runEditorSuite(checks: Checks, stage: Stage): Promise<void> {
	if (!(await findProgram('chromium'))) {
		await installDebianPackage('chromium', 'chromium');
	}
	const service = await stage.service({ port: await freePort(PORT) });
	service.seed(
		'campaigns',
		CAMPAIGNS.map((name) => ({ name })),
	);
	service.seed('pixels', PIXELS);
	const n8n = await stage.n8n();
	const browser = await launchBrowser();
	stage.atEnd(async () => await browser.close());
	const page = await browser.newPage({ viewport: VIEWPORT, deviceScaleFactor: 1.5 });
	page.setDefaultTimeout(TIMEOUT_MS);
	const picture = async (name: string) => {
		await page.screenshot({ path: join(stage.picturesFolder, `${name}.png`) });
	};
	try {
		await logInToEditor(page, n8n.url, n8n.login);
		await createFirstLink(new Editor(page), picture, n8n, service, checks);
	} catch (error) {
		const failed = join(stage.folder, 'failed.png');
		await page.screenshot({ path: failed });
		checks.note(`what was to be seen: ${failed}`);
		throw error;
	}
}

async function createFirstLink(
	editor: Editor,
	picture: (name: string) => Promise<void>,
	n8n: N8n,
	service: Service,
	checks: Checks,
): Promise<void> {
	const { id } = await n8n.rest.putWorkflow({
		name: 'My first short link',
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
		],
		connections: {},
	});
	await editor.open(`${n8n.url}/workflow/${id}`);

	for (const words of SEARCH_WORDS) {
		const found = await editor.searchNodes(words);
		checks.check(`"${words}" finds the node`, found.includes('Link Shortener'), found.join(', '));
	}
	const found = await editor.searchNodes('short url');
	checks.check('"short url" finds the node', found.includes('Link Shortener'), found.join(', '));
	await picture('node-search');
	await editor.addNode('Link Shortener', 'Create a link');

	await editor.newCredential();
	await editor.fillField('baseUrl', service.url);
	await editor.fillField('apiKey', 'not-the-key');
	const wrong = await editor.saveWrongCredential();
	checks.check('a wrong key: the test says what to do', WRONG_KEY.test(wrong), wrong);
	await picture('credential-wrong-key');
	await editor.fillField('apiKey', service.apiKey);
	const right = await editor.saveRightCredential();
	checks.check('the right key: the test succeeds', /success/i.test(right), right);
	await picture('credential');
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
	await picture('node-create-link');
}
