import { isRecord } from '../../shared/json';
import { expressionsIn, isEmpty, type Parameters } from '../../shared/n8n/parameters';
import { columnField, valueIn } from '../fields/columnFields';

/** What the form sets for rows, with Map Automatically: a value for all, or an expression. Pure. */

export const NAMING_FIELDS: readonly string[] = ['url', 'custom', 'shorturl'];

/** Those of UTM Parameters and of the collection, and those `atTop`. Empty ones are not among them. */
function fieldsIn(
	read: (name: string) => unknown,
	collection: string,
	atTop = NAMING_FIELDS,
): Array<[name: string, value: unknown]> {
	const utm = read('utm');
	const groups = [read(collection), isRecord(utm) ? utm.values : undefined].filter(isRecord);
	const fields: Array<[string, unknown]> = groups.flatMap((group) => Object.entries(group));
	for (const name of atTop) fields.push([name, read(name)]);
	return fields.filter(([, value]) => !isEmpty(value));
}

export function valuesOf(
	parameters: Parameters,
	...which: [collection: string, atTop?: readonly string[]]
): Record<string, unknown> {
	const fields = fieldsIn((name) => parameters.value(name), ...which);
	const values = fields.map(([name, value]) => {
		const { type } = columnField(name) ?? {};
		// A list tells the ids of records from a number that may be a name.
		const isAsItIs = type === undefined || type === 'multiOptions';
		return [name, isAsItIs ? value : valueIn(name, value)] as const;
	});
	return Object.fromEntries(values);
}

function stored(parameters: Parameters): Array<[name: string, value: unknown]> {
	return fieldsIn((name) => parameters.stored(name), 'additionalFields');
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

export function columnsTaken(parameters: Parameters): string[] {
	return stored(parameters).flatMap(([, value]) => expressionsIn(value).flatMap(columnsIn));
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
