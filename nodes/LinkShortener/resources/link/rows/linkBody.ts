import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { orElse } from '../../../locators/fields';
import { inSentence } from '../../../shared/printable';
import { byName, controlsOf, type Field, type FieldCall } from '../../../operations/fields';
import { readBody, together } from '../../../operations/reading';
import { customFieldsBody, customFieldsControl } from '../../../fields/customFields';
import { formFacts } from '../../../fields/cellValue';
import { FORM_FIELDS, type FormField } from '../../../fields/formFields';
import { shownColumnName } from '../../../sheet/headings';
import { expiryTimeZoneField } from '../../../fields/expiry';
import { joinedParameters } from './joinedParameters';
import { utmFields, utmFieldsFor } from './utm';

/** A field without what only a sheet has to know of it. */
function bareField(field: FormField): Field {
	const bare: Field & Partial<FormField> = { ...field };
	delete bare.facts;
	return bare;
}

const bodyFields: readonly Field[] = Object.values(FORM_FIELDS).map(bareField);

export const longUrlField = bareField(FORM_FIELDS.url);

export const customAliasField = bareField(FORM_FIELDS.custom);

/** For a new record, which needs no domain of its own. */
export const newDomainField = orElse(
	bareField(FORM_FIELDS.domain),
	'Default domain of the account',
);

/** These stand above Additional Fields. */
const AT_TOP = [longUrlField, customAliasField].map(({ name }) => name);

/** Every column that Map Automatically understands. */
export const LINK_COLUMNS = [...bodyFields, ...utmFields];

/** The controls under Additional Fields. */
export const additionalFieldControls: INodeProperties[] = byName([
	...controlsOf([
		...bodyFields
			.filter(({ name }) => !AT_TOP.includes(name))
			.map((field) => (field.name === newDomainField.name ? newDomainField : field)),
		expiryTimeZoneField,
	]),
	customFieldsControl,
]);

/** The fields under Update Fields. */
export const updateFields: readonly Field[] = byName([
	...bodyFields,
	expiryTimeZoneField,
	customFieldsControl,
]).map((field) => {
	const description = formFacts(field.name)?.onUpdate;
	return description === undefined ? field : { ...field, description };
});

/** Fields of a body as choices, by their titles. */
export function linkFieldChoices(names: readonly string[]): Array<{ name: string; value: string }> {
	return names
		.map((value) => {
			const { displayName = value } = bodyFields.find(({ name }) => name === value) ?? {};
			return { name: displayName.replace(/ Names or IDs$/, 's'), value };
		})
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Fields of a body as a sentence names them, such as "geo targets". */
export function fieldsInWords(names: readonly string[] = []): string[] {
	return names.map((name) => {
		const { displayName = name } = bodyFields.find((field) => field.name === name) ?? {};
		return formFacts(name)?.inWords ?? inSentence(displayName);
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
		utmBody: async () => await readBody(call, utmFieldsFor(values), values, titles),
		custom: () => customFieldsBody(values.customFields, bodyFields),
	});
	const body = { ...own, ...custom };
	if (Object.keys(utmBody).length === 0) return body;
	return { ...body, parameters: joinedParameters(body.parameters, utmBody, titles) };
}
