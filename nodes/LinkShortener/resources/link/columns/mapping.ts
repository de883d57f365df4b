import type { INodeProperties } from 'n8n-workflow';

import { isRecord, toText } from '../../../shared/json';
import type { Parameters } from '../../../shared/n8n/parameters';
import { notInTools } from '../../../operations/fields';
import type { Sheet } from '../../../sheet/sheet';
import { parseJson } from '../../../shared/values/single';
import { valueIn } from '../../../fields/cellValue';
import { FORM_FIELDS } from '../../../fields/formFields';

export const inputsToIgnoreOption: INodeProperties = {
	displayName: 'Inputs to Ignore',
	name: 'inputsToIgnore',
	type: 'string',
	default: '',
	placeholder: 'e.g. Owner, Notes',
	description: 'Names of the columns to ignore, separated by commas',
	displayOptions: { show: { '/dataToSend': ['autoMapInputData'] } },
};

/** The commonest columns, the page that lists all of them, and what becomes of others. */
export const COLUMNS =
	'Long URL or Link, Custom Alias or Short, Expiry or Expires, Campaign Name, UTM Source, and more (<a href="https://link-shortener.example/n8n-nodes-link-shortener/blob/main/docs/links-from-a-sheet.md#columns">all columns</a>). Rename others with a Rename Keys node';

/**
 * Mapping Column Mode.
 *
 * @param notice the entries of the list shown with Map Automatically; n8n keeps no other markup of it than links
 */
export function mappingMode(notice: readonly string[]): INodeProperties[] {
	const list = `<ul>${notice.map((entry) => `<li>${entry}</li>`).join('')}</ul>`;
	return [
		...notInTools({
			displayName: 'Mapping Column Mode',
			name: 'dataToSend',
			type: 'options',
			noDataExpression: true,
			builderHint: {
				propertyHint:
					'`autoMapInputData` for rows of a spreadsheet, a table or a form: columns are matched by name, and the fields hold for all rows. `defineBelow` to fill in each field.',
			},
			options: [
				{
					name: 'Map Automatically',
					value: 'autoMapInputData',
					description:
						'Use when the input, such as a spreadsheet, has columns like Long URL, Custom Alias, or Expiry',
				},
				{
					name: 'Map Each Field Manually',
					value: 'defineBelow',
					description: 'Enter a value or an expression for each field',
				},
			],
			default: 'defineBelow',
			description: 'How to map the input to the fields of the link',
		}),
		...whenMapped([{ displayName: list, name: 'autoMapNotice', type: 'notice', default: '' }]),
	];
}

/** The properties, shown with Map Automatically. */
export const whenMapped = shownFor('autoMapInputData');

/** The properties, shown with Map Each Field Manually. */
export const whenDefined = shownFor('defineBelow');

function shownFor(choice: string) {
	return (properties: INodeProperties[]): INodeProperties[] =>
		properties.map((property) => ({
			...property,
			displayOptions: {
				...property.displayOptions,
				show: { dataToSend: [choice], ...property.displayOptions?.show },
			},
		}));
}

/** Whether the values come from the columns of the input. */
export function isAutoMapped(parameters: Parameters): boolean {
	return parameters.text('dataToSend') === 'autoMapInputData';
}

/** An AI agent adds this to the input of the tool it calls (measured on n8n 2.41). */
const AGENT_COLUMN = 'toolCallId';

/** The columns under Inputs to Ignore, separated by commas, semicolons or lines, or as a list. */
export function namesToIgnore(parameters: Parameters): string[] {
	const { inputsToIgnore } = parameters.fields('options');
	const given = parseJson(inputsToIgnore);
	const lines: unknown[] = Array.isArray(given) ? given : toText(given).split(/[,;\n\r]/);
	const names = lines.map((line) => toText(line).replace(/^(["'])(.*)\1$/, '$2'));
	return names.filter((name) => name !== '');
}

/** The columns that are not looked at, with those of the sheet that mean something else. */
export function readIgnored(
	parameters: Parameters,
	{ notMeant }: Pick<Sheet, 'notMeant'>,
): string[] {
	return [...namesToIgnore(parameters), AGENT_COLUMN, ...notMeant];
}

/** The fields in which several are picked: a list tells their ids from a number that may be a name. */
const PICKED = new Set<string>(
	Object.values(FORM_FIELDS).flatMap(({ name, type }) => (type === 'multiOptions' ? [name] : [])),
);

/** The values of a collection and of the UTM group by field name. */
export function valuesOf(parameters: Parameters, collection: string): Record<string, unknown> {
	const { values } = parameters.fields('utm');
	const fields = { ...parameters.fields(collection), ...(isRecord(values) ? values : {}) };
	const read = (name: string, one: unknown) => (PICKED.has(name) ? one : valueIn(name, one));
	return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, read(name, one)]));
}
