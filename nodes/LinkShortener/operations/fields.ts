import type { DisplayCondition, IDataObject, INodeProperties } from 'n8n-workflow';

import { decodeEntities } from '../shared/entities';
import { toText } from '../shared/json';
import type { ListReader } from '../names/rememberedNames';
import type { ReadingCall } from './operation';

/** A value as the service gets it; undefined sends nothing. */
export type Sent = IDataObject[string];

/** The part of a call that reading a value needs. */
export interface FieldCall extends Pick<
	ReadingCall,
	'parameters' | 'timezone' | 'sheet' | 'hint' | 'ofRun'
> {
	/** Looks names up. */
	client: ListReader;
}

/** One field of a body: its control in the form, and how its value is sent. */
export interface Field extends INodeProperties {
	/**
	 * Reads a value that is not empty as the service gets it, with a look-up if it is a name. Left out if the
	 * field's type says how: a switch, a color, one of the options, an id, else a text.
	 */
	read?: (value: unknown, displayName: string, call: FieldCall) => Sent | Promise<Sent>;
	/** The same for a cell of a spreadsheet, if it is read in another way. */
	readCell?: Field['read'];
	/**
	 * What stands in it, if that is more than a text: an address, or what people write in sentences, in which less is a
	 * mistake. In a note a list may stand as well.
	 */
	kind?: 'address' | 'note' | 'title';
	/** Other names of its column in a spreadsheet, besides its name and its display name. */
	columnNames?: readonly string[];
	/** Whether sheets have a column with its name for other things, so that its title names it alone. */
	isNamedByTitle?: true;
}

/** An empty value is not sent, since its effect at the service is not documented. */
export const UNCHANGED = 'Empty fields are not changed';

/** A name without the escapes of a page, with which a listed record may have it. */
export function toPlainName(value: unknown): string {
	return decodeEntities(toText(value));
}

/** The fields as n8n shows them. */
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

/** Fields in the order of the alphabet. */
export function byName<T extends { displayName: string }>(fields: readonly T[]): T[] {
	return fields.toSorted((one, other) => (one.displayName < other.displayName ? -1 : 1));
}

/** The same controls, required. */
export function requiredControlsOf(fields: readonly Field[]): INodeProperties[] {
	return controlsOf(fields).map((control) => ({ ...control, required: true }));
}

/** What n8n keeps of a field whose value is an expression, before it is worked out. */
const EXPRESSION: DisplayCondition = { _cnd: { startsWith: '=' } };

/**
 * The property, required for some choices of an earlier field. Shown for these alone it would keep the node from
 * running wherever that field is an expression: n8n then takes it for shown and finds it empty (measured). So it
 * is hidden for all else, and there once more for expressions, not required.
 *
 * @param all every value that the earlier field offers
 */
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

/** Additional Fields, as every create has them. */
export function additionalFieldsProperty(controls: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: controls,
	};
}

/** Update Fields, as every update has them. */
export function updateFieldsProperty(
	fields: readonly Field[],
	description = UNCHANGED,
): INodeProperties {
	return {
		...additionalFieldsProperty(byName(controlsOf(fields))),
		displayName: 'Update Fields',
		name: 'updateFields',
		description,
	};
}

/** Filters, as every list has them if the service can filter it. */
export function filtersProperty(filters: readonly Field[]): INodeProperties {
	return {
		...additionalFieldsProperty(byName(controlsOf(filters))),
		displayName: 'Filters',
		name: 'filters',
		placeholder: 'Add Filter',
	};
}

/** The sort order of a list, as n8n's nodes have it below Options. */
export function sortProperty(fields: readonly Field[]): INodeProperties {
	return {
		...additionalFieldsProperty(byName(controlsOf(fields))),
		displayName: 'Sort',
		name: 'sort',
		placeholder: 'Add Sort Rule',
	};
}
