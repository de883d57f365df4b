import type { INodeProperties } from 'n8n-workflow';

import { orElse } from '../../locators/fields';
import { UserFacingError } from '../../shared/userFacingError';
import {
	additionalFieldsProperty,
	controlsOf,
	requiredControlsOf,
	type Field,
} from '../common/fields';
import type { OperationCall } from '../common/operation';
import { columnsOfRow, listedValue, matchColumns } from './columns';
import { additionalFieldControls, LINK_COLUMNS } from './linkBody';
import { customAliasField, domainField, longUrlField } from './linkFields';
import {
	ALL_COLUMNS,
	inputsToIgnore,
	isAutoMapped,
	mappingMode,
	readIgnored,
	valuesOf,
	whenDefined,
	whenMapped,
} from './mapping';
import { utmProperty } from './utm';

/** The fields of a link that may be new, and their values from the form or from the columns of a row. */

/** The parts in which Create and Create or Update differ. */
interface LinkForm {
	/** Fields before all others. */
	top: INodeProperties[];
	/** The lines below the one about columns, shown with Map Automatically. */
	notice: readonly string[];
	/** More fields of the link, shown with Map Each Field Manually. */
	defined: INodeProperties[];
	isLongUrlRequired: boolean;
}

/** The fields, those first that people set most often. With columns, all that make sense for every row. */
export function linkProperties(form: LinkForm): INodeProperties[] {
	const { top, notice, defined, isLongUrlRequired } = form;
	const longUrl = (isLongUrlRequired ? requiredControlsOf : controlsOf)([longUrlField]);
	return [
		...top,
		...mappingMode([
			`Columns are matched by name, such as Long URL, Custom Alias or Campaign: ${ALL_COLUMNS}.`,
			...notice,
		]),
		...whenMapped([inputsToIgnore]),
		...whenDefined([...defined, ...longUrl, ...controlsOf([customAliasField])]),
		...controlsOf([orElse(domainField, 'Default domain of the account')]),
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

/**
 * The values by field name, from the form or from the columns of the input item.
 *
 * @param more fields besides those of every link
 */
export function readNewLink(
	call: OperationCall,
	more: readonly Field[] = [],
): Record<string, unknown> {
	const { parameters } = call;
	const forAllRows = {
		...valuesOf(parameters, 'additionalFields'),
		domain: parameters.value('domain'),
	};
	if (isAutoMapped(parameters))
		return { ...forAllRows, ...mapColumns(call, [...LINK_COLUMNS, ...more]) };
	const atTop = ['url', 'custom', 'shorturl'].map((name) => [name, parameters.value(name)]);
	return { ...forAllRows, ...(Object.fromEntries(atTop) as Record<string, unknown>) };
}

function mapColumns(call: OperationCall, fields: readonly Field[]): Record<string, unknown> {
	const { item, parameters, noteColumns } = call;
	const ignored = readIgnored(parameters);
	const { values, columns, leftOut } = matchColumns(item.json, fields, ignored);
	const read = Object.keys(values).map((name) => [name, listedValue(name, values[name])] as const);
	const given = read.filter(([, value]) => value !== undefined);
	const empty = read.filter(([, value]) => value === undefined);
	const columnsOf = (some: typeof read) => some.map(([name]) => columns[name] ?? name);
	noteColumns({ used: columnsOf(given), ignored: [...leftOut, ...columnsOf(empty)] });
	return Object.fromEntries(given);
}

export function missingLongUrl({ parameters, item }: OperationCall): UserFacingError {
	return new UserFacingError({
		message: 'Long URL is empty',
		remedy: isAutoMapped(parameters)
			? `The item needs a column called url or Long URL with a value such as https://example.com/page. ${columnsOfRow(item.json)}`
			: 'Enter the address that the short link leads to, such as https://example.com/page.',
	});
}
