import type { INodeProperties } from 'n8n-workflow';

import { toParameterValue } from '../../shared/values/parameter';
import { controlsOf, type Field } from '../../operations/fields';
import { isParameter } from '../sheet/columns';

/** The five names that every web analytics tool knows, in the usual order. */
export const utmFields: readonly Field[] = [
	utmField('utm_source', 'UTM Source', 'e.g. newsletter', 'Where the visitors come from'),
	utmField(
		'utm_medium',
		'UTM Medium',
		'e.g. email',
		'The kind of channel, such as email or social',
	),
	utmField(
		'utm_campaign',
		'UTM Campaign',
		'e.g. summer-sale',
		'The name of the marketing campaign',
	),
	utmField('utm_term', 'UTM Term', 'e.g. running shoes', 'The keyword of a paid search ad'),
	utmField(
		'utm_content',
		'UTM Content',
		'e.g. header-button',
		'Distinguishes links with the same campaign and source',
	),
];

function utmField(
	name: string,
	displayName: string,
	placeholder: string,
	description: string,
): Field {
	return {
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder,
		description,
		read: (value, title) => toParameterValue(name, value, title),
	};
}

/** With those that only columns have. */
export function utmFieldsFor(values: Readonly<Record<string, unknown>>): readonly Field[] {
	const known = utmFields.map(({ name }) => name);
	const open = Object.keys(values).filter((name) => isParameter(name) && !known.includes(name));
	return open.length === 0 ? utmFields : [...utmFields, ...open.map(openField)];
}

function openField(name: string): Field {
	return utmField(name, name, '', '');
}

export const utmProperty: INodeProperties = {
	displayName: 'UTM Parameters',
	name: 'utm',
	type: 'fixedCollection',
	placeholder: 'Add UTM Parameters',
	default: {},
	description: 'Parameters added to the long URL that tell web analytics where visitors come from',
	options: [{ displayName: 'UTM Parameters', name: 'values', values: controlsOf(utmFields) }],
};
