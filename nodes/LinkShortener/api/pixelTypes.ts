import { toText } from '../shared/json';

/** The ten platforms, in the API's order, under the names they go by. */
export const PIXEL_TYPES: Record<string, string> = {
	adroll: 'AdRoll',
	bing: 'Bing Ads',
	facebook: 'Facebook',
	'google-ads': 'Google Ads',
	'google-analytics': 'Google Analytics',
	'google-tag-manager': 'Google Tag Manager',
	linkedin: 'LinkedIn',
	pinterest: 'Pinterest',
	quora: 'Quora',
	twitter: 'Twitter (X)',
};

/** What newer installs call the tenth (seen on real installs); an expression may send it. */
export const NEWER_TWITTER = 'x';

/** The name a platform goes by; what newer installs added keeps the service's word. */
export function pixelTypeName(type: unknown): string {
	return PIXEL_TYPES[toText(type)] ?? toText(type);
}
