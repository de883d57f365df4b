import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import type { SearchMethod } from './search';
import { SHORT_URL } from '../shared/values/shortUrl';
import { inSentence } from '../shared/text';

interface LocatorSpec {
	title: string;
	name: string;
	searchMethod: SearchMethod;
	description: string;
	modes?: INodePropertyMode[];
	hasIds?: boolean;
	builderHint?: INodeProperties['builderHint'];
}

/** n8n's own check; it does not look at expressions. */
function typed(regex: string, errorMessage: string): INodePropertyMode['validation'] {
	return [{ type: 'regex', properties: { regex, errorMessage } }];
}

/** The editor has its own labels for modes `list`, `id` and `url`. A label has room for "From list" and no more. */
function locator({
	title,
	name,
	searchMethod,
	description,
	modes = [],
	hasIds = true,
	builderHint,
}: LocatorSpec): INodeProperties {
	const noun = inSentence(title);
	return {
		displayName: title,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		builderHint,
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${noun}...`,
				typeOptions: { searchListMethod: searchMethod, searchable: true },
			},
			...(hasIds
				? [
						{
							displayName: 'By ID',
							name: 'id',
							type: 'string' as const,
							placeholder: 'e.g. 42',
							validation: typed(
								'\\s*[1-9]\\d*\\s*',
								'An ID is a positive whole number, such as 42',
							),
						},
					]
				: []),
			...modes,
		],
	};
}

export function required(property: INodeProperties): INodeProperties {
	return { ...property, required: true };
}

const NAMES: Record<string, string> = {
	campaignId: 'Summer Sale',
	channelId: 'Newsletter',
	pixelId: 'Shop checkout',
	splashPageId: 'Welcome',
	ctaOverlayId: 'Spring offer',
};

/** Not for a delete: a name may have been given to another record meanwhile. */
export function orName(property: INodeProperties): INodeProperties {
	const example = NAMES[property.name] ?? '';
	return {
		...property,
		builderHint: {
			propertyHint: `{ __rl: true, mode: 'name', value: '${example}' }: no ID needed`,
		},
		description: described(property.name, 'name or ID'),
		modes: [
			// n8n switches to this mode when a column is dragged onto the field, whatever the column holds.
			...(property.modes ?? []).map((mode) =>
				mode.name === 'id' ? { ...mode, validation: [] } : mode,
			),
			{ displayName: 'Name', name: 'name', type: 'string', placeholder: `e.g. ${example}` },
		],
	};
}

/** For a field in which an empty choice has a meaning, which its list then shows. */
export function orElse<T extends INodeProperties>(property: T, meaning: string): T {
	return {
		...property,
		modes: property.modes?.map((mode) =>
			mode.name === 'list' ? { ...mode, placeholder: meaning } : mode,
		),
	};
}

export const linkLocator = locator({
	title: 'Link',
	name: 'linkId',
	searchMethod: 'searchLinks',
	description: 'The link. Select it from the list, or enter its ID or short URL.',
	builderHint: {
		propertyHint:
			"{ __rl: true, mode: 'shortUrl', value: expr('{{ $json.shorturl }}') }: a short URL in full, with its domain",
	},
	modes: [
		{
			displayName: 'Short',
			name: 'shortUrl',
			type: 'string',
			placeholder: 'e.g. https://go.example.com/summer',
			validation: typed(
				`\\s*(${SHORT_URL}|[1-9]\\d*)\\s*`,
				'A short URL looks like https://go.example.com/summer. The ID, such as 42, works as well.',
			),
		},
	],
});

/** A link that is read may also be named by its long URL. */
export const readLinkLocator: INodeProperties = {
	...linkLocator,
	description: 'The link. Select it from the list, or enter its ID, short URL, or long URL.',
	builderHint: {
		propertyHint:
			"{ __rl: true, mode: 'shortUrl', value: expr('{{ $json.shorturl }}') }: a short URL in full, with its domain; mode `longUrl` takes the address that the link leads to",
	},
	modes: [
		...(linkLocator.modes ?? []),
		{
			displayName: 'Long',
			name: 'longUrl',
			type: 'string',
			placeholder: 'e.g. https://example.com/a/long/page',
		},
	],
};

const WHATS: Record<string, string> = {
	campaignId: 'The campaign',
	channelId: 'The channel',
	domainId: 'The branded domain',
	pixelId: 'The pixel',
	qrCodeId: 'The QR code',
	splashPageId: 'The page that visitors see first',
	ctaOverlayId: 'The overlay to show',
};

function described(name: string, by: string): string {
	return `${WHATS[name] ?? ''}. Select it from the list, or enter its ${by}.`;
}

function listOrId(title: string, name: string, searchMethod: SearchMethod) {
	return locator({ title, name, searchMethod, description: described(name, 'ID') });
}

export const campaignLocator = listOrId('Campaign', 'campaignId', 'searchCampaigns');

export const channelLocator = listOrId('Channel', 'channelId', 'searchChannels');

export const domainLocator = listOrId('Domain', 'domainId', 'searchDomains');

export const pixelLocator = listOrId('Pixel', 'pixelId', 'searchPixels');

export const qrCodeLocator = listOrId('QR Code', 'qrCodeId', 'searchQrCodes');

/** A new link wants the domain's address; an id is looked up. */
export const domainAddressLocator = locator({
	title: 'Domain',
	name: 'domain',
	searchMethod: 'searchDomainAddresses',
	description:
		'The branded domain of the short URL. Leave empty to use the default domain of the account.',
	modes: [
		{
			displayName: 'By URL',
			name: 'address',
			type: 'string',
			placeholder: 'e.g. https://go.example.com',
		},
	],
});

/** May be that of a short link from the list. An ID is no address. */
export const linkAddressLocator = locator({
	hasIds: false,
	title: 'Link',
	name: 'address',
	searchMethod: 'searchLinkAddresses',
	description: 'The address that the code opens: a short link from the list, or any other address',
	builderHint: {
		propertyHint: "{ __rl: true, mode: 'address', value: 'https://example.com/page' }",
	},
	modes: [
		{
			displayName: 'By URL',
			name: 'address',
			type: 'string',
			placeholder: 'e.g. https://example.com/page',
		},
	],
});

export const splashPageLocator = listOrId('Splash Page', 'splashPageId', 'searchSplashPages');

export const ctaOverlayLocator = listOrId('CTA Overlay', 'ctaOverlayId', 'searchCtaOverlays');
