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

const FIELD_CASES: FieldCase[] = [
	{ what: 'nothing but the long URL', sent: {} },
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
	{ what: 'a custom alias', top: { custom: ' summer-sale ' }, sent: { custom: 'summer-sale' } },
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
		top: { domain: locator('list', 'https://go.demo.example') },
		sent: { domain: 'https://go.demo.example' },
	},
	{
		what: 'a domain by address',
		top: { domain: locator('url', 'https://go.demo.example') },
		sent: { domain: 'https://go.demo.example' },
	},
	{
		what: 'a domain by id, looked up',
		top: { domain: locator('id', '1') },
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
	{
		what: 'a splash page from the list',
		fields: redirect('splashPage', { splashPageId: locator('list', 1) }),
		sent: { type: '1' },
	},
	{
		what: 'a splash page by id',
		fields: redirect('splashPage', { splashPageId: locator('id', '2') }),
		sent: { type: '2' },
	},
	{
		what: 'a CTA overlay from the list',
		fields: redirect('ctaOverlay', { ctaOverlayId: locator('list', 3) }),
		sent: { type: 'overlay-3' },
	},
	{
		what: 'a CTA overlay by id',
		fields: redirect('ctaOverlay', { ctaOverlayId: locator('id', '1') }),
		sent: { type: 'overlay-1' },
	},
	{
		what: 'what was picked for a redirect type of an expression',
		fields: redirect('={{ $json.type }}', { splashPageId: locator('list', 1) }),
		item: { type: 'splashPage' },
		sent: { type: '1' },
	},
	...['direct', 'frame', 'splash'].map((type) => ({
		what: `the redirect type ${type}`,
		fields: redirect(type, { splashPageId: locator('list', 1) }),
		sent: { type },
	})),
	{
		what: 'the redirect type of an expression',
		fields: redirect('={{ "overlay-2" }}'),
		sent: { type: 'overlay-2' },
	},
	{ what: 'the status public', fields: { status: 'public' }, sent: { status: 'public' } },
	{ what: 'the status private', fields: { status: 'private' }, sent: { status: 'private' } },
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
	utm: { utm_source: '', utm_medium: '' },
};

/** What stands above Additional Fields with nothing in it. */
const EMPTY_AT_TOP: INodeParameters[] = [
	{ custom: '', domain: locator('list', '') },
	{ custom: '  ', domain: locator('url', ' ') },
	{ custom: '={{ $json.missing }}', domain: locator('id', '={{ $json.missing }}') },
	{ domain: { mode: 'list', value: '' } },
	{ domain: '' },
];

const TARGETS = ['devicetarget', 'geotarget', 'languagetarget'];

describe('link → Create, each field below', () => {
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
