import { isNothing } from '../../shared/values/rewritten';
import { yesOrNo } from '../../shared/values/convert';
import { addressIn, soleValue, startIn } from '../../shared/values/single';
import { isRecord, toText } from '../../shared/json';
import { looksLikeId } from '../../shared/n8n/parameters';
import type { Field } from '../../operations/fields';
import type { UserFacingError } from '../../shared/userFacingError';
import { FORM_FIELDS } from './formFields';
import { utmFields } from './groups';

/** The fields of a link that a column may mean, and what a cell has for one. Pure. */

export const shortUrlField: Field = {
	displayName: 'Short URL',
	name: 'shorturl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://go.example.com/summer',
	description:
		'The short URL of the link. If no link has it, a link with this short URL is created.',
	columnNames: ['Short Link'],
	kind: 'address',
};

export const COLUMN_FIELDS: readonly Field[] = [
	...Object.values(FORM_FIELDS),
	...utmFields,
	shortUrlField,
];

const BY_NAME = new Map(COLUMN_FIELDS.map((field) => [field.name, field]));

/** Undefined for parameters that only columns have. */
export function columnField(name: string): Field | undefined {
	return BY_NAME.get(name);
}

export function titleOf(name: string): string {
	const { displayName = name } = columnField(name) ?? {};
	return displayName.replace(/ Names or IDs$/, 's');
}

export interface ItemValues {
	values: Record<string, unknown>;
	/** From which each one is, if it is from one. */
	columns: Record<string, string>;
	problems: UserFacingError[];
}

/** Stand for records, which have an ID and a name. */
export const REFERENCES = ['campaign', 'channel', 'pixels'];

/** As forms and tables keep it. */
export function valueIn(name: string, value: unknown): unknown {
	const { kind, type } = columnField(name) ?? {};
	if (kind === 'address') return addressIn(value);
	if (type === 'dateTime') return startIn(value);
	return type === 'fixedCollection' ? value : soleValue(value);
}

/** Undefined if a listing's cell says that the link has none, or only that it has one. */
export function listedValue(name: string, cell: unknown): unknown {
	const value = valueIn(name, cell);
	if (isNothing(cell) || NONE[name]?.(value) === true) return undefined;
	return name === 'campaign' || name === 'channel' ? listedReference(value) : value;
}

const NONE: Readonly<Record<string, (value: unknown) => boolean>> = {
	// Databases may write it for none.
	expiry: (value) => toText(value).startsWith('0000-00-00'),
	// Listings say whether there is one, and so do sheets with a checkbox.
	password: (value) => typeof value === 'boolean' || yesOrNo(toText(value)) === false,
	type: (value) => toText(value) === 'links',
};

/** Some services list the whole record, or the ids of all channels, of which an update takes one. */
function listedReference(value: unknown): unknown {
	const all: unknown[] = Array.isArray(value) ? value : [value];
	const ids = all.map((one) => (isRecord(one) && one.id !== undefined ? one.id : one));
	if (ids.length <= 1) return toText(ids[0]) === '0' ? undefined : ids[0];
	return ids.every((id) => looksLikeId(toText(id))) ? undefined : value;
}
