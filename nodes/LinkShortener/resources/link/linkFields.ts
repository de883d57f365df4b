import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { domainAddressLocator, campaignLocator, channelLocator } from '../../locators/fields';
import { toId } from '../../shared/parameters';
import { toText } from '../../shared/json';
import type { Column } from './columns';
import { toExpiry } from './expiry';
import {
	OTHER,
	toDeepLink,
	toIdList,
	toNamedValues,
	toRedirectType,
	toTargets,
} from './fieldValues';
import { toChoice } from '../../shared/convert';
import { countryOptions, deviceOptions, languageOptions } from './targets';

/** What a conversion may need besides the value. */
export interface Circumstances {
	/** IANA name of the zone in which a moment becomes the service's wall clock. */
	timezone: string;
	nowMs: number;
}

/** One field of POST /api/url/add: how a person fills it, which columns mean it, how it is sent. */
interface LinkField extends Column {
	/** The name in the form and in messages. */
	displayName: string;
	/** What is sent for a value that is not empty; undefined sends nothing. */
	convert: (
		value: unknown,
		displayName: string,
		circumstances: Circumstances,
	) => IDataObject[string] | undefined;
	/** Its control under Additional Fields; the others have one of their own in `create.ts`. */
	control?: Omit<INodeProperties, 'name' | 'displayName'>;
}

const text: LinkField['convert'] = (value) => toText(value);
const id: LinkField['convert'] = (value, displayName) => toId(value, displayName);

/** Rows of a place and an address, with a list to pick the place from and free text beside it. */
function targetRows(
	key: string,
	displayName: string,
	options: INodeProperties['options'],
	firstChoice: string,
	otherPlaceholder: string,
): Omit<INodeProperties, 'name' | 'displayName'> {
	return {
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Target' },
		placeholder: 'Add Target',
		default: {},
		options: [
			{
				displayName: 'Targets',
				name: 'targets',
				values: [
					{ displayName, name: key, type: 'options', options, default: firstChoice },
					{
						displayName: `Other ${displayName}`,
						name: 'other',
						type: 'string',
						default: '',
						placeholder: otherPlaceholder,
						displayOptions: { show: { [key]: [OTHER] } },
					},
					{
						displayName: 'Address',
						name: 'link',
						type: 'string',
						default: '',
						placeholder: 'e.g. https://example.com/page',
						description: 'Where these visitors go instead of the long URL',
					},
				],
			},
		],
	};
}

/**
 * The create body, field by field, in the order of the form. The one table behind the controls, the
 * mapping of columns and the body that is sent.
 */
export const LINK_FIELDS: readonly LinkField[] = [
	{
		name: 'url',
		displayName: 'Long URL',
		columnNames: ['Long URL', 'Destination URL'],
		convert: text,
	},
	{
		name: 'campaign',
		displayName: 'Campaign',
		columnNames: ['Campaign ID'],
		convert: id,
		control: campaignLocator,
	},
	{
		name: 'channel',
		displayName: 'Channel',
		columnNames: ['Channel ID'],
		convert: id,
		control: channelLocator,
	},
	{
		name: 'custom',
		displayName: 'Custom Alias',
		columnNames: ['Custom Alias', 'Alias'],
		convert: text,
		control: {
			type: 'string',
			default: '',
			placeholder: 'e.g. summer-sale',
			description: 'The last part of the short URL. Left empty, the service chooses a random one.',
		},
	},
	{
		name: 'deeplink',
		displayName: 'Deep Links',
		columnNames: ['Deep Links', 'Deep Link'],
		convert: toDeepLink,
		control: {
			type: 'collection',
			placeholder: 'Add Setting',
			default: {},
			description: 'Opens the app instead of the website on phones. Set Device Targets as well.',
			options: [
				{
					displayName: 'App Store URL',
					name: 'apple',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://apps.apple.com/app/example',
					description: 'Where iOS users without the app go',
				},
				{
					displayName: 'Automatic',
					name: 'auto',
					type: 'boolean',
					default: true,
					description: 'Whether the service makes the deep links from the long URL',
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
		},
	},
	{
		name: 'description',
		displayName: 'Description',
		columnNames: ['Note'],
		convert: text,
		control: {
			type: 'string',
			default: '',
			description: 'A note for yourself; visitors do not see it',
		},
	},
	{
		name: 'devicetarget',
		displayName: 'Device Targets',
		columnNames: ['Device Targets', 'Device Targeting'],
		convert: (value, displayName) => toTargets(value, displayName, 'device'),
		control: {
			...targetRows('device', 'Device', deviceOptions, 'iPhone', 'e.g. Linux'),
			description: 'Sends visitors on certain devices to another address',
		},
	},
	{
		name: 'domain',
		displayName: 'Domain',
		columnNames: ['Branded Domain', 'Custom Domain'],
		convert: text,
		control: domainAddressLocator,
	},
	{
		name: 'expiry',
		displayName: 'Expiry',
		columnNames: ['Expiry Date', 'Expires'],
		convert: (value, _, { timezone, nowMs }) => toExpiry(value, timezone, nowMs),
		control: {
			type: 'dateTime',
			default: '',
			description:
				"When the link stops working, in the workflow's time zone unless Expiry Time Zone in the options names another. The service wants a day later than today.",
		},
	},
	{
		name: 'geotarget',
		displayName: 'Geo Targets',
		columnNames: ['Geo Targets', 'Geo Targeting'],
		convert: (value, displayName) => toTargets(value, displayName, 'location'),
		control: {
			...targetRows('location', 'Country', countryOptions, 'United States', 'e.g. Greenland'),
			description: 'Sends visitors from certain countries to another address',
		},
	},
	{
		name: 'languagetarget',
		displayName: 'Language Targets',
		columnNames: ['Language Targets', 'Language Targeting'],
		convert: (value, displayName) => toTargets(value, displayName, 'language'),
		control: {
			...targetRows('language', 'Language', languageOptions, 'en', 'e.g. pt-br'),
			description: 'Sends visitors with certain browser languages to another address',
		},
	},
	{
		name: 'metadescription',
		displayName: 'Meta Description',
		columnNames: [],
		convert: text,
		control: {
			type: 'string',
			default: '',
			description: 'The description that social networks show for the short link',
		},
	},
	{
		name: 'metaimage',
		displayName: 'Meta Image URL',
		columnNames: ['Meta Image URL'],
		convert: text,
		control: {
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/preview.png',
			description: 'The JPG or PNG image that social networks show for the short link',
		},
	},
	{
		name: 'metatitle',
		displayName: 'Meta Title',
		columnNames: [],
		convert: text,
		control: {
			type: 'string',
			default: '',
			description: 'The title that social networks show for the short link',
		},
	},
	{
		name: 'parameters',
		displayName: 'Parameters',
		columnNames: ['URL Parameters', 'Query Parameters'],
		convert: toNamedValues,
		control: {
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Parameter' },
			placeholder: 'Add Parameter',
			default: {},
			description: 'Query parameters that the service adds to the long URL',
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
						{ displayName: 'Value', name: 'value', type: 'string', default: '' },
					],
				},
			],
		},
	},
	{
		name: 'password',
		displayName: 'Password',
		columnNames: [],
		convert: (value) => (typeof value === 'string' ? value : toText(value)),
		control: {
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'What visitors must enter before they are sent on',
		},
	},
	{
		name: 'pixels',
		displayName: 'Pixel Names or IDs',
		columnNames: ['Pixel', 'Pixel IDs'],
		convert: toIdList,
		control: {
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getPixels' },
			default: [],
			description:
				'The tracking pixels that fire when the link is visited. The list shows the first 500; an expression takes an array of IDs or a text such as 1, 2. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
	},
	{
		name: 'status',
		displayName: 'Status',
		columnNames: ['Link Status', 'Visibility'],
		convert: (value, displayName) => toChoice(value, displayName, ['public', 'private']),
		control: {
			type: 'options',
			options: [
				{
					name: 'Private',
					value: 'private',
					description: 'Only you see the link and its statistics',
				},
				{
					name: 'Public',
					value: 'public',
					description: 'The link and its statistics may be listed publicly',
				},
			],
			default: 'private',
			description: 'Who may see the link in the service; it works for every visitor either way',
		},
	},
	{
		name: 'type',
		displayName: 'Redirect Type',
		columnNames: ['Redirect Type'],
		convert: toRedirectType,
	},
];
