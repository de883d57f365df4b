import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { bodyOf, controlsOf, type Field } from '../common/fields';
import { linkFields, longUrlField } from './linkFields';
import { redirectTypeField } from './redirectType';
import { utmFields } from './utm';

const bodyFields = [longUrlField, ...linkFields, redirectTypeField];

/** Every column that Data to Send → Auto-Map understands. */
export const LINK_COLUMNS = [...bodyFields, ...utmFields];

const utmControl: INodeProperties = {
	displayName: 'UTM Parameters',
	name: 'utm',
	type: 'collection',
	placeholder: 'Add UTM Parameter',
	default: {},
	description: 'Tells web analytics where a visitor came from; added to the long URL',
	options: controlsOf(utmFields),
};

/** The controls under Additional Fields. */
export const additionalFieldControls: INodeProperties[] = [...controlsOf(linkFields), utmControl];

/** What some fields say where the link exists already. */
const UPDATE_DESCRIPTIONS: Record<string, string> = {
	custom: 'The new last part of the short URL; the old short URL may stop working',
	domain: 'The branded domain that the short URL is to have',
	url: 'The address that the short link leads to from now on',
};

/** The fields under Update Fields, in the order of the alphabet. */
export const updateFields: readonly Field[] = [longUrlField, ...linkFields, utmControl]
	.map((field) => {
		const description = UPDATE_DESCRIPTIONS[field.name];
		return description === undefined ? field : { ...field, description };
	})
	.sort((one, other) => (one.displayName < other.displayName ? -1 : 1));

/**
 * The body of POST /api/url/add out of values by field name. Pure. Empty values are not sent; the UTM
 * names join the other parameters.
 *
 * @throws {UserFacingError} that names the field whose value cannot be sent
 */
export function linkBody(values: Readonly<Record<string, unknown>>): IDataObject {
	const body = bodyOf(bodyFields, values);
	const utm = Object.entries(bodyOf(utmFields, values)).map(([name, value]) => ({ name, value }));
	if (utm.length === 0) return body;
	const own = Array.isArray(body.parameters) ? (body.parameters as IDataObject[]) : [];
	return { ...body, parameters: [...own, ...utm] };
}
