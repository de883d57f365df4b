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
 * The same locator where an operation cannot do without it. Never for one that is shown for some values
 * of another field: where that field is an expression, n8n takes the hidden locator for shown and
 * refuses to run the node (measured).
 */
export function required(property: INodeProperties): INodeProperties {
	return { ...property, required: true };
}

/**
 * The same locator where a name serves as well as an id. Not for a delete, where a name that was given
 * to another record meanwhile would do harm.
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

/** The same locator where choosing nothing means something, which its list then shows. */
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

export const campaignLocator = locator({
	title: 'Campaign',
	name: 'campaignId',
	searchMethod: 'searchCampaigns',
	description: 'The campaign, from the list or by ID',
});

export const channelLocator = locator({
	title: 'Channel',
	name: 'channelId',
	searchMethod: 'searchChannels',
	description: 'The channel, from the list or by ID',
});

export const domainLocator = locator({
	title: 'Domain',
	name: 'domainId',
	searchMethod: 'searchDomains',
	description: 'The branded domain, from the list or by ID',
});

export const pixelLocator = locator({
	title: 'Pixel',
	name: 'pixelId',
	searchMethod: 'searchPixels',
	description: 'The pixel, from the list or by ID',
});

export const qrCodeLocator = locator({
	title: 'QR Code',
	name: 'qrCodeId',
	searchMethod: 'searchQrCodes',
	description: 'The QR code, from the list or by ID',
});

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

export const splashPageLocator = locator({
	title: 'Splash Page',
	name: 'splashPageId',
	searchMethod: 'searchSplashPages',
	description: 'The page that visitors see first, from the list or by ID',
});

export const ctaOverlayLocator = locator({
	title: 'CTA Overlay',
	name: 'ctaOverlayId',
	searchMethod: 'searchCtaOverlays',
	description: 'The overlay to show, from the list or by ID',
});
