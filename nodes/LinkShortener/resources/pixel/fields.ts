import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { toText } from '../../api/text';
import { isEmpty } from '../parameters';
import { toChoice } from '../values';

/** The ten platforms, in the API's order, under the names they go by. */
const PIXEL_TYPES: Record<string, string> = {
	adroll: 'AdRoll',
	bing: 'Bing Ads',
	facebook: 'Facebook',
	'google-ads': 'Google Ads',
	'google-analytics': 'Google Analytics',
	'google-tag-manager': 'Google Tag Manager',
	linkedin: 'LinkedIn',
	pinterest: 'Pinterest',
	quora: 'Quora',
	twitter: 'Twitter (X)',
};

/** What newer installs call the tenth (seen on real installs); an expression may send it. */
const NEWER_TWITTER = 'x';

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

/** The name a platform goes by; what newer installs added keeps the service's word. */
export function pixelTypeName(type: unknown): string {
	return PIXEL_TYPES[toText(type)] ?? toText(type);
}

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
