import { jsonParse, type IDataObject, type INodeProperties } from 'n8n-workflow';

import { toText } from '../shared/json';
import { isEmpty } from '../shared/n8n/parameters';
import { UserFacingError, wrongValue } from '../shared/userFacingError';
import { meantText } from '../shared/values/text';
import type { Field } from '../operations/fields';
import { toRows } from './fieldValues';

const TITLE = 'Custom Fields';

const ROWS = {
	group: 'field',
	parts: ['name', 'value'],
	example: '[{"name": "clicklimit", "value": 100}]',
} as const;

/** Names and values of fields that only some services know, such as a click limit. */
export const customFieldsControl: INodeProperties = {
	displayName: TITLE,
	name: 'customFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Custom Field' },
	placeholder: 'Add Custom Field',
	default: {},
	description: 'Additional fields of your service that are not listed here',
	options: [
		{
			displayName: 'Custom Field',
			name: 'field',
			values: [
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
			],
		},
	],
};

/**
 * The part of a body that custom fields make. Pure.
 *
 * @param value rows of the form, the same as an array, an object of names and values, or JSON of these
 * @param known the fields that have a control of their own
 * @throws {UserFacingError} that names a field without a name, one that is there twice and one that is
 *   known
 */
export function customFieldsBody(value: unknown, known: readonly Field[]): IDataObject {
	const names = new Set<string>();
	const body: IDataObject = {};
	for (const row of isEmpty(value) ? [] : toRows(value, TITLE, ROWS)) {
		const name = meantText(row.name, TITLE);
		const sent = toJsonValue(row.value);
		// An empty row, from the form or from an agent.
		if (name === '' && sent === undefined) continue;
		checkName(name, known);
		if (names.has(name)) {
			const message = `${TITLE} has "${name}" twice`;
			throw new UserFacingError({ message, remedy: 'Remove one of the two.', field: TITLE });
		}
		names.add(name);
		if (sent !== undefined) body[name] = sent;
	}
	return body;
}

function checkName(name: string, known: readonly Field[]): void {
	if (name === '') throw wrongValue(TITLE, 'has an entry without a name', 'clicklimit');
	const field = known.find((candidate) => candidate.name === name.toLowerCase());
	if (field === undefined) return;
	throw new UserFacingError({
		message: `${TITLE} has "${name}", which is ${field.displayName}`,
		field: TITLE,
		remedy: `Remove it there and use ${field.displayName} instead.`,
	});
}

/** Parses JSON text. A number stays text if it would come back in another spelling, as `007` would. */
function toJsonValue(value: unknown): IDataObject[string] | undefined {
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	if (typeof value === 'object' && value !== null) {
		return jsonParse<IDataObject[string]>(JSON.stringify(value));
	}
	const text = toText(value);
	if (typeof value !== 'string' || text === '') return undefined;
	const parsed = jsonParse<IDataObject[string]>(text, { fallbackValue: value });
	return typeof parsed === 'number' && String(parsed) !== text ? value : parsed;
}
