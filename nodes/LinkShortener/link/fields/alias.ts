import { aliasOf, hostOf, plainShortUrl, toShortUrl } from '../../shared/values/shortUrl';
import { accountLinks } from '../find/accountLinks';
import { plainAlias } from '../find/wantedLink';
import { toText } from '../../shared/json';
import { isEmpty, locatorParts } from '../../shared/n8n/parameters';
import { settle, UserFacingError, wayOutOf } from '../../shared/userFacingError';
import { NAME_LISTS } from '../../names/lists';
import { allNames } from '../../names/rememberedNames';
import type { FieldCall } from '../../operations/fields';
import { isRewritten, madeNumber } from '../../shared/values/number';
import { meantText } from '../../shared/values/text';
import type { ReadingCall } from '../../operations/operation';
import { withWayOut } from '../../operations/reading';
import { shownColumnName } from '../sheet/headings';

const TITLES: Readonly<Record<'custom' | 'domain' | 'shorturl', string>> = {
	custom: 'Custom Alias',
	domain: 'Domain',
	shorturl: 'Short URL',
};

const LAST_PART = 'The last part is enough, such as summer.';

/** It would stand for something else in a short URL. */
const NOT_IN_ALIAS = /[/?#\\{}\n\r\t]/;

const NAMES: Readonly<Record<string, string>> = {
	'\n': 'a line break',
	'\r': 'a line break',
	'\t': 'a tab',
};

/** Without the escapes of browsers, and with accents on their letters, which macOS may part. A lone `%` stays. */
function aliasText(value: unknown): string {
	return toText(value)
		.replace(/(?:%[\da-f]{2})+/gi, lettersOf)
		.normalize('NFC');
}

function lettersOf(escapes: string): string {
	try {
		return decodeURIComponent(escapes);
	} catch {
		return escapes;
	}
}

/** @throws {UserFacingError} when it is more than the last part of a short URL, or was made a number */
export function toAlias(value: unknown, field: string): string {
	const written = meantText(value, field, { kind: 'address', example: 'summer' });
	if (isRewritten(written)) throw madeNumber(written, field, 'an alias');
	const text = aliasText(written);
	const [wrong] = NOT_IN_ALIAS.exec(text) ?? [];
	if (wrong === undefined) return text;
	const what = NAMES[wrong] ?? `"${wrong}", which is not allowed in an alias`;
	throw new UserFacingError({ message: `${field} "${text}" has ${what}`, remedy: LAST_PART });
}

/** @throws {UserFacingError} as `toAlias`, and when it is a domain of the account, which would make a link */
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
		message: `${field} "${alias}" is a domain of this account, not an alias`,
		field,
		remedy: `${LAST_PART} The domain goes into Domain.`,
	});
}

export interface ValuesApart {
	values: Record<string, unknown>;
	columns: Readonly<Record<string, string>>;
	problems: UserFacingError[];
}

/** Of another service's short URL in the alias only the last part counts. `ownDomain`: the item's own. */
export async function withShortUrlApart(
	call: Pick<ReadingCall, 'client' | 'itemCount' | 'hint'>,
	{ shorturl, ...values }: Readonly<Record<string, unknown>>,
	columns: Readonly<Record<string, string>>,
	ownDomain: unknown,
): Promise<ValuesApart> {
	const own = typeof values.custom === 'string' ? aliasText(values.custom) : values.custom;
	const isAlias = isEmpty(shorturl);
	const given = isAlias ? values.custom : shorturl;
	if (isAlias && plainShortUrl(given) === undefined) {
		return { values: { ...values, custom: own }, columns, problems: [] };
	}
	const column = columns[isAlias ? 'custom' : 'shorturl'];
	const title = column === undefined ? undefined : shownColumnName(column);
	const read = async () => await readShortUrl(call, given, title, isAlias);
	const short = await settle(withWayOut(title, read));
	if (short instanceof UserFacingError) return { values, columns, problems: [short] };
	const { alias, domain, url } = short;
	if (domain === undefined) return { values: { ...values, custom: alias }, columns, problems: [] };
	const place = toText(locatorParts(ownDomain).value);
	const others: Array<[field: keyof typeof TITLES, text: string]> = [];
	const otherAlias = plainShortUrl(own) === url ? alias : toText(own);
	// Its own form of an alias is no other one.
	const isOther = !isAlias && !isEmpty(own) && plainAlias(otherAlias) !== plainAlias(alias);
	if (isOther) others.push(['custom', toText(own)]);
	if (place !== '' && hostOf(place) !== hostOf(domain)) others.push(['domain', place]);
	const advice = title === undefined ? '' : ` ${wayOutOf(title)}`;
	const nameOf = (field: keyof typeof TITLES) => shownColumnName(columns[field] ?? TITLES[field]);
	return {
		values: { ...values, custom: alias, domain: place === '' ? domain : ownDomain },
		columns: { ...columns, ...(column !== undefined && { custom: column, domain: column }) },
		problems: others.map(
			([field, text]) =>
				new UserFacingError({
					message: `${nameOf(isAlias ? 'custom' : 'shorturl')} is ${url}, but ${nameOf(field)} is ${text}`,
					remedy: `Correct one of the two, or clear it. Only Update changes the alias or domain of a link.${advice}`,
				}),
		),
	};
}

/** Without a domain if another service made it and its last part is wanted as an alias. */
async function readShortUrl(
	{ client, itemCount, hint }: Pick<ReadingCall, 'client' | 'itemCount' | 'hint'>,
	given: unknown,
	column: string | undefined,
	isAlias: boolean,
): Promise<{ url: string; alias: string; domain?: string }> {
	const title = column ?? (isAlias ? TITLES.custom : TITLES.shorturl);
	const url = toShortUrl(given, title);
	const [alias, host] = [aliasOf({ shorturl: url }), hostOf(url)];
	if (await accountLinks(client, itemCount).owns(host)) {
		return { url, alias, domain: url.replace(/(?<=[^/:])\/.*$/, '') };
	}
	if (isAlias) {
		hint(`${title} has short URLs on ${host}. Their last part was used as the alias.`);
		return { url, alias };
	}
	throw new UserFacingError({
		message: `${title} is on ${host}, which is not a domain of this account`,
		field: title,
		remedy: 'Enter a short URL of this account, or leave it empty.',
	});
}
