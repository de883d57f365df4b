import { withoutInvisible } from '../json';

/**
 * What programs write for nothing, in their own spelling: databases, JavaScript, Python and pandas. People's own words
 * for it, such as `n/a` or `-`, are words.
 */
const NOTHING = new Set(['NULL', 'null', 'NaN', 'nan', 'undefined', '\\N', 'None', '<NA>']);

/** Whether a whole cell, or an argument of a tool, is what a program writes for nothing. */
export function isNothing(value: unknown): boolean {
	return typeof value === 'string' && NOTHING.has(withoutInvisible(value));
}
