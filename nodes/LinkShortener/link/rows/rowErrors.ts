import type { Row } from './row';
import { REFUSED_ALIKE } from '../../api/http/remedies';
import type { ListedLink } from '../find/listedLink';
import type { WantedLink } from '../find/wantedLink';
import { toText } from '../../shared/json';
import { capitalized } from '../../shared/printable';
import { UserFacingError } from '../../shared/userFacingError';

/** The reasons for which nothing is created or updated for a row. */

export function longUrlNeeded({ longUrlTitle, noun }: Row): UserFacingError {
	const merged = noun === 'row' ? ' Merged cells: fill them in each row.' : '';
	return new UserFacingError({
		message: `There is no such link, and ${longUrlTitle} is empty`,
		remedy: `Set ${longUrlTitle}, so that the link can be created.${merged}`,
	});
}

export function aliasTaken(alias: string, { record }: ListedLink): UserFacingError {
	return new UserFacingError({
		message: `The alias ${alias} is taken: ${toText(record.shorturl)} leads to ${toText(record.longurl)}`,
		remedy: 'Choose another alias, or use Create or Update to change that link.',
	});
}

/** The service refused a create without Domain, and a link on another host has the alias. */
export function domainPerhaps({ explanation }: UserFacingError, link: ListedLink): UserFacingError {
	const advice = `If ${toText(link.record.shorturl)} is the link of this row, set Domain, such as https://${link.host}.`;
	return new UserFacingError({ ...explanation, remedy: `${explanation.remedy} ${advice}` });
}

/** Each of the rows makes a link. */
export function repeatedAlias({ noun, number }: Row, { alias }: WantedLink): UserFacingError {
	return new UserFacingError({
		message: `${capitalized(`${noun} ${number}`)} already uses the alias ${alias}`,
		remedy: 'Give each one an alias of its own.',
	});
}

/** The service returns an existing link instead of a new one. */
export function noSecondLink({ record }: ListedLink): UserFacingError {
	return new UserFacingError({
		message: `Not created, because the service does not create a second link to this long URL: ${toText(record.shorturl)} exists`,
		remedy: 'Use the alias of that link, or leave Custom Alias empty.',
	});
}

export function leadsToItself({ record }: ListedLink): UserFacingError {
	return new UserFacingError({
		message: `Long URL is the short URL itself: ${toText(record.shorturl)}`,
		remedy:
			'Enter the address of the page, such as https://example.com/page, or rename the column to Short URL.',
	});
}

export function otherValues(
	{ noun, number }: Pick<Row, 'noun' | 'number'>,
	{ alias, body }: WantedLink,
): UserFacingError {
	return new UserFacingError({
		message: `${capitalized(`${noun} ${number}`)} already sets other values for this link: ${alias || toText(body.url)}`,
		remedy: 'Only the first one counts. Keep one for each link.',
	});
}

/** Not sent, since the account's plan has refused others of the run. */
export function notCreatedEither({ explanation }: UserFacingError): UserFacingError {
	const remedy = `${REFUSED_ALIKE} ${explanation.remedy}`;
	return new UserFacingError({ ...explanation, remedy });
}
