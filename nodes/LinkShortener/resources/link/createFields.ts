import type { IDataObject, INodeProperties } from 'n8n-workflow';

import {
	ctaOverlayLocator,
	domainAddressLocator,
	campaignLocator,
	channelLocator,
	splashPageLocator,
} from '../../locators/fields';
import { isEmpty, toId } from '../../shared/parameters';
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
const LINK_FIELDS: readonly LinkField[] = [
	{
		name: 'url',
		displayName: 'Long URL',
		headings: ['Long URL', 'Destination URL'],
		convert: text,
	},
	{
		name: 'campaign',
		displayName: 'Campaign',
		headings: ['Campaign ID'],
		convert: id,
		control: campaignLocator,
	},
	{
		name: 'channel',
		displayName: 'Channel',
		headings: ['Channel ID'],
		convert: id,
		control: channelLocator,
	},
	{
		name: 'custom',
		displayName: 'Custom Alias',
		headings: ['Custom Alias', 'Alias'],
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
		headings: ['Deep Links', 'Deep Link'],
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
		headings: ['Note'],
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
		headings: ['Device Targets', 'Device Targeting'],
		convert: (value, displayName) => toTargets(value, displayName, 'device'),
		control: {
			...targetRows('device', 'Device', deviceOptions, 'iPhone', 'e.g. Linux'),
			description: 'Sends visitors on certain devices to another address',
		},
	},
	{
		name: 'domain',
		displayName: 'Domain',
		headings: ['Branded Domain', 'Custom Domain'],
		convert: text,
		control: domainAddressLocator,
	},
	{
		name: 'expiry',
		displayName: 'Expiry',
		headings: ['Expiry Date', 'Expires'],
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
		headings: ['Geo Targets', 'Geo Targeting'],
		convert: (value, displayName) => toTargets(value, displayName, 'location'),
		control: {
			...targetRows('location', 'Country', countryOptions, 'United States', 'e.g. Greenland'),
			description: 'Sends visitors from certain countries to another address',
		},
	},
	{
		name: 'languagetarget',
		displayName: 'Language Targets',
		headings: ['Language Targets', 'Language Targeting'],
		convert: (value, displayName) => toTargets(value, displayName, 'language'),
		control: {
			...targetRows('language', 'Language', languageOptions, 'en', 'e.g. pt-br'),
			description: 'Sends visitors with certain browser languages to another address',
		},
	},
	{
		name: 'metadescription',
		displayName: 'Meta Description',
		headings: [],
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
		headings: ['Meta Image URL'],
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
		headings: [],
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
		headings: ['URL Parameters', 'Query Parameters'],
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
		headings: [],
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
		headings: ['Pixel', 'Pixel IDs'],
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
		headings: ['Link Status', 'Visibility'],
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
		headings: ['Redirect Type'],
		convert: toRedirectType,
	},
];

/** The five names that every web analytics tool knows. */
const UTM_NAMES: Record<string, { displayName: string; placeholder: string }> = {
	utm_campaign: { displayName: 'UTM Campaign', placeholder: 'e.g. summer-sale' },
	utm_content: { displayName: 'UTM Content', placeholder: 'e.g. header-button' },
	utm_medium: { displayName: 'UTM Medium', placeholder: 'e.g. email' },
	utm_source: { displayName: 'UTM Source', placeholder: 'e.g. newsletter' },
	utm_term: { displayName: 'UTM Term', placeholder: 'e.g. running shoes' },
};

const utmControl: INodeProperties = {
	displayName: 'UTM Parameters',
	name: 'utm',
	type: 'collection',
	placeholder: 'Add UTM Parameter',
	default: {},
	description: 'Tells web analytics where a visitor came from; added to the long URL',
	options: Object.entries(UTM_NAMES).map(([name, { displayName, placeholder }]) => ({
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder,
	})),
};

/** Every column that Data to Send → Auto-Map understands. */
export const LINK_COLUMNS: readonly Column[] = [
	...LINK_FIELDS.map(({ name, displayName, headings }) => ({
		name,
		headings: [displayName, ...headings],
	})),
	...Object.entries(UTM_NAMES).map(([name, { displayName }]) => ({
		name,
		headings: [displayName],
	})),
];

/** The controls under Additional Fields. */
export const additionalFieldControls: INodeProperties[] = [
	...LINK_FIELDS.flatMap(({ name, displayName, control }) =>
		control === undefined ? [] : [{ ...control, displayName, name }],
	),
	utmControl,
];

/** The controls of Redirect Type; the two pickers appear for the types that need them. */
export const redirectTypeControls: INodeProperties[] = [
	{
		displayName: 'Redirect Type',
		name: 'type',
		type: 'options',
		options: [
			{
				name: 'CTA Overlay',
				value: 'ctaOverlay',
				description: 'Shows the page with a call to action of yours over it',
			},
			{
				name: 'Custom Splash Page',
				value: 'splashPage',
				description: 'Shows one of your splash pages first',
			},
			{
				name: 'Default of the Service',
				value: '',
				description: 'Leaves the choice to the settings of your account',
			},
			{ name: 'Direct', value: 'direct', description: 'Sends visitors straight on' },
			{
				name: 'Frame',
				value: 'frame',
				description: 'Shows the page inside a frame of the service',
			},
			{ name: 'Splash', value: 'splash', description: "Shows the service's own splash page first" },
		],
		default: '',
		description: 'How visitors get to the long URL',
	},
	{ ...splashPageLocator, displayOptions: { show: { type: ['splashPage'] } } },
	{ ...ctaOverlayLocator, displayOptions: { show: { type: ['ctaOverlay'] } } },
];

/**
 * The body of POST /api/url/add out of values by field name. Pure. Empty values are not sent; the UTM
 * names join the other parameters.
 *
 * @throws {Problem} that names the field whose value cannot be sent
 */
export function linkBody(
	values: Readonly<Record<string, unknown>>,
	circumstances: Circumstances,
): IDataObject {
	const body: IDataObject = {};
	for (const { name, displayName, convert } of LINK_FIELDS) {
		const value = values[name];
		if (isEmpty(value)) continue;
		const converted = convert(value, displayName, circumstances);
		if (!isEmpty(converted)) body[name] = converted;
	}
	const utm = Object.keys(UTM_NAMES)
		.filter((name) => !isEmpty(values[name]))
		.map((name) => ({ name, value: toText(values[name]) }));
	if (utm.length > 0) {
		const own = Array.isArray(body.parameters) ? (body.parameters as IDataObject[]) : [];
		body.parameters = [...own, ...utm];
	}
	return body;
}
