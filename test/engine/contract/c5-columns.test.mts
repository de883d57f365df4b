import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, ServiceOptions } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import { textLike } from '../support/matchers.mts';
import { withoutOwnAlias } from '../support/ownAlias.mts';
import { autoMap, autoMapUpdate } from '../support/runs.mts';
import { createBodies, credentialsOf, requestLines } from '../support/service.mts';
import { complaints, PAGE, sheetOn } from '../support/sheet.mts';

const BY_ID = { columnToMatchOn: 'id' };

/** Bodies of the changes in the order of arrival. */
function changes(service: Service): unknown[] {
	return service.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ body }) => withoutOwnAlias(body));
}

async function update(service: Service, rows: IDataObject[], more: INodeParameters = {}) {
	return await sheetOn(service, autoMapUpdate(more)).run(rows);
}

async function linksOf(service: Service, parameters: INodeParameters): Promise<IDataObject[]> {
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters: { resource: 'link', ...parameters },
	});
	return run.items;
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

	it.each<[what: string, parameters: INodeParameters, more: IDataObject]>([
		['a Create', autoMap(), {}],
		['an Update', autoMapUpdate(BY_ID), { id: 102 }],
	])('of %s are converted to what the fields take', async (_what, parameters, more) => {
		const service = await seededService();
		const run = await sheetOn(service, parameters).run([{ ...ROW, ...more }]);

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

	it('of a Create come before the fields of the form, which hold for all rows', async () => {
		const service = await seededService();
		const form = {
			domain: pick('address', 'https://to.example.com'),
			utm: { values: { utm_source: 'sheet', utm_medium: 'mail' } },
			additionalFields: { campaign: pick('name', 'Spring'), pixels: [41], timezone: 'Asia/Tokyo' },
		};
		await sheetOn(service, autoMap({ ...form, options: { batching: { maxInFlight: 1 } } })).run([
			{ url: PAGE, campaign: '', utm_source: ' ', Expiry: '2031-05-01T10:00:00Z' },
			{ url: PAGE, domain: 'https://go.example.com', Pixels: '42', utm_source: 'row' },
		]);

		expect(changes(service)).toEqual([
			{
				url: `${PAGE}?utm_source=sheet&utm_medium=mail`,
				domain: 'https://to.example.com',
				campaign: 11,
				pixels: [41],
				expiry: '2031-05-01 19:00:00',
			},
			{
				url: `${PAGE}?utm_source=row&utm_medium=mail`,
				domain: 'https://go.example.com',
				campaign: 11,
				pixels: [42],
			},
		]);
	});

	it('of an Update do, too, but for what cannot hold for all rows', async () => {
		const service = await seededService();
		const domain = 'https://to.example.com';
		const branded = {
			shorturl: 'https://go.example.com/branded',
			domain: 'https://go.example.com',
		};
		await update(
			service,
			[
				{ id: 101, url: `${PAGE}/1`, channel: '0' },
				{ id: 102, url: `${PAGE}/2`, campaign: 'Spring', channel: 22 },
				{ id: 103, url: `${PAGE}/3`, ...branded },
			],
			{
				...BY_ID,
				utm: { values: { utm_source: 'mail' } },
				updateFields: {
					campaign: pick('name', 'Summer'),
					channel: pick('id', 21),
					domain: pick('list', domain),
					// From before the mode was changed.
					url: 'https://example.com/same',
					custom: 'same',
				},
			},
		);

		expect(changes(service)).toEqual([
			{ url: `${PAGE}/1?utm_source=mail`, domain, campaign: 12, channel: 21 },
			{ url: `${PAGE}/2?utm_source=mail`, domain, campaign: 11, channel: 22 },
			{ url: `${PAGE}/3?utm_source=mail`, campaign: 12, channel: 21 },
		]);
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
			'Used: url. Ignored: Team, Row.',
		]);
	});
});

describe('C5: an update from rows', () => {
	it.each<Partial<ServiceOptions>>([{}, { variations: { extraLinkFields: true } }])(
		'that come out of Get Many leaves links as they are: %j',
		async (options) => {
			const service = await seededService(options);
			const before = service.links();
			const rows = await linksOf(service, { operation: 'getAll', returnAll: true });
			const run = await update(service, rows);

			expect(run.items.map(({ id }) => id)).toEqual(before.map(({ id }) => id).reverse());
			expect(service.links()).toEqual(before);
		},
	);

	it('that come out of Get takes an expiry that has passed, and refuses another date in the past', async () => {
		const service = await seededService();
		const url = 'https://example.com/?a=1&b=2';
		const expiry = '2020-01-02 03:04:05';
		service.seed('links', [{ id: 104, url: url.replace('&', '&amp;'), alias: 'old', expiry }]);
		const [row] = await linksOf(service, { operation: 'get', linkId: pick('id', 104) });
		const run = await update(service, [
			{ ...row, description: 'New' },
			{ ...row, expiry: '2020-01-02' },
			{ ...row, expiry: '2040-01-02' },
		]);

		expect(row).toMatchObject({ expiry });
		expect(run.items).toMatchObject([
			{ id: 104 },
			{ error: textLike(/^expiry "2020-01-02 00:00:00" is in the past/) },
			{ id: 104 },
		]);
		expect(changes(service)).toEqual([
			{ url, description: 'New' },
			{ url, expiry: '2040-01-02 00:00:00' },
		]);
	});

	it('goes on behind those that name no link, or two, and behind blank ones', async () => {
		const service = await seededService();
		const [spring, summer] = [`${service.url}/spring`, `${service.url}/summer`];
		const run = await update(
			service,
			[
				{ id: 101, url: `${PAGE}/1` },
				{ id: '', url: `${PAGE}/2` },
				{ id: 102, url: `${PAGE}/3`, shorturl: spring },
				{ id: '', url: ' ' },
				{ id: 103, url: `${PAGE}/4`, shorturl: 'go.example.com/branded' },
			],
			BY_ID,
		);

		expect(run.items).toMatchObject([
			{ id: 101 },
			{ error: 'Column "id" is empty' },
			{
				error: `Link 102 has the short URL ${summer}, not ${spring} as in the row`,
				details: { item: { index: 2, number: 3, longUrl: `${PAGE}/3`, shortUrl: spring } },
			},
			{ action: 'skipped' },
			{ id: 103 },
		]);
		expect(changes(service)).toHaveLength(2);
		expect(JSON.stringify(run.hints)).toContain('1 blank row skipped');
	});

	it('changes nothing where two columns name different links', async () => {
		const service = await seededService();
		const [link, shorturl] = [`${service.url}/summer`, `${service.url}/spring`];
		const row = { link, shorturl, description: 'New' };
		const run = await update(service, [row], { columnToMatchOn: 'Link' });

		expect(run.items).toMatchObject([
			{ error: `Link 102 has the short URL ${link}, not ${shorturl} as in the row` },
		]);
		expect(changes(service)).toEqual([]);
	});

	it('asks for the long URL where the one of the link has lost letters', async () => {
		const service = await seededService();
		const url = 'https://example.com/?a=1&b=M\uFFFDtze';
		service.seed('links', [{ id: 104, url }]);
		const run = await update(service, [{ id: 104, description: 'Any' }], BY_ID);

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

	it('that name one link several times is done in their order, so that the last one wins', async () => {
		const service = await seededService();
		const rows = [
			{ id: 101, url: `${PAGE}/101` },
			// Its domain has to be looked up first.
			{ id: 102, url: `${PAGE}/1`, domain: 31 },
			{ id: 102, url: `${PAGE}/2` },
			{ id: 102, description: 'Last' },
		];
		const run = await update(service, rows, BY_ID);

		expect(run.items.map(({ longurl }) => longurl)).toEqual([
			...[`${PAGE}/101`, `${PAGE}/1`, `${PAGE}/2`, `${PAGE}/2`],
		]);
		expect(service.links()[1]).toMatchObject({
			longurl: `${PAGE}/2`,
			domain: 'https://go.example.com',
			description: 'Last',
		});
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
		[{ ...OF_NOTION, property_link: PAGE, property_name: 'x' }, { url: PAGE }],
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
				'Campaign ID': 12345,
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
		expect(hints).toContain('Ignored: Campaign ID');
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
		...['Custom Slug', 'Slashtag', 'Vanity', 'Custom Back-half', 'Slug:', 'Vanity URL'],
		...['Short', 'Shortlink', 'Short Link'],
	])('%s is the alias', async (heading) => {
		const { bodies } = await bodiesOf([{ url: PAGE, [heading]: 'new' }]);
		expect(bodies).toEqual([{ url: PAGE, custom: 'new' }]);
	});

	it('Keyword is no alias beside one', async () => {
		const { bodies } = await bodiesOf([{ url: PAGE, Alias: '', Keyword: 'shoes' }]);
		expect(bodies).toEqual([{ url: PAGE }]);
	});

	it.each(['Short', 'Shortlink', 'short link'])(
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
		expect(hints).toContain('Ignored: Team.');
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

	it('that are ignored are five and a count', async () => {
		const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`X${at + 1}`, at]));
		const { hints } = await bodiesOf([{ url: PAGE, ...many }]);
		expect(hints).toContain('Ignored: X1, X2, X3, X4, X5 and 295 more.');
	});
});
