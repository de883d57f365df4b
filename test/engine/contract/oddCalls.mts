import type { INodeParameters } from 'n8n-workflow';
import { pick } from '../operations/row.mts';

/** Calls of a tool with a value that cannot be meant, and what its model is told. */
export interface OddCall {
	/** Resource and operation, such as `channel.update`. */
	name: string;
	parameters: INodeParameters;
	/** Undefined if the model leaves it out. */
	value: unknown;
	/** Of the message: the field or the record by the name that users see. */
	says: string;
	/** Of the message: a value that would work, or what to do with this one. */
	works: string;
}

const LONG = 'https://example.com/page';
const SHORT = 'https://go.example.com/summer';
const DATE = '2030-12-31 18:00:00';

const PLACEHOLDER = '<__PLACEHOLDER_VALUE__value__>';

const KEEP_ONE = 'Keep one of them';
const ONE_OF_IT = 'use one of the values of the object';
const LEFT_EMPTY = 'or leave the field empty';

/** Where the model's value goes. */
const VALUE = "={{ $fromAI('value', '', 'string', '') }}";

type Case = readonly [value: unknown, says: string, works: string];

function odd(name: string, parameters: INodeParameters, ...cases: Case[]): OddCall[] {
	return cases.map(([value, says, works]) => ({ name, parameters, value, says, works }));
}

/** Link → Create with one of its Additional Fields. */
function creating(field: string, value: INodeParameters[string], ...cases: Case[]): OddCall[] {
	return odd('link.create', { url: LONG, additionalFields: { [field]: value } }, ...cases);
}

export const ODD_CALLS: OddCall[] = [
	...odd(
		'link.create',
		{ url: VALUE },
		[undefined, 'Long URL is empty', LONG],
		['', 'Long URL is empty', LONG],
		[42, 'Long URL "42"', LONG],
		[true, 'Long URL is true', 'https://example.com/a/long/page'],
		[[LONG, `${LONG}/b`], 'Long URL accepts one value', KEEP_ONE],
		[{ page: 'shop', title: 'Shop' }, 'Long URL accepts one value', ONE_OF_IT],
		['the page of our shop', 'Long URL "the page of our shop"', LONG],
		['htp//example', 'Long URL "htp//example"', LONG],
		['C:\\page.html', 'Long URL', LONG],
		[PLACEHOLDER, 'Long URL', LONG],
		['{{ $json.url }}', 'Long URL', LONG],
	),
	...odd(
		'link.create',
		{ url: LONG, custom: VALUE },
		[['a', 'b'], 'Custom Alias accepts one value', KEEP_ONE],
		[{ alias: 'a', domain: 'b' }, 'Custom Alias accepts one value', ONE_OF_IT],
		[PLACEHOLDER, 'Custom Alias', 'summer-sale'],
		[1.5e21, 'Custom Alias', 'Format the column as text'],
		[true, 'Custom Alias is true', 'summer-sale'],
		[`${SHORT} ${SHORT}-2`, 'Custom Alias', 'such as summer'],
	),
	...creating(
		'campaign',
		pick('name', VALUE),
		['Sprng', 'no campaign "Sprng"', 'Spring'],
		[999, 'no campaign "999"', 'Spring'],
		[-1, 'no campaign "-1"', 'Spring'],
		[['Spring', 'Summer'], 'Campaign accepts one value', KEEP_ONE],
		[PLACEHOLDER, 'Campaign', 'Summer Sale'],
	),
	...creating(
		'campaign',
		pick('id', VALUE),
		['Sprng', 'no campaign "Sprng"', 'Spring'],
		[{ a: 'x', b: 'y' }, 'Campaign accepts one value', ONE_OF_IT],
	),
	...creating('channel', pick('name', VALUE), ['Mial', 'no channel "Mial"', 'Mail']),
	...creating(
		'domain',
		pick('address', VALUE),
		[999, 'domain of this account', 'https://go.example.com'],
		['our usual one', 'Domain "our usual one"', 'https://go.example.com'],
		[['go.example.com', 'to.example.com'], 'Domain accepts one value', KEEP_ONE],
		[PLACEHOLDER, 'Domain', 'https://go.example.com'],
	),
	...creating(
		'expiry',
		VALUE,
		['soon', 'Expiry "soon"', DATE],
		['in 3 days', 'Expiry "in 3 days"', DATE],
		['2020-01-01', 'Expiry "2020-01-01', DATE],
		['05/06/2030', 'Expiry "05/06/2030"', '2030-12-31'],
		['31.02.2030', 'Expiry "31.02.2030"', DATE],
		[true, 'Expiry', DATE],
		[['2030-12-31', '2031-12-31'], 'Expiry accepts one value', KEEP_ONE],
		[PLACEHOLDER, 'Expiry', DATE],
	),
	...odd(
		'link.create',
		{ url: LONG, additionalFields: { expiry: '2031-05-01', timezone: VALUE } },
		['Mars/Base', 'Expiry Time Zone "Mars/Base"', 'Europe/Berlin'],
	),
	...creating(
		'geotarget',
		{ targets: [{ location: VALUE, link: LONG }] },
		['Germny', 'Geo Targets "Germny"', 'Germany (DE) or Algeria (DZ)'],
		['all but France and the islands', 'Geo Targets', ' or '],
		['', 'Geo Targets', 'United States'],
		[['Canada', 'Peru'], 'Geo Targets accepts one value', KEEP_ONE],
		[PLACEHOLDER, 'Geo Targets', LEFT_EMPTY],
	),
	...creating(
		'geotarget',
		{ targets: [{ location: 'Canada', link: VALUE }] },
		['', 'Geo Targets has no destination URL for Canada', LONG],
		['our page', 'Geo Targets "our page"', LONG],
	),
	...creating('languagetarget', { targets: [{ language: VALUE, link: LONG }] }, [
		'Klingon',
		'Language Targets "Klingon"',
		'English (en)',
	]),
	...creating(
		'pixels',
		VALUE,
		['Nope', 'no pixel "Nope"', 'Blog'],
		[{ name: 'Nope' }, 'no pixel "Nope"', 'Blog'],
		[PLACEHOLDER, 'Pixel Names or IDs', LEFT_EMPTY],
	),
	...creating(
		'type',
		{ redirect: { type: VALUE } },
		['popup', 'no splash page or CTA overlay "popup"', 'Thank you'],
		[PLACEHOLDER, 'Redirect Type', LEFT_EMPTY],
	),
	...creating('status', VALUE, ['secret', 'Link Status "secret"', 'private']),
	...creating('metaimage', VALUE, ['a blue one', 'Meta Image URL "a blue one"', 'https://']),
	...creating(
		'password',
		VALUE,
		[['a', 'b'], 'Password accepts one value', KEEP_ONE],
		[{ x: 1 }, 'Password accepts one value', ONE_OF_IT],
	),
	...odd(
		'link.create',
		{ url: LONG, utm: { values: { utm_source: VALUE } } },
		[['a', 'b'], 'UTM Source accepts one value', KEEP_ONE],
		['utm_medium=email', 'UTM Source "utm_medium=email"', 'newsletter'],
		[PLACEHOLDER, 'UTM Source', 'newsletter'],
	),
	...odd('link.create', { url: LONG, options: { ifLinkExists: VALUE } }, [
		'update',
		'If Link Exists "update"',
		'returnExisting',
	]),
	...odd('link.create', { url: LONG, dryRun: VALUE }, ['perhaps', 'Dry Run "perhaps"', 'yes']),
	...odd('link.upsert', { url: VALUE }, ['', 'Long URL', LONG], [PLACEHOLDER, 'Long URL', LONG]),
	...odd(
		'link.upsert',
		{ url: '', custom: VALUE },
		['nobody', 'Long URL is empty', 'Set Long URL'],
		[['a', 'b'], 'Custom Alias accepts one value', KEEP_ONE],
	),
	...odd(
		'link.upsert',
		{ url: LONG, shorturl: VALUE },
		['summer', 'Short URL "summer"', SHORT],
		[42, 'Short URL "42"', 'https://go.example.com/'],
	),
	...odd('link.upsert', { url: LONG, dryRun: VALUE }, ['perhaps', 'Dry Run "perhaps"', 'yes']),
	...odd(
		'link.get',
		{ linkId: pick('shortUrl', VALUE) },
		[undefined, 'Link is empty', SHORT],
		['', 'Link is empty', SHORT],
		['summer', 'Link "summer"', SHORT],
		[-5, 'Link "-5"', 'https://go.example.com/'],
		[999, 'Link does not exist', 'Check the ID or address'],
		['https://go.example.com/nobody', 'Link does not exist', 'Check the short URL'],
		[[101, 102], 'Link accepts one value', KEEP_ONE],
		[PLACEHOLDER, 'Link', SHORT],
	),
	...odd('link.get', { linkId: pick('id', 101), output: 'fields', fields: VALUE }, [
		'colour',
		'Fields "colour"',
		'shorturl',
	]),
	...odd(
		'link.getAll',
		{ limit: VALUE },
		[-5, 'Limit "-5"', '50'],
		[0, 'Limit "0"', '50'],
		[2.5, 'Limit "2.5"', '50'],
		['many', 'Limit "many"', '50'],
		[PLACEHOLDER, 'Limit', '50'],
	),
	...odd('link.getAll', { returnAll: VALUE }, ['maybe', 'Return All "maybe"', 'yes']),
	...odd(
		'link.getAll',
		{ filters: { createdAfter: VALUE } },
		['last week', 'Created After "last week"', '2026-12-31 18:00:00'],
		[PLACEHOLDER, 'Created After', '2026-12-31 18:00:00'],
	),
	...odd(
		'link.getAll',
		{ filters: { q: VALUE } },
		[['a', 'b'], 'Search accepts one value', KEEP_ONE],
		[PLACEHOLDER, 'Search', 'newsletter'],
	),
	...odd('link.getAll', { sort: { order: VALUE } }, ['title', 'Sort By "title"', 'click']),
	...odd(
		'link.update',
		{ linkId: pick('shortUrl', VALUE), updateFields: { metatitle: 'New' } },
		['', 'Link is empty', SHORT],
		['Spring page', 'Link "Spring page"', SHORT],
		['https://go.example.com/nobody', 'Link does not exist', 'Check the short URL'],
		[PLACEHOLDER, 'Link', SHORT],
	),
	...odd(
		'link.update',
		{ linkId: pick('id', 101), updateFields: { url: VALUE } },
		['', 'nothing to update', 'Update Fields'],
		['soon', 'Long URL "soon"', LONG],
	),
	...odd('link.update', { linkId: pick('id', 101), updateFields: { campaign: pick('id', VALUE) } }),
	...odd(
		'link.update',
		{ linkId: pick('id', 101), updateFields: { metatitle: VALUE } },
		[PLACEHOLDER, 'Meta Title', LEFT_EMPTY],
		[{ a: 1 }, 'Meta Title accepts one value', ONE_OF_IT],
	),
	...odd('link.update', { linkId: pick('id', 101), fieldsToClear: VALUE }, [
		'colour',
		'Fields to Clear "colour"',
		'description',
	]),
	...odd(
		'link.delete',
		{ linkId: pick('shortUrl', VALUE) },
		['', 'Link is empty', SHORT],
		['all of them', 'Link "all of them"', SHORT],
		[101.5, 'Link "101.5"', SHORT],
		['https://go.example.com/nobody', 'Link does not exist', 'Check the short URL'],
		[[101, 102], 'Link accepts one value', KEEP_ONE],
	),
	...odd(
		'qrCode.create',
		{ type: 'link', address: pick('address', VALUE) },
		['', 'Link is empty', LONG],
		['our page', 'Link "our page"', LONG],
		[['https://a.example', 'https://b.example'], 'Link accepts one value', KEEP_ONE],
		[PLACEHOLDER, 'Link', LONG],
	),
	...odd('qrCode.create', { type: VALUE, address: pick('address', LONG) }, [
		'spaceship',
		'Type "spaceship"',
		'link',
	]),
	...odd(
		'qrCode.create',
		{
			...{ type: 'link', address: pick('address', LONG) },
			additionalFields: { foreground: VALUE },
		},
		['reddish', 'Foreground Color "reddish"', '#0F766E'],
	),
	...odd(
		'campaign.create',
		{ name: VALUE },
		[undefined, 'Name is empty', 'Summer Sale'],
		['', 'Name is empty', 'Summer Sale'],
		[true, 'Name is true', 'Summer Sale'],
		[['Spring', 'Summer'], 'Name accepts one value', KEEP_ONE],
		[{ name: 'x', id: 'y' }, 'Name accepts one value', ONE_OF_IT],
		[PLACEHOLDER, 'Name', 'Summer Sale'],
	),
	...odd('campaign.create', { name: 'New', additionalFields: { public: VALUE } }, [
		'maybe',
		'Public "maybe"',
		'yes',
	]),
	...odd(
		'campaign.assignLink',
		{ campaignId: pick('name', VALUE), linkId: pick('id', 101) },
		['Sprng', 'no campaign "Sprng"', 'Spring'],
		['', 'Campaign is empty', '42'],
	),
	...odd('campaign.assignLink', { campaignId: pick('id', 11), linkId: pick('shortUrl', VALUE) }, [
		'Spring page',
		'Link "Spring page"',
		SHORT,
	]),
	...odd(
		'campaign.delete',
		{ campaignId: pick('id', VALUE) },
		['Spring', 'Campaign "Spring" is not an ID', '42'],
		['', 'Campaign is empty', '42'],
		[[11, 12], 'Campaign "[11,12]" is not an ID', '42'],
	),
	...odd(
		'channel.assignItem',
		{ channelId: pick('id', 22), type: VALUE, linkId: pick('id', 101) },
		['page', 'Item Type "page"', 'links'],
	),
	...odd(
		'channel.assignItem',
		{ channelId: pick('id', 22), type: 'bio', itemId: VALUE },
		['About me', 'Item ID "About me"', '42'],
		['', 'Item ID is empty', '42'],
	),
	...odd(
		'channel.assignItem',
		{ channelId: pick('name', VALUE), type: 'links', linkId: pick('id', 101) },
		['Mial', 'no channel "Mial"', 'Mail'],
	),
	...odd('channel.create', { name: 'New', additionalFields: { color: VALUE } }, [
		'greenish',
		'Color "greenish"',
		'#0F766E',
	]),
	...odd(
		'pixel.create',
		{ type: VALUE, name: 'Shop', value: '100200' },
		['', 'Platform is empty', 'Meta (Facebook)'],
		[PLACEHOLDER, 'Platform', 'Meta (Facebook)'],
	),
	...odd(
		'pixel.create',
		{ type: 'facebook', name: 'Shop', value: VALUE },
		['', 'Pixel or Tag ID is empty', '1234567890'],
		[['1', '2'], 'Pixel or Tag ID accepts one value', KEEP_ONE],
	),
	...odd(
		'domain.create',
		{ domain: VALUE },
		['', 'Domain is empty', 'https://go.example.com'],
		['our domain', 'Domain "our domain"', 'https://go.example.com'],
		['https://new.example.com/path', 'Domain', 'https://new.example.com'],
		[PLACEHOLDER, 'Domain', 'https://go.example.com'],
	),
	...odd('file.upload', { binaryPropertyName: VALUE }, [
		'photo',
		'no file in the field "photo"',
		'outputs a file',
	]),
	...odd('file.upload', { additionalFields: { maxdownloads: VALUE } }, [
		0,
		'Max Downloads "0"',
		'50',
	]),
	...odd(
		'account.update',
		{ updateFields: { email: VALUE } },
		['nobody', 'Email "nobody"', 'name@example.com'],
		['', 'nothing to update', 'Add Email or Password'],
		[PLACEHOLDER, 'Email', 'name@example.com'],
	),
	...odd('account.update', { updateFields: { password: VALUE } }, [
		['a', 'b'],
		'Password accepts one value',
		KEEP_ONE,
	]),
];
