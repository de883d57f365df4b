import { toPlainName, type Field } from '../common/fields';

export const nameField: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Newsletter',
	read: toPlainName,
};

/** The fields of a channel besides its name. */
export const channelFields: Field[] = [
	{
		displayName: 'Color',
		name: 'color',
		type: 'color',
		default: '#0F766E',
		description: 'As #RRGGBB',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		default: '',
		description: 'What the channel is for',
	},
	{
		displayName: 'Starred',
		name: 'starred',
		type: 'boolean',
		default: false,
		description: 'Whether the channel is among the favorites',
	},
];
