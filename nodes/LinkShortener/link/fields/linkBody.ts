import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { orElse } from '../../names/fields';
import { byName, controlsOf, type Field, type FieldCall } from '../../operations/fields';
import { readBody } from '../../operations/reading';
import { FORM_FIELDS, titleOf } from './formFields';
import { expiryTimeZoneField } from './expiry';
import { entriesOf, isParameter, toRows, utmFieldsFor } from './groups';
import { inSentence, isRecord, toText, type Texts, type Values } from '../../shared/text';
import { UserFacingError, wrongValue, allOf } from '../../shared/userFacingError';
import { shallowJson, toUntrimmedText } from '../../shared/values/convert';
import { checkedText } from '../../shared/values/text';

const bodyFields: readonly Field[] = Object.values(FORM_FIELDS);

/** For a new record, which needs no domain of its own. */
export const newDomainField = orElse(FORM_FIELDS.domain, 'Default domain of the account');

const TITLE = 'Custom Fields';

/** Fields that only some services know, such as a click limit. */
const customFieldsField: Field = {
	displayName: TITLE,
	name: 'customFields',
	description: 'Additional fields of your service that are not listed here',
	...entriesOf('Custom Field', 'field', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. clicklimit',
			description: 'The name of the field in the API of your service',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			placeholder: 'e.g. 100',
			description:
				'Valid JSON, such as 100, true, or ["a", "b"], is sent as JSON, and anything else as text',
		},
	]),
	read: customFieldsBody,
};

/** The long URL and the alias stand above. */
export const additionalFieldControls: INodeProperties[] = byName(
	controlsOf([
		...bodyFields.filter(({ name }) => !['url', 'custom', 'domain'].includes(name)),
		...[newDomainField, expiryTimeZoneField, customFieldsField],
	]),
);

const ON_UPDATE: Readonly<Record<string, Partial<Field>>> = {
	url: { description: 'The new address that the short link leads to' },
	custom: {
		description: 'The new last part of the short URL; the old short URL may stop working',
	},
	domain: { description: 'The new branded domain of the short URL' },
};

export const updateFields: readonly Field[] = [
	...bodyFields.map((field) => ({ ...field, ...ON_UPDATE[field.name] })),
	expiryTimeZoneField,
	customFieldsField,
];

/** Such as "geo targets". */
export function fieldsInWords(names: readonly string[]): string[] {
	return names.map((name) => inSentence(titleOf(name)));
}

/** @throws {UserFacingError} that names each field whose value cannot be sent */
export async function readLinkBody(
	call: FieldCall,
	values: Values,
	columns: Texts = {},
): Promise<IDataObject> {
	const titles: Record<string, string> = { ...columns };
	// No column of this name is about something else.
	if (titles.url === titleOf('url')) delete titles.url;
	const fields = [...bodyFields, ...utmFieldsFor(values), customFieldsField];
	const { customFields, ...sent } = await readBody(call, fields, values, titles);
	const [body, utm]: [IDataObject, IDataObject] = [{}, {}];
	for (const [name, value] of Object.entries(sent)) (isParameter(name) ? utm : body)[name] = value;
	Object.assign(body, customFields);
	if (Object.keys(utm).length === 0) return body;
	return { ...body, parameters: joinedParameters(body.parameters, utm, titles) };
}

/** Pure. @throws {UserFacingError} for a field without a name, one that is there twice, or that has a control */
export function customFieldsBody(value: unknown): IDataObject {
	const body: IDataObject = {};
	const example = '[{"name": "clicklimit", "value": 100}]';
	for (const row of toRows(value, TITLE, { group: 'field', parts: ['name', 'value'], example })) {
		const name = checkedText(row.name, TITLE);
		const sent = toJsonValue(row.value);
		// An empty row, from the form or from an agent.
		if (name === '' && sent === undefined) continue;
		if (name === '') throw wrongValue(TITLE, 'has an entry without a name', 'clicklimit');
		const field = bodyFields.find((candidate) => candidate.name === name.toLowerCase());
		if (field !== undefined) {
			throw new UserFacingError(
				`${TITLE} has "${name}", which is ${field.displayName}`,
				`Remove it there and use ${field.displayName} instead.`,
				{ field: TITLE },
			);
		}
		if (Object.hasOwn(body, name)) {
			const message = `${TITLE} has "${name}" twice`;
			throw new UserFacingError(message, 'Remove one of the two.', { field: TITLE });
		}
		if (sent !== undefined) body[name] = sent;
	}
	return body;
}

/** A number stays text if it would come back in another spelling, as `007` would. */
function toJsonValue(value: unknown): IDataObject[string] | undefined {
	const text = toText(value);
	if (text === '') return undefined;
	const written = toUntrimmedText(value);
	const parsed = shallowJson<IDataObject[string]>(text, written);
	return typeof parsed === 'number' && String(parsed) !== text ? written : parsed;
}

/** A row's count before those for all rows. Pure. @throws {UserFacingError} when one parameter has two values */
function joinedParameters(parameters: unknown, utm: Values, titles: Texts): IDataObject[] {
	const given = Array.isArray(parameters) ? parameters.filter(isRecord) : [];
	const problems: UserFacingError[] = [];
	const isOfRow = titles.parameters !== undefined;
	const titleIn = (field: string) => titles[field] ?? titleOf(field);
	const others = given.filter((parameter) => {
		const [name, value] = [toText(parameter.name), toText(parameter.value)];
		if (!Object.hasOwn(utm, name)) return true;
		const isUtmOfRow = Object.hasOwn(titles, name);
		if (isOfRow !== isUtmOfRow) return isOfRow;
		const own = toText(utm[name]);
		if (own !== value) {
			problems.push(
				new UserFacingError(
					`${titleIn('parameters')} sets ${name} to "${value}", but ${titleIn(name)} is "${own}"`,
					'Clear one of the two, or enter the same value.',
				),
			);
		}
		return false;
	});
	if (problems.length > 0) throw allOf(problems);
	const kept = new Set(others.map(({ name }) => toText(name)));
	const added = Object.entries(utm).filter(([name]) => !kept.has(name));
	return [...others, ...added.map(([name, value]) => ({ name, value: toText(value) }))];
}
