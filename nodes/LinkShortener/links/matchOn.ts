import { pastedKey, toShortUrl } from './shortUrl';
import { toText } from '../shared/json';
import { isEmpty } from '../shared/parameters';
import { UserFacingError } from '../shared/userFacingError';

/** The value of a row that names its link. */
export type MatchOn = 'custom' | 'shorturl' | 'url';

/**
 * The name by which a row calls its link, before anything is looked up.
 *
 * @throws {UserFacingError} if it gives none
 */
export function nameOfLink(
	values: Readonly<Record<string, unknown>>,
	matchOn: MatchOn,
	shortUrl: string,
): string {
	const { custom, domain, url } = values;
	switch (matchOn) {
		case 'custom':
			if (isEmpty(custom)) throw nothingToMatchOn('Custom Alias', 'summer-sale');
			return `${toText(custom)} ${toText(domain)}`;
		case 'shorturl':
			if (shortUrl === '') throw nothingToMatchOn('Short URL', 'https://go.example.com/summer');
			return pastedKey(toShortUrl(shortUrl, 'Short URL'));
		case 'url': {
			if (isEmpty(url)) throw nothingToMatchOn('Long URL', 'https://example.com/page');
			const isInUrl = (field: string) => field === 'parameters' || field.startsWith('utm_');
			const parameters = Object.entries(values).filter(([field]) => isInUrl(field));
			return JSON.stringify([toText(url), ...parameters]);
		}
	}
}

function nothingToMatchOn(field: string, example: string): UserFacingError {
	return new UserFacingError({
		message: `${field} is empty, and Match On is set to ${field}`,
		remedy: `Give every item a value such as ${example}, or choose another Match On.`,
	});
}
