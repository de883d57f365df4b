import { unescaped } from '../entities';
import { UserFacingError } from '../userFacingError';
import { meantText } from './text';

/** Values of the parameters in a long URL, as people and UTM builders write them. Pure. */

/** Nobody types these escapes, so all of a value is encoded. `%25` may be meant: `50%25`. */
const ENCODED = /%(?:20|2[0-46-9a-f]|3[\da-f]|[c-f][\da-f]%)/i;

/** As it is where it may have been typed so. */
function decoded(text: string): string {
	return ENCODED.test(text) ? unescaped(text) : text;
}

/** Without its own name in front. A `+` stays. @throws {UserFacingError} when it has more than this value */
export function toParameterValue(name: string, value: unknown, field: string): string {
	const text = meantText(value, field, { kind: 'address', example: 'newsletter' });
	const own = ownValueOf(name, text);
	const [, other] = /^[?&]?(utm_[a-z_]+)=/i.exec(own ?? text) ?? [];
	const isQuery = own !== undefined || other !== undefined;
	const isSeveral = isQuery && /.&[\w.-]+=/.test(own ?? text);
	if (!isSeveral && other === undefined) return decoded(own ?? text);
	const what = isSeveral
		? 'has more than one parameter'
		: `is ${String(other).toLowerCase()}, not ${name}`;
	throw new UserFacingError({
		message: `${field} "${text}" ${what}`,
		field,
		remedy: 'Enter the value of one parameter alone, such as newsletter.',
	});
}

function ownValueOf(name: string, text: string): string | undefined {
	const [, given = '', own = ''] = /^[?&]?([^=&?]+)=(.*)$/s.exec(text) ?? [];
	return given.toLowerCase() === name.toLowerCase() ? own : undefined;
}
