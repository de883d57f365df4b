import { NEWER_TWITTER, PIXEL_TYPES } from '../../api/pixelTypes';
import { toChoice } from '../../shared/convert';
import type { Field } from '../common/fields';

export const typeField: Field = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: Object.entries(PIXEL_TYPES).map(([value, name]) => ({ name, value })),
	default: 'facebook',
	description: 'The platform that the pixel reports to',
	convert: (value, displayName) =>
		toChoice(value, displayName, [...Object.keys(PIXEL_TYPES), NEWER_TWITTER]),
};

export const pixelFields: Field[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Shop checkout',
		description: 'The name of the pixel in the service',
	},
	typeField,
	{
		displayName: 'Value',
		name: 'value',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1234567890',
		description: 'The pixel ID (or tag ID) that the platform shows you',
	},
];
