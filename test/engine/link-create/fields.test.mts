import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { createOf } from '../support/runs.mts';
import { bodyOf, locator, LONG, PAGE, redirect } from './body.mts';

interface FieldCase {
	what: string;
	/** Above Additional Fields. */
	top?: INodeParameters;
	fields?: INodeParameters;
	sent: IDataObject;
	item?: IDataObject;
}

/** Fields by themselves; all of them at once are in the row of the operation. */
const FIELD_CASES: FieldCase[] = [
	{ what: 'nothing but the long URL', sent: {} },
	{
		what: 'a campaign by id, as text',
		fields: { campaign: locator('id', ' 11 ') },
		sent: { campaign: 11 },
	},
	{
		what: 'a campaign by id, from an expression',
		fields: { campaign: locator('id', '={{ $json.campaign }}') },
		item: { campaign: 11 },
		sent: { campaign: 11 },
	},
	{
		what: 'a deep link without its empty store',
		fields: { deeplink: { auto: true, apple: '', google: 'https://play.example.com/g' } },
		sent: { deeplink: { auto: true, google: 'https://play.example.com/g' } },
	},
	...[
		{ field: 'devicetarget', part: 'device', values: ['iPhone', 'Linux'] },
		{ field: 'geotarget', part: 'location', values: ['Canada', 'Svalbard'] },
		{ field: 'languagetarget', part: 'language', values: ['fr', 'pt-br'] },
	].map(({ field, part, values: [known = '', other = ''] }) => ({
		what: `${field}, one of them by hand`,
		fields: {
			[field]: {
				targets: [
					{ [part]: known, link: PAGE },
					{ [part]: '__other', other, link: LONG },
				],
			},
		},
		sent: {
			[field]: [
				{ [part]: known, link: PAGE },
				{ [part]: other, link: LONG },
			],
		},
	})),
	{
		what: 'a domain by address',
		top: { domain: locator('address', 'https://go.demo.example') },
		sent: { domain: 'https://go.demo.example' },
	},
	{
		what: 'a domain by id, looked up',
		top: { domain: locator('id', '1') },
		sent: { domain: 'https://go.demo.example' },
	},
	{
		what: 'UTM names beside other parameters, without the empty ones',
		top: { utm: { values: { utm_source: 'newsletter', utm_medium: '' } } },
		fields: { parameters: { parameter: [{ name: 'ref', value: '' }] } },
		sent: { url: `${LONG}?ref=&utm_source=newsletter` },
	},
	{
		what: 'a password with a blank at its end',
		fields: { password: 'open sesame ' },
		sent: { password: 'open sesame ' },
	},
	{ what: 'pixels as text', fields: { pixels: '={{ "1, 2" }}' }, sent: { pixels: [1, 2] } },
	{
		what: 'pixels as an array of an expression',
		fields: { pixels: '={{ $json.pixels }}' },
		item: { pixels: ['2', 1] },
		sent: { pixels: [2, 1] },
	},
	{
		what: 'a splash page by id',
		fields: redirect('splashPage', { splashPageId: locator('id', '2') }),
		sent: { type: '2' },
	},
	{
		what: 'what was picked for a redirect type of an expression',
		fields: redirect('={{ $json.type }}', { splashPageId: locator('list', 1) }),
		item: { type: 'splashPage' },
		sent: { type: '1' },
	},
	{
		what: 'a redirect type for which nothing is picked',
		fields: redirect('frame', { splashPageId: locator('list', 1) }),
		sent: { type: 'frame' },
	},
	{
		what: 'the redirect type of an expression',
		fields: redirect('={{ "overlay-2" }}'),
		sent: { type: 'overlay-2' },
	},
];

/** Every field added in the form and left as it came: not one of them may be sent. */
const EMPTY_FIELDS: INodeParameters = {
	campaign: locator('list', ''),
	channel: locator('id', ''),
	deeplink: {},
	description: '  ',
	expiry: '',
	metadescription: '',
	metaimage: '',
	metatitle: '',
	parameters: { parameter: [] },
	password: '',
	pixels: [],
	type: { redirect: { type: '' } },
};

/** What stands above Additional Fields with nothing in it. */
const EMPTY_AT_TOP: INodeParameters[] = [
	{ custom: '', domain: locator('list', '') },
	{ custom: '  ', domain: locator('address', ' ') },
	{ custom: '={{ $json.missing }}', domain: locator('id', '={{ $json.missing }}') },
	{ domain: { mode: 'list', value: '' }, utm: {} },
	{ utm: { values: { utm_source: '', utm_medium: ' ' } } },
	{ domain: '' },
];

const TARGETS = ['devicetarget', 'geotarget', 'languagetarget'];

describe('link → Create, each field', () => {
	it.each(FIELD_CASES)('sends $what', async ({ top, fields = {}, sent, item }) => {
		const parameters = createOf(LONG, { ...top, additionalFields: fields });

		expect(await bodyOf(parameters, item)).toEqual({ url: LONG, ...sent });
	});

	it.each(EMPTY_AT_TOP)('sends nothing for %j', async (empty) => {
		expect(await bodyOf(createOf(LONG, empty))).toEqual({ url: LONG });
	});

	it.each(Object.keys(EMPTY_FIELDS))(
		'sends nothing for %s when it was added and left empty',
		async (name) => {
			const additionalFields = { [name]: EMPTY_FIELDS[name] };

			expect(await bodyOf(createOf(LONG, { additionalFields }))).toEqual({ url: LONG });
		},
	);

	it.each(TARGETS.flatMap((name) => [{ [name]: {} }, { [name]: { targets: [] } }]))(
		'sends nothing for targets without a row: %j',
		async (additionalFields) => {
			expect(await bodyOf(createOf(LONG, { additionalFields }))).toEqual({ url: LONG });
		},
	);

	it('sends nothing for a field whose expression finds nothing', async () => {
		const additionalFields = {
			campaign: locator('id', '={{ $json.missing }}'),
			pixels: '={{ $json.missing }}',
			expiry: '={{ $json.missing }}',
			...redirect('={{ $json.missing }}'),
		};

		expect(await bodyOf(createOf(LONG, { additionalFields }))).toEqual({ url: LONG });
	});
});

describe('link → Create, expiry', () => {
	const MOMENT = '2031-05-01T10:00:00Z';

	it.each([
		{
			what: 'a wall clock as it stands, whatever Expiry Time Zone says',
			expiry: '2031-05-01T10:00:00',
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
		...[`DateTime.fromISO("${MOMENT}")`, `new Date("${MOMENT}")`].map((date) => ({
			what: `what an expression gives: ${date}`,
			expiry: `={{ ${date} }}`,
			sent: '2031-05-01 19:00:00',
		})),
	])(
		'sends $what',
		async ({ expiry, zone, sent }: { expiry: string; zone?: string; sent: string }) => {
			const timezone = zone === undefined ? {} : { timezone: zone };
			const parameters = createOf(LONG, { additionalFields: { expiry, ...timezone } });

			expect(await bodyOf(parameters, {}, 'Asia/Tokyo')).toEqual({ url: LONG, expiry: sent });
		},
	);
});
