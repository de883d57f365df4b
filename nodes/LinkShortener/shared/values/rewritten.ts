import { withoutInvisible } from '../json';
import { UserFacingError } from '../userFacingError';

/** What programs and spreadsheets have made of a value. Pure. */

/** What databases, JavaScript, Python and pandas write for nothing. People's `n/a` or `-` are words. */
const NOTHING = new Set(['NULL', 'null', 'NaN', 'nan', 'undefined', '\\N', 'None', '<NA>']);

/** Of a whole cell, or an argument of a tool. */
export function isNothing(value: unknown): boolean {
	return typeof value === 'string' && NOTHING.has(withoutInvisible(value));
}

/** Excel and its like write 1.23457E+11, in much of Europe 1,23457E+11. */
const SHORTENED = /^\d+(?:[.,]\d+)?E\+\d{2,}$/i;

/** A year or a longer number with the decimals that tables write behind whole ones. */
const WITH_DECIMALS = /^\d{4,}\.0+$/;

export function isShortened(text: string): boolean {
	return SHORTENED.test(text);
}

/** Digits before a spreadsheet or a program made a number of them. */
export function isRewritten(text: string): boolean {
	return isShortened(text) || WITH_DECIMALS.test(text);
}

export function madeNumber(text: string, field: string, what: string): UserFacingError {
	return new UserFacingError({
		message: `${field} "${text}" is a number as a spreadsheet writes it, not ${what}`,
		field,
		remedy: 'Format the column as text, and enter the value again.',
	});
}
