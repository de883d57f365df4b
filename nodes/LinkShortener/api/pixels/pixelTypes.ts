import { toText } from '../../shared/json';

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

const OTHER_NAMES: Record<string, string> = {
	adwords: 'google-ads',
	googleadwords: 'google-ads',
	ga: 'google-analytics',
	ga4: 'google-analytics',
	googleanalytics4: 'google-analytics',
	gtm: 'google-tag-manager',
	fb: 'facebook',
	meta: 'facebook',
	microsoft: 'bing',
	// Newer services call it so (seen there), the description `twitter`.
	x: 'x',
};

/** The types by every name, in the spelling of `plainWord`. */
const TYPES = new Map([
	...Object.entries(PIXEL_TYPES).flatMap(([type, name]): Array<[string, string]> => [
		[plainWord(type), type],
		[plainWord(name), type],
	]),
	...Object.entries(OTHER_NAMES),
]);

const SUFFIXES = ['ad', 'ads', 'advertising', 'insight', 'pixel', 'tag'];

function wordsOf(text: string): string[] {
	return text.toLowerCase().split(/[\s_()-]+/);
}

function plainWord(text: string): string {
	return wordsOf(text).join('');
}

function knownType(text: string): string | undefined {
	const words = wordsOf(text);
	const end = words.findLastIndex((word) => !SUFFIXES.includes(word)) + 1;
	return TYPES.get(words.join('')) ?? TYPES.get(words.slice(0, end).join(''));
}

/** By the platform's word or another usual name; other text as it is, since some services say `linkedinpixel`. */
export function pixelType(text: string): string {
	return knownType(text) ?? text;
}

/** Whether two types are of one platform: `gtmpixel` of some services is `google-tag-manager`. */
export function isSamePlatform(one: unknown, other: unknown): boolean {
	return platformOf(one) === platformOf(other);
}

function platformOf(type: unknown): string {
	const text = toText(type).toLowerCase();
	return knownType(text.replace(/pixel$/, '')) ?? text;
}

/** The name of a platform; one that newer services added keeps the service's word. */
export function pixelTypeName(type: unknown): string {
	return PIXEL_TYPES[toText(type)] ?? toText(type);
}
