import type { DisplayCondition, IDataObject, INodeProperties } from 'n8n-workflow';

import { decodeEntities } from '../../links/longUrl';
import { toChoice, toColor, toSwitch } from '../../shared/convert';
import { toText } from '../../shared/json';
import { isEmpty, isNothing, locatorParts, toId } from '../../shared/parameters';
import { refuseFormulaError } from '../../shared/formulaErrors';
import { settle, UserFacingError, wrongValue } from '../../shared/userFacingError';
import { type ListReader, LookUp } from '../../locators/rememberedNames';
import type { OperationCall } from './operation';
import type { OfSheet } from './sheet';

/** A value as the service gets it; undefined sends nothing. */
type Sent = IDataObject[string];

/** The context that a value may depend on. */
export type ReadingCall = Pick<OperationCall, 'parameters' | 'timezone'> &
	OfSheet & { client: ListReader };

/** One field of a body: its control in the form, and how its value is sent. */
export interface Field extends INodeProperties {
	/**
	 * Reads a value that is not empty as the service gets it. A name is returned as its look-up, which begins
	 * only after all other values of the body were checked. Left out if the field's type says how: a switch, a
	 * color, one of the options, an id, else a text.
	 */
	read?: (value: unknown, displayName: string, call: ReadingCall) => Sent | LookUp<Sent>;
	/** The same for a cell of a spreadsheet, if it is read in another way. */
	readCell?: Field['read'];
	/** Other names of its column in a spreadsheet, besides its name and its display name. */
	columnNames?: readonly string[];
	/** Column names that count only if no other column of the row means the field. */
	vagueColumnNames?: readonly string[];
}

/** An empty value is not sent, since its effect at the service is not documented. */
export const UNCHANGED = 'An empty field is not changed.';

/** A name without the escapes of a page, with which a row that comes out of a list may have it. */
export function toPlainName(value: unknown): string {
	return decodeEntities(toText(value));
}

/** The fields as n8n shows them. */
export function controlsOf(fields: readonly Field[]): INodeProperties[] {
	return fields.map((field) => {
		const control: INodeProperties & Partial<Field> = { ...field };
		delete control.read;
		delete control.readCell;
		delete control.columnNames;
		delete control.vagueColumnNames;
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

/**
 * The property, but not on show in the tool of an agent. A value that a tool has of it still counts: n8n drops
 * those of properties that are not there, but not of hidden ones.
 */
export function notInTools(property: INodeProperties): INodeProperties[] {
	const { displayName, name, default: initial, noDataExpression, displayOptions } = property;
	return [
		{ ...property, displayOptions: { ...displayOptions, hide: { '@tool': [true] } } },
		{
			displayName,
			name,
			type: 'hidden',
			default: initial,
			...(noDataExpression && { noDataExpression }),
			displayOptions: { show: { ...displayOptions?.show, '@tool': [true] } },
		},
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
		...additionalFieldsProperty(controlsOf(fields)),
		displayName: 'Update Fields',
		name: 'updateFields',
		description,
	};
}

/**
 * Filters, as every list has them if the service can filter it, and its sort order. People and workflows know
 * both by the name `filters`.
 */
export function filtersProperty(
	filters: readonly Field[],
	sorting: readonly Field[],
): INodeProperties {
	const hasSorting = sorting.length > 0;
	return {
		...additionalFieldsProperty(controlsOf([...filters, ...sorting])),
		displayName: hasSorting ? 'Filters and Sorting' : 'Filters',
		name: 'filters',
		placeholder: hasSorting ? 'Add Filter or Sorting' : 'Add Filter',
	};
}

/**
 * A body, or a query, out of values by field name. Empty ones are not sent.
 *
 * @param columns the column of each value that came out of one
 * @throws {UserFacingError} that names the field, or the column as the row has it, whose value cannot be sent,
 *   before any name is looked up
 */
export async function readBody(
	call: ReadingCall,
	fields: readonly Field[],
	values: Readonly<Record<string, unknown>>,
	columns: Readonly<Record<string, string>> = {},
): Promise<IDataObject> {
	const given = fields.filter(({ name }) => !isEmpty(values[name]));
	// Side by side, so that an item with many fields is not sent later than others.
	const readings = await Promise.all(
		given.map(async (field) => {
			const { name } = field;
			const [value, column] = [values[name], columns[name]];
			const read = () => readValue(call, field, value, column);
			return { name, reading: await withWayOut(call, value, column, read) };
		}),
	);
	const body: IDataObject = {};
	for (const { name, reading } of readings) {
		const sent =
			reading instanceof LookUp
				? await withWayOut(
						call,
						values[name],
						columns[name],
						async () => await reading.find(call.client),
					)
				: reading;
		if (!isEmpty(sent)) body[name] = sent;
	}
	return body;
}

function readValue(
	call: ReadingCall,
	field: Field,
	value: unknown,
	column: string | undefined,
): Sent | LookUp<Sent> {
	const { displayName, placeholder = '' } = field;
	const { read = readerOf(field), readCell = read } = field;
	const title = column ?? displayName;
	const text = toText(locatorParts(value).value);
	if (Number.isNaN(value) || text === '') throw notComputed(title);
	refuseFormulaError(text, title, placeholder.replace(/^e\.g\. /, ''));
	return (column === undefined ? read : readCell)(value, title, call);
}

/**
 * The result of work on a value. Undefined if it is what a model writes in the place of nothing.
 *
 * @param column the column that has the value, if one does
 * @throws {UserFacingError} that says how to leave the column out, if it is the value that cannot be sent
 */
export async function withWayOut<T>(
	{ parameters }: ReadingCall,
	value: unknown,
	column: string | undefined,
	work: () => T | Promise<T>,
): Promise<T | undefined> {
	const result = await settle(Promise.resolve().then(work));
	if (!(result instanceof UserFacingError)) return result;
	const { kind, remedy } = result.explanation;
	if (kind === undefined && parameters.areOfModel && isNothing(toText(locatorParts(value).value))) {
		return undefined;
	}
	if (kind !== undefined || column === undefined) throw result;
	throw new UserFacingError({ ...result.explanation, remedy: `${remedy} ${wayOutOf(column)}` });
}

/** How to leave out a column that means something else than its name says. */
export function wayOutOf(column: string): string {
	return `If the column ${column} is about something else, name it under Options → Inputs to Ignore.`;
}

/** Sent as text, `NaN` would be printed on a QR code, and an invalid date would be left out. */
function notComputed(title: string): UserFacingError {
	return new UserFacingError({
		message: `${title} is NaN or an invalid date`,
		remedy: 'Check the expression, or the node in front, that calculates it.',
	});
}

function readerOf({ type, options = [] }: Field): NonNullable<Field['read']> {
	switch (type) {
		case 'boolean':
			return toSwitch;
		case 'color':
			return toColor;
		case 'resourceLocator':
			return toId;
		case 'options': {
			const choices = options.flatMap((one) => ('value' in one ? [String(one.value)] : []));
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
export async function readRequired(
	call: ReadingCall,
	fields: readonly Field[],
): Promise<IDataObject> {
	const values = fields.map(({ name, displayName, placeholder, modes, default: initial }) => {
		const shown = placeholder ?? modes?.at(-1)?.placeholder ?? initial;
		const example = toText(shown).replace(/^e\.g\. /, '');
		const value = call.parameters.value(name);
		if (isEmpty(value)) throw wrongValue(displayName, 'is empty', example);
		return [name, value];
	});
	return await readBody(call, fields, Object.fromEntries(values) as Record<string, unknown>);
}

/**
 * The body out of Update Fields.
 *
 * @throws {UserFacingError} when no field has a value, since such an update would change nothing
 */
export async function readChanges(
	call: ReadingCall,
	fields: readonly Field[],
): Promise<IDataObject> {
	const body = await readBody(call, fields, call.parameters.fields('updateFields'));
	if (Object.keys(body).length > 0) return body;
	const names = fields.map(({ displayName }) => displayName);
	const oneOfThem = new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
	throw nothingToUpdate(`Add ${oneOfThem} under Update Fields and give it a value. ${UNCHANGED}`);
}

/** An update that would change nothing is not sent. */
export function nothingToUpdate(remedy: string): UserFacingError {
	return new UserFacingError({ message: 'There is nothing to update', remedy });
}
