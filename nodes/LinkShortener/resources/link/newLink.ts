import type { INodeProperties } from 'n8n-workflow';

import { isEmpty } from '../../shared/parameters';
import { UserFacingError } from '../../shared/userFacingError';
import { additionalFieldsProperty, controlsOf, type Field } from '../common/fields';
import type { OperationCall } from '../common/operation';
import { columnsOfRow, matchColumns, refuseWrongDelimiter } from './columns';
import { soleEntry } from './fieldValues';
import { additionalFieldControls, LINK_COLUMNS } from './linkBody';
import { newDomainField } from './linkFields';
import {
	ALL_COLUMNS,
	isAutoMapped,
	mappingMode,
	readIgnored,
	valuesOf,
	whenDefined,
} from './mapping';
import { utmProperty } from './utm';

/** The fields of a link that may be new, and their values from the form or from the columns of a row. */

/** What the fields do with Map Automatically, as an entry of the notice. */
export const FIELDS_FILL_CELLS = 'A field below fills the empty cells of its column.';

/**
 * The fields, those first that people set most often. With columns, all that make sense for every row.
 *
 * @param notice the entry below the one about columns, shown with Map Automatically
 * @param own the fields that each link has of its own, shown with Map Each Field Manually
 */
export function linkProperties(notice: string, own: INodeProperties[]): INodeProperties[] {
	return [
		...mappingMode([`Columns are matched by name: ${ALL_COLUMNS}.`, notice]),
		...whenDefined(own),
		...controlsOf([newDomainField]),
		utmProperty,
		additionalFieldsProperty(additionalFieldControls),
	];
}

/** The short URL of a link that may exist. */
export const shortUrlField: Field = {
	displayName: 'Short URL',
	name: 'shorturl',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://go.example.com/summer',
	description: 'The short URL of the link. If there is none, it is created with this one.',
	columnNames: ['Short Link'],
};

/** What an item says of its link. */
export interface NewLink {
	/** Values by field name. */
	values: Record<string, unknown>;
	/** The heading of each value that came out of a column. */
	columns: Record<string, string>;
	/** Columns that are no field. */
	ignored: string[];
}

/**
 * The values from the form or from the columns of the input item.
 *
 * @param more fields besides those of every link
 */
export function readNewLink(
	{ parameters, item }: Pick<OperationCall, 'parameters' | 'item'>,
	more: readonly Field[] = [],
): NewLink {
	const forAllRows = valuesOf(parameters, 'additionalFields');
	const domain = parameters.value('domain');
	if (!isAutoMapped(parameters)) {
		const atTop = ['url', 'custom', 'shorturl'].map((name): [string, unknown] => [
			name,
			soleEntry(parameters.value(name)),
		]);
		const values = { ...forAllRows, domain, ...Object.fromEntries(atTop) };
		return { values, columns: {}, ignored: [] };
	}
	const fields = [...LINK_COLUMNS, ...more];
	const { values, columns, leftOut } = matchColumns(item.json, fields, readIgnored(parameters));
	if (Object.keys(columns).length === 0) refuseWrongDelimiter(item.json);
	// A row's short URL has its domain in it.
	const domainOfForm = isEmpty(values.shorturl) ? { domain } : {};
	return { values: { ...forAllRows, ...domainOfForm, ...values }, columns, ignored: leftOut };
}

/** The error for an item without a long URL. */
export function missingLongUrl({ parameters, item }: OperationCall): UserFacingError {
	return new UserFacingError({
		message: 'Long URL is empty',
		remedy: isAutoMapped(parameters)
			? `The item needs a column called url or Long URL with a value such as https://example.com/page. ${columnsOfRow(item.json)}`
			: 'Enter the address that the short link leads to, such as https://example.com/page.',
	});
}
