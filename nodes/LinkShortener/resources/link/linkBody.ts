import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { inSentence } from '../../shared/printable';
import { byName, controlsOf, type Field, type FieldCall } from '../common/fields';
import { readBody, together } from '../common/reading';
import { customFieldsBody, customFieldsControl } from './customFields';
import { shownColumnName } from './headings';
import { expiryTimeZoneField, expiryTimeZoneFields, expiryTimeZoneForAllRows } from './expiry';
import { customAliasField, domainField, linkFields, longUrlField } from './linkFields';
import { utmFields } from './utm';

const bodyFields = [longUrlField, customAliasField, domainField, ...linkFields];

/** Every column that Map Automatically understands. */
export const LINK_COLUMNS = [...bodyFields, ...utmFields];

/** The controls under Additional Fields. */
export const additionalFieldControls: INodeProperties[] = byName([
	...controlsOf([...linkFields, ...expiryTimeZoneFields]),
	customFieldsControl,
]);

/** The descriptions of some fields for a link that exists already. */
const UPDATE_DESCRIPTIONS: Record<string, string> = {
	custom: 'The new last part of the short URL; the old short URL may stop working',
	domain: 'The new branded domain of the short URL',
	url: 'The new address that the short link leads to',
};

/** Fields that each row has to have of its own. */
export const PER_ROW = ['url', 'custom'];

function updateFieldsWith(timeZone: Field): Field[] {
	return byName([...bodyFields, timeZone, customFieldsControl]).map((field) => {
		const description = UPDATE_DESCRIPTIONS[field.name];
		return description === undefined ? field : { ...field, description };
	});
}

/** The fields under Update Fields. */
export const updateFields: readonly Field[] = updateFieldsWith(expiryTimeZoneField);

/** Those of them that may hold for all rows. */
export const updateFieldsForAllRows = updateFieldsWith(expiryTimeZoneForAllRows).filter(
	({ name }) => !PER_ROW.includes(name),
);

/** Fields of a body as a sentence names them, such as "geo targets". */
export function fieldsInWords(names: readonly string[] = []): string[] {
	return names.map((name) => {
		if (name === 'pixels') return name;
		const { displayName = name } = bodyFields.find((field) => field.name === name) ?? {};
		return inSentence(displayName);
	});
}

/**
 * The body of a create or an update out of values by field name. The UTM values join the other parameters,
 * and a service's own fields stand beside the known ones.
 *
 * @param columns the column of each value that has one
 * @throws {UserFacingError} that names each field whose value cannot be sent
 */
export async function readLinkBody(
	call: FieldCall,
	values: Readonly<Record<string, unknown>>,
	columns: Readonly<Record<string, string>> = {},
): Promise<IDataObject> {
	const titles = Object.fromEntries(
		Object.entries(columns).map(([name, column]) => [name, shownColumnName(column)]),
	);
	const { own, utmBody, custom } = await together({
		own: async () => await readBody(call, bodyFields, values, titles),
		utmBody: async () => await readBody(call, utmFields, values, titles),
		custom: () => customFieldsBody(values.customFields, bodyFields),
	});
	const utm = Object.entries(utmBody);
	const body = { ...own, ...custom };
	if (utm.length === 0) return body;
	const given = Array.isArray(body.parameters) ? (body.parameters as IDataObject[]) : [];
	return { ...body, parameters: [...given, ...utm.map(([name, value]) => ({ name, value }))] };
}
