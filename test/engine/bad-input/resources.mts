import { QR_CODE_ROWS } from './qrCode.mts';
import { listRows } from '../operations/lists.mts';
import { pick } from '../operations/row.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import {
	type BadInput,
	BAD,
	example,
	campaign,
	channel,
	domain,
	pixel,
	nothingToUpdate,
	wrongIds,
	badIds,
	badNames,
} from './resourceRow.mts';
import { WITH_CAMPAIGN, WITH_CHANNEL, WITH_PIXEL } from './nameRows.mts';

/** What to do about the service's words. */
const REMEDIES: Array<[RegExp, string]> = [
	[
		/does not exist|not found/,
		'Nothing in the account of this API key has this ID or address. It may have been deleted: choose it again.',
	],
	[
		/associated with this email/,
		'Another account of the service has this address. Enter another one under Email.',
	],
	[/name cannot be empty/, 'Enter a longer Name, with at least 2 characters.'],
	[
		/valid domain name/,
		'Check Domain: it is a host of your own with https:// in front and nothing behind it, such as https://go.example.com.',
	],
	[/already/, 'Use another value, or update what exists already.'],
	[/alias is taken/, 'Choose another Custom Alias, or leave it empty to get a random one.'],
	[
		/./,
		'The service refused the request for this reason. Change what it objects to and try again.',
	],
];

export const CHECK_SHORT_URL =
	'Check the short URL: nothing in the account of this API key has it. It may have been deleted.';

/** Found on this side: nothing is sent. */
export const FOUND_BEFORE: Array<Omit<BadInput, 'requests'>> = [
	...nothingToUpdate(
		'channel.update',
		{ channelId: channel },
		'Name, Color, Description, or Starred',
		['name', 'description', 'color', 'starred'],
	),
	...nothingToUpdate('domain.update', { domainId: domain }, '404 Redirect or Root Redirect', [
		'redirectroot',
		'redirect404',
	]),
	...nothingToUpdate('pixel.update', { pixelId: pixel }, 'Name, Platform, or Pixel or Tag ID', [
		'name',
		'type',
		'value',
	]),
	{
		name: 'link.update',
		what: 'no field',
		parameters: { linkId: pick('id', 101), updateFields: { description: BAD, pixels: [] } },
		value: ' ',
		message: 'There is nothing to update',
		description:
			'Add a field under Update Fields and give it a value. An empty field is not changed.',
	},
	...nothingToUpdate('account.update', {}, 'Email or Password', ['email', 'password']),

	...nothingToUpdate('campaign.update', { campaignId: campaign }, '', ['public', 'slug']).map(
		(one) => ({
			...one,
			description:
				'Enter a new Name, or add Public or Rotator Slug under Update Fields and give it a value. An empty field is not changed.',
		}),
	),
	{
		name: 'campaign.create',
		what: 'no name',
		parameters: { name: BAD },
		value: '  ',
		message: 'Name is empty',
		description: example('Summer Sale'),
	},
	{
		name: 'channel.create',
		what: 'no name',
		parameters: { name: BAD },
		message: 'Name is empty',
		description: example('Newsletter'),
	},
	{
		name: 'pixel.create',
		what: 'no name',
		parameters: { name: BAD, value: '1' },
		message: 'Name is empty',
		description: example('Shop checkout'),
	},
	{
		name: 'pixel.create',
		what: 'no value',
		parameters: { name: 'Shop', value: BAD },
		message: 'Pixel or Tag ID is empty',
		description: example('1234567890'),
	},

	...['teal', '#12345', '#GGGGGG', 'rgb(1, 2, 3)'].flatMap((value) =>
		[
			{ name: 'channel.create', parameters: { name: 'A', additionalFields: { color: BAD } } },
			{ name: 'channel.update', parameters: { channelId: channel, updateFields: { color: BAD } } },
		].map((use) => ({
			...use,
			what: `the color ${value}`,
			value,
			message: `Color "${value}" is not a color written as #RRGGBB`,
			description: example('#0F766E'),
		})),
	),
	...[
		{ name: 'channel.create', parameters: { name: 'A', additionalFields: { starred: BAD } } },
		{ name: 'channel.update', parameters: { channelId: channel, updateFields: { starred: BAD } } },
	].map((use) => ({
		...use,
		what: 'a star that is neither yes nor no',
		value: 'maybe',
		message: 'Starred "maybe" is neither yes nor no',
		description: example('yes'),
	})),
	...[
		{ name: 'campaign.create', parameters: { name: 'Ab', additionalFields: { public: BAD } } },
		{
			name: 'campaign.update',
			parameters: { campaignId: campaign, name: 'Ab', updateFields: { public: BAD } },
		},
	].map((use) => ({
		...use,
		what: 'a visibility that is neither yes nor no',
		value: 'maybe',
		message: 'Public "maybe" is neither yes nor no',
		description: example('yes'),
	})),

	...[
		{ filter: 'sort_by', field: 'Sort By', value: 'clicks', choices: ['id', 'name'] },
		{ filter: 'sort', field: 'Sort Direction', value: 'up', choices: ['asc', 'desc'] },
	].map(({ filter, field, value, choices }) => ({
		name: 'pixel.getAll',
		what: `${filter} ${value}`,
		parameters: { filters: { [filter]: BAD } },
		value,
		message: `${field} "${value}" is not one of ${choices.join(', ')}`,
		description: example(choices[0] ?? ''),
	})),
	{
		name: 'channel.assignItem',
		what: 'a type of item that there is not',
		parameters: { channelId: channel, type: BAD, linkId: pick('id', 101), itemId: '51' },
		value: 'folder',
		message: 'Item Type "folder" is not one of links, bio, qr',
		description: example('links'),
	},

	{
		name: 'domain.create',
		what: 'no domain',
		parameters: { domain: BAD },
		message: 'Domain is empty',
		description: example('https://go.example.com'),
	},
	...['go.example.com', 'ftp://go.example.com', 'https://', 'https://go example.com'].map(
		(value) => ({
			name: 'domain.create',
			what: `the domain "${value}"`,
			parameters: { domain: BAD },
			value,
			message: `Domain "${value}" is not a web address with https:// in front`,
			description: example('https://example.com'),
		}),
	),
	...[
		{ field: 'Root Redirect', key: 'redirectroot' },
		{ field: '404 Redirect', key: 'redirect404' },
	].flatMap(({ field, key }) =>
		[
			{
				name: 'domain.create',
				parameters: { domain: 'https://new.example.com', additionalFields: { [key]: BAD } },
			},
			{
				name: 'domain.update',
				parameters: { domainId: domain, updateFields: { [key]: BAD } },
			},
		].map((use) => ({
			...use,
			what: `a ${field} that is no address`,
			value: 'example.com/home',
			message: `${field} "example.com/home" is not a web address with https:// in front`,
			description: example('https://example.com'),
		})),
	),

	...['nobody', '@example.com', 'no body@example.com'].map((value) => ({
		name: 'account.update',
		what: `the e-mail address ${value}`,
		parameters: { updateFields: { email: BAD } },
		value,
		message: `Email "${value}" is not an email address`,
		description: example('name@example.com'),
	})),
	...['seven77', 'x'.repeat(65)].map((value) => ({
		name: 'account.update',
		what: `a password of ${String(value.length)} characters`,
		parameters: { updateFields: { password: BAD } },
		value,
		message: `Password has ${String(value.length)} characters where the service wants 8 to 64`,
		description: example('one with at least 8 characters'),
	})),

	...QR_CODE_ROWS,

	...listRows.flatMap(({ resource, operation, parameters = {} }) =>
		[0, -1, 1.5, 'many'].map((value) => ({
			name: nameOf({ resource, operation }),
			what: `Limit ${String(value)}`,
			parameters: { ...parameters, limit: BAD },
			value,
			message: `Limit "${String(value)}" is not a whole number of at least 1`,
			description: example('50'),
		})),
	),
	...listRows.map(({ resource, operation, parameters = {} }) => ({
		name: nameOf({ resource, operation }),
		what: 'Return All that is neither yes nor no',
		parameters: { ...parameters, returnAll: BAD },
		value: 'all',
		message: 'Return All "all" is neither yes nor no',
		description: example('yes'),
	})),

	...badIds('Campaign', 'campaignId', { 'campaign.delete': {} }),
	...badNames('Campaign', 'campaignId', WITH_CAMPAIGN),
	...badIds('Channel', 'channelId', { 'channel.delete': {} }),
	...badNames('Channel', 'channelId', WITH_CHANNEL),
	...badIds('Domain', 'domainId', {
		'domain.delete': {},
		'domain.update': { updateFields: { redirectroot: 'https://example.com' } },
	}),
	...badIds('Pixel', 'pixelId', { 'pixel.delete': {} }),
	...badNames('Pixel', 'pixelId', WITH_PIXEL),
	...badIds('QR Code', 'qrCodeId', {
		'qrCode.delete': {},
		'qrCode.get': {},
		'qrCode.update': { updateFields: { background: '#FFFFFF' } },
		'channel.assignItem': { channelId: channel, type: 'qr' },
	}),
	...badIds('Link', 'linkId', {
		'link.get': {},
		'link.delete': {},
		'link.update': { updateFields: { description: 'Any' } },
		'campaign.assignLink': { campaignId: campaign },
		'channel.assignItem': { channelId: channel },
	}),
	...wrongIds('Item ID').map((wrong) => ({
		...wrong,
		name: 'channel.assignItem',
		parameters: { channelId: channel, type: 'bio', itemId: BAD },
		// It is nowhere in a list.
		description: example('42'),
	})),
	...[
		{ name: 'link.get', parameters: {} },
		{ name: 'link.delete', parameters: {} },
		{ name: 'link.update', parameters: { updateFields: { description: 'Any' } } },
		{ name: 'campaign.assignLink', parameters: { campaignId: campaign } },
		{ name: 'channel.assignItem', parameters: { channelId: channel } },
	].flatMap(({ name, parameters }) =>
		[
			'summer',
			'summer/2',
			'go.example.com',
			'go.example.com/?utm_source=mail',
			'ftp://go.example.com/summer',
			'https://go.example.com',
			'https://go.example.com/#top',
			'https://go example.com/summer',
			// An empty link of Assign Item is no short URL: Item ID may stand in for it.
			...(name === 'channel.assignItem' ? [] : ['']),
		].map((value) => ({
			name,
			what: `the short URL "${value}"`,
			parameters: { ...parameters, linkId: pick('url', BAD) },
			value,
			message: value === '' ? 'Link is empty' : `Link "${value}" is not a short URL`,
			description: example('https://go.example.com/summer'),
		})),
	),
];

/** Only the service can know. */
export const FOUND_BY_THE_SERVICE: BadInput[] = [
	...operationRows.flatMap((row) =>
		(row.unknown ?? []).map((bad) => ({ name: nameOf(row), ...bad })),
	),
	{
		name: 'campaign.create',
		parameters: { name: 'A' },
		message: 'Campaign name cannot be empty and must have at least 2 characters.',
	},
	{
		name: 'campaign.create',
		parameters: { name: 'New', additionalFields: { slug: 'two words' } },
		message: 'The slug may only contain letters, numbers, dashes and underscores.',
	},
	{
		name: 'domain.create',
		parameters: { domain: 'https://new.example.com/path' },
		message: 'A valid domain name is required.',
	},
].map((bad) => ({
	...bad,
	what: bad.message,
	description: JSON.stringify(bad.parameters).includes('"mode":"url"')
		? CHECK_SHORT_URL
		: (REMEDIES.find(([words]) => words.test(bad.message))?.[1] ?? ''),
	// A short URL that is not found is searched for by its alias as well; before a link is sent the
	// newest ones are read, and before a pixel is touched the list of them.
	requests:
		/^(link\.create|pixel\..*)$/.test(bad.name) ||
		JSON.stringify(bad.parameters).includes('"mode":"url"')
			? 2
			: 1,
}));
