import type { IDataObject } from 'n8n-workflow';

import { FORM_FIELDS } from '../../../fields/formFields';
import { isRecord, toText } from '../../../shared/json';
import { allOf, UserFacingError } from '../../../shared/userFacingError';
import { utmFields } from './utm';

/**
 * URL Parameters and the UTM parameters of a link together. Those of a row count before those for all rows. Pure.
 *
 * @param parameters name and value rows
 * @param utm values by name
 * @param titles the column of each value that has one
 * @throws {UserFacingError} when the row, or the form, gives one parameter two values
 */
export function joinedParameters(
	parameters: unknown,
	utm: Readonly<Record<string, unknown>>,
	titles: Readonly<Record<string, string>>,
): IDataObject[] {
	const given = Array.isArray(parameters) ? parameters.filter(isRecord) : [];
	const problems: UserFacingError[] = [];
	const isOfRow = titles.parameters !== undefined;
	const others = given.filter(({ name, value }) => {
		const own = utm[toText(name)];
		if (own === undefined) return true;
		const isUtmOfRow = titles[toText(name)] !== undefined;
		if (isOfRow !== isUtmOfRow) return isOfRow;
		if (toText(own) !== toText(value)) problems.push(twoValues(toText(name), own, value, titles));
		return false;
	});
	if (problems.length > 0) throw allOf(problems);
	const kept = new Set(others.map(({ name }) => toText(name)));
	const added = Object.entries(utm).filter(([name]) => !kept.has(name));
	return [...others, ...added.map(([name, value]) => ({ name, value: toText(value) }))];
}

function twoValues(
	name: string,
	own: unknown,
	value: unknown,
	titles: Readonly<Record<string, string>>,
): UserFacingError {
	const { displayName = name } = utmFields.find((field) => field.name === name) ?? {};
	const { parameters = FORM_FIELDS.parameters.displayName } = titles;
	return new UserFacingError({
		message: `${parameters} sets ${name} to "${toText(value)}", but ${titles[name] ?? displayName} is "${toText(own)}"`,
		remedy: 'Clear one of the two, or enter the same value.',
	});
}
