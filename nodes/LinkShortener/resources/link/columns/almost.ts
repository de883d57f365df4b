import { yesOrNo } from '../../../shared/values/convert';
import { toText } from '../../../shared/json';
import { isEmpty } from '../../../shared/n8n/parameters';
import { UserFacingError } from '../../../shared/userFacingError';
import { isNothing } from '../../../shared/values/nothing';
import { soleValue, startIn } from '../../../shared/values/single';
import { isDateWithYearLast } from '../../../sheet/dateOrder';
import { readWallClock } from '../../../fields/expiry';
import { isOfExport } from './exports';
import {
	plainColumnName,
	shownColumnName,
	withoutBrackets,
	type Row,
} from '../../../sheet/headings';

/** Headings that almost say a field whose loss a person would not see: a link open to all, or for ever. Pure. */

/** The word for a password at the end of a heading, or in front of what it is for. `Password hint` is something else. */
const PASSWORD = /(?:password|passwort|kennwort|contraseña|mot de passe)$/iu;
const PASSWORD_FOR =
	/^(?:password|passwort|kennwort|contraseña|mot de passe)\s+(?:for|of|to|für|zum|para|de|pour|du)\b/iu;

const EXPIRY = /expir|valid\s?until|gültig\s?bis|ablaufdatum/iu;

const ALIAS = /(?:^|[^\p{L}])(?:slug|alias)(?:e?s)?(?:$|[^\p{L}])/iu;

/** A heading in words: `linkPassword` and `link_password` as `link password`. */
function inWords(column: string): string {
	return withoutBrackets(shownColumnName(column))
		.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();
}

function isDate(cell: unknown): boolean {
	const value = startIn(cell);
	return readWallClock(value, 'UTC') !== undefined || isDateWithYearLast(toText(value));
}

function isSecret(cell: unknown): boolean {
	const value = soleValue(cell);
	return typeof value !== 'boolean' && yesOrNo(toText(value)) === undefined;
}

/** What a heading almost says. */
type Almost = 'Password' | 'Expiry' | 'Custom Alias';

/** All rows of a sheet have the same headings. */
const known = new Map<string, Almost | undefined>();
const MAX_KNOWN = 1_000;

function almostSaid(column: string): Almost | undefined {
	if (known.has(column)) return known.get(column);
	const words = inWords(column);
	const isPassword = PASSWORD.test(words) || PASSWORD_FOR.test(words);
	const isAlias = ALIAS.test(shownColumnName(column).replace(/_/g, ' '));
	const isAliasItself = ['alias', 'slug'].includes(plainColumnName(column));
	const ofOthers = isAlias && !isAliasItself ? 'Custom Alias' : undefined;
	const said = isPassword ? 'Password' : EXPIRY.test(words) ? 'Expiry' : ofOthers;
	if (known.size >= MAX_KNOWN) known.clear();
	known.set(column, isOfExport(column) ? undefined : said);
	return known.get(column);
}

/** The field that a heading almost says, if the cell would do for it. */
function almostMeant(column: string, cell: unknown): Almost | undefined {
	const said = almostSaid(column);
	if (said === undefined || isEmpty(cell) || isNothing(cell)) return undefined;
	if (said === 'Password') return isSecret(cell) ? said : undefined;
	if (said === 'Expiry') return isDate(cell) ? said : undefined;
	return said;
}

/**
 * What is wrong with the columns of a row that are no field, though a person may mean one. No message shows a password.
 *
 * @param leftOut columns that do not count
 * @param isField whether a column is a field all the same, of which another column counts
 */
export function almostProblems(
	row: Row,
	leftOut: readonly string[],
	isField: (column: string) => boolean,
): UserFacingError[] {
	return leftOut.flatMap((column) => {
		const field = almostMeant(column, row[column]);
		if (field === undefined || field === 'Custom Alias' || isField(column)) return [];
		const name = shownColumnName(column);
		const what = field === 'Password' ? 'a password' : 'a date';
		return [
			new UserFacingError({
				message: `${name} has ${what}, but is not used`,
				remedy: `Drag it into Additional Fields → ${field}, rename it to ${field}, or add it to Options → Inputs to Ignore.`,
			}),
		];
	});
}

/** The columns with something in them that a person may take for aliases. */
export function almostAliases(row: Row, leftOut: readonly string[]): string[] {
	return leftOut.filter((column) => almostMeant(column, row[column]) === 'Custom Alias');
}
