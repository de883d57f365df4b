import { columnField, valueIn } from './formFields';
import { isRecord } from '../../shared/text';
import { expressionsIn, type Parameters } from '../../shared/n8n/parameters';
import { isEmpty } from '../../shared/values/convert';

/** What the form sets for rows, with Map Automatically: a value for all, or an expression. Pure. */

export const NAMING_FIELDS: readonly string[] = ['url', 'custom', 'shorturl'];

type Fields = Array<[name: string, value: unknown]>;

/** Those of UTM Parameters and of the collection, and those `atTop`. Empty ones are not among them. */
function fieldsIn(
	parameters: Parameters,
	as: 'value' | 'stored',
	collection: string,
	atTop = NAMING_FIELDS,
): Fields {
	const utm = parameters[as]('utm');
	const fields: Fields = [];
	for (const group of [parameters[as](collection), isRecord(utm) ? utm.values : undefined]) {
		if (isRecord(group)) fields.push(...Object.entries(group));
	}
	for (const name of atTop) fields.push([name, parameters[as](name)]);
	return fields.filter(([, value]) => !isEmpty(value) && value !== false);
}

export function valuesOf(
	parameters: Parameters,
	collection: string,
	atTop?: readonly string[],
): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const [name, value] of fieldsIn(parameters, 'value', collection, atTop)) {
		const { type } = columnField(name) ?? {};
		// A list tells the ids of records from a number that may be a name.
		const isAsItIs = type === undefined || type === 'multiOptions';
		values[name] = isAsItIs ? value : valueIn(name, value);
	}
	return values;
}

function stored(parameters: Parameters): Fields {
	return fieldsIn(parameters, 'stored', 'additionalFields');
}

/** A domain is for rows without a short URL, but takes no column either. */
export function fieldsSetInForm(parameters: Parameters): ReadonlySet<string> {
	return new Set(stored(parameters).map(([name]) => name));
}

export function fieldsByExpression(parameters: Parameters): string[] {
	return stored(parameters)
		.filter(([, value]) => expressionsIn(value).length > 0)
		.map(([name]) => name);
}

export interface ColumnOf {
	readonly column: string;
	readonly field: string;
}

export function columnsTaken(parameters: Parameters): ColumnOf[] {
	return stored(parameters).flatMap(([field, value]) =>
		expressionsIn(value)
			.flatMap(columnsIn)
			.map((column) => ({ column, field })),
	);
}

/** The short URLs are written into it. */
export function columnOfShortUrl(parameters: Parameters): string | undefined {
	const [expression = '', ...others] = expressionsIn(parameters.stored('shorturl'));
	const columns = columnsIn(expression);
	return others.length === 0 && columns.length === 1 && PLAIN.test(expression)
		? columns[0]
		: undefined;
}

/** `$json.Name`, `$json["Name"]`, `$('Sheet').item.json.Name`. */
const COLUMN = String.raw`json(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|\[\s*(["'\x60])(.*?)\2\s*\])`;

const PLAIN = new RegExp(String.raw`^=\s*\{\{\s*\$${COLUMN}\s*\}\}\s*$`, 'u');

function columnsIn(expression: string): string[] {
	return [...expression.matchAll(new RegExp(COLUMN, 'gu'))].map(
		// A quotation mark in a name has a backslash.
		([, name, , quoted]) => name ?? quoted?.replace(/\\(.)/g, '$1') ?? '',
	);
}
