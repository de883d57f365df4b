import type { Locator } from '@playwright/test';
import { MANUAL_TRIGGER, node, NODE_TYPE } from '../workflows.mts';
import { sees } from './browser.mts';
import type { Scene } from './editor.mts';

/** What a person does in the editor both to be tested and to be seen in a picture. */

/** Opens the form of the first credential, and fills in the address. */
export async function beginCredential({ person, service, open }: Scene): Promise<void> {
	const parameters = { resource: 'account', operation: 'get' };
	await open([node('Start', MANUAL_TRIGGER), node('Get Account', NODE_TYPE, 1, parameters)]);
	await person.openNode('Get Account');
	await person.openNewCredential();
	await person.fill('baseUrl', service.url);
}

/** Saves the credential with its key, and opens it again; what says there that its test succeeds. */
export async function saveCredential({ person, service }: Scene): Promise<Locator> {
	await person.fill('apiKey', service.apiKey);
	await person.click(person.part('credential-save-button'));
	await person.part('editCredential-modal').waitFor({ state: 'hidden' });
	await person.click(person.part('credential-edit-button').first());
	const success = person.part('credentials-config-container-test-success');
	await sees(success, 'success');
	return success;
}

/** Drags the columns of a plan with headings of its own, and looks at it in a dry run. */
export async function dragPlan({ person, open, credential }: Scene): Promise<void> {
	const rows = ['tents', 'stoves', 'boats'].map((page) => ({
		Zielseite: `https://shop.example/plan/${page}`,
		Kurzname: `plan-${page}`,
		Verantwortlich: 'Ana',
	}));
	await credential();
	await open([node('Plan', MANUAL_TRIGGER)], rows);
	await person.addNode('create or update link', 'Create or update link');
	await person.choose('dataToSend', 'Map Automatically');
	await person.drag('Zielseite', 'url');
	await person.drag('Kurzname', 'custom');
	await person.flip('dryRun');
	await person.execute();
	await sees(person.part('node-hint'), 'Dry run: nothing was changed. 3 would be created');
}

/** Creates a link with the campaign Summer and two pixels, all chosen from lists; the IDs of the pixels. */
export async function createFromLists(
	{ person, service, open, credential }: Scene,
	longUrl: string,
): Promise<number[]> {
	const pixels = service.seed('pixels', [
		{ name: 'Shop visitors', type: 'facebook' },
		{ name: 'Readers', type: 'google-analytics' },
	]);
	await credential();
	await open([node('Start', MANUAL_TRIGGER)]);
	await person.addNode('short url', 'Create link');
	await person.fill('url', longUrl);
	await person.addField('Campaign');
	await person.openList('campaign');
	await person.typeIntoList('Summer');
	await person.addField('Pixel Names or IDs');
	await person.click(person.field('pixels').locator('input.el-select__input'));
	await person.chooseOption('Shop visitors');
	await person.chooseOption('Readers');
	await person.click(person.part('node-title-container'));
	await person.options.first().waitFor({ state: 'hidden' });
	await person.execute();
	return pixels;
}

/** Has the trigger fetch the newest link as its test event. */
export async function fetchNewest({ person, service, open, credential }: Scene): Promise<void> {
	const longurl = 'https://shop.example/newest';
	service.seed('links', [{ longurl, alias: 'newest', clicks: 12 }]);
	const pollTimes = { item: [{ mode: 'everyMinute' }] };
	const parameters = { event: 'linkCreated', pollTimes };
	await open([node('New Link', `${NODE_TYPE}Trigger`, 1, parameters, await credential())]);
	await person.openNode('New Link');
	await person.execute();
	await person.showAs('json');
	await sees(person.output, longurl);
}
