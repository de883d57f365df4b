import { OF_EACH_LINK } from '../fields/linkFields';
import { isRecord } from '../../shared/json';
import { expressionsIn, isEmpty, type Parameters } from '../../shared/n8n/parameters';
import { valueIn } from '../fields/cellValue';
import { FORM_FIELDS } from '../fields/formFields';

/** What the form sets for rows, with Map Automatically: a value for all, or an expression. Pure. */

export const NAMING_FIELDS: readonly string[] = [...OF_EACH_LINK, 'shorturl'];

const GROUPS = ['utm', 'additionalFields'];

function stored(parameters: Parameters): Record<string, unknown> {
	const ofGroups = GROUPS.flatMap((name) => {
		const group = parameters.stored(name);
		const inside = isRecord(group) && isRecord(group.values) ? group.values : group;
		return isRecord(inside) ? Object.entries(inside) : [];
	});
	const atTop = NAMING_FIELDS.map((name): [string, unknown] => [name, parameters.stored(name)]);
	return Object.fromEntries([...ofGroups, ...atTop].filter(([, value]) => !isEmpty(value)));
}

/** A domain is for rows without a short URL, but takes no column either. */
export function fieldsSetInForm(parameters: Parameters): ReadonlySet<string> {
	return new Set(Object.keys(stored(parameters)));
}

export function fieldsByExpression(parameters: Parameters): string[] {
	return Object.entries(stored(parameters))
		.filter(([, value]) => expressionsIn(value).length > 0)
		.map(([name]) => name);
}

export function columnsTaken(parameters: Parameters): string[] {
	return Object.values(stored(parameters)).flatMap(expressionsIn).flatMap(columnsIn);
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

export const MAPPING =
	'How to map the input to the fields of the link. Map Automatically matches columns by name (<a href="https://link-shortener.example/n8n-nodes-link-shortener/blob/main/docs/links-from-a-sheet.md#columns" target="_blank">all columns</a>). A field that you set here takes no column.';

/** A list tells their ids from a number that may be a name. */
const PICKED = new Set<string>(
	Object.values(FORM_FIELDS).flatMap(({ name, type }) => (type === 'multiOptions' ? [name] : [])),
);

export function valuesOf(parameters: Parameters, collection: string): Record<string, unknown> {
	const { values } = parameters.fields('utm');
	const fields = { ...parameters.fields(collection), ...(isRecord(values) ? values : {}) };
	const read = (name: string, one: unknown) => (PICKED.has(name) ? one : valueIn(name, one));
	return Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, read(name, one)]));
}
