import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import type { SearchMethod } from './lists';
import { SHORT_URL } from '../links/shortUrl';

/** The names of a locator and the source of its list. */
interface LocatorSpec {
	title: string;
	name: string;
	searchMethod: SearchMethod;
	description: string;
	/** Modes besides the two every locator has. */
	modes?: INodePropertyMode[];
	/** For an AI that builds workflows. */
	builderHint?: INodeProperties['builderHint'];
}

/** A locator: chosen from a searchable list or entered as an id, both open to expressions. */
function locator({
	title,
	name,
	searchMethod,
	description,
	modes = [],
	builderHint,
}: LocatorSpec): INodeProperties {
	const noun = title.replace(/[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
	return {
		displayName: title,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		...(builderHint && { builderHint }),
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${noun}...`,
				typeOptions: { searchListMethod: searchMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 42',
				validation: [
					{
						type: 'regex',
						properties: {
							regex: '\\s*[1-9]\\d*\\s*',
							errorMessage: 'An ID is a positive whole number, such as 42',
						},
					},
				],
			},
			...modes,
		],
	};
}

/**
 * The same locator, required. Not for a locator that is shown only for some values of another field: if
 * that field is an expression, n8n takes the hidden locator for shown and refuses to run the node
 * (measured).
 */
export function required(property: INodeProperties): INodeProperties {
	return { ...property, required: true };
}

/**
 * The same locator for names as well as ids. Not for a delete: a name may have been given to another record
 * meanwhile.
 */
export function orName(property: INodeProperties): INodeProperties {
	return {
		...property,
		builderHint: {
			propertyHint:
				"{ __rl: true, mode: 'id', value: 'Summer' }: mode `id` takes a name as well, so no node is needed to look up the ID",
		},
		description: `${property.description ?? ''}. A name is looked up; digits are always an ID.`,
		modes: property.modes?.map((mode) =>
			mode.name === 'id'
				? {
						displayName: 'By Name or ID',
						name: mode.name,
						type: mode.type,
						placeholder: 'e.g. Summer or 42',
					}
				: mode,
		),
	};
}

/** The same locator for a field in which an empty choice has a meaning, which its list then shows. */
export function orElse(property: INodeProperties, meaning: string): INodeProperties {
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
	description: 'The link, from the list, by ID or by its short URL',
	builderHint: {
		propertyHint:
			"{ __rl: true, mode: 'url', value: expr('{{ $json.shorturl }}') }: mode `url` takes a short URL, mode `id` an ID",
	},
	modes: [
		{
			displayName: 'By Short URL',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://go.example.com/summer',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: `\\s*(${SHORT_URL}|[1-9]\\d*)\\s*`,
						errorMessage:
							'A short URL looks like https://go.example.com/summer. The ID, such as 42, works as well.',
					},
				},
			],
		},
	],
});

function listOrId(title: string, name: string, searchMethod: SearchMethod, what: string) {
	return locator({ title, name, searchMethod, description: `${what}, from the list or by ID` });
}

export const campaignLocator = listOrId(
	'Campaign',
	'campaignId',
	'searchCampaigns',
	'The campaign',
);

export const channelLocator = listOrId('Channel', 'channelId', 'searchChannels', 'The channel');

export const domainLocator = listOrId('Domain', 'domainId', 'searchDomains', 'The branded domain');

export const pixelLocator = listOrId('Pixel', 'pixelId', 'searchPixels', 'The pixel');

export const qrCodeLocator = listOrId('QR Code', 'qrCodeId', 'searchQrCodes', 'The QR code');

/** For a new link, which wants the domain's address; an id is looked up. */
export const domainAddressLocator = locator({
	title: 'Domain',
	name: 'domain',
	searchMethod: 'searchDomainAddresses',
	description: "The branded domain of the short URL. Left empty, the account's default domain.",
	modes: [
		{
			displayName: 'By Address',
			name: 'url',
			type: 'string',
			placeholder: 'e.g. https://go.example.com',
		},
	],
});

export const splashPageLocator = listOrId(
	'Splash Page',
	'splashPageId',
	'searchSplashPages',
	'The page that visitors see first',
);

export const ctaOverlayLocator = listOrId(
	'CTA Overlay',
	'ctaOverlayId',
	'searchCtaOverlays',
	'The overlay to show',
);
