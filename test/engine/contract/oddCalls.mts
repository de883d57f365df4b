import type { INodeParameters } from 'n8n-workflow';
import { pick } from '../operations/row.mts';

/** Calls of a tool with a value that a model alone gives, and what it is told; all others are in `badFields`. */
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

/** That every field refuses what was left in is in c15-meant. */
const PLACEHOLDER = '<__PLACEHOLDER_VALUE__value__>';

const KEEP_ONE = 'Keep one of them';
const ONE_OF_IT = 'use one of the values of the object';

/** Where the model's value goes. */
export const VALUE = "={{ $fromAI('value', '', 'string', '') }}";

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
		[true, 'Long URL is true', 'https://example.com/a/long/page'],
		[[LONG, `${LONG}/b`], 'Long URL accepts one value', KEEP_ONE],
		[{ page: 'shop', title: 'Shop' }, 'Long URL accepts one value', ONE_OF_IT],
		['the page of our shop', 'Long URL "the page of our shop"', LONG],
		[PLACEHOLDER, 'Long URL', LONG],
	),
	...odd(
		'link.create',
		{ url: LONG, custom: VALUE },
		[1.5e21, 'Custom Alias', 'Format the column as text'],
		[`${SHORT} ${SHORT}-2`, 'Custom Alias', 'such as summer'],
	),
	...creating(
		'campaign',
		pick('name', VALUE),
		['Sprng', 'no campaign "Sprng"', 'Spring'],
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
	),
	...creating('expiry', VALUE, ['in 3 days', 'Expiry "in 3 days"', DATE]),
	...creating(
		'geotarget',
		{ targets: [{ location: VALUE, link: LONG }] },
		['Germny', 'Geo Targets "Germny"', 'Germany (DE) or Algeria (DZ)'],
		['', 'Geo Targets', 'United States'],
		[['Canada', 'Peru'], 'Geo Targets accepts one value', KEEP_ONE],
	),
	...creating('geotarget', { targets: [{ location: 'Canada', link: VALUE }] }, [
		'',
		'Geo Targets has no destination URL for Canada',
		LONG,
	]),
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
	),
	...creating('type', { redirect: { type: VALUE } }, [
		'popup',
		'no splash page or CTA overlay "popup"',
		'Thank you',
	]),
	...creating('status', VALUE, ['secret', 'Link Status "secret"', 'private']),
	...creating('metaimage', VALUE, ['a blue one', 'Meta Image URL "a blue one"', 'https://']),
	...creating('password', VALUE, [['a', 'b'], 'Password accepts one value', KEEP_ONE]),
	...odd('link.create', { url: LONG, utm: { values: { utm_source: VALUE } } }, [
		'utm_medium=email',
		'UTM Source "utm_medium=email"',
		'newsletter',
	]),
	...odd('link.create', { url: LONG, options: { ifLinkExists: VALUE } }, [
		'update',
		'If Link Exists "update"',
		'returnExisting',
	]),
	...odd('link.create', { url: LONG, dryRun: VALUE }, ['perhaps', 'Dry Run "perhaps"', 'yes']),
	...odd('link.upsert', { url: VALUE }, ['', 'Long URL', LONG]),
	...odd('link.upsert', { url: '', custom: VALUE }, [
		'nobody',
		'Long URL is empty',
		'Set Long URL',
	]),
	...odd('link.upsert', { url: LONG, shorturl: VALUE }, ['summer', 'Short URL "summer"', SHORT]),
	...odd(
		'link.get',
		{ linkId: pick('shortUrl', VALUE) },
		[undefined, 'Link is empty', SHORT],
		['', 'Link is empty', SHORT],
		['summer', 'Link "summer"', SHORT],
		[999, 'Link does not exist', 'Check the ID or address'],
		['https://go.example.com/nobody', 'Link does not exist', 'Check the short URL'],
		[[101, 102], 'Link accepts one value', KEEP_ONE],
	),
	...odd('link.getAll', { limit: VALUE }, [PLACEHOLDER, 'Limit', '50']),
	...odd('link.getAll', { filters: { q: VALUE } }, [
		['a', 'b'],
		'Search accepts one value',
		KEEP_ONE,
	]),
	...odd(
		'link.update',
		{ linkId: pick('shortUrl', VALUE), updateFields: { metatitle: 'New' } },
		['', 'Link is empty', SHORT],
		['https://go.example.com/nobody', 'Link does not exist', 'Check the short URL'],
	),
	...odd('link.update', { linkId: pick('id', 101), updateFields: { metatitle: VALUE } }, [
		{ a: 1 },
		'Meta Title accepts one value',
		ONE_OF_IT,
	]),
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
		['https://go.example.com/nobody', 'Link does not exist', 'Check the short URL'],
		[[101, 102], 'Link accepts one value', KEEP_ONE],
	),
	...odd(
		'qrCode.create',
		{ type: 'link', address: pick('address', VALUE) },
		['', 'Link is empty', LONG],
		['our page', 'Link "our page"', LONG],
	),
	...odd('campaign.create', { name: VALUE }, [true, 'Name is true', 'Summer Sale']),
	...odd('campaign.assignLink', { campaignId: pick('name', VALUE), linkId: pick('id', 101) }, [
		'Sprng',
		'no campaign "Sprng"',
		'Spring',
	]),
	...odd('campaign.delete', { campaignId: pick('id', VALUE) }, [
		[11, 12],
		'Campaign "[11,12]" is not an ID',
		'42',
	]),
	...odd(
		'channel.assignItem',
		{ channelId: pick('name', VALUE), type: 'links', linkId: pick('id', 101) },
		['Mial', 'no channel "Mial"', 'Mail'],
	),
	...odd('pixel.create', { type: 'facebook', name: 'Shop', value: VALUE }, [
		['1', '2'],
		'Pixel or Tag ID accepts one value',
		KEEP_ONE,
	]),
	...odd('domain.create', { domain: VALUE }, [
		'our domain',
		'Domain "our domain"',
		'https://go.example.com',
	]),
	...odd('account.update', { updateFields: { password: VALUE } }, [
		['a', 'b'],
		'Password accepts one value',
		KEEP_ONE,
	]),
];
