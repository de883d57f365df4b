import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { bodyOf, controlsOf, type Field } from '../common/fields';
import { customFieldsBody, customFieldsControl } from './customFields';
import { customAliasField, domainField, linkFields, longUrlField } from './linkFields';
import { LINK_READERS } from './linkReaders';
import { utmFields } from './utm';

const bodyFields = [longUrlField, customAliasField, domainField, ...linkFields];
const plainFields = bodyFields.filter(({ name }) => !(name in LINK_READERS));

/** Every column that Data to Send → Auto-Map understands. */
export const LINK_COLUMNS = [...bodyFields, ...utmFields];

/** What people call those columns, for the notes in the form. */
export function columnTitles(isMeant: (title: string) => boolean = () => true): string {
	const { displayName, columnNames = [], vagueColumnNames = [] } = longUrlField;
	const also = ['URL', ...columnNames, ...vagueColumnNames].filter(isMeant).join(', ');
	const others = LINK_COLUMNS.slice(1).map(({ name, displayName: title }) =>
		name === 'pixels' ? 'Pixels' : title,
	);
	return [`${displayName} (or ${also})`, ...others].join(', ');
}

const utmControl: INodeProperties = {
	displayName: 'UTM Parameters',
	name: 'utm',
	type: 'collection',
	placeholder: 'Add UTM Parameter',
	default: {},
	description: 'Tells web analytics where a visitor came from; added to the long URL',
	options: controlsOf(utmFields),
};

function byDisplayName(one: INodeProperties, other: INodeProperties): number {
	return one.displayName < other.displayName ? -1 : 1;
}

/** The controls under Additional Fields, in the order of the alphabet. */
export const additionalFieldControls: INodeProperties[] = [
	...controlsOf(linkFields),
	customFieldsControl,
	utmControl,
].sort(byDisplayName);

/** What some fields say where the link exists already. */
const UPDATE_DESCRIPTIONS: Record<string, string> = {
	custom: 'The new last part of the short URL; the old short URL may stop working',
	domain: 'The new branded domain of the short URL',
	url: 'The address that the short link leads to from now on',
};

/** The fields under Update Fields, in the order of the alphabet. */
export const updateFields: readonly Field[] = [...bodyFields, customFieldsControl, utmControl]
	.map((field) => {
		const description = UPDATE_DESCRIPTIONS[field.name];
		return description === undefined ? field : { ...field, description };
	})
	.sort(byDisplayName);

/**
 * The body of POST /api/url/add out of values by field name, without the fields that have readers. Pure.
 * Empty values are not sent; the UTM names join the other parameters, and what an install has of its own
 * stands beside the known fields.
 *
 * @throws {UserFacingError} that names the field whose value cannot be sent
 */
export function linkBody(values: Readonly<Record<string, unknown>>): IDataObject {
	const body = {
		...bodyOf(plainFields, values),
		...customFieldsBody(values.customFields, bodyFields),
	};
	const utm = Object.entries(bodyOf(utmFields, values)).map(([name, value]) => ({ name, value }));
	if (utm.length === 0) return body;
	const own = Array.isArray(body.parameters) ? (body.parameters as IDataObject[]) : [];
	return { ...body, parameters: [...own, ...utm] };
}
