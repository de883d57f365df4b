import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { requiredText, toChoice, toColor, toSwitch } from '../../shared/convert';
import { toText } from '../../shared/json';
import { isEmpty, toId, type Parameters } from '../../shared/parameters';
import { UserFacingError } from '../../shared/userFacingError';

/** One field of a body: its control in the form, and how its value is sent. */
export interface Field extends INodeProperties {
	/**
	 * What is sent for a value that is not empty; undefined sends nothing. Left out where its type says
	 * it: a switch, a color, one of the options, an id, else a text.
	 */
	convert?: (value: unknown, displayName: string) => IDataObject[string] | undefined;
	/** Columns of a spreadsheet that mean it, besides its name and its display name. */
	columnNames?: readonly string[];
	/** Columns that mean it where no other column of the row does. */
	vagueColumnNames?: readonly string[];
}

/** What the service would make of an empty value is not documented, so none is sent. */
const UNCHANGED = 'An empty field is not changed.';

/** The fields as n8n shows them. */
export function controlsOf(fields: readonly Field[]): INodeProperties[] {
	return fields.map((field) => {
		const control: INodeProperties & Partial<Field> = { ...field };
		delete control.convert;
		delete control.columnNames;
		delete control.vagueColumnNames;
		return control;
	});
}

/** The same where an operation cannot do without them. */
export function requiredControlsOf(fields: readonly Field[]): INodeProperties[] {
	return controlsOf(fields).map((control) => ({ ...control, required: true }));
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
export function updateFieldsProperty(fields: readonly Field[]): INodeProperties {
	return {
		...additionalFieldsProperty(controlsOf(fields)),
		displayName: 'Update Fields',
		name: 'updateFields',
		description: UNCHANGED,
	};
}

/** Filters, as every list has them that the service can filter. */
export function filtersProperty(fields: readonly Field[]): INodeProperties {
	return {
		...additionalFieldsProperty(controlsOf(fields)),
		displayName: 'Filters',
		name: 'filters',
		placeholder: 'Add Filter',
	};
}

/**
 * A body, or a query, out of values by field name. Pure; empty ones are not sent.
 *
 * @throws {UserFacingError} that names the field whose value cannot be sent
 */
export function bodyOf(
	fields: readonly Field[],
	values: Readonly<Record<string, unknown>>,
): IDataObject {
	const body: IDataObject = {};
	for (const field of fields) {
		const { name, displayName, convert = converterOf(field) } = field;
		const value = values[name];
		if (isEmpty(value)) continue;
		const converted = convert(value, displayName);
		if (!isEmpty(converted)) body[name] = converted;
	}
	return body;
}

function converterOf({ type, options = [] }: Field): NonNullable<Field['convert']> {
	switch (type) {
		case 'boolean':
			return toSwitch;
		case 'color':
			return toColor;
		case 'resourceLocator':
			return toId;
		case 'options': {
			const choices = options.flatMap((option) =>
				'value' in option ? [String(option.value)] : [],
			);
			return (value, displayName) => toChoice(value, displayName, choices);
		}
		default:
			return toText;
	}
}

/**
 * The body out of fields that each item has to fill in.
 *
 * @throws {UserFacingError} that names the field that is empty or cannot be sent
 */
export function requiredBody(fields: readonly Field[], parameters: Parameters): IDataObject {
	const values: Record<string, unknown> = {};
	for (const { name, displayName, placeholder, default: initial } of fields) {
		const example = toText(placeholder ?? initial).replace(/^e\.g\. /, '');
		const value = parameters.value(name);
		requiredText(value, displayName, example);
		values[name] = value;
	}
	return bodyOf(fields, values);
}

/**
 * The body of an update.
 *
 * @throws {UserFacingError} when no field has a value, since such an update would change nothing
 */
export function updateBody(fields: readonly Field[], parameters: Parameters): IDataObject {
	const body = bodyOf(fields, parameters.fields('updateFields'));
	if (Object.keys(body).length === 0) {
		const names = fields.map(({ displayName }) => displayName);
		const oneOfThem = new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
		throw nothingToUpdate(`Add ${oneOfThem} under Update Fields and give it a value. ${UNCHANGED}`);
	}
	return body;
}

/** An update that would change nothing is not sent. */
export function nothingToUpdate(remedy: string): UserFacingError {
	return new UserFacingError({ message: 'There is nothing to update', remedy });
}
