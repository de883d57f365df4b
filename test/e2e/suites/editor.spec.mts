import { test } from '@playwright/test';
import type { Service } from '../../service/index.mts';
import type { N8n } from '../n8n.mts';
import { MANUAL_TRIGGER, node } from '../workflows.mts';
import { onEditorPage, sees } from './browser.mts';
import { type Scene, sceneOn } from './editor.mts';
import { openStage } from './stage.mts';
import * as walks from './walks.mts';

/** What a person does who has just installed the package. */
const WALKS: Record<string, (scene: Scene) => Promise<void>> = {
	'a credential, first with a wrong key': async (scene) => {
		const { person } = scene;
		await walks.beginCredential(scene);
		await person.fill('apiKey', 'not-the-key');
		await person.click(person.part('credential-save-button'));
		const form = person.part('editCredential-modal');
		await form.getByText('More details').click();
		await sees(form, /does not accept this API key/);
		await walks.saveCredential(scene);
	},

	'the first link from an empty canvas, and the next one': async (scene) => {
		const { person, service, takes, same, openEmpty } = scene;
		const createLink = async (longUrl: string) => {
			await person.fill('url', longUrl);
			await person.execute();
			await sees(person.output, 'shorturl');
			same('the link is there', service.links().at(-1)?.longurl, longUrl);
		};
		await openEmpty();
		await person.findNode('short url');
		await person.showActions('Create link');
		await person.addAction('Create link');
		await person.openNewCredential();
		await person.fill('baseUrl', service.url);
		await person.tabTo('apiKey');
		await person.fill('apiKey', service.apiKey);
		await person.click(person.part('credential-save-button'));
		await createLink('https://shop.example/first');
		takes('the first link, with its credential', 8);

		await openEmpty();
		await person.addNode('short url', 'Create link');
		await createLink('https://shop.example/second');
		takes('a second link, in another workflow', 5);

		await person.addGroup('utm');
		await person.fill('utm_source', 'newsletter');
		await person.fill('utm_medium', 'email');
		await person.fill('utm_campaign', 'summer-sale');
		takes('three UTM values', 4);

		await person.addField('Campaign');
		await person.openList('campaign');
		await person.typeIntoList('Summer');
		takes('a campaign by its name', 3);
		same(
			'it is chosen',
			await person.field('campaign').getByTestId('rlc-input').inputValue(),
			'Summer',
		);
	},

	'thirty rows of a sheet, first as a dry run': async (scene) => {
		const { person, service, takes, same, open, credential } = scene;
		const rows = Array.from({ length: 30 }, (_, index) => ({
			'Long URL': `https://shop.example/row/${index + 1}`,
			'Custom Alias': index % 2 === 0 ? `row-${index + 1}` : '',
		}));
		await credential();
		await open([node('Sheet', MANUAL_TRIGGER)], rows);
		const before = service.links().length;
		await person.addNode('create or update link', 'Create or update link');
		await person.choose('dataToSend', 'Map Automatically');
		await person.flip('dryRun');
		await person.execute();
		takes('a dry run of thirty rows', 9);
		await sees(person.part('node-hint'), 'Dry run: nothing was changed. 30 would be created');
		same('it makes no link', service.links().length, before);
		await person.flip('dryRun');
		await person.execute();
		takes('the same without the dry run', 2);
		same('it makes thirty', service.links().length, before + rows.length);
	},

	'a plan with headings of its own, by two drags': async (scene) => {
		const { person, service, takes, same } = scene;
		const before = service.links().length;
		await walks.dragPlan(scene);
		takes('the first dry run of a plan with headings of its own', 10);
		await person.flip('dryRun');
		await person.execute();
		await sees(person.output, 'plan-boats');
		const made = service.links().slice(before);
		same('each row has its link', made.map(({ alias }) => alias).sort(), [
			...['plan-boats', 'plan-stoves', 'plan-tents'],
		]);
	},

	'a QR code with its image': async ({ person, service, takes, openEmpty, credential }) => {
		await credential();
		service.seed('links', [{ longurl: 'https://shop.example/poster', alias: 'poster' }]);
		await openEmpty();
		await person.addNode('qr code', 'Create QR code');
		await person.openList('address');
		await person.typeIntoList('poster');
		await person.execute();
		takes('a QR code with its image', 5);
		await sees(person.output, '1 item');
	},

	'campaign and pixels from lists': async (scene) => {
		const { person, service, same } = scene;
		const longUrl = 'https://shop.example/summer-sale';
		const pixels = await walks.createFromLists(scene, longUrl);
		const link = service.links().find(({ longurl }) => longurl === longUrl);
		const summer = service.table('campaigns').find(({ name }) => name === 'Summer');
		same('the link has them', [link?.campaign, link?.pixels], [summer?.id, pixels]);
		await sees(person.output, link?.shorturl ?? '');
	},

	'Fetch Test Event shows the newest link': walks.fetchNewest,
};

const stage = openStage('editor');
let n8n: N8n;
let service: Service;

test.beforeAll(async () => {
	service = await stage.service();
	service.seed(
		'campaigns',
		['Spring', 'Summer', 'Partners'].map((name) => ({ name })),
	);
	n8n = await stage.n8n();
});

for (const [name, walk] of Object.entries(WALKS)) {
	test(name, async () => {
		await n8n.rest.deleteCredentials();
		await onEditorPage(n8n, async (page) => await walk(sceneOn(page, name, n8n, service)));
	});
}
