import { namesOf, type ListedLink } from './listedLink';
import { toText } from '../shared/json';
import { UserFacingError } from '../shared/userFacingError';

/** The reasons for which nothing is created or updated for a row. */

/** For a link that is found by its alias, where the host of links without a domain is not known. */
export function domainNeeded(link: ListedLink): UserFacingError {
	return new UserFacingError({
		message: `Nothing was changed, since it is not certain that ${toText(link.record.shorturl)} is the link: Domain is empty`,
		remedy: `Give Domain, such as https://${link.host}, so that it is clear which link is meant.`,
	});
}

/**
 * For an alias that other links than the wanted one have.
 *
 * @param named the one that the row names without matching on it
 */
export function aliasBelongsTo(
	links: readonly ListedLink[],
	named: ListedLink | undefined,
	{ explanation }: UserFacingError,
): UserFacingError {
	const [link] = links;
	const pages = links.length === 1 ? `leads to ${toText(link?.record.longurl)}` : 'have it';
	const advice = named
		? `To change ${toText(named.record.shorturl)}, use Create or Update with Match On set to Custom Alias.`
		: `If that is the link, give its Domain, such as https://${link?.host ?? 'go.example.com'}, and its alias as it is written there.`;
	return new UserFacingError({
		...explanation,
		remedy: `${namesOf(links)} ${pages}. ${advice} Otherwise choose another Custom Alias.`,
	});
}

export function severalLinks(
	links: readonly ListedLink[],
	remedy = 'Give each row a Custom Alias or a Short URL, so that it names one link.',
): UserFacingError {
	return new UserFacingError({
		message: `${links.length} links lead to this long URL: ${namesOf(links)}`,
		remedy,
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

/** For a row whose long URL is its own short URL. */
export function leadsToItself(shorturl: string): UserFacingError {
	return new UserFacingError({
		message: `Long URL is the short URL itself: ${shorturl}`,
		remedy:
			'Give the address of the page, such as https://example.com/page, or name the column Short URL.',
	});
}

/** For a row that says something else than an earlier one about the same link. */
export function otherValues(number: number): UserFacingError {
	return new UserFacingError({
		message: `Item ${number} asks for the same link with other values`,
		remedy: 'Of several items for one link, only the first counts. Keep one row for each link.',
	});
}

/** For a caller with little time on an account with many links. */
export function tooManyToRead(pages: number): UserFacingError {
	return new UserFacingError({
		message: `Not created, since it cannot be found out in time whether the link exists: the account has ${pages} pages of links, and the service's search does not find links by long URL`,
		remedy:
			'Give Custom Alias and Domain and use Create or Update: that takes one look-up. Or run this outside an AI agent.',
	});
}
