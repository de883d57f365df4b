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
export const NEWER_TWITTER = 'x';

/** The name of a platform; one that newer installs added keeps the service's word. */
export function pixelTypeName(type: unknown): string {
	return PIXEL_TYPES[toText(type)] ?? toText(type);
}
