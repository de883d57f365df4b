import { didYouMean, nearestNames } from '../../shared/values/closestNames';
import { toText } from '../../shared/json';
import { wrongValue } from '../../shared/userFacingError';

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

/** Other names of platforms. */
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

/** What people write behind the name of a platform. */
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

/**
 * The service's word for a platform that is given by it, as the list names it, or by another usual name.
 * Some services have words of their own, such as `linkedinpixel`, which they know.
 *
 * @throws {UserFacingError} that names the field, for a typing error in a known name
 */
export function pixelType(text: string, field: string): string {
	const type = knownType(text);
	if (type !== undefined) return type;
	const word = plainWord(text);
	// A word with a whole name in it is no typing error of that name.
	const others = [...TYPES.keys()].filter((name) => !word.includes(name));
	const meant = nearestNames(word, others).map((name) => pixelTypeName(TYPES.get(name)));
	if (meant.length === 0) return text;
	const question = didYouMean([...new Set(meant)]);
	throw wrongValue(field, `"${text}" is not known${question}`, meant[0] ?? '');
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
