import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { EMPTIED_BY } from '../../../links/link/linkFields';
import { toText } from '../../../shared/json';
import type { Parameters } from '../../../shared/n8n/parameters';
import { wrongValue } from '../../../shared/userFacingError';
import { linkFieldChoices } from './linkBody';

const LABEL = 'Fields to Clear';

/** The fields that an update empties. */
export const fieldsToClearProperty: INodeProperties = {
	displayName: LABEL,
	name: 'fieldsToClear',
	type: 'multiOptions',
	options: linkFieldChoices([...EMPTIED_BY.keys()]),
	default: [],
	description: 'Fields to send empty, unless the item has a value for them',
};

/**
 * The fields to empty, and what is sent for each.
 *
 * @param given the fields that have a value
 * @throws {UserFacingError} when one cannot be emptied
 */
export function readFieldsToClear(parameters: Parameters, given: readonly string[]): IDataObject {
	const value = parameters.value('fieldsToClear');
	const names = (Array.isArray(value) ? value : toText(value).split(','))
		.map(toText)
		.filter((name) => name !== '');
	const unknown = names.find((name) => !EMPTIED_BY.has(name));
	if (unknown !== undefined) {
		const what = `"${unknown}" is not a field that can be cleared`;
		throw wrongValue(LABEL, what, [...EMPTIED_BY.keys()].sort().join(', '));
	}
	const cleared = [...new Set(names)].filter((name) => !given.includes(name)).sort();
	return Object.fromEntries(cleared.map((name) => [name, EMPTIED_BY.get(name) === '' ? '' : []]));
}
