import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import { textLike } from '../support/matchers.mts';
import { withoutOwnAlias } from '../support/ownAlias.mts';
import { autoMap, updateOf } from '../support/runs.mts';
import { createBodies, credentialsOf, requestLines } from '../support/service.mts';
import { complaints, PAGE, sheetOn } from '../support/sheet.mts';

/** Bodies of the changes in the order of arrival. */
function changes(service: Service): unknown[] {
	return service.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ body }) => withoutOwnAlias(body));
}

async function update(service: Service, items: IDataObject[]) {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: updateOf('id'),
		items,
		onError: 'continueRegularOutput',
	});
}

describe('C5: columns', () => {
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

	it('are converted to what the fields take', async () => {
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

	it('give nothing to a field that the form sets, in no row, and are named', async () => {
		const service = await seededService();
		const form = {
			utm: { values: { utm_source: 'sheet', utm_medium: '={{ $json.Channel }}' } },
			additionalFields: {
				campaign: pick('name', 'Spring'),
				domain: pick('address', 'https://to.example.com'),
				pixels: [41],
				timezone: 'Asia/Tokyo',
			},
		};
		const sheet = sheetOn(service, autoMap({ ...form, options: { batching: { maxInFlight: 1 } } }));
		const run = await sheet.run([
			{ url: PAGE, campaign: '', utm_source: ' ', Expiry: '2031-05-01T10:00:00Z', Channel: 'Mail' },
			{ url: PAGE, domain: 'go.example.com', Pixels: '42', utm_source: 'row', utm_medium: 'x' },
		]);

		const ofForm = { domain: 'https://to.example.com', campaign: 11, pixels: [41] };
		expect(changes(service)).toEqual([
			{
				url: `${PAGE}?utm_source=sheet&utm_medium=Mail`,
				...{ ...ofForm, channel: 21, expiry: '2031-05-01 19:00:00' },
			},
			{ url: `${PAGE}?utm_source=sheet`, ...ofForm },
		]);
		const [, line] = run.hints.map(({ message }) => message);
		for (const named of [
			'campaign: Campaign is set in the form.',
			'utm_source: UTM Source is set in the form.',
			'domain: Domain is set in the form.',
			'Pixels: set in the form.',
			'utm_medium: UTM Medium is set in the form.',
		])
			expect(line).toContain(named);
	});

	it('are named once where they were not used, without those to ignore', async () => {
		const service = await seededService();
		const sheet = sheetOn(service, autoMap({ options: { inputsToIgnore: 'owner , custom' } }));
		const run = await sheet.run([
			{ url: `${PAGE}/1`, Owner: 'A', Team: 'x', custom: 'ignored' },
			{ url: `${PAGE}/2`, Owner: 'B', Team: 'y', Row: 2, Note: '' },
		]);

		expect(changes(service)).toEqual([{ url: `${PAGE}/1` }, { url: `${PAGE}/2` }]);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'2 created.',
			'Used: url. Not used: Team, Row, Note. If one of them is about the links, drag it into its field, such as Custom Alias, Expiry, or Password.',
		]);
	});
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

	it.each<[row: IDataObject, body: IDataObject]>([
		[
			{ ...OF_NOTION, property_url: PAGE, property_slug: 'new' },
			{ url: PAGE, custom: 'new' },
		],
		[{ ...OF_NOTION, property_destination: PAGE, property_name: 'x' }, { url: PAGE }],
		[
			{ ...OF_NOTION, property_long_url: PAGE, custom: 'new' },
			{ url: PAGE, custom: 'new' },
		],
		[
			{ ...OF_NOTION, property_landing_page: PAGE, property_meta_title: 'Spring' },
			{ url: PAGE, metatitle: 'Spring' },
		],
	])("of n8n's Notion node are read without property_: %j", async (row, body) => {
		expect((await bodiesOf([row])).bodies).toEqual([body]);
	});

	it('of a Notion page without a long URL make no link to the page', async () => {
		const { bodies, complaints: said } = await bodiesOf([{ ...OF_NOTION, property_slug: 'new' }]);
		expect(bodies).toEqual([]);
		expect(said).toEqual([textLike(/Long URL is empty/)]);
	});

	it('that only look like those of Notion are read as they stand', async () => {
		const row = { url: PAGE, property_city: 'Berlin', name: 'Flat', custom: 'flat' };
		expect((await bodiesOf([row])).bodies).toEqual([{ url: PAGE, custom: 'flat' }]);
	});

	it('of a Notion page bring no password into the output', async () => {
		const service = await seededService();
		const run = await sheetOn(service, { options: { inputFields: 'input' } }).run([
			{ ...OF_NOTION, property_url: PAGE, property_password: 'hunter2' },
		]);
		expect(run.items).toMatchObject([{ action: 'created' }]);
		expect(JSON.stringify(run.items)).not.toContain('hunter2');
	});

	it("of Google's campaign builder are UTM parameters", async () => {
		const { bodies, hints } = await bodiesOf([
			{
				'Website URL': PAGE,
				'Campaign Source': 'mail',
				'Campaign Medium': 'email',
				'Campaign Name': 'Spring',
				'Campaign Term': '',
				'Campaign Content': 'header',
			},
		]);
		expect(bodies).toEqual([
			{
				url: `${PAGE}?utm_source=mail&utm_medium=email&utm_campaign=Spring&utm_content=header`,
			},
		]);
		expect(hints).toContain('read as UTM parameters');
	});

	it('with a campaign name and no source and medium name a campaign', async () => {
		const rows = [{ url: PAGE, 'Campaign Name': 'Spring', 'Campaign Source': 'mail' }];
		expect((await bodiesOf(rows)).bodies).toEqual([{ url: PAGE, campaign: 11 }]);
	});

	it.each([
		...['Long URL*', 'Long URL:', 'LONG URL (*)', 'Landing Page URL', 'Website URL', '🔗 Long URL'],
		'Long\u200B URL',
	])('%s is the long URL', async (heading) => {
		expect((await bodiesOf([{ [heading]: PAGE }])).bodies).toEqual([{ url: PAGE }]);
	});

	it.each([
		...['Custom Slug', 'Slashtag', 'Custom Back-half', 'Slug:', 'Vanity URL', 'Shortlink'],
		'Short Link',
	])('%s is the alias', async (heading) => {
		const { bodies } = await bodiesOf([{ url: PAGE, [heading]: 'new' }]);
		expect(bodies).toEqual([{ url: PAGE, custom: 'new' }]);
	});

	it('Keyword is no alias beside one', async () => {
		const { bodies } = await bodiesOf([{ url: PAGE, Alias: '', Keyword: 'shoes' }]);
		expect(bodies).toEqual([{ url: PAGE }]);
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

	it('to ignore that no row has are said', async () => {
		const rows = [
			{ url: PAGE, Note: 'x' },
			{ url: `${PAGE}/2`, Team: 'x' },
		];
		const options = { inputsToIgnore: 'Teem, Note' };
		const { hints } = await bodiesOf(rows, { options });
		expect(hints).toContain('Inputs to Ignore lists Teem, but no column has that name.');
		expect(hints).not.toContain('Note,');
	});

	it('that are not used are named, every one', async () => {
		const names = Array.from({ length: 60 }, (_, at) => `X${at + 1}`);
		const row = Object.fromEntries(names.map((name) => [name, 'x']));
		const { hints } = await bodiesOf([{ url: PAGE, ...row }]);
		expect(hints).toContain(`Not used: ${names.join(', ')}.`);
	});
});
