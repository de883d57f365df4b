import { differencesText } from './identifies';
import type { Match } from './linkIndex';
import type { ListedLink } from './listedLink';
import { toText } from '../shared/json';
import { UserFacingError } from '../shared/userFacingError';

/** The reasons for which nothing is created or updated for a row. */

/** The most links that a message names. */
const MAX_NAMED = 5;

/** For a link that may be the one of the row. */
export function mayBe({ link, likeness }: NonNullable<Match['alike']>): UserFacingError {
	const { shorturl, longurl } = link.record;
	return new UserFacingError({
		message: `Nothing was done, since ${toText(shorturl)} may be the link: ${differencesText(likeness)}`,
		remedy: `It leads to ${toText(longurl)}. If it is the link, write its alias or long URL as they are there, or set Match On to Short URL. If not, give the row an alias of its own.`,
	});
}

export function severalLinks(links: readonly ListedLink[]): UserFacingError {
	return new UserFacingError({
		message: `${links.length} links lead to this long URL: ${names(links)}`,
		remedy: 'Set Match On to Custom Alias or Short URL, so that each row names one link.',
	});
}

export function domainNeeded(links: readonly ListedLink[]): UserFacingError {
	return new UserFacingError({
		message: `Domain is empty, and the alias exists on another domain than the default one: ${names(links)}`,
		remedy: `Give Domain, such as https://${links[0]?.host ?? 'go.example.com'}, so that it is clear which link is meant.`,
	});
}

export function longUrlNeeded(): UserFacingError {
	return new UserFacingError({
		message: 'There is no such link, and Long URL is empty',
		remedy: 'Give Long URL, so that the link can be created.',
	});
}

/** For a service that hands out a link that it has in place of a new one. */
export function noSecondLink({ record }: ListedLink): UserFacingError {
	return new UserFacingError({
		message: `Not created, since the service makes no second link to this long URL: it has ${toText(record.shorturl)}`,
		remedy: 'Use the alias of that link, or set Match On to Long URL.',
	});
}

/** For a row whose alias or domain is not that of its link. */
export function anotherPlace(
	field: string,
	value: unknown,
	{ shorturl, has }: { shorturl: string; has: string },
): UserFacingError {
	return new UserFacingError({
		message: `${field} of the item is ${toText(value)}, but its link ${shorturl} has ${has}`,
		remedy: `Correct ${field} or leave it empty. Create or Update never changes it; Update does.`,
	});
}

function names(links: readonly ListedLink[]): string {
	const shown = links.slice(0, MAX_NAMED).map(({ record }) => toText(record.shorturl));
	return `${shown.join(', ')}${links.length > MAX_NAMED ? ' …' : ''}`;
}
