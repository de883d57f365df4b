import { isRecord } from '../../shared/json';

/**
 * What a saved state must look like. n8n's static data may have been damaged, or edited by hand; a state that
 * does not have the right form is not used.
 */
type Check = (value: unknown) => boolean;

/** A whole number from 0 on. */
export const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/** A page number. */
export const isPlace: Check = (value) => isCount(value) && value !== 0;

export const isText: Check = (value) => typeof value === 'string';

export const isSwitch: Check = (value) => typeof value === 'boolean';

export function optional(check: Check): Check {
	return (value) => value === undefined || check(value);
}

export function listOf(check: Check): Check {
	return (value) => Array.isArray(value) && value.every((one) => check(one));
}

/** A list with one value for each check. */
export function tupleOf(...checks: Check[]): Check {
	return (value) =>
		Array.isArray(value) &&
		value.length === checks.length &&
		checks.every((check, at) => check(value[at]));
}

/** An object with any names. */
export function recordOf(check: Check): Check {
	return (value) => isRecord(value) && Object.values(value).every((one) => check(one));
}

/** An object with the properties of a type; others are ignored. */
export function shapeOf<Type extends object>(
	checks: Record<keyof Required<Type>, Check>,
): (value: unknown) => value is Type {
	const all = Object.entries<Check>(checks);
	return (value): value is Type =>
		isRecord(value) && all.every(([name, check]) => check(value[name]));
}
