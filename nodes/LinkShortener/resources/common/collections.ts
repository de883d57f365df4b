import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { UserFacingError } from '../../shared/userFacingError';
import { isEmpty, type Parameters } from '../../shared/parameters';

/** What the service would make of an empty value is not documented, so none is sent. */
const UNCHANGED = 'An empty field is not changed.';

/** Additional Fields, as every create has them. */
export function additionalFieldsProperty(fields: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: fields,
	};
}

/** Update Fields, as every update has them. */
export function updateFieldsProperty(fields: INodeProperties[]): INodeProperties {
	return {
		...additionalFieldsProperty(fields),
		displayName: 'Update Fields',
		name: 'updateFields',
		description: UNCHANGED,
	};
}

/** Filters, as every list has them that the service can filter. */
export function filtersProperty(filters: INodeProperties[]): INodeProperties {
	return {
		...additionalFieldsProperty(filters),
		displayName: 'Filters',
		name: 'filters',
		placeholder: 'Add Filter',
	};
}

/**
 * The fields of an update that were given a value. Empty ones are not sent.
 *
 * @throws {UserFacingError} when there is none, since such an update would change nothing
 */
export function readUpdateFields(parameters: Parameters, names: string): IDataObject {
	const fields = parameters.fields('updateFields');
	const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
	if (Object.keys(given).length === 0) {
		throw new UserFacingError({
			message: 'There is nothing to update',
			remedy: `Add ${names} under Update Fields and give it a value. ${UNCHANGED}`,
		});
	}
	return given;
}
