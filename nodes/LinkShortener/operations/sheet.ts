import type { INodeProperties } from 'n8n-workflow';

import { toText, withoutInvisible } from '../shared/text';
import type { Parameters } from '../shared/n8n/parameters';
import { notInTools } from '../shared/n8n/n8nCompat';
import { parseJson } from '../shared/values/convert';

/** What the headings of a sheet tell, once for all of its rows. */
export interface Sheet {
	/** Of any row, since nodes that read files leave empty cells out. */
	readonly columns: readonly string[];
	readonly columnsOf: ReadonlyMap<string, readonly string[]>;
	/** Columns that mean a field only because other headings say so. */
	readonly plan: readonly string[];
	/** How the columns are used, where their headings do not say so. */
	readonly line?: string | undefined;
	/** For people, where a column tells it. */
	readonly rowNumbers: readonly number[] | undefined;
}

export const NO_SHEET: Sheet = {
	columns: [],
	columnsOf: new Map(),
	plan: [],
	rowNumbers: undefined,
};

/** That of its row in the sheet, else its place, from 1. */
export function numberOf(itemIndex: number, rowNumbers: Sheet['rowNumbers']): number {
	return rowNumbers?.[itemIndex] ?? itemIndex + 1;
}

export const inputsToIgnoreOption: INodeProperties = {
	displayName: 'Inputs to Ignore',
	name: 'inputsToIgnore',
	type: 'string',
	default: '',
	placeholder: 'e.g. Owner, Notes',
	description: 'Names of the columns to ignore, separated by commas',
	displayOptions: { show: { '/dataToSend': ['autoMapInputData'] } },
};

export function mappingMode(description: string): INodeProperties[] {
	return notInTools({
		displayName: 'Mapping Column Mode',
		name: 'dataToSend',
		type: 'options',
		noDataExpression: true,
		builderHint: {
			propertyHint:
				'`autoMapInputData` for rows of a spreadsheet, a table or a form: columns are matched by name (Long URL, Custom Alias), and the fields, also url and custom, hold for all rows or take another column: {{ $json.Page }}. `defineBelow` to fill in each field.',
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
		description,
	});
}

export const whenMapped = shownFor('autoMapInputData');

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

export function isAutoMapped(parameters: Parameters): boolean {
	return parameters.text('dataToSend') === 'autoMapInputData';
}

/** An AI agent adds this to the input of the tool it calls (measured on n8n 2.41). */
const AGENT_COLUMN = 'toolCallId';

/** Separated by commas, semicolons or lines, or as a list. */
export function namesToIgnore(parameters: Parameters, columns: readonly string[]): string[] {
	const { inputsToIgnore } = parameters.fields('options');
	const given = parseJson(inputsToIgnore);
	// A heading may have a comma.
	const text = columns
		.map(withoutInvisible)
		.reduce(
			(all, heading) => all.replace(heading, () => heading.replace(/[,;]/g, ' ')),
			toText(given),
		);
	const lines: unknown[] = Array.isArray(given) ? given : text.split(/[,;\n\r]/);
	const names = lines.map((line) => toText(line).replace(/^(["'])(.*)\1$/, '$2'));
	return names.filter((name) => name !== '');
}

export function readIgnored(parameters: Parameters, columns: readonly string[]): string[] {
	return [...namesToIgnore(parameters, columns), AGENT_COLUMN];
}
