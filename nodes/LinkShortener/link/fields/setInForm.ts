import { columnField, valueIn } from './formFields';
import { isRecord } from '../../shared/text';
import { expressionsIn, type Parameters } from '../../shared/n8n/parameters';
import { isEmpty } from '../../shared/values/convert';

/** What the form sets for rows, with Map Automatically: a value for all, or an expression. Pure. */

export const NAMING_FIELDS: readonly string[] = ['url', 'custom', 'shorturl'];

type Fields = Array<[name: string, value: unknown]>;

/** Those of the collection and of UTM Parameters, and those that name a link. Empty ones are not among them. */
function fieldsIn(
	parameters: Parameters,
	as: 'value' | 'stored',
	collection = 'additionalFields',
): Fields {
	const utm = parameters[as]('utm');
	const groups = [parameters[as](collection), isRecord(utm) ? utm.values : undefined];
	const fields: Fields = groups.filter(isRecord).flatMap(Object.entries);
	for (const name of NAMING_FIELDS) fields.push([name, parameters[as](name)]);
	return fields.filter(([, value]) => !isEmpty(value) && value !== false);
}

export function valuesOf(parameters: Parameters, collection?: string): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const [name, value] of fieldsIn(parameters, 'value', collection)) {
		const { type } = columnField(name) ?? {};
		// A list tells the ids of records from a number that may be a name.
		const isAsItIs = type === undefined || type === 'multiOptions';
		values[name] = isAsItIs ? value : valueIn(name, value);
	}
	return values;
}

/** A domain is for rows without a short URL, but takes no column either. */
export function fieldsSetInForm(parameters: Parameters): ReadonlySet<string> {
	return new Set(fieldsIn(parameters, 'stored').map(([name]) => name));
}

export function fieldsByExpression(parameters: Parameters): string[] {
	return fieldsIn(parameters, 'stored')
		.filter(([, value]) => expressionsIn(value).length > 0)
		.map(([name]) => name);
}

export interface ColumnOf {
	readonly column: string;
	readonly field: string;
}

export function columnsTaken(parameters: Parameters): ColumnOf[] {
	return fieldsIn(parameters, 'stored').flatMap(([field, value]) =>
		Array.from(new Set(expressionsIn(value).flatMap(columnsIn)), (column) => ({ column, field })),
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
