import { namesOf, type ListedLink } from '../link/listedLink';
import type { RowColumns } from './rowName';
import { REFUSED_ALIKE } from '../../api/http/remedies';
import { toText } from '../../shared/json';
import { capitalized } from '../../shared/printable';
import { UserFacingError, wayOutOf } from '../../shared/userFacingError';
import { named, varying, words } from '../../shared/words';

/** The reasons for which nothing is created or updated for a row. */

/** For a link that is found by its alias, where the host of links without a domain is not known. */
export function domainNeeded(link: ListedLink): UserFacingError {
	return new UserFacingError({
		...words`Not updated: without Domain, it is not certain that ${varying(toText(link.record.shorturl))} is the link`,
		remedy: `Set Domain, such as https://${link.host}, so that it is clear which link is meant.`,
	});
}

/**
 * For a create whose alias, or one of the same letters, other links have. The service has said why it was refused,
 * perhaps something that the alias has no part in. So its own remedy comes first.
 *
 * @param host on which the link was wanted; empty where that is not certain
 */
export function aliasBelongsTo(
	{ explanation }: UserFacingError,
	{ alias, host }: Pick<ListedLink, 'alias' | 'host'>,
	owners: readonly ListedLink[],
): UserFacingError {
	const same = owners.filter((link) => link.alias === alias);
	const what = same.length > 0 ? 'this alias' : 'a similar alias';
	const links = same.length > 0 ? same : owners;
	const [link] = links;
	const [which, one] = links.length === 1 ? ['that', 'it'] : ['the first one', 'one'];
	const fact =
		links.length === 1
			? `A link with ${what} exists: ${namesOf(links)} leads to ${toText(link?.record.longurl)}.`
			: `Links with ${what} exist: ${namesOf(links)}.`;
	const advice =
		link === undefined || link.host === host
			? `To change ${one}, use Create or Update with its short URL.`
			: `If ${which} is the link of this row, set Domain, such as https://${link.host}.`;
	return new UserFacingError({
		...explanation,
		remedy: [explanation.remedy, fact, advice].join(' '),
	});
}

export function severalLinks(
	links: readonly ListedLink[],
	remedy = 'Set Custom Alias or Short URL, so that it is clear which link is meant.',
): UserFacingError {
	return new UserFacingError({
		...words`${varying(links.length)} links lead to this long URL: ${varying(namesOf(links))}`,
		remedy,
	});
}

export function longUrlNeeded(columns: RowColumns): UserFacingError {
	const field = columns.headingOf('url') ?? 'Long URL';
	return new UserFacingError({
		message: `There is no such link, and ${field} is empty`,
		remedy: `Set ${field}, so that the link can be created. ${columns.list()}`.trim(),
	});
}

/** For a create whose alias a link has. */
export function aliasTaken(alias: string, { record }: ListedLink): UserFacingError {
	return new UserFacingError({
		...words`The alias ${varying(alias)} is taken: ${varying(toText(record.shorturl))} leads to ${varying(toText(record.longurl))}`,
		remedy: 'Choose another alias, or use Create or Update to change that link.',
	});
}

/** @param earlier the earlier item that would have the alias, such as `row 3` */
export function repeatedAlias(alias: string, earlier: string): UserFacingError {
	return new UserFacingError({
		...words`${varying(capitalized(earlier))} already uses the alias ${varying(alias)}`,
		remedy: 'Give each one an alias of its own.',
	});
}

/** For a service that returns an existing link instead of a new one. */
export function noSecondLink({ record }: ListedLink): UserFacingError {
	return new UserFacingError({
		...words`Not created, because the service does not create a second link to this long URL: ${varying(toText(record.shorturl))} exists`,
		remedy: 'Use the alias of that link, or leave Custom Alias empty.',
	});
}

/** For a row whose alias or domain is not that of its link. */
export function anotherPlace(
	field: string,
	value: unknown,
	{ shorturl, has }: { shorturl: string; has: string },
): UserFacingError {
	return new UserFacingError({
		...words`${field} is ${named(toText(value))}, but the link ${varying(shorturl)} has ${varying(has)}`,
		remedy: `Correct ${field} or leave it empty. Create or Update never changes it; Update does.`,
	});
}

/**
 * For a row whose short URL another service has made.
 *
 * @param column the heading of its column; undefined if the form gives it
 */
export function foreignShortUrl(host: string, column: string | undefined): UserFacingError {
	return new UserFacingError({
		...words`${column ?? 'Short URL'} is on ${varying(host)}, which is not a domain of this account`,
		remedy: 'Enter a short URL of this account, or leave it empty.',
		...(column !== undefined && { wayOut: wayOutOf(column) }),
	});
}

/** For a row whose long URL is its own short URL. */
export function leadsToItself(shorturl: string): UserFacingError {
	return new UserFacingError({
		...words`Long URL is the short URL itself: ${varying(shorturl)}`,
		remedy:
			'Enter the address of the page, such as https://example.com/page, or rename the column to Short URL.',
	});
}

/**
 * For a row that says something else than an earlier one about the same link.
 *
 * @param earlier the earlier one, such as `row 3`
 * @param link the name by which the row calls it
 */
export function otherValues(earlier: string, link: string): UserFacingError {
	return new UserFacingError({
		...words`${varying(capitalized(earlier))} already sets other values for this link: ${named(link)}`,
		remedy: 'Only the first one counts. Keep one for each link.',
	});
}

/** For a caller with little time on an account with many links. */
export function tooManyToRead(pages: number): UserFacingError {
	return new UserFacingError({
		message: `Not created, because there was no time to check whether the link exists: the account has ${pages} pages of links, and the service cannot search links by long URL`,
		remedy:
			'Set Custom Alias and Domain and use Create or Update, which takes one request. Or run this outside an AI agent.',
	});
}

/** For a link that is not sent, since the account's plan has refused others of the run. */
export function notCreatedEither({ explanation }: UserFacingError): UserFacingError {
	const remedy = `${REFUSED_ALIKE} ${explanation.remedy}`;
	return new UserFacingError({ ...explanation, remedy, isUnsent: true });
}
