import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { listRows } from '../operations/lists.mts';
import { pick } from '../operations/row.mts';
import { nameOf } from '../operations/table.mts';
import { autoMap, autoMapUpdate, createOf } from '../support/runs.mts';

/** One bad input, and what the user reads. */
export interface BadField {
	/** Resource and operation, such as `channel.update`. */
	name: string;
	what: string;
	/** With expressions where the bad value goes: from the form n8n itself would stop it. */
	parameters: INodeParameters;
	item: IDataObject;
	message: string;
	/** Part of the description. */
	remedy: string;
}

/** Where the bad value goes. */
const BAD = '={{ $json.value }}';

function example(value: string): string {
	return `Enter a value such as ${value}.`;
}

/** Operations with their bad field and its value, each refused in the same words. */
function refused(
	what: string,
	uses: Record<string, INodeParameters>,
	value: unknown,
	message: string,
	remedy: string,
): BadField[] {
	return Object.entries(uses).map(([name, parameters]) => ({
		name,
		what,
		parameters,
		item: { value } as IDataObject,
		message,
		remedy,
	}));
}

/** A field of Create and of Update. */
function inEither(resource: string, toCreate: INodeParameters, field: string) {
	const id = { [`${resource}Id`]: pick('id', 11) };
	return {
		[`${resource}.create`]: { ...toCreate, additionalFields: { [field]: BAD } },
		[`${resource}.update`]: { ...id, updateFields: { [field]: BAD } },
	};
}

const LONG = 'https://example.com/page';
const PAGE = example('https://example.com/page');

function create(what: string, row: IDataObject, message: string, remedy: string): BadField {
	const parameters = createOf('={{ $json.url }}', {
		domain: pick('address', '={{ $json.domain }}'),
		additionalFields: {
			campaign: pick('id', '={{ $json.campaign }}'),
			channel: pick('id', '={{ $json.channel }}'),
			expiry: '={{ $json.expiry }}',
			pixels: '={{ $json.pixels }}',
			status: '={{ $json.status }}',
			timezone: '={{ $json.zone }}',
		},
	});
	return { name: 'link.create', what, parameters, item: { url: LONG, ...row }, message, remedy };
}

function mapped(what: string, row: IDataObject, message: string, remedy: string): BadField {
	const item = { url: LONG, ...row };
	return { name: 'link.create', what, parameters: autoMap(), item, message, remedy };
}

/** An update of the link that the row names. */
function mappedUpdate(
	what: string,
	item: IDataObject,
	message: string,
	remedy: string,
	columnToMatchOn = 'shorturl',
): BadField {
	const parameters = autoMapUpdate({ columnToMatchOn });
	return { name: 'link.update', what, parameters, item, message, remedy };
}

const NO_STATUS = 'Status "hidden" is not one of private, public';
const NO_ID = 'is not an ID: it must be a positive whole number';

const OF_LINKS: BadField[] = [
	create('no long URL', { url: '' }, 'Long URL is empty', 'such as https://example.com/page'),
	create(
		'a date in the past',
		{ expiry: '2020-02-03 04:05:06', zone: 'Europe/Berlin' },
		'Expiry "2020-02-03 04:05:06" is in the past (time zone Europe/Berlin)',
		'the service wants a day later than today',
	),
	create(
		'a time zone that is none',
		{ expiry: '2031-05-01', zone: 'Mars/Base' },
		'Expiry Time Zone "Mars/Base" is not a time zone',
		example('Europe/Berlin'),
	),
	create('the channel id 0', { channel: '0' }, `Channel "0" ${NO_ID}`, example('42')),
	create(
		'a pixel that is neither an ID nor a name',
		{ pixels: '1, 0' },
		`Pixel Names or IDs "0" ${NO_ID}`,
		example('42'),
	),
	create(
		'a status there is not, beside names to look up',
		{ campaign: 'Spring', channel: 'Mail', pixels: 'Blog', status: 'hidden' },
		NO_STATUS,
		example('private'),
	),
	create(
		'a domain with a path',
		{ domain: 'go.example.com/links' },
		'Domain "go.example.com/links" is more than a domain',
		example('https://go.example.com'),
	),
	mapped(
		'no long URL beside a link, which may be a short one',
		{ url: '', Link: 'https://sho.rt/abc' },
		'Long URL is empty',
		'Its columns are: url, Link.',
	),
	mapped(
		'an image that has no address',
		{ metaimage: 'preview image' },
		'Meta Image URL "preview image" is not a web address',
		PAGE,
	),
	mapped(
		'a target that leads nowhere',
		{ geotarget: '[{"location": "Canada", "link": "soon"}]' },
		'Geo Targets "soon" is not a web address',
		PAGE,
	),
	mapped(
		'targets that are broken JSON',
		{ geotarget: '[{"location": "Canada"' },
		'Geo Targets is not a list of rows',
		'[{"location": "Canada", "link": "https://example.com/page"}]',
	),
	mapped(
		'a target without its address',
		{ languagetarget: '[{"language": "fr"}]' },
		'Language Targets has no destination URL for fr',
		'https://example.com/page',
	),
	mapped(
		'a deep link with a part there is not',
		{ deeplink: '{"android": "https://example.com"}' },
		'Deep Links has an unknown part "android"',
		'"auto": true',
	),
	mapped(
		'a parameter without a name',
		{ parameters: '[{"value": "x"}]' },
		'Parameters has a row without a name',
		example('ref'),
	),
	{
		name: 'link.create',
		what: 'a custom field of a known name',
		parameters: autoMap({
			additionalFields: { customFields: { field: [{ name: 'expiry', value: 'Any' }] } },
		}),
		item: { url: LONG },
		message: 'Custom Fields has "expiry", which is Expiry',
		remedy: 'Remove it there and use Expiry instead.',
	},
	{
		name: 'link.create',
		what: 'a wrong value for all rows',
		parameters: autoMap({ additionalFields: { status: '={{ "hidden" }}' } }),
		item: { url: LONG },
		message: NO_STATUS,
		remedy: example('private'),
	},
	mappedUpdate(
		'a long URL that is none',
		{ shorturl: 'go.example.com/a', url: 'htp//broken link' },
		'Long URL "htp//broken link" is not a web address',
		PAGE,
	),
	mappedUpdate(
		'no new long URL beside a landing page',
		{ url: '', shorturl: 'go.example.com/a', 'Landing Page': LONG },
		'There is nothing to update',
		'Its columns are: url, shorturl, Landing Page.',
	),
	mappedUpdate(
		'no column that names the link',
		{ url: LONG, id: 1 },
		'The item has no column "shorturl", which names the link',
		'Its columns are: url, id.',
	),
	mappedUpdate(
		'a column to match on that many links share',
		{ url: LONG, campaign: 1 },
		'Column to Match On "campaign" is Campaign, which more than one link may have',
		example('shorturl'),
		'campaign',
	),
	...refused(
		'a search',
		{ 'link.getAll': { filters: { q: BAD } } },
		'abc',
		'Search "abc" is too short: the service searches for more than 3 characters',
		example('newsletter'),
	),
	...refused(
		'an order',
		{ 'link.getAll': { filters: { order: BAD } } },
		'title',
		'Sort By "title" is not one of click, date',
		example('click'),
	),
	...refused(
		'a field that no link has',
		{ 'link.get': { linkId: pick('id', 101), output: 'fields', fields: BAD } },
		'id, colour',
		'Fields "colour" is not a field of a link',
		'shorturl',
	),
	...(
		[
			['includeInputFields', 'perhaps', 'Include Input Fields "perhaps" is neither yes nor no'],
			['maxInFlight', 0, 'Concurrent Requests "0" is not a number of at least 1'],
			['maxWait', -1, 'Max Wait "-1" is not a number of at least 0'],
			['timeout', 'soon', 'Timeout "soon" is not a number of at least 1'],
		] as const
	).flatMap(([option, value, message]) => {
		const options =
			option === 'includeInputFields' ? { [option]: BAD } : { batching: { [option]: BAD } };
		return refused(
			`${option} ${value}`,
			{ 'link.create': { url: LONG, options } },
			value,
			message,
			'Enter a value such as ',
		);
	}),
];

const UPDATES: Array<[name: string, fields: string[], told: string]> = [
	['account.update', ['email', 'password'], 'Add Email or Password'],
	['campaign.update', ['name', 'public', 'slug'], 'Add Name, Public, or Rotator Slug'],
	[
		'channel.update',
		['name', 'description', 'color', 'starred'],
		'Add Name, Color, Description, or Starred',
	],
	['domain.update', ['redirectroot', 'redirect404'], 'Add 404 Redirect or Root Redirect'],
	['link.update', ['description'], 'Add a field'],
	['pixel.update', ['name', 'type', 'value'], 'Add Name, Platform, or Pixel or Tag ID'],
	[
		'qrCode.update',
		['background', 'foreground', 'logo'],
		'Choose New Content, or add Background Color, Foreground Color, or Logo',
	],
];

/** An update without a field, and with every field empty. */
const NOTHING_TO_UPDATE = UPDATES.flatMap(([name, fields, told]) => {
	const [resource = ''] = name.split('.');
	const id = { [`${resource}Id`]: pick('id', 11) };
	const empty = Object.fromEntries(fields.map((field) => [field, BAD]));
	return [{}, { updateFields: empty }].flatMap((more) =>
		refused(
			'updateFields' in more ? 'empty fields' : 'no field',
			{ [name]: { ...id, ...more } },
			' ',
			'There is nothing to update',
			`${told} under Update Fields and give it a value. An empty field is not changed.`,
		),
	);
});

const OF_LINK: Record<string, INodeParameters> = {
	'link.get': {},
	'link.delete': {},
	'link.update': { updateFields: { description: 'Any' } },
	'campaign.assignLink': { campaignId: pick('id', 11) },
	'channel.assignItem': { channelId: pick('id', 21) },
};

/** Every locator of every operation, with what else the operation wants. */
const LOCATORS: Array<[field: string, parameter: string, uses: Record<string, INodeParameters>]> = [
	[
		'Campaign',
		'campaignId',
		{
			'campaign.delete': {},
			'campaign.update': {},
			'campaign.assignLink': { linkId: pick('id', 101) },
		},
	],
	[
		'Channel',
		'channelId',
		{
			'channel.delete': {},
			'channel.getItems': {},
			'channel.update': { updateFields: { name: 'Any' } },
			'channel.assignItem': {},
		},
	],
	[
		'Domain',
		'domainId',
		{ 'domain.delete': {}, 'domain.update': { updateFields: { redirectroot: LONG } } },
	],
	[
		'Pixel',
		'pixelId',
		{ 'pixel.delete': {}, 'pixel.get': {}, 'pixel.update': { updateFields: { name: 'Any' } } },
	],
	[
		'QR Code',
		'qrCodeId',
		{
			'qrCode.delete': {},
			'qrCode.get': {},
			'qrCode.update': { updateFields: { background: '#FFFFFF' } },
			'channel.assignItem': { channelId: pick('id', 21), type: 'qr' },
		},
	],
	['Link', 'linkId', OF_LINK],
];

/** What no ID can be has tables in shared/parameters and locators/names. */
const IDS = LOCATORS.flatMap(([field, parameter, uses]) =>
	Object.entries(uses).flatMap(([name, more]) => {
		const use = { [name]: { ...more, [parameter]: pick('id', BAD) } };
		return refused('the ID 0', use, 0, `${field} "0" ${NO_ID}`, example('42'));
	}),
);

/** Where only an ID will do: in Delete, and where there is no name to look up. */
const WORDS = [
	...LOCATORS.flatMap(([field, parameter, uses]) =>
		Object.keys(uses)
			.filter((name) => name.endsWith('.delete'))
			.map((name) => ({ field, name, parameters: { [parameter]: pick('id', BAD) } })),
	),
	{
		field: 'Item ID',
		name: 'channel.assignItem',
		parameters: { channelId: pick('id', 21), type: 'bio', itemId: BAD },
	},
].flatMap(({ field, name, parameters }) =>
	refused('a name', { [name]: parameters }, 'Summer', `${field} "Summer" ${NO_ID}`, example('42')),
);

const SHORT_URLS = refused(
	'what is no short URL',
	Object.fromEntries(
		Object.entries(OF_LINK).map(([name, more]) => [
			name,
			{ ...more, linkId: pick('shortUrl', BAD) },
		]),
	),
	'summer',
	'Link "summer" is not a short URL',
	example('https://go.example.com/summer'),
);

const REQUIRED = (
	[
		['campaign.create', 'Name', { name: BAD }, 'Summer Sale'],
		['channel.create', 'Name', { name: BAD }, 'Newsletter'],
		['pixel.create', 'Name', { name: BAD, value: '1' }, 'Shop checkout'],
		['pixel.create', 'Pixel or Tag ID', { name: 'Shop', value: BAD }, '1234567890'],
		['domain.create', 'Domain', { domain: BAD }, 'https://go.example.com'],
		['qrCode.create', 'Link', { type: 'link', url: BAD }, 'https://example.com/page'],
		['qrCode.create', 'Text', { type: 'text', text: BAD }, 'Welcome to room 12'],
		['qrCode.create', 'Phone Number', { type: 'phone', phone: BAD }, '+14155550123'],
		['qrCode.create', 'Phone Number', { type: 'sms', phone: BAD }, '+14155550123'],
		['qrCode.create', 'Network Name', { type: 'wifi', ssid: BAD, pass: 'secret' }, 'Guests'],
	] as const
).flatMap(([name, field, parameters, value]) =>
	refused(`no ${field}`, { [name]: parameters }, ' ', `${field} is empty`, example(value)),
);

const LIMITS = listRows.flatMap((row) => [
	...refused(
		'a limit that is none',
		{ [nameOf(row)]: { ...row.parameters, limit: BAD } },
		1.5,
		'Limit "1.5" is not a whole number of at least 1',
		example('50'),
	),
	...refused(
		'Return All that is neither yes nor no',
		{ [nameOf(row)]: { ...row.parameters, returnAll: BAD } },
		'all',
		'Return All "all" is neither yes nor no',
		example('yes'),
	),
]);

const qrText = { type: 'text', text: 'Hello' };

/** A value of a field that is none of its kind: the field in its operations, the value, the words, an example. */
const OF_OTHERS = (
	[
		[
			inEither('channel', { name: 'A' }, 'color'),
			'rgb(1, 2)',
			'Color "rgb(1, 2)" is not a color written as #RRGGBB or rgb(r,g,b)',
			'#0F766E',
		],
		[
			inEither('channel', { name: 'A' }, 'starred'),
			'maybe',
			'Starred "maybe" is neither yes nor no',
			'yes',
		],
		[
			inEither('campaign', { name: 'Ab' }, 'public'),
			'maybe',
			'Public "maybe" is neither yes nor no',
			'yes',
		],
		[
			inEither('domain', { domain: 'https://new.example.com' }, 'redirectroot'),
			'mailto:me@example.com',
			'Root Redirect "mailto:me@example.com" is not a web address',
			'https://example.com/page',
		],
		[
			inEither('domain', { domain: 'https://new.example.com' }, 'redirect404'),
			'mailto:me@example.com',
			'404 Redirect "mailto:me@example.com" is not a web address',
			'https://example.com/page',
		],
		[
			inEither('qrCode', qrText, 'foreground'),
			'rgb(1,2,256)',
			'Foreground Color "rgb(1,2,256)" is not a color written as #RRGGBB or rgb(r,g,b)',
			'#0F766E',
		],
		[
			inEither('qrCode', qrText, 'logo'),
			'logo',
			'Logo "logo" is not a web address',
			'https://example.com/page',
		],
		[
			{ 'qrCode.create': { type: BAD } },
			'crypto',
			'Type "crypto" is not one of vcard, email, link, phone, sms, text, wifi',
			'vcard',
		],
		[
			{ 'qrCode.create': { type: 'wifi', ssid: 'Guests', encryption: BAD } },
			'rot13',
			'Encryption "rot13" is not one of wpa, wep, nopass',
			'wpa',
		],
		[
			{ 'qrCode.create': { type: 'link', url: BAD } },
			'htps://example.com',
			'Link "htps://example.com" is not a web address',
			'https://example.com/page',
		],
		[
			{ 'qrCode.create': { type: 'email', email: BAD } },
			'nobody',
			'Email Address "nobody" is not an email address',
			'name@example.com',
		],
		[
			{ 'link.get': { linkId: pick('id', 101), output: BAD } },
			'everything',
			'Output "everything" is not one of simplified, raw, fields',
			'simplified',
		],
		[
			{ 'file.upload': { filename: BAD } },
			'..',
			'File Name ".." is not the name of a file',
			'price-list.pdf',
		],
		[
			{ 'file.upload': { additionalFields: { maxdownloads: BAD } } },
			0,
			'Max Downloads "0" is not a whole number of at least 1',
			'50',
		],
		[
			{ 'pixel.getAll': { filters: { sort_by: BAD } } },
			'clicks',
			'Sort By "clicks" is not one of id, name',
			'id',
		],
		[
			{ 'pixel.getAll': { filters: { sort: BAD } } },
			'up',
			'Sort Direction "up" is not one of asc, desc',
			'asc',
		],
		[
			{ 'pixel.getAll': { filters: { type: BAD } } },
			'facebok',
			'Platform "facebok" is not known. Did you mean "Meta (Facebook)"?',
			'Meta (Facebook)',
		],
		[
			{ 'channel.assignItem': { channelId: pick('id', 21), type: BAD, itemId: '51' } },
			'folder',
			'Item Type "folder" is not one of links, bio, qr',
			'links',
		],
		[
			{ 'domain.create': { domain: BAD } },
			'go',
			'Domain "go" is not a web address',
			'https://go.example.com',
		],
		[
			{ 'domain.create': { domain: BAD } },
			'https://new.example.com/path',
			'Domain "https://new.example.com/path" is more than a domain',
			'https://new.example.com',
		],
		[
			{ 'account.update': { updateFields: { email: BAD } } },
			'nobody',
			'Email "nobody" is not an email address',
			'name@example.com',
		],
		[
			{ 'account.update': { updateFields: { password: BAD } } },
			'seven77',
			'Password has 7 characters where the service wants 8 to 64',
			'one with at least 8 characters',
		],
	] as const
).flatMap(([uses, value, message, suitable]) =>
	refused(String(value), uses, value, message, example(suitable)),
);

const FILES =
	'Enter the right field under Input Binary Field. This item has: data, offer, nothing.';
const CALCULATED = 'Check the expression, or the node in front, that calculates it.';

/** What is put right elsewhere than in the field. */
const ELSEWHERE = (
	[
		[
			{ 'qrCode.create': { type: 'wifi', ssid: 'Guests', pass: BAD } },
			'',
			'Password is empty',
			'Enter the password of the network, or set Encryption to None.',
		],
		[
			{ 'qrCode.create': { type: 'vcard', fname: BAD } },
			'',
			'First Name is empty',
			'Enter a value such as Nathan, or give a company its name under Organization.',
		],
		[
			{ 'file.upload': { binaryPropertyName: BAD } },
			'photo',
			'The item has no file in the field "photo"',
			FILES,
		],
		[
			{ 'file.upload': { binaryPropertyName: BAD } },
			null,
			'The item has no file in the field ""',
			FILES,
		],
		[
			{ 'file.upload': { binaryPropertyName: BAD } },
			'nothing',
			'The file empty.pdf is empty',
			'It was not uploaded. Check the node that it comes from.',
		],
		[{ 'campaign.create': { name: BAD } }, NaN, 'Name is NaN or an invalid date', CALCULATED],
		[
			{ 'file.upload': { additionalFields: { expiry: BAD } } },
			new Date(NaN),
			'Expiry is NaN or an invalid date',
			CALCULATED,
		],
	] as const
).flatMap(([uses, value, message, remedy]) => refused(String(value), uses, value, message, remedy));

/** Each field of each operation, with what it refuses; all that its kind refuses has tables in test/unit. */
export const BAD_FIELDS: BadField[] = [
	...OF_LINKS,
	...NOTHING_TO_UPDATE,
	...IDS,
	...WORDS,
	...SHORT_URLS,
	...REQUIRED,
	...LIMITS,
	...OF_OTHERS,
	...ELSEWHERE,
];
