import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { listRows } from '../operations/lists.mts';
import { pick } from '../operations/row.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { autoMap } from '../support/runs.mts';

/** One bad input, and what the user reads. */
export interface BadField {
	/** Resource and operation, such as `channel.update`. */
	name: string;
	/** With expressions where the bad value goes: from the form n8n itself would stop it. */
	parameters: INodeParameters;
	item: IDataObject;
	message: string;
	/** Part of the description. */
	remedy: string;
}

/** Operations, with what each is given; a bad field of theirs is refused in the same words. */
type Uses = Record<string, INodeParameters>;

/** Where the bad value goes. */
export const BAD = '={{ $json.value }}';

function told(uses: Uses, value: unknown, message: string, remedy: string): BadField[] {
	const item = { value } as IDataObject;
	return Object.entries(uses).map(([name, parameters]) => ({
		name,
		parameters,
		item,
		message,
		remedy,
	}));
}

function suitable(value: string): string {
	return `Enter a value such as ${value}.`;
}

/** The value that would do is the remedy. */
function refused(uses: Uses, value: unknown, message: string, better: string): BadField[] {
	return told(uses, value, message, suitable(better));
}

function notYesOrNo(field: string, uses: Uses): BadField[] {
	return refused(uses, 'maybe', `${field} "maybe" is neither yes nor no`, 'yes');
}

/** A value that is none of these, of which the first is named as the one to enter. */
function noChoice(field: string, uses: Uses, value: string, ...choices: string[]): BadField[] {
	const message = `${field} "${value}" is not one of ${choices.join(', ')}`;
	return refused(uses, value, message, choices[0] ?? '');
}

function noWebAddress(field: string, uses: Uses, value: string, better = LONG): BadField[] {
	return refused(uses, value, `${field} "${value}" is not a web address`, better);
}

function noColor(field: string, uses: Uses, value: string): BadField[] {
	const message = `${field} "${value}" is not a color written as #RRGGBB or rgb(r,g,b)`;
	return refused(uses, value, message, '#0F766E');
}

function noEmail(field: string, uses: Uses): BadField[] {
	const message = `${field} "nobody" is not an email address`;
	return refused(uses, 'nobody', message, 'name@example.com');
}

function noId(field: string, uses: Uses, value: string | number): BadField[] {
	const message = `${field} "${value}" is not an ID: it must be a positive whole number`;
	return refused(uses, value, message, '42');
}

/** A field of Create and of Update. */
function inEither(resource: string, toCreate: INodeParameters, field: string): Uses {
	const id = { [`${resource}Id`]: pick('id', 11) };
	return {
		[`${resource}.create`]: { ...toCreate, additionalFields: { [field]: BAD } },
		[`${resource}.update`]: { ...id, updateFields: { [field]: BAD } },
	};
}

const LONG = 'https://example.com/page';

/** A create with the columns of a row. */
function mapped(
	row: IDataObject,
	message: string,
	remedy: string,
	additionalFields: INodeParameters = {},
): BadField {
	const parameters = autoMap({ additionalFields });
	return { name: 'link.create', parameters, item: { url: LONG, ...row }, message, remedy };
}

const OF_ROWS: BadField[] = [
	...told(
		{ 'link.create': { url: LONG, additionalFields: { expiry: BAD, timezone: 'Europe/Berlin' } } },
		'2020-02-03 04:05:06',
		'Expiry "2020-02-03 04:05:06" is in the past (2020-02-03 04:05:06 in the time zone Europe/Berlin)',
		'the service requires a day after today',
	),
	...refused(
		{ 'link.create': { url: LONG, additionalFields: { expiry: '2031-05-01', timezone: BAD } } },
		'Mars/Base',
		'Expiry Time Zone "Mars/Base" is not a time zone',
		'Europe/Berlin',
	),
	...told(
		{ 'file.upload': { additionalFields: { expiry: BAD } } },
		'05/06/2030',
		'Expiry "05/06/2030" may be 2030-06-05 or 2030-05-06',
		'Enter a value such as 2030-12-31.',
	),
	...noChoice(
		'Date Order',
		{
			'link.create': {
				url: LONG,
				additionalFields: { expiry: '2031-05-01' },
				options: { dateOrder: BAD },
			},
		},
		'yearFirst',
		...['dayFirst', 'monthFirst'],
	),
	mapped(
		{ url: '', utm_source: 'mail', custom: 'spring' },
		'url is empty',
		'Use a Filter node to take out rows without a page.',
	),
	mapped(
		{ geotarget: '[{"location": "Canada"' },
		'geotarget is not valid JSON',
		'{"United States": "https://example.com/page"}',
	),
	mapped(
		{ deeplink: '{"android": "https://example.com"}' },
		'deeplink has an unknown part "android". Its parts are auto, apple (iOS), and google (Android)',
		'"auto": true',
	),
	mapped(
		{ parameters: '[{"value": "x"}]' },
		'parameters has an entry without a name',
		suitable('ref'),
	),
	mapped(
		{},
		'Custom Fields has "expiry", which is Expiry',
		'Remove it there and use Expiry instead.',
		{ customFields: { field: [{ name: 'expiry', value: 'Any' }] } },
	),
];

const UPDATES: Array<[name: string, fields: string[], remedy: string]> = [
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
const NOTHING_TO_UPDATE = UPDATES.flatMap(([name, fields, remedy]) => {
	const [resource = ''] = name.split('.');
	const id = { [`${resource}Id`]: pick('id', 11) };
	const empty = Object.fromEntries(fields.map((field) => [field, BAD]));
	return [{}, empty].flatMap((updateFields) =>
		told(
			{ [name]: { ...id, updateFields } },
			' ',
			'There is nothing to update',
			`${remedy} under Update Fields and give it a value. Empty fields are not changed.`,
		),
	);
});

/** The locators, by the field's name. */
const LOCATORS = {
	campaignId: 'Campaign',
	channelId: 'Channel',
	domainId: 'Domain',
	linkId: 'Link',
	pixelId: 'Pixel',
	qrCodeId: 'QR Code',
};

const QR_CODE_ITEM = { channelId: pick('id', 21), type: 'qr', qrCodeId: pick('id', 51) };

/** The locators of all operations, each with a bad value in the place of a good one. */
function locators(mode: 'id' | 'shortUrl') {
	const operations = [
		...operationRows.map((row) => ({ name: nameOf(row), parameters: row.minimal.parameters })),
		{ name: 'channel.assignItem', parameters: QR_CODE_ITEM },
	];
	return operations.flatMap(({ name, parameters }) =>
		Object.entries(LOCATORS)
			.filter(([parameter]) => parameter in parameters)
			.map(([parameter, field]) => {
				return { name, field, uses: { [name]: { ...parameters, [parameter]: pick(mode, BAD) } } };
			}),
	);
}

function noLink(field: string, uses: Uses, value: string): BadField[] {
	const message = `${field} "${value}" is neither a short URL nor an ID`;
	return refused(uses, value, message, `https://go.example.com/${value}`);
}

const IDS = locators('id').flatMap(({ name, field, uses }) => [
	...noId(field, uses, 0),
	...refused(uses, ' ', `${field} is empty`, '42'),
	// Anywhere else it is the name of a record.
	...(name.endsWith('.delete') && field !== 'Link' ? noId(field, uses, 'Summer') : []),
	...(name === 'link.delete' ? noLink(field, uses, 'Summer') : []),
]);

const SHORT_URLS = locators('shortUrl')
	.filter(({ field }) => field === 'Link')
	.flatMap(({ uses }) =>
		['summer', 'https://go.example.com/#top'].flatMap((value) =>
			refused(uses, value, `Link "${value}" is not a short URL`, 'https://go.example.com/summer'),
		),
	);

const REQUIRED = (
	[
		['campaign.create', 'Name', { name: BAD }, 'Summer Sale'],
		['channel.create', 'Name', { name: BAD }, 'Newsletter'],
		['pixel.create', 'Name', { name: BAD, type: 'bing', value: '1' }, 'Shop checkout'],
		['pixel.create', 'Platform', { name: 'Shop', type: BAD, value: '1' }, 'Meta (Facebook)'],
		['pixel.create', 'Pixel or Tag ID', { name: 'Shop', type: 'bing', value: BAD }, '1234567890'],
		['domain.create', 'Domain', { domain: BAD }, 'https://go.example.com'],
		['qrCode.create', 'Link', { type: 'link', address: BAD }, LONG],
		['qrCode.create', 'Text', { type: 'text', text: BAD }, 'Welcome to room 12'],
		['qrCode.create', 'Other Type', { type: 'other', otherType: BAD, otherData: '{}' }, 'whatsapp'],
	] as const
).flatMap(([name, field, parameters, better]) =>
	refused({ [name]: parameters }, ' ', `${field} is empty`, better),
);

const LIMITS = listRows.flatMap((row) => [
	...refused(
		{ [nameOf(row)]: { ...row.parameters, limit: BAD } },
		1.5,
		'Limit "1.5" is not a whole number of at least 1',
		'50',
	),
	...notYesOrNo('Return All', { [nameOf(row)]: { ...row.parameters, returnAll: BAD } }),
]);

const DOMAIN = { domain: 'https://new.example.com' };
const QR_TEXT = { type: 'text', text: 'Hello' };
const FILES =
	'Enter the name of the field under Input Data Field Name. This item has: data, offer, nothing.';
const CALCULATED = 'Check the expression or the previous node that calculates it.';

/** Each field of each operation, with what it refuses; all that its kind refuses has tables in test/unit. */
export const BAD_FIELDS: BadField[] = [
	...OF_ROWS,
	...NOTHING_TO_UPDATE,
	...IDS,
	...SHORT_URLS,
	...REQUIRED,
	...LIMITS,
	...told({ 'link.create': { url: BAD } }, ' ', 'Long URL is empty', `such as ${LONG}`),
	...notYesOrNo('Return Rows With Short URL', {
		'link.create': { url: LONG, options: { returnRows: BAD } },
	}),
	...notYesOrNo('Starred', inEither('channel', { name: 'A' }, 'starred')),
	...notYesOrNo('Public', inEither('campaign', { name: 'Ab' }, 'public')),
	...refused(
		{ 'link.getAll': { filters: { createdAfter: BAD } } },
		'yesterday',
		'Created After "yesterday" is not a recognized date',
		'2026-12-31 18:00:00',
	),
	...noChoice('Sort By', { 'link.getAll': { sort: { order: BAD } } }, 'title', 'click', 'date'),
	...noChoice('Sort By', { 'pixel.getAll': { sort: { sort_by: BAD } } }, 'clicks', 'id', 'name'),
	...noChoice('Sort Direction', { 'pixel.getAll': { sort: { sort: BAD } } }, 'up', 'asc', 'desc'),
	...noChoice('Type', { 'qrCode.create': { type: BAD } }, 'crypto', ...['link', 'other', 'text']),
	...noChoice(
		'Output',
		{ 'link.get': { linkId: pick('id', 101), output: BAD } },
		'everything',
		...['simplified', 'raw', 'fields'],
	),
	...noChoice(
		'Item Type',
		{ 'channel.assignItem': { channelId: pick('id', 21), type: BAD, itemId: '51' } },
		'folder',
		...['bio', 'links', 'qr'],
	),
	...noWebAddress(
		'Root Redirect',
		inEither('domain', DOMAIN, 'redirectroot'),
		'mailto:a@b.example',
	),
	...noWebAddress('404 Redirect', inEither('domain', DOMAIN, 'redirect404'), 'mailto:a@b.example'),
	...noWebAddress('Logo', inEither('qrCode', QR_TEXT, 'logo'), 'logo'),
	...noWebAddress(
		'Link',
		{ 'qrCode.create': { type: 'link', address: BAD } },
		'htps://example.com',
	),
	...noWebAddress('Domain', { 'domain.create': { domain: BAD } }, 'go', 'https://go.example.com'),
	...noColor('Color', inEither('channel', { name: 'A' }, 'color'), 'rgb(1, 2)'),
	...noColor('Foreground Color', inEither('qrCode', QR_TEXT, 'foreground'), 'rgb(1,2,256)'),
	...noEmail('Email', { 'account.update': { updateFields: { email: BAD } } }),
	...noId('Channel', { 'link.create': { url: LONG, additionalFields: { channel: BAD } } }, '0'),
	...noId(
		'Item ID',
		{ 'channel.assignItem': { channelId: pick('id', 21), type: 'bio', itemId: BAD } },
		'Summer',
	),
	...told(
		{ 'link.create': { url: LONG, additionalFields: { pixels: BAD } } },
		'1, 0',
		'Pixel Names or IDs "0" is not an ID: it must be a positive whole number',
		suitable('42'),
	),
	...refused(
		{ 'link.create': { url: LONG, additionalFields: { domain: pick('address', BAD) } } },
		'go.example.com/links',
		'Domain must be a domain name without a path, not "go.example.com/links"',
		'https://go.example.com',
	),
	...refused(
		{ 'domain.create': { domain: BAD } },
		'https://new.example.com/path',
		'Domain must be a domain name without a path, not "https://new.example.com/path"',
		'https://new.example.com',
	),
	...refused(
		{ 'link.create': { url: LONG, options: { batching: { maxInFlight: BAD } } } },
		0,
		'Concurrent Requests "0" is not a number of at least 1',
		'10',
	),
	...refused(
		{ 'link.get': { linkId: pick('id', 101), output: 'fields', fields: BAD } },
		'id, colour',
		'Fields "colour" is not one of alias, clicks, date, description, device, expiry, location, id, longurl, shorturl, socialCount, title, topBrowsers, topCountries, topOs, topReferrers, uniqueClicks',
		'alias',
	),
	...refused(
		{ 'file.upload': { filename: BAD } },
		'..',
		'File Name ".." is not the name of a file',
		'price-list.pdf',
	),
	...refused(
		{ 'file.upload': { additionalFields: { maxdownloads: BAD } } },
		0,
		'Max Downloads "0" is not a whole number of at least 1',
		'50',
	),
	...['photo', null].flatMap((field) =>
		told(
			{ 'file.upload': { binaryPropertyName: BAD } },
			field,
			`The item has no file in the field "${field ?? ''}"`,
			FILES,
		),
	),
	...told(
		{ 'file.upload': { binaryPropertyName: BAD } },
		'nothing',
		'The file empty.pdf is empty',
		'It was not uploaded. Check the node that provides it.',
	),
	...['', 'whatsapp', '{"phone": ', '[1]', '5'].flatMap((data) =>
		refused(
			{ 'qrCode.create': { type: 'other', otherType: 'whatsapp', otherData: BAD } },
			data,
			'Other Data is neither an object nor a text in JSON',
			'{"phone": "+14155550123", "body": "Hello"}',
		),
	),
	...told({ 'campaign.create': { name: BAD } }, NaN, 'Name is NaN or an invalid date', CALCULATED),
	...told(
		{ 'file.upload': { additionalFields: { expiry: BAD } } },
		new Date(NaN),
		'Expiry is NaN or an invalid date',
		CALCULATED,
	),
];
