import { toRgbColor } from '../../shared/values/convert';
import { toWebAddress } from '../../shared/values/address';
import type { Field } from '../../operations/fields';

export const nameField: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Poster in the lobby',
};

export const designFields: Field[] = [
	{
		displayName: 'Background Color',
		name: 'background',
		type: 'color',
		default: '#FFFFFF',
		description: 'The color behind the code, as #RRGGBB or rgb(r,g,b)',
		read: toRgbColor,
	},
	{
		displayName: 'Foreground Color',
		name: 'foreground',
		type: 'color',
		default: '#000000',
		description: 'The color of the code itself. It should be much darker than the background.',
		read: toRgbColor,
	},
	{
		displayName: 'Logo',
		name: 'logo',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/logo.png',
		description: 'The address of a PNG or JPG image to show in the middle',
		kind: 'address',
		read: toWebAddress,
	},
];
