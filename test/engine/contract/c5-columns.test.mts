import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { textLike } from '../support/matchers.mts';
import { withoutOwnAlias } from '../support/ownAlias.mts';
import { autoMap, updateOf, runOn } from '../support/runs.mts';
import { createBodies, requestLines } from '../support/service.mts';
import { complaints, PAGE, sheetOn } from '../support/sheet.mts';

/** Bodies of the changes in the order of arrival. */
function changes(service: Service): unknown[] {
	return service.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ body }) => withoutOwnAlias(body));
}

async function update(service: Service, items: IDataObject[]) {
	return await runOn(service, updateOf('id'), items, { onError: 'continueRegularOutput' });
}

const ROW = {
	'Long URL': PAGE,
	'Custom Alias': 'sommer',
	'Pixel IDs': '41, 42',
	'Expiry Date': '2040-01-02',
	geotarget: '[{"location":"Canada","link":"https://example.com/ca"}]',
	'Deep Link': 'yes',
	'Redirect Type': 'Frame',
	campaign: '',
	'UTM Source': 'mail',
	channel: [22],
};

it('C5: columns are converted to what the fields take', async () => {
	const service = await seededService();
	const run = await sheetOn(service, autoMap()).run([ROW]);

	expect(run.items).toMatchObject([{ shorturl: `${service.url}/sommer` }]);
	expect(changes(service)).toEqual([
		{
			url: `${PAGE}?utm_source=mail`,
			custom: 'sommer',
			pixels: [41, 42],
			expiry: '2040-01-02 00:00:00',
			geotarget: [{ location: 'Canada', link: 'https://example.com/ca' }],
			deeplink: { auto: true },
			type: 'frame',
			channel: 22,
		},
	]);
});

describe('C5: an update', () => {
	it('asks for the long URL where the one of the link has lost letters', async () => {
		const service = await seededService();
		const url = 'https://example.com/?a=1&b=M\uFFFDtze';
		service.seed('links', [{ id: 104, url }]);
		const run = await update(service, [{ link: 104 }]);

		expect(run.items).toMatchObject([
			{
				error: `The long URL of link 104 is unclear: the service shows it as "${url}"`,
				message: textLike(
					/^The service requires the long URL with every update\. Enter it as Long URL/,
				),
			},
		]);
		expect(requestLines(service)).toEqual(['GET /api/url/104']);
	});

	it('of items that name one link is done in their order, so that the last one wins', async () => {
		const service = await seededService();
		const items = [
			{ link: 101, url: `${PAGE}/101` },
			{ link: 102, url: `${PAGE}/1` },
			{ link: 102, url: `${PAGE}/2` },
			{ link: 102, metatitle: 'Last' },
		];
		const run = await update(service, items);

		expect(run.items.map(({ longurl }) => longurl)).toEqual([
			...[`${PAGE}/101`, `${PAGE}/1`, `${PAGE}/2`, `${PAGE}/2`],
		]);
		expect(service.links()[1]).toMatchObject({ longurl: `${PAGE}/2`, title: 'Last' });
	});
});

describe('C5: headings', () => {
	/** The bodies that a Create or Update sends for the rows, and all that it says of them. */
	async function bodiesOf(rows: IDataObject[], parameters: INodeParameters = {}) {
		const service = await seededService();
		const run = await sheetOn(service, parameters).run(rows);
		const hints = run.hints.map(({ message }) => message).join('\n');
		return { bodies: changes(service), hints, complaints: complaints(run), service };
	}

	const NOTION = 'https://www.notion.so/Summer-0123456789abcdef0123456789abcdef';
	const OF_NOTION = { id: '0123-4567', name: 'Summer', url: NOTION };

	it('of a Notion page without a long URL make no link to the page', async () => {
		const { bodies, complaints: said } = await bodiesOf([{ ...OF_NOTION, property_slug: 'new' }]);
		expect(bodies).toEqual([]);
		expect(said).toEqual([textLike(/no column matches Long URL/)]);
	});

	it('of a Notion page bring no password into the output', async () => {
		const service = await seededService();
		const run = await sheetOn(service, { options: { returnRows: true } }).run([
			{ ...OF_NOTION, property_url: PAGE, property_password: 'hunter2' },
		]);
		expect(run.items).toMatchObject([{ property_url: PAGE, link_action: 'created' }]);
		expect(JSON.stringify(run.items)).not.toContain('hunter2');
	});

	it.each(['Shortlink', 'short link'])(
		'%s with a short URL names the link, and is nothing for Create',
		async (heading) => {
			const service = await seededService();
			const row = { url: `${PAGE}/moved`, [heading]: `${service.url}/summer` };
			const run = await sheetOn(service).run([row]);
			expect(run.items).toMatchObject([{ action: 'updated', id: 102 }]);

			const created = await sheetOn(service, autoMap()).run([row]);
			expect(created.items).toMatchObject([{ longurl: `${PAGE}/moved` }]);
			expect(createBodies(service)).toEqual([{ url: `${PAGE}/moved` }]);
			expect(created.hints.map(({ message }) => message).join('\n')).toMatch(
				/has short URLs.*use Create or Update/,
			);
		},
	);

	it.each<[string | string[]]>([
		['Owner; custom'],
		['Owner\ncustom'],
		['={{ ["Owner", "custom"] }}'],
		['owner,\n"Custom"'],
	])('to ignore may be separated in any way: %j', async (inputsToIgnore) => {
		const rows = [{ url: PAGE, custom: 'no', Owner: 'A', Team: 'x' }];
		const { bodies, hints } = await bodiesOf(rows, { options: { inputsToIgnore } });
		expect(bodies).toEqual([{ url: PAGE }]);
		expect(hints).toContain('Not used: Team.');
		expect(hints).not.toContain('Owner');
	});
});
