import type { INodeParameters } from 'n8n-workflow';
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
	[/already/, 'Use another value, or update what exists already.'],
	[/alias is taken/, 'Choose another Custom Alias, or leave it empty to get a random one.'],
	[
		/./,
		'The service refused the request for this reason. Change what it objects to and try again.',
	],
];

export const CHECK_SHORT_URL =
	'Check the short URL: nothing in the account of this API key has it. It may have been deleted. If it is a long URL, enter the short URL instead, which Link → Get Many shows.';

/** A field of Create and of Update that is given the same bad value. */
function inEither(
	resource: string,
	toCreate: INodeParameters,
	toUpdate: INodeParameters,
	field: string,
	bad: Pick<BadInput, 'value' | 'message' | 'description'>,
): Array<Omit<BadInput, 'requests'>> {
	const fields = { [field]: BAD };
	return [
		{ name: 'create', parameters: { ...toCreate, additionalFields: fields } },
		{ name: 'update', parameters: { ...toUpdate, updateFields: fields } },
	].map(({ name, parameters }) => ({
		...bad,
		name: `${resource}.${name}`,
		what: `${field} ${String(bad.value)}`,
		parameters,
	}));
}

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
	...[
		{ value: 'photo', shown: 'photo' },
		{ value: '', shown: '' },
		{ value: null, shown: '' },
		// As a Code node may make it.
		{ value: { mimeType: 'text/plain', data: [1] }, shown: '{"mimeType":"text/plain","data":[1]}' },
	].map(({ value, shown }) => ({
		name: 'file.upload',
		what: `no file in the field ${JSON.stringify(value)}`,
		parameters: { binaryPropertyName: BAD },
		value,
		message: `The item has no file in the field "${shown}"`,
		description:
			'Enter the right field under Input Binary Field. This item has: data, offer, nothing.',
	})),
	...[
		{ name: 'campaign.create', field: 'Name', parameters: { name: BAD } },
		{ name: 'qrCode.create', field: 'Text', parameters: { type: 'text', text: BAD } },
		{
			name: 'qrCode.create',
			field: 'Password',
			parameters: { type: 'wifi', ssid: 'Guests', pass: BAD },
		},
		{
			name: 'file.upload',
			field: 'Expiry',
			parameters: { additionalFields: { expiry: BAD } },
		},
	].flatMap(({ field, ...use }) =>
		[NaN, new Date(NaN)].map((value) => ({
			...use,
			what: `${field} ${String(value)}`,
			value,
			message: `${field} is NaN or an invalid date`,
			description: 'Check the expression, or the node in front, that calculates it.',
		})),
	),
	...['link.get', 'qrCode.get'].map((name) => ({
		name,
		what: 'an output that there is not',
		parameters: { linkId: pick('id', 101), qrCodeId: pick('id', 51), output: BAD },
		value: 'everything',
		message: 'Output "everything" is not one of simplified, raw, fields',
		description: example('simplified'),
	})),
	{
		name: 'file.upload',
		what: 'an empty file',
		parameters: { binaryPropertyName: 'nothing' },
		message: 'The file empty.pdf is empty',
		description: 'It was not uploaded. Check the node that it comes from.',
	},
	...['.', '..'].map((value) => ({
		name: 'file.upload',
		what: `the file name ${value}`,
		parameters: { filename: BAD },
		value,
		message: `File Name "${value}" is not the name of a file`,
		description: example('price-list.pdf'),
	})),
	...[0, 1.5, 'many'].map((value) => ({
		name: 'file.upload',
		what: `${String(value)} downloads`,
		parameters: { additionalFields: { maxdownloads: BAD } },
		value,
		message: `Max Downloads "${String(value)}" is not a whole number of at least 1`,
		description: example('50'),
	})),
	...nothingToUpdate('account.update', {}, 'Email or Password', ['email', 'password']),

	...nothingToUpdate('campaign.update', { campaignId: campaign }, 'Name, Public, or Rotator Slug', [
		'name',
		'public',
		'slug',
	]),
	...(
		[
			['campaign.create', 'Name', { name: BAD }, 'Summer Sale'],
			['channel.create', 'Name', { name: BAD }, 'Newsletter'],
			['pixel.create', 'Name', { name: BAD, value: '1' }, 'Shop checkout'],
			['pixel.create', 'Pixel or Tag ID', { name: 'Shop', value: BAD }, '1234567890'],
			['domain.create', 'Domain', { domain: BAD }, 'https://go.example.com'],
		] as const
	).map(([name, field, parameters, value]) => ({
		name,
		what: `no ${field}`,
		parameters,
		value: ' ',
		message: `${field} is empty`,
		description: example(value),
	})),

	...[
		{
			field: 'color',
			value: 'rgb(1, 2)',
			message: 'Color "rgb(1, 2)" is not a color written as #RRGGBB or rgb(r,g,b)',
			description: example('#0F766E'),
		},
		{
			field: 'starred',
			value: 'maybe',
			message: 'Starred "maybe" is neither yes nor no',
			description: example('yes'),
		},
	].flatMap(({ field, ...bad }) =>
		inEither('channel', { name: 'A' }, { channelId: channel }, field, bad),
	),
	...inEither('campaign', { name: 'Ab' }, { campaignId: campaign }, 'public', {
		value: 'maybe',
		message: 'Public "maybe" is neither yes nor no',
		description: example('yes'),
	}),

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
		name: 'pixel.getAll',
		what: 'a platform with a typing error',
		parameters: { filters: { type: BAD } },
		value: 'facebok',
		message: 'Platform "facebok" is not known. Did you mean "Meta (Facebook)"?',
		description: example('Meta (Facebook)'),
	},
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
		what: 'a domain that is none',
		parameters: { domain: BAD },
		value: 'go',
		message: 'Domain "go" is not a web address',
		description: example('https://go.example.com'),
	},
	{
		name: 'domain.create',
		what: 'a domain with a path',
		parameters: { domain: BAD },
		value: 'https://new.example.com/path',
		message: 'Domain "https://new.example.com/path" is more than a domain',
		description: example('https://new.example.com'),
	},
	{
		name: 'link.create',
		what: 'a domain with a path',
		parameters: { url: 'https://example.com', domain: pick('address', BAD) },
		value: 'go.example.com/links',
		message: 'Domain "go.example.com/links" is more than a domain',
		description: example('https://go.example.com'),
	},
	...[
		{ field: 'Root Redirect', key: 'redirectroot' },
		{ field: '404 Redirect', key: 'redirect404' },
	].flatMap(({ field, key }) =>
		inEither('domain', { domain: 'https://new.example.com' }, { domainId: domain }, key, {
			value: 'mailto:me@example.com',
			message: `${field} "mailto:me@example.com" is not a web address`,
			description: example('https://example.com/page'),
		}),
	),

	{
		name: 'account.update',
		what: 'an e-mail address that is none',
		parameters: { updateFields: { email: BAD } },
		value: 'nobody',
		message: 'Email "nobody" is not an email address',
		description: example('name@example.com'),
	},
	...['seven77', 'x'.repeat(65)].map((value) => ({
		name: 'account.update',
		what: `a password of ${String(value.length)} characters`,
		parameters: { updateFields: { password: BAD } },
		value,
		message: `Password has ${String(value.length)} characters where the service wants 8 to 64`,
		description: example('one with at least 8 characters'),
	})),

	...QR_CODE_ROWS,

	...listRows.map(({ resource, operation, parameters = {} }) => ({
		name: nameOf({ resource, operation }),
		what: 'a limit that is none',
		parameters: { ...parameters, limit: BAD },
		value: 'many',
		message: 'Limit "many" is not a whole number of at least 1',
		description: example('50'),
	})),
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
			'https://go.example.com/#top',
			// An empty link of Assign Item is no short URL: Item ID may stand in for it.
			...(name === 'channel.assignItem' ? [] : ['']),
		].map((value) => ({
			name,
			what: `the short URL "${value}"`,
			parameters: { ...parameters, linkId: pick('shortUrl', BAD) },
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
].map((bad) => ({
	...bad,
	what: bad.message,
	description: JSON.stringify(bad.parameters).includes('"mode":"shortUrl"')
		? CHECK_SHORT_URL
		: (REMEDIES.find(([words]) => words.test(bad.message))?.[1] ?? ''),
	// A short URL that is not found is searched for by its alias as well; before a link is sent some
	// are read, and before a pixel is touched the list of them.
	requests:
		/^(link\.(create|upsert)|pixel\..*)$/.test(bad.name) ||
		JSON.stringify(bad.parameters).includes('"mode":"shortUrl"')
			? 2
			: 1,
}));
