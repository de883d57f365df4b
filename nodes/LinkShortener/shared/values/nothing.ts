import { withoutInvisible } from '../json';

/** What databases, JavaScript, Python and pandas write for nothing. People's `n/a` or `-` are words. */
const NOTHING = new Set(['NULL', 'null', 'NaN', 'nan', 'undefined', '\\N', 'None', '<NA>']);

/** Of a whole cell, or an argument of a tool. */
export function isNothing(value: unknown): boolean {
	return typeof value === 'string' && NOTHING.has(withoutInvisible(value));
}
