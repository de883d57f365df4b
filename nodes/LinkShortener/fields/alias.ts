import { aliasOf, hostOf, plainShortUrl, toShortUrl } from '../links/link/shortUrl';
import { isOwnShortUrl } from '../links/find/finder';
import { toText } from '../shared/json';
import { isEmpty, locatorParts } from '../shared/n8n/parameters';
import { settle, UserFacingError, wayOutOf } from '../shared/userFacingError';
import { NAME_LISTS } from '../locators/lists';
import { allNames } from '../locators/rememberedNames';
import type { FieldCall } from '../operations/fields';
import { isRewritten, madeNumber } from '../shared/values/number';
import { meantText } from '../shared/values/text';
import type { ReadingCall } from '../operations/operation';
import { withWayOut } from '../operations/reading';
import { shownColumnName } from '../sheet/headings';
import { quoted, varying, words } from '../shared/words';

/** Reads Custom Alias, in whose place people and agents also put the whole short URL. */

const FIELD = 'Custom Alias';

const LAST_PART = 'The last part is enough, such as summer.';

/** What no alias has, since it would stand for something else in a short URL. */
const NOT_IN_ALIAS = /[/?#\\{}\n\r\t]/;

const NAMES: Readonly<Record<string, string>> = {
	'\n': 'a line break',
	'\r': 'a line break',
	'\t': 'a tab',
};

/**
 * An alias as people read it: without the escapes that browsers and exports write for other letters, and with its
 * accents on their letters, as keyboards write them; files of macOS may have them apart. A lone `%` stays.
 */
function aliasText(value: unknown): string {
	return toText(value)
		.replace(/(?:%[\da-f]{2})+/gi, lettersOf)
		.normalize('NFC');
}

/** The letters of escapes; the escapes themselves where they are none. */
function lettersOf(escapes: string): string {
	try {
		return decodeURIComponent(escapes);
	} catch {
		return escapes;
	}
}

/**
 * An alias as it is sent.
 *
 * @throws {UserFacingError} when it has more than the last part of a short URL, or a program has made a number of it
 */
export function toAlias(value: unknown, field: string): string {
	const written = meantText(value, field, { kind: 'address', example: 'summer' });
	if (isRewritten(written)) throw madeNumber(written, field, 'an alias');
	const text = aliasText(written);
	const [wrong] = NOT_IN_ALIAS.exec(text) ?? [];
	if (wrong === undefined) return text;
	const what = NAMES[wrong] ?? words`${varying(`"${wrong}"`)}, which is not allowed in an alias`;
	throw new UserFacingError({ ...words`${field} ${quoted(text)} has ${what}`, remedy: LAST_PART });
}

/**
 * The alias of a link. One with a dot may be a domain of the account, with which the service would make a link.
 *
 * @throws {UserFacingError} as `toAlias`, and when it is a domain of the account
 */
export async function readLinkAlias(
	value: unknown,
	field: string,
	{ client }: Pick<FieldCall, 'client'>,
): Promise<string> {
	const alias = toAlias(value, field);
	if (!alias.includes('.')) return alias;
	const domains = await settle(allNames(client, NAME_LISTS.domain));
	const isDomain =
		!(domains instanceof UserFacingError) && domains.some((one) => hostOf(one) === hostOf(alias));
	if (!isDomain) return alias;
	throw new UserFacingError({
		...words`${field} ${quoted(alias)} is a domain of this account, not an alias`,
		remedy: `${LAST_PART} The domain goes into Domain.`,
	});
}

/** A short URL in the place of its alias. */
export interface PastedAlias {
	shorturl: string;
	/** The column that has it; undefined for the field of a form. */
	column: string | undefined;
	/** As it was given. */
	given: unknown;
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
	const shorturl = plainShortUrl(custom);
	if (shorturl === undefined) {
		const alias = typeof custom === 'string' ? { custom: aliasText(custom) } : {};
		return { values: { ...values, ...alias }, problems: [] };
	}
	const column = columns.custom === undefined ? undefined : shownColumnName(columns.custom);
	const domain = shorturl.replace(/(?<=[^/:])\/.*$/, '');
	const given = toText(locatorParts(ownDomain).value);
	const isOther = given !== '' && hostOf(given) !== hostOf(domain);
	const contradiction = () =>
		new UserFacingError({
			...words`${column ?? FIELD} is on ${varying(hostOf(domain))}, but ${shownColumnName(columns.domain ?? 'Domain')} is ${varying(given)}`,
			remedy: `Correct one of the two, or leave Domain empty. ${LAST_PART}`,
			...(column !== undefined && { wayOut: wayOutOf(column) }),
		});
	return {
		values: {
			...values,
			custom: aliasOf({ shorturl }),
			domain: isEmpty(ownDomain) ? domain : ownDomain,
		},
		pasted: { shorturl, column, given: custom },
		problems: isOther ? [contradiction()] : [],
	};
}

/**
 * Refuses an alias that was given as the short URL of another service, or as one that cannot be meant.
 *
 * @throws {UserFacingError} that names its host
 */
export async function refuseOtherService(
	call: Pick<ReadingCall, 'client' | 'itemCount'>,
	pasted: PastedAlias | undefined,
): Promise<void> {
	if (pasted === undefined) return;
	const { column, given, shorturl } = pasted;
	const field = column ?? FIELD;
	await withWayOut(column, async () => {
		toShortUrl(given, field);
		if (await isOwnShortUrl(call.client, shorturl, call.itemCount)) return;
		throw new UserFacingError({
			...words`${field} is a short URL on ${varying(hostOf(shorturl))}, which is not a domain of this account`,
			remedy: LAST_PART,
		});
	});
}
