import { hostOf } from '../../shared/values/shortUrl';
import { unescaped } from '../../shared/entities';
import { toText } from '../../shared/json';
import { settle, UserFacingError } from '../../shared/userFacingError';
import { NAME_LISTS } from '../../names/lists';
import { allNames } from '../../names/rememberedNames';
import type { FieldCall } from '../../operations/fields';
import { isRewritten, madeNumber } from '../../shared/values/rewritten';
import { meantText } from '../../shared/values/text';

const LAST_PART = 'Enter only what follows the last slash, without / ? #, such as summer.';

/** It would stand for something else in a short URL. */
const NOT_IN_ALIAS = /[/?#\\{}\n\r\t]/;

const NAMES: Readonly<Record<string, string>> = {
	'\n': 'a line break',
	'\r': 'a line break',
	'\t': 'a tab',
};

/** Without the escapes of browsers, and with accents on their letters, which macOS may part. A lone `%` stays. */
export function aliasText(value: unknown): string {
	return toText(value)
		.replace(/(?:%[\da-f]{2})+/gi, unescaped)
		.normalize('NFC');
}

/** @throws {UserFacingError} when it is more than the last part of a short URL, or was made a number */
export function toAlias(value: unknown, field: string): string {
	const written = meantText(value, field, { kind: 'address', example: 'summer-sale' });
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
