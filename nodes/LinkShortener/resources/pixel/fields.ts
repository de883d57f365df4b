import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { isEmpty } from '../../shared/parameters';
import { NEWER_TWITTER, PIXEL_TYPES } from '../../api/pixelTypes';
import { toChoice } from '../../shared/convert';

export const pixelTypeOptions: INodePropertyOptions[] = Object.entries(PIXEL_TYPES).map(
	([value, name]) => ({ name, value }),
);

export const pixelFields: INodeProperties[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Shop checkout',
		description: 'The name of the pixel in the service',
	},
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: pixelTypeOptions,
		default: 'facebook',
		description: 'The platform that the pixel reports to',
	},
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1234567890',
		description: 'The pixel ID (or tag ID) that the platform shows you',
	},
];

/** A pixel type the service knows. */
export function toPixelType(value: unknown): string {
	return toChoice(value, 'Type', [...Object.keys(PIXEL_TYPES), NEWER_TWITTER]);
}

/** A pixel's form body out of whichever fields have a value. */
export function pixelForm(fields: IDataObject): Record<string, string> {
	const name = toText(fields.name);
	const value = toText(fields.value);
	return {
		...(name === '' ? {} : { name }),
		...(isEmpty(fields.type) ? {} : { type: toPixelType(fields.type) }),
		...(value === '' ? {} : { value }),
	};
}
