import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { isEmpty } from '../../shared/parameters';
import type { Column } from './columns';
import { LINK_FIELDS, type Circumstances } from './linkFields';
import { UTM_NAMES, utmControl } from './utm';

/** Every column that Data to Send → Auto-Map understands. */
export const LINK_COLUMNS: readonly Column[] = [
	...LINK_FIELDS.map(({ name, displayName, columnNames }) => ({
		name,
		columnNames: [displayName, ...columnNames],
	})),
	...Object.entries(UTM_NAMES).map(([name, { displayName }]) => ({
		name,
		columnNames: [displayName],
	})),
];

/** The controls under Additional Fields. */
export const additionalFieldControls: INodeProperties[] = [
	...LINK_FIELDS.flatMap(({ name, displayName, control }) =>
		control === undefined ? [] : [{ ...control, displayName, name }],
	),
	utmControl,
];

/**
 * The body of POST /api/url/add out of values by field name. Pure. Empty values are not sent; the UTM
 * names join the other parameters.
 *
 * @throws {UserFacingError} that names the field whose value cannot be sent
 */
export function linkBody(
	values: Readonly<Record<string, unknown>>,
	circumstances: Circumstances,
): IDataObject {
	const body: IDataObject = {};
	for (const { name, displayName, convert } of LINK_FIELDS) {
		const value = values[name];
		if (isEmpty(value)) continue;
		const converted = convert(value, displayName, circumstances);
		if (!isEmpty(converted)) body[name] = converted;
	}
	const utm = Object.keys(UTM_NAMES)
		.filter((name) => !isEmpty(values[name]))
		.map((name) => ({ name, value: toText(values[name]) }));
	if (utm.length > 0) {
		const own = Array.isArray(body.parameters) ? (body.parameters as IDataObject[]) : [];
		body.parameters = [...own, ...utm];
	}
	return body;
}
