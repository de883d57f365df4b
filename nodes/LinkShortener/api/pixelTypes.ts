import { toText } from '../shared/json';

/** The ten platforms, under the names they go by, in their order. */
export const PIXEL_TYPES: Record<string, string> = {
	adroll: 'AdRoll',
	bing: 'Bing Ads',
	'google-ads': 'Google Ads',
	'google-analytics': 'Google Analytics',
	'google-tag-manager': 'Google Tag Manager',
	linkedin: 'LinkedIn',
	facebook: 'Meta (Facebook)',
	pinterest: 'Pinterest',
	quora: 'Quora',
	twitter: 'X (Twitter)',
};

/** The tenth platform's name on newer installs (seen there); an expression may send it. */
const NEWER_TWITTER = 'x';

/**
 * The service's word for a platform that an expression names by it or as the list does. Some installs have
 * words of their own, which the service knows.
 */
export function pixelType(text: string): string {
	const word = text.toLowerCase();
	const named = Object.entries(PIXEL_TYPES).find(([, name]) => name.toLowerCase() === word);
	return named?.[0] ?? (Object.hasOwn(PIXEL_TYPES, word) || word === NEWER_TWITTER ? word : text);
}

/** The name of a platform; one that newer installs added keeps the service's word. */
export function pixelTypeName(type: unknown): string {
	return PIXEL_TYPES[toText(type)] ?? toText(type);
}
