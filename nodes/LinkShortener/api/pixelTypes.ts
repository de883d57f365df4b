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

/** What newer installs call the tenth (seen on real installs); an expression may send it. */
export const NEWER_TWITTER = 'x';

/** The name a platform goes by; what newer installs added keeps the service's word. */
export function pixelTypeName(type: unknown): string {
	return PIXEL_TYPES[toText(type)] ?? toText(type);
}
