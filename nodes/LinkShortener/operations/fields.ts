import type { DisplayCondition, IDataObject, INodeProperties } from 'n8n-workflow';

import { decodeEntities, toText } from '../shared/text';
import type { ReadingCall } from './operation';

/** Undefined sends nothing. */
export type FieldValue = IDataObject[string];

export type FieldCall = Pick<
	ReadingCall,
	'client' | 'itemCount' | 'parameters' | 'timezone' | 'sheet' | 'hint' | 'ofRun'
> & {
	/** For a cell, or what an expression gives: its digits are looked up, or this is called with the kind of record. */
	unchecked?: (noun: string) => void;
};

export interface Field extends INodeProperties {
	/** Left out if the field's type says how: a switch, a color, an option, an id, else a text. */
	read?: (value: unknown, displayName: string, call: FieldCall) => FieldValue | Promise<FieldValue>;
	/** If a cell of a spreadsheet, or what an expression gives, is read in another way. */
	readCell?: Field['read'];
	/** More than a text: an address, or what people write in sentences. In a note a list may stand as well. */
	kind?: 'address' | 'note' | 'title';
	columnNames?: readonly string[];
	/** Sheets have a column with its name for other things, so its title names it alone. */
	isNamedByTitle?: true;
}

/** The effect of an empty value at the service is not documented. */
export const UNCHANGED = 'Empty fields are not changed';

export function nameField(example: string): Field {
	return {
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		// A listed record may have it escaped for a page.
		read: (value) => decodeEntities(toText(value)),
	};
}

export function controlsOf(fields: readonly Field[]): INodeProperties[] {
	return fields.map((field) => {
		const control: INodeProperties & Partial<Field> = { ...field };
		delete control.read;
		delete control.readCell;
		delete control.kind;
		delete control.columnNames;
		delete control.isNamedByTitle;
		return control;
	});
}

export function byName(fields: readonly INodeProperties[]): INodeProperties[] {
	return fields.toSorted((one, other) => (one.displayName < other.displayName ? -1 : 1));
}

export function requiredControlsOf(fields: readonly Field[]): INodeProperties[] {
	return controlsOf(fields).map((control) => ({ ...control, required: true }));
}

/** What n8n keeps of a field whose value is an expression, before it is worked out. */
const EXPRESSION: DisplayCondition = { _cnd: { startsWith: '=' } };

// A field shown for some choices alone would keep the node from running where the choice is an expression: n8n takes
// it for shown and finds it empty (measured). So it is hidden for all else, and there once more for expressions, not
// required.
export function requiredFor(
	property: INodeProperties,
	field: string,
	choices: readonly string[],
	all: readonly string[],
): INodeProperties[] {
	const others = all.filter((choice) => !choices.includes(choice));
	return [
		{
			...property,
			required: true,
			displayOptions: { hide: { [field]: [...others, EXPRESSION] } },
		},
		{ ...property, displayOptions: { hide: { [field]: [...all] } } },
	];
}

/** A collection with its fields by name, as n8n wants it. */
export function collectionOf(
	displayName: string,
	name: string,
	fields: readonly Field[],
	placeholder = 'Add Field',
): INodeProperties {
	const options = byName(controlsOf(fields));
	return { displayName, name, type: 'collection', placeholder, default: {}, options };
}

export function additionalFieldsProperty(fields: readonly Field[]): INodeProperties {
	return collectionOf('Additional Fields', 'additionalFields', fields);
}

export function updateFieldsProperty(fields: readonly Field[]): INodeProperties {
	return { ...collectionOf('Update Fields', 'updateFields', fields), description: UNCHANGED };
}

export function filtersProperty(filters: readonly Field[]): INodeProperties {
	return collectionOf('Filters', 'filters', filters, 'Add Filter');
}

/** n8n's nodes have it below Options. */
export function sortProperty(fields: readonly Field[]): INodeProperties {
	return collectionOf('Sort', 'sort', fields, 'Add Sort Rule');
}
