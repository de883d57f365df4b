import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import type { Parameters } from '../../shared/parameters';

/** The fields behind each choice for one operation. */
interface DataToSend {
	description: string;
	/** The notice about columns, shown with Auto-Map. */
	notice: string;
	/** Fields with Auto-Map. */
	mapped: INodeProperties[];
	/** Fields that are filled in for each item otherwise. */
	defined: INodeProperties[];
}

export const inputsToIgnore: INodeProperties = {
	displayName: 'Inputs to Ignore',
	name: 'inputsToIgnore',
	type: 'string',
	default: '',
	placeholder: 'e.g. Owner, Notes',
	description: 'The columns to ignore, separated by commas',
};

/** How cells name other records. */
export const NAMES_NOTICE =
	'Campaign, Channel and Pixels take names or IDs. Redirect Type also takes the name of a splash page or a CTA overlay. Digits are always an ID.';

/** Data to Send, and the fields of either choice. */
export function dataToSendProperties(spec: DataToSend): INodeProperties[] {
	const { description, notice, mapped, defined } = spec;
	return [
		{
			displayName: 'Data to Send',
			name: 'dataToSend',
			type: 'options',
			noDataExpression: true,
			builderHint: {
				propertyHint:
					'`autoMapInputData` for rows of a spreadsheet, a table or a form: columns are matched by name, so the fields themselves are left out. `defineBelow` to fill in the fields.',
			},
			options: [
				{
					name: 'Auto-Map Input Data to Fields',
					value: 'autoMapInputData',
					description:
						'Use when the input has columns such as Long URL, Custom Alias or Expiry, from a spreadsheet for example',
				},
				{
					name: 'Define Below for Each Field',
					value: 'defineBelow',
					description: 'Set the value for each field',
				},
			],
			default: 'defineBelow',
			description,
		},
		...shownFor('autoMapInputData', [
			{ displayName: notice, name: 'autoMapNotice', type: 'notice', default: '' },
			...mapped,
		]),
		...shownFor('defineBelow', defined),
	];
}

function shownFor(choice: string, properties: INodeProperties[]): INodeProperties[] {
	return properties.map((property) => ({
		...property,
		displayOptions: { show: { dataToSend: [choice], ...property.displayOptions?.show } },
	}));
}

/** Whether the values come from the columns of the input. */
export function isAutoMapped(parameters: Parameters): boolean {
	return parameters.text('dataToSend') === 'autoMapInputData';
}

/** An AI agent adds this to the input of the tool it calls (measured on n8n 2.41). */
const AGENT_COLUMN = 'toolCallId';

/** The columns that are not looked at. */
export function readIgnored(parameters: Parameters): string[] {
	return [...parameters.text('inputsToIgnore').split(','), AGENT_COLUMN].filter(
		(name) => name.trim() !== '',
	);
}

/** The values of a collection by field name; those of its UTM group are fields like the others. */
export function valuesOf(parameters: Parameters, collection: string): Record<string, unknown> {
	const { utm, ...fields } = parameters.fields(collection);
	return { ...fields, ...(isRecord(utm) ? utm : {}) };
}
