import {
	campaignLocator,
	channelLocator,
	domainAddressLocator,
	orElse,
	orName,
} from '../../locators/fields';
import { NAME_LISTS } from '../../locators/lists';
import { findId } from '../../locators/rememberedNames';
import { toUntrimmedText } from '../../shared/convert';
import { toLongUrl, toWebAddress } from '../../shared/values/address';
import type { Field } from '../common/fields';
import { toAlias } from './alias';
import { expiryField } from './expiry';
import { toDeepLink, toNamedValues, toPassword } from './fieldValues';
import { redirectTypeField } from './redirectType';
import { readCampaign, readDomain, readPixels } from './references';
import { countryOptions, deviceOptions, languageOptions, targets } from './targets';

export const longUrlField: Field = {
	displayName: 'Long URL',
	name: 'url',
	type: 'string',
	default: '',
	builderHint: { propertyHint: 'In full, such as https://example.com/page' },
	placeholder: 'e.g. https://example.com/a/long/page',
	description: 'The address that the short link leads to',
	columnNames: ['Destination URL'],
	isUnmistakable: true,
	kind: 'address',
	read: toLongUrl,
	vagueColumnNames: [
		...['Destination', 'Landing Page', 'Landing Page URL', 'Link', 'Long Link', 'Target URL'],
		'Website URL',
	],
};

export const customAliasField: Field = {
	displayName: 'Custom Alias',
	name: 'custom',
	type: 'string',
	default: '',
	placeholder: 'e.g. summer-sale',
	description: 'The last part of the short URL. Leave empty for a random one.',
	columnNames: [
		...['Alias', 'Slug', 'Custom Slug', 'Back-Half', 'Custom Back-Half', 'Short Code', 'Slashtag'],
		...['Short', 'Short Link'],
	],
	vagueColumnNames: ['Vanity', 'Vanity URL'],
	read: toAlias,
};

export const domainField: Field = {
	...domainAddressLocator,
	displayName: 'Domain',
	name: 'domain',
	columnNames: ['Branded Domain', 'Custom Domain', 'Domain Name'],
	kind: 'address',
	read: readDomain,
};

/** The same for a new record, which needs none. */
export const newDomainField: Field = orElse(domainField, 'Default domain of the account');

/** The other fields of a link. */
export const linkFields: readonly Field[] = [
	{
		...orName(campaignLocator),
		displayName: 'Campaign',
		name: 'campaign',
		columnNames: ['Campaign ID', 'Campaign Name'],
		read: readCampaign,
	},
	{
		...orName(channelLocator),
		displayName: 'Channel',
		name: 'channel',
		columnNames: ['Channel ID', 'Channel Name'],
		read: async (value, field, { client }) =>
			await findId(client, value, field, NAME_LISTS.channel),
	},
	{
		displayName: 'Deep Links',
		name: 'deeplink',
		type: 'collection',
		placeholder: 'Add Setting',
		default: {},
		description: 'Open a mobile app instead of the website. Also set Device Targets.',
		options: [
			{
				displayName: 'Automatic',
				name: 'auto',
				type: 'boolean',
				default: true,
				description: 'Whether the service generates the deep links from the long URL',
			},
			{
				displayName: 'App Store URL',
				name: 'apple',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://apps.apple.com/app/example',
				description: 'Where iOS users without the app go',
			},
			{
				displayName: 'Google Play URL',
				name: 'google',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://play.google.com/store/apps/example',
				description: 'Where Android users without the app go',
			},
		],
		columnNames: ['Deep Link'],
		read: toDeepLink,
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		description: 'A note for yourself; visitors do not see it',
		columnNames: ['Note'],
		kind: 'note',
	},
	{
		...targets('device', 'Device', deviceOptions, 'iPhone', 'e.g. Linux'),
		displayName: 'Device Targets',
		name: 'devicetarget',
		description: 'Sends visitors on certain devices to another address',
		columnNames: ['Device Targeting'],
	},
	expiryField,
	{
		...targets('location', 'Country', countryOptions, 'United States', 'e.g. Bonaire'),
		displayName: 'Geo Targets',
		name: 'geotarget',
		description: 'Sends visitors from certain countries to another address',
		columnNames: ['Geo Targeting'],
	},
	{
		...targets('language', 'Language', languageOptions, 'en', 'e.g. pt-br'),
		displayName: 'Language Targets',
		name: 'languagetarget',
		description: 'Sends visitors with certain browser languages to another address',
		columnNames: ['Language Targeting'],
	},
	{
		displayName: 'Meta Description',
		name: 'metadescription',
		type: 'string',
		default: '',
		description: 'The description that social networks show for the short link',
		kind: 'note',
	},
	{
		displayName: 'Meta Image URL',
		name: 'metaimage',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/preview.png',
		description: 'The JPG or PNG image that social networks show for the short link',
		kind: 'address',
		read: toWebAddress,
	},
	{
		displayName: 'Meta Title',
		name: 'metatitle',
		type: 'string',
		default: '',
		description: 'The title that social networks show for the short link',
		kind: 'title',
	},
	{
		displayName: 'Parameters',
		name: 'parameters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Parameter' },
		placeholder: 'Add Parameter',
		default: {},
		description: 'Query parameters that are added to the long URL',
		options: [
			{
				displayName: 'Parameter',
				name: 'parameter',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. ref',
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. newsletter',
					},
				],
			},
		],
		columnNames: ['URL Parameters', 'Query Parameters'],
		read: toNamedValues,
	},
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'The password that visitors must enter to open the link',
		read: toUntrimmedText,
		readCell: toPassword,
	},
	{
		displayName: 'Pixel Names or IDs',
		name: 'pixels',
		type: 'multiOptions',
		builderHint: {
			propertyHint: 'IDs as numbers ([41, 42]), or names as one text: expr("Blog, Shop")',
		},
		typeOptions: { loadOptionsMethod: 'getPixels' },
		default: [],
		description:
			'The list shows the first 500 pixels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		columnNames: ['Pixel', 'Pixel IDs', 'Pixel Name', 'Pixel Names'],
		read: readPixels,
	},
	redirectTypeField,
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		options: [
			{
				name: 'Private',
				value: 'private',
				description: 'Only you can see the link and its statistics in the service',
			},
			{
				name: 'Public',
				value: 'public',
				description: 'The link and its statistics may be listed publicly',
			},
		],
		default: 'private',
		description: 'Visibility of the link in the service. Anyone with the short URL can open it.',
		columnNames: ['Link Status', 'Visibility'],
	},
];
