import type { LinkField } from './linkFields';
import { campaignLocator, channelLocator, domainAddressLocator, orName } from '../../names/fields';
import {
	addressIn,
	nameIn,
	soleValue,
	startIn,
	toUntrimmedText,
	yesOrNo,
} from '../../shared/values/convert';
import { toLongUrl, toWebAddress } from '../../shared/values/address';
import type { Field } from '../../operations/fields';
import { expiryField } from './expiry';
import { deepLinksField, parametersField, redirectTypeField, utmFields } from './groups';
import { referenceReader } from './ifMissing';
import { readDomain, readListedDomain, readPixels, readLinkAlias } from './references';
import { targets } from './targets';
import { isNothing, toPassword } from '../../shared/values/text';
import { toText } from '../../shared/text';
import type { UserFacingError } from '../../shared/userFacingError';

/** The fields of a link as people fill them in. What the service does with them: `link/fields/linkFields`. */

export const FORM_FIELDS: { readonly [Name in LinkField]: Field & { name: Name } } = {
	url: {
		displayName: 'Long URL',
		name: 'url',
		type: 'string',
		default: '',
		builderHint: { propertyHint: 'In full, such as https://example.com/page' },
		placeholder: 'e.g. https://example.com/a/long/page',
		description: 'The address that the short link leads to',
		columnNames: [
			...['Destination URL', 'Destination', 'Landing Page', 'Landing Page URL', 'Long Link'],
			...['Target URL', 'Website URL'],
		],
		kind: 'address',
		read: toLongUrl,
	},
	custom: {
		displayName: 'Custom Alias',
		name: 'custom',
		type: 'string',
		default: '',
		placeholder: 'e.g. summer-sale',
		description: 'The last part of the short URL. Leave empty for a random one.',
		columnNames: [
			...['Alias', 'Slug', 'Custom Slug', 'Back-Half', 'Custom Back-Half', 'Short Code'],
			...['Slashtag', 'Vanity URL'],
		],
		kind: 'address',
		read: readLinkAlias,
	},
	domain: {
		...domainAddressLocator,
		name: 'domain',
		columnNames: ['Branded Domain', 'Custom Domain', 'Domain Name'],
		kind: 'address',
		read: readDomain,
		readCell: readListedDomain,
	},
	campaign: {
		...orName(campaignLocator),
		name: 'campaign',
		columnNames: ['Campaign ID', 'Campaign Name'],
		read: referenceReader('campaign'),
	},
	channel: {
		...orName(channelLocator),
		name: 'channel',
		columnNames: ['Channel ID', 'Channel Name'],
		read: referenceReader('channel'),
	},
	deeplink: deepLinksField,
	description: {
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		description: 'A note for yourself; visitors do not see it',
		kind: 'note',
	},
	devicetarget: {
		...targets('device'),
		displayName: 'Device Targets',
		name: 'devicetarget',
		description: 'Sends visitors on certain devices to another address',
		columnNames: ['Device Targeting'],
	},
	expiry: expiryField,
	geotarget: {
		...targets('location'),
		displayName: 'Geo Targets',
		name: 'geotarget',
		description: 'Sends visitors from certain countries (name or code) to another address',
		columnNames: ['Geo Targeting'],
	},
	languagetarget: {
		...targets('language'),
		displayName: 'Language Targets',
		name: 'languagetarget',
		description: 'Sends visitors with certain browser languages (name or code) to another address',
		columnNames: ['Language Targeting'],
	},
	metadescription: {
		displayName: 'Meta Description',
		name: 'metadescription',
		type: 'string',
		default: '',
		description: 'The description that social networks show for the short link',
		columnNames: ['OG Description'],
		kind: 'note',
	},
	metaimage: {
		displayName: 'Meta Image URL',
		name: 'metaimage',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/preview.png',
		description: 'The JPG or PNG image that social networks show for the short link',
		columnNames: ['OG Image', 'OG Image URL'],
		kind: 'address',
		read: toWebAddress,
	},
	metatitle: {
		displayName: 'Meta Title',
		name: 'metatitle',
		type: 'string',
		default: '',
		description: 'The title that social networks show for the short link',
		columnNames: ['OG Title'],
		kind: 'title',
	},
	parameters: parametersField,
	password: {
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'The password that visitors must enter to open the link',
		columnNames: [
			...['Link Password', 'Password for Link', 'Password for the Link', 'Passwort', 'Kennwort'],
			...['Contraseña', 'Mot de passe', 'Senha', 'Palavra-passe', 'Wachtwoord', 'Hasło'],
			...['Lösenord', 'Adgangskode', 'Parola', 'Şifre', 'Пароль', '密码', 'パスワード'],
		],
		read: toUntrimmedText,
		readCell: toPassword,
	},
	pixels: {
		displayName: 'Pixel Names or IDs',
		name: 'pixels',
		type: 'multiOptions',
		builderHint: {
			propertyHint:
				'IDs as numbers ([41, 42]), or names, as an array or one text: expr("Blog, Shop"). Replaces the pixels that a link has.',
		},
		typeOptions: { loadOptionsMethod: 'getPixels' },
		default: [],
		description:
			'The list shows the first 500 pixels. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		columnNames: ['Pixel', 'Pixel IDs', 'Pixel Name', 'Pixel Names'],
		read: readPixels,
	},
	type: redirectTypeField,
	status: {
		displayName: 'Link Status',
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
		builderHint: { propertyHint: 'Left out: the service decides.' },
		description: 'Visibility of the link in the service. Anyone with the short URL can open it.',
		isNamedByTitle: true,
	},
};

/** The fields of a link that a column may mean, and what a cell has for one. Pure. */

export const shortUrlField: Field = {
	displayName: 'Short URL',
	name: 'shorturl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://go.example.com/summer',
	description:
		'The short URL of the link. If no link has it, a link with this short URL is created.',
	columnNames: ['Short Link'],
	kind: 'address',
};

export const COLUMN_FIELDS: readonly Field[] = [
	...Object.values(FORM_FIELDS),
	...utmFields,
	shortUrlField,
];

const BY_NAME = new Map(COLUMN_FIELDS.map((field) => [field.name, field]));

/** Undefined for parameters that only columns have. */
export function columnField(name: string): Field | undefined {
	return BY_NAME.get(name);
}

export function titleOf(name: string): string {
	const { displayName = name } = columnField(name) ?? {};
	return displayName.replace(/ Names or IDs$/, 's');
}

export interface ItemValues {
	values: Record<string, unknown>;
	/** From which each one is, if it is from one. */
	columns: Record<string, string>;
	problems: UserFacingError[];
}

/** Stand for records, which have an ID and a name. */
export const REFERENCES = ['campaign', 'channel', 'pixels'];

/** As forms and tables keep it. */
export function valueIn(name: string, value: unknown): unknown {
	const { kind, type } = columnField(name) ?? {};
	if (kind === 'address') return addressIn(value);
	if (type === 'dateTime') return startIn(value);
	const isOfSeveral = type === 'fixedCollection' || type === 'multiOptions';
	return isOfSeveral ? value : soleValue(value);
}

/** Undefined if a listing's cell says that the link has none, or only that it has one. */
export function listedValue(name: string, cell: unknown): unknown {
	const value = valueIn(name, cell);
	const isNone = value === false && name !== 'deeplink';
	if (isNone || isNothing(cell) || NONE[name]?.(value) === true) return undefined;
	return value;
}

/** Listings have it for none. */
const isZero = (value: unknown) => toText(nameIn(value)) === '0';

const NONE: Readonly<Record<string, (value: unknown) => boolean>> = {
	campaign: isZero,
	channel: isZero,
	// Databases may write it for none.
	expiry: (value) => toText(value).startsWith('0000-00-00'),
	// Listings say whether there is one, and so do sheets with a checkbox.
	password: (value) => typeof value === 'boolean' || yesOrNo(toText(value)) === false,
	type: (value) => toText(value) === 'links',
};
