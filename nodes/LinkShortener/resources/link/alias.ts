import { aliasOf, hostOf, pastedKey, toShortUrl } from '../../links/shortUrl';
import { isOwnShortUrl } from '../../links/upsertLink';
import { toText } from '../../shared/json';
import { isEmpty, locatorParts } from '../../shared/parameters';
import { UserFacingError } from '../../shared/userFacingError';
import type { ReadingCall } from '../common/operation';
import { wayOutOf } from '../common/reading';
import { shownColumnName } from './headings';

/** Reads Custom Alias, in whose place people and agents also put the whole short URL. */

const LAST_PART = 'The last part is enough, such as summer.';

/** What no alias has, since it would stand for something else in a short URL. */
const NOT_IN_ALIAS = /[/?#\\{}\n\r\t]/;

const NAMES: Readonly<Record<string, string>> = {
	'\n': 'a line break',
	'\r': 'a line break',
	'\t': 'a tab',
};

/**
 * An alias as it is sent, with its accents on their letters, as keyboards write them; files of macOS may have
 * them apart.
 *
 * @throws {UserFacingError} when it has more than the last part of a short URL
 */
export function toAlias(value: unknown, field: string): string {
	const text = toText(value).normalize('NFC');
	const [wrong] = NOT_IN_ALIAS.exec(text) ?? [];
	if (wrong === undefined) return text;
	const what = NAMES[wrong] ?? `"${wrong}", which is not allowed in an alias`;
	throw new UserFacingError({ message: `${field} "${text}" has ${what}`, remedy: LAST_PART });
}

/** A short URL in the place of its alias. */
export interface PastedAlias {
	shorturl: string;
	/** The field or column that has it. */
	field: string;
	/** What to do if it cannot be meant. */
	remedy: string;
}

/** The values of an item whose alias is the last part of a short URL. */
export interface ValuesWithAlias {
	values: Record<string, unknown>;
	/** Undefined where the alias was no short URL. */
	pasted?: PastedAlias;
	/** Set where the item gives another domain as well. */
	problems: UserFacingError[];
}

/**
 * Takes a short URL in the place of an alias apart: its last part is the alias, and its host the domain. Pure.
 *
 * @param columns the column of each value that has one
 * @param ownDomain the Domain that the item itself gives, beside that for all rows
 */
export function withPastedAlias(
	values: Record<string, unknown>,
	columns: Readonly<Record<string, string>>,
	ownDomain: unknown,
): ValuesWithAlias {
	const { custom } = values;
	if (pastedKey(custom) === '') return { values, problems: [] };
	const column = columns.custom === undefined ? undefined : shownColumnName(columns.custom);
	const field = column ?? 'Custom Alias';
	const remedy = column === undefined ? LAST_PART : `${LAST_PART} ${wayOutOf(column)}`;
	const shorturl = toShortUrl(custom, field);
	const domain = shorturl.replace(/(?<=[^/:])\/.*$/, '');
	const given = toText(locatorParts(ownDomain).value);
	const isOther = given !== '' && hostOf(given) !== hostOf(domain);
	const contradiction = () =>
		new UserFacingError({
			message: `${field} is on ${hostOf(domain)}, but ${shownColumnName(columns.domain ?? 'Domain')} is ${given}`,
			remedy: `Correct one of the two, or leave Domain empty. ${remedy}`,
		});
	return {
		values: {
			...values,
			custom: aliasOf({ shorturl }),
			domain: isEmpty(ownDomain) ? domain : ownDomain,
		},
		pasted: { shorturl, field, remedy },
		problems: isOther ? [contradiction()] : [],
	};
}

/**
 * Refuses an alias that was given as a short URL of another service.
 *
 * @throws {UserFacingError} that names its host
 */
export async function refuseOtherService(
	{ client, itemCount }: Pick<ReadingCall, 'client' | 'itemCount'>,
	pasted: PastedAlias | undefined,
): Promise<void> {
	if (pasted === undefined || (await isOwnShortUrl(client, pasted.shorturl, itemCount))) return;
	const { field, shorturl, remedy } = pasted;
	throw new UserFacingError({
		message: `${field} is a short URL on ${hostOf(shorturl)}, which is not a domain of this account`,
		remedy,
	});
}
