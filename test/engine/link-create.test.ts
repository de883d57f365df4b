import type { IDataObject, INodeParameters, INodeParameterResourceLocator } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode } from './harness/index.ts';
import { anyNumber, anyText, textLike } from './support/matchers.ts';
import { autoMap, createOf, errorOf, goodItems, pairs, rows } from './support/runs.ts';
import { createBodies, credentialsOf, KEY, serviceWith } from './support/service.ts';

const LONG = 'https://example.com/page';
const PAGE = 'https://example.com/other';

function locator(mode: string, value: string | number): INodeParameterResourceLocator {
	return { __rl: true, mode, value };
}

/** A service with one of everything a link can name, under known ids. */
async function seeded() {
	const service = await serviceWith();
	service.seed('campaigns', [{ id: 11, name: 'Spring' }]);
	service.seed('channels', [{ id: 12, name: 'Mail' }]);
	service.seed('pixels', [
		{ id: 1, name: 'One' },
		{ id: 2, name: 'Two' },
	]);
	return service;
}

async function bodyOf(parameters: INodeParameters, item: IDataObject = {}, timezone?: string) {
	const service = await seeded();
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters,
		items: [item],
		...(timezone === undefined ? {} : { timezone }),
	});
	expect(run.error).toBeUndefined();
	expect(run.items).toEqual([{ id: anyNumber, shorturl: textLike(/^http/) }]);
	const bodies = createBodies(service);
	expect(bodies).toHaveLength(1);
	return bodies[0];
}

interface FieldCase {
	what: string;
	fields: INodeParameters;
	sent: IDataObject;
	item?: IDataObject;
}

const FIELD_CASES: FieldCase[] = [
	{ what: 'nothing but the long URL', fields: {}, sent: {} },
	{
		what: 'a campaign from the list',
		fields: { campaign: locator('list', 11) },
		sent: { campaign: 11 },
	},
	{
		what: 'a campaign by id, as text',
		fields: { campaign: locator('id', ' 11 ') },
		sent: { campaign: 11 },
	},
	{
		what: 'a channel from the list',
		fields: { channel: locator('list', 12) },
		sent: { channel: 12 },
	},
	{ what: 'a channel by id', fields: { channel: locator('id', '12') }, sent: { channel: 12 } },
	{
		what: 'a campaign by id, from an expression',
		fields: { campaign: locator('id', '={{ $json.campaign }}') },
		item: { campaign: 11 },
		sent: { campaign: 11 },
	},
	{ what: 'a custom alias', fields: { custom: ' summer-sale ' }, sent: { custom: 'summer-sale' } },
	{
		what: 'automatic deep links',
		fields: { deeplink: { auto: true } },
		sent: { deeplink: { auto: true } },
	},
	{
		what: 'deep links with both stores',
		fields: {
			deeplink: {
				auto: false,
				apple: 'https://apps.example.com/a',
				google: 'https://play.example.com/g',
			},
		},
		sent: {
			deeplink: {
				auto: false,
				apple: 'https://apps.example.com/a',
				google: 'https://play.example.com/g',
			},
		},
	},
	{
		what: 'a deep link without its empty store',
		fields: { deeplink: { auto: true, apple: '', google: 'https://play.example.com/g' } },
		sent: { deeplink: { auto: true, google: 'https://play.example.com/g' } },
	},
	{
		what: 'a description',
		fields: { description: 'For the mail' },
		sent: { description: 'For the mail' },
	},
	{
		what: 'device targets, one of them by hand',
		fields: {
			devicetarget: {
				targets: [
					{ device: 'iPhone', link: PAGE },
					{ device: '__other', other: 'Linux', link: LONG },
				],
			},
		},
		sent: {
			devicetarget: [
				{ device: 'iPhone', link: PAGE },
				{ device: 'Linux', link: LONG },
			],
		},
	},
	{
		what: 'geo targets, one of them by hand',
		fields: {
			geotarget: {
				targets: [
					{ location: 'Canada', link: PAGE },
					{ location: '__other', other: 'Svalbard', link: LONG },
				],
			},
		},
		sent: {
			geotarget: [
				{ location: 'Canada', link: PAGE },
				{ location: 'Svalbard', link: LONG },
			],
		},
	},
	{
		what: 'language targets, one of them by hand',
		fields: {
			languagetarget: {
				targets: [
					{ language: 'fr', link: PAGE },
					{ language: '__other', other: 'pt-br', link: LONG },
				],
			},
		},
		sent: {
			languagetarget: [
				{ language: 'fr', link: PAGE },
				{ language: 'pt-br', link: LONG },
			],
		},
	},
	{
		what: 'a domain from the list',
		fields: { domain: locator('list', 'https://go.demo.example') },
		sent: { domain: 'https://go.demo.example' },
	},
	{
		what: 'a domain by address',
		fields: { domain: locator('url', 'https://go.demo.example') },
		sent: { domain: 'https://go.demo.example' },
	},
	{
		what: 'a domain by id, looked up',
		fields: { domain: locator('id', '1') },
		sent: { domain: 'https://go.demo.example' },
	},
	{
		what: 'an expiry from the date picker',
		fields: { expiry: '2031-05-01T10:00:00' },
		sent: { expiry: '2031-05-01 10:00:00' },
	},
	{
		what: 'what social networks show',
		fields: { metatitle: 'Title', metadescription: 'Text', metaimage: 'https://example.com/i.png' },
		sent: { metatitle: 'Title', metadescription: 'Text', metaimage: 'https://example.com/i.png' },
	},
	{
		what: 'parameters',
		fields: {
			parameters: {
				parameter: [
					{ name: 'ref', value: 'news' },
					{ name: 'x', value: '' },
				],
			},
		},
		sent: {
			parameters: [
				{ name: 'ref', value: 'news' },
				{ name: 'x', value: '' },
			],
		},
	},
	{
		what: 'the five UTM names, as parameters',
		fields: {
			utm: {
				utm_source: 'newsletter',
				utm_medium: 'email',
				utm_campaign: 'summer',
				utm_term: 'shoes',
				utm_content: 'header',
			},
		},
		sent: {
			parameters: [
				{ name: 'utm_campaign', value: 'summer' },
				{ name: 'utm_content', value: 'header' },
				{ name: 'utm_medium', value: 'email' },
				{ name: 'utm_source', value: 'newsletter' },
				{ name: 'utm_term', value: 'shoes' },
			],
		},
	},
	{
		what: 'UTM names beside other parameters, without the empty ones',
		fields: {
			parameters: { parameter: [{ name: 'ref', value: 'news' }] },
			utm: { utm_source: 'newsletter', utm_medium: '' },
		},
		sent: {
			parameters: [
				{ name: 'ref', value: 'news' },
				{ name: 'utm_source', value: 'newsletter' },
			],
		},
	},
	{
		what: 'a password with a blank at its end',
		fields: { password: 'open sesame ' },
		sent: { password: 'open sesame ' },
	},
	{ what: 'pixels from the list', fields: { pixels: [1, 2] }, sent: { pixels: [1, 2] } },
	{ what: 'pixels as text', fields: { pixels: '={{ "1, 2" }}' }, sent: { pixels: [1, 2] } },
	{
		what: 'pixels as an array of an expression',
		fields: { pixels: '={{ $json.pixels }}' },
		item: { pixels: ['2', 1] },
		sent: { pixels: [2, 1] },
	},
	{ what: 'the status public', fields: { status: 'public' }, sent: { status: 'public' } },
	{ what: 'the status private', fields: { status: 'private' }, sent: { status: 'private' } },
];

/** Every field added in the form and left as it came: not one of them may be sent. */
const EMPTY_FIELDS: INodeParameters = {
	campaign: locator('list', ''),
	channel: locator('id', ''),
	custom: '',
	deeplink: {},
	description: '  ',
	domain: locator('url', ''),
	expiry: '',
	metadescription: '',
	metaimage: '',
	metatitle: '',
	parameters: { parameter: [] },
	password: '',
	pixels: [],
	utm: { utm_source: '', utm_medium: '' },
};

const TARGETS = ['devicetarget', 'geotarget', 'languagetarget'];

describe('link → Create, each field below', () => {
	it.each(FIELD_CASES)('sends $what', async ({ fields, sent, item }) => {
		const parameters = createOf(LONG, { additionalFields: fields });

		expect(await bodyOf(parameters, item)).toEqual({ url: LONG, ...sent });
	});

	it.each<{ type: string; more?: INodeParameters; sent: IDataObject }>([
		{ type: '', sent: {} },
		{ type: 'direct', sent: { type: 'direct' } },
		{ type: 'frame', sent: { type: 'frame' } },
		{ type: 'splash', sent: { type: 'splash' } },
		{ type: 'splashPage', more: { splashPageId: locator('list', 1) }, sent: { type: '1' } },
		{ type: 'splashPage', more: { splashPageId: locator('id', '2') }, sent: { type: '2' } },
		{ type: 'ctaOverlay', more: { ctaOverlayId: locator('list', 3) }, sent: { type: 'overlay-3' } },
		{ type: 'ctaOverlay', more: { ctaOverlayId: locator('id', '1') }, sent: { type: 'overlay-1' } },
	])('sends the redirect type "$type" as $sent', async ({ type, more = {}, sent }) => {
		expect(await bodyOf(createOf(LONG, { type, ...more }))).toEqual({ url: LONG, ...sent });
	});

	// A picker that is hidden by Redirect Type but required would count as shown when Redirect Type is
	// an expression, and n8n would refuse the node with "The node has issues"; an
	// empty picker is complained about by the operation, which does so already.
	it('sends the redirect type of an expression', async () => {
		const parameters = createOf(LONG, { type: '={{ "overlay-2" }}' });

		expect(await bodyOf(parameters)).toEqual({ url: LONG, type: 'overlay-2' });
	});

	it.each(Object.keys(EMPTY_FIELDS))(
		'sends nothing for %s when it was added and left empty',
		async (name) => {
			const additionalFields = { [name]: EMPTY_FIELDS[name] };

			expect(await bodyOf(createOf(LONG, { additionalFields }))).toEqual({ url: LONG });
		},
	);

	it.each(TARGETS)('sends nothing for %s without a row', async (name) => {
		expect(await bodyOf(createOf(LONG, { additionalFields: { [name]: {} } }))).toEqual({
			url: LONG,
		});
	});

	it.each(TARGETS)('sends nothing for %s with an empty list of rows', async (name) => {
		const additionalFields = { [name]: { targets: [] } };

		expect(await bodyOf(createOf(LONG, { additionalFields }))).toEqual({ url: LONG });
	});

	it('sends nothing for a field whose expression finds nothing', async () => {
		const additionalFields = {
			custom: '={{ $json.missing }}',
			campaign: locator('id', '={{ $json.missing }}'),
			pixels: '={{ $json.missing }}',
			expiry: '={{ $json.missing }}',
		};

		expect(await bodyOf(createOf(LONG, { additionalFields }))).toEqual({ url: LONG });
	});
});

describe('link → Create, expiry', () => {
	const MOMENT = '2031-05-01T10:00:00Z';
	const WALL = '2031-05-01T10:00:00';

	it.each([
		{ what: 'a wall clock as it stands', expiry: WALL, sent: '2031-05-01 10:00:00' },
		{
			what: 'a wall clock as it stands, whatever Expiry Time Zone says',
			expiry: WALL,
			zone: 'America/New_York',
			sent: '2031-05-01 10:00:00',
		},
		{ what: "a moment in the workflow's zone", expiry: MOMENT, sent: '2031-05-01 19:00:00' },
		{
			what: 'a moment in Expiry Time Zone',
			expiry: MOMENT,
			zone: 'America/New_York',
			sent: '2031-05-01 06:00:00',
		},
		{
			what: 'a Luxon date of an expression',
			expiry: `={{ DateTime.fromISO("${MOMENT}") }}`,
			sent: '2031-05-01 19:00:00',
		},
		{
			what: 'a JavaScript date of an expression',
			expiry: `={{ new Date("${MOMENT}") }}`,
			sent: '2031-05-01 19:00:00',
		},
		{
			what: 'epoch seconds of an expression',
			expiry: `={{ ${String(Date.parse(MOMENT) / 1000)} }}`,
			zone: 'UTC',
			sent: '2031-05-01 10:00:00',
		},
		{ what: 'a date without a time', expiry: '2031-05-01', sent: '2031-05-01 00:00:00' },
	])('sends $what', async ({ expiry, zone, sent }) => {
		const options = zone === undefined ? {} : { timezone: zone };
		const parameters = createOf(LONG, { additionalFields: { expiry }, options });

		expect(await bodyOf(parameters, {}, 'Asia/Tokyo')).toEqual({ url: LONG, expiry: sent });
	});
});

describe('link → Create, columns of the input', () => {
	it.each<{ what: string; row: IDataObject; sent: IDataObject }>([
		{
			what: "the API's own names",
			row: { url: LONG, custom: 'own-name', campaign: 11, channel: '12', status: 'public' },
			sent: { url: LONG, custom: 'own-name', campaign: 11, channel: 12, status: 'public' },
		},
		{
			what: 'headings in any spelling',
			row: {
				'LONG URL': LONG,
				custom_alias: 'spelled',
				'Campaign-ID': '11',
				'pixel ids': '1, 2',
				'Meta  Title': 'T',
				'REDIRECT TYPE': 'Frame',
				'Expiry Date': '2031-05-01',
				'Link Status': 'Public',
			},
			sent: {
				url: LONG,
				custom: 'spelled',
				campaign: 11,
				pixels: [1, 2],
				metatitle: 'T',
				type: 'frame',
				expiry: '2031-05-01 00:00:00',
				status: 'public',
			},
		},
		{
			what: 'a byte-order mark before the first heading',
			row: { '\uFEFFurl': LONG, custom: 'with-bom' },
			sent: { url: LONG, custom: 'with-bom' },
		},
		{
			what: 'no empty cell',
			row: { url: LONG, custom: '', campaign: null, pixels: '  ', expiry: '', geotarget: [] },
			sent: { url: LONG },
		},
		{
			what: 'targets and deep links as JSON',
			row: {
				url: LONG,
				geotarget: `[{"location":"Canada","link":"${PAGE}"}]`,
				'Device Targets': `{"device":"iPhone","link":"${PAGE}"}`,
				languagetarget: [{ language: 'fr', link: PAGE }],
				'deep link': '{"auto": "yes", "apple": ""}',
			},
			sent: {
				url: LONG,
				geotarget: [{ location: 'Canada', link: PAGE }],
				devicetarget: [{ device: 'iPhone', link: PAGE }],
				languagetarget: [{ language: 'fr', link: PAGE }],
				deeplink: { auto: true },
			},
		},
		{
			what: 'deep links from yes',
			row: { url: LONG, deeplink: 'yes' },
			sent: { url: LONG, deeplink: { auto: true } },
		},
		{
			what: 'parameters as an object and UTM columns',
			row: { url: LONG, parameters: '{"ref":"news"}', 'UTM Source': 'mail', utm_medium: '' },
			sent: {
				url: LONG,
				parameters: [
					{ name: 'ref', value: 'news' },
					{ name: 'utm_source', value: 'mail' },
				],
			},
		},
		{
			what: 'the day number of a spreadsheet',
			row: { url: LONG, expiry: 47_968.5 },
			sent: { url: LONG, expiry: '2031-04-30 12:00:00' },
		},
		{
			what: 'a number as the text a field wants',
			row: { url: LONG, custom: 2031, password: 12345 },
			sent: { url: LONG, custom: '2031', password: '12345' },
		},
	])('sends $what', async ({ row, sent }) => {
		expect(await bodyOf(autoMap(), row)).toEqual(sent);
	});

	it("prefers the API's own name, then the first column, and names what it left out", async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap(),
			items: [
				{
					'Long URL': 'https://example.com/heading',
					url: LONG,
					Alias: 'first',
					'Custom Alias': 'second',
				},
			],
		});

		expect(createBodies(service)).toEqual([{ url: LONG, custom: 'first' }]);
		expect(run.hints).toEqual([
			{
				message: 'Columns that are no field of a link were left out: Long URL, Custom Alias',
				location: 'outputPane',
			},
		]);
	});

	it('says once which columns were left out, and nothing of those to ignore', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ inputsToIgnore: 'owner , custom' }),
			items: [
				{ url: `${LONG}/1`, Owner: 'A', Team: 'x', custom: 'ignored' },
				{ url: `${LONG}/2`, Owner: 'B', Team: 'y', Row: 2 },
			],
		});

		expect(createBodies(service)).toEqual([{ url: `${LONG}/1` }, { url: `${LONG}/2` }]);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'Columns that are no field of a link were left out: Team, Row',
		]);
	});

	it('hints at nothing when every column is a field', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap(),
			items: [{ url: LONG }],
		});

		expect(run.hints).toEqual([]);
	});

	it('names the columns there are when none is the long URL', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap(),
			items: [{ Address: LONG, Owner: 'A' }],
		});

		expect(errorOf(run).message).toBe('Long URL is empty');
		expect(errorOf(run).description).toContain('Its columns are: Address, Owner.');
		expect(service.requests).toEqual([]);
	});
});

describe('link → Create, output', () => {
	// An expression or a cell gives the switch as text.
	it.each([true, 'yes'])('puts the row under input, without its password (%j)', async (on) => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ options: { includeInputFields: on } }),
			items: [{ url: LONG, Owner: 'A', 'Pass Word': 'hidden' }],
		});

		expect(createBodies(service)).toEqual([{ url: LONG, password: 'hidden' }]);
		expect(run.items).toEqual([
			{ id: anyNumber, shorturl: anyText, input: { url: LONG, Owner: 'A' } },
		]);
	});

	it('keeps the order of the input, links every item to its own, and makes each link once', async () => {
		const service = await serviceWith();
		// Later items answer sooner than earlier ones.
		for (const nth of [1, 3, 5]) {
			service.addFault({ match: { path: '/api/url/add', nth }, kind: 'slowDrip', msPerByte: 2 });
		}
		const items = rows(25);
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf('={{ $json.url }}', { options: { includeInputFields: true } }),
			items,
		});

		expect(run.items.map(({ input }) => input)).toEqual(items);
		expect(pairs(run)).toEqual(items.map((_, index) => index));
		const byShortUrl = new Map<unknown, string>(
			service.links().map(({ shorturl, longurl }) => [shorturl, longurl]),
		);
		expect(run.items.map(({ shorturl }) => byShortUrl.get(shorturl))).toEqual(
			items.map(({ url }) => url),
		);
		expect(service.links()).toHaveLength(items.length);
	});

	it('does not change the items it was given', async () => {
		const service = await serviceWith();
		const items = [{ json: { url: LONG, custom: 'kept', nested: { a: 1 } } }];
		const before = structuredClone(items);
		await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ options: { includeInputFields: true } }),
			items,
		});

		expect(items).toMatchObject(before);
		expect(Object.keys(items[0]?.json ?? {})).toEqual(['url', 'custom', 'nested']);
	});

	it('gives nothing for no items', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf(LONG),
			items: [],
		});

		expect(run.items).toEqual([]);
		expect(service.requests).toEqual([]);
	});

	it('gives ids as numbers where they arrive as text', async () => {
		const service = await serviceWith({ variations: { numbersAsStrings: true } });
		const run = await runNode({ credentials: credentialsOf(service), parameters: createOf(LONG) });

		expect(run.items).toEqual([{ id: 1, shorturl: anyText }]);
	});

	it('takes `short` for the short URL where an old build gives no id', async () => {
		const service = await serviceWith({ variations: { oldCreateBody: true } });
		const run = await runNode({ credentials: credentialsOf(service), parameters: createOf(LONG) });

		expect(run.items).toEqual([{ shorturl: service.links()[0]?.shorturl }]);
	});

	it('passes on what an install adds', async () => {
		const service = await serviceWith({ variations: { createBodyExtras: true } });
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf(LONG, { additionalFields: { metatitle: 'T', description: 'D' } }),
		});

		expect(run.items).toEqual([{ id: 1, shorturl: anyText, title: 'T', description: 'D' }]);
	});

	it.each(['asDescribed', 'number', 'string', 'boolean'] as const)(
		'takes `error` written as %s for what it means, and hands it to nobody',
		async (errorValue) => {
			const service = await serviceWith({ variations: { errorValue } });
			const run = await runNode({
				credentials: credentialsOf(service),
				parameters: createOf('={{ $json.url }}'),
				items: [{ url: LONG }, { url: 'not a url' }],
				onError: 'continueRegularOutput',
			});

			expect(goodItems(run)).toEqual([{ id: 1, shorturl: anyText }]);
			expect(run.items[1]?.error).toBe('Please enter a valid URL.');
		},
	);
});

describe('link → Create, credential', () => {
	it.each([
		{ what: 'as it is', write: (url: string) => url },
		{ what: 'with slashes at its end', write: (url: string) => `${url}//` },
		{ what: 'with /api', write: (url: string) => `${url}/api` },
		{ what: 'with /api/ and blanks', write: (url: string) => ` ${url}/api/ ` },
	])('takes the base URL $what', async ({ write }) => {
		for (const basePath of ['', '/s', '/deep/api-gate']) {
			const service = await serviceWith({ basePath });
			const run = await runNode({
				credentials: credentialsOf(service, { baseUrl: write(service.url) }),
				parameters: createOf(LONG),
			});

			expect(run.items).toEqual([{ id: 1, shorturl: textLike(new RegExp(`^${service.url}/`)) }]);
			expect(service.requests.map(({ path }) => path)).toEqual(['/api/url/add']);
		}
	});

	it.each([`Bearer ${KEY}`, `bearer  ${KEY} `, `  ${KEY}\n`])(
		'takes the key written as %j',
		async (apiKey) => {
			const service = await serviceWith();
			const run = await runNode({
				credentials: credentialsOf(service, { apiKey }),
				parameters: createOf(LONG),
			});

			expect(run.error).toBeUndefined();
			expect(service.requests.map(({ headers }) => headers.authorization)).toEqual([
				`Bearer ${KEY}`,
			]);
		},
	);
});
