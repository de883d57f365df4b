import { PIXEL_TYPES, pixelType } from '../../api/pixelTypes';
import { toText } from '../../shared/json';
import { toPlainName, type Field } from '../common/fields';

export const typeField: Field = {
	displayName: 'Platform',
	name: 'type',
	type: 'options',
	options: Object.entries(PIXEL_TYPES).map(([value, name]) => ({ name, value })),
	default: 'facebook',
	description:
		'The platform that the pixel reports to. An expression may give any other type the service knows.',
	read: (value, field) => pixelType(toText(value), field),
};

export const pixelFields: Field[] = [
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		placeholder: 'e.g. Shop checkout',
		read: toPlainName,
	},
	typeField,
	{
		displayName: 'Pixel or Tag ID',
		name: 'value',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1234567890',
		description: 'The ID that the platform shows you for its pixel or tag',
	},
];
