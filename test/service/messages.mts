import type { Variations } from './variations.mts';

/** The words in which real installs say that a row of a table is not there. */
export const UNKNOWN = {
	links: 'Link does not exist.',
	campaigns: 'Campaign does not exist',
	channels: 'Channel does not exist',
	domains: 'Domain not found. Please try again.',
	splash: 'Custom splash page does not exist.',
	overlays: 'Overlay page does not exist.',
	pixels: 'Pixel does not exist.',
	bios: 'Bio page does not exist.',
	qr_codes: 'QR does not exist.',
} as const;

/** Of a create or an update. */
export const ALIAS_TAKEN = 'That alias is taken. Please choose another one.';

/** Of a channel, where names are unique. */
export const CHANNEL_NAME_TAKEN = 'You already have a channel with this name.';

/** Of an alias that the account's plan does not have. */
export const NO_ALIASES = 'Custom aliases are not available in your plan.';

/** What an install says of a create beyond what the account's plan allows. */
export const PLAN_USED_UP =
	'You have reached your maximum links limit. Please upgrade to another plan.';

/** Sentences that no translation of the product has. */
const UNTRANSLATED = /^(Too Many Requests|A valid API key is required|Rate limit exceeded)/;

/** A sentence as the install says it: one in another language tells what it says by its length alone. */
export function inLanguage(sentence: string, language: Variations['language']): string {
	if (language === 'english' || UNTRANSLATED.test(sentence)) return sentence;
	return `Ez most nem megy így, kérjük, nézze át (${sentence.length}).`;
}
