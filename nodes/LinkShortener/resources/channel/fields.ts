import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { isEmpty } from '../../shared/parameters';
import { toColor, toSwitch } from '../../shared/convert';

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Newsletter',
	description: 'The name of the channel',
};

/** What a channel has besides its name. */
export const channelFields: INodeProperties[] = [
	{
		displayName: 'Color',
		name: 'color',
		type: 'color',
		default: '#0F766E',
		description: 'The color of the channel in the service, as #RRGGBB',
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
		description: 'Whether the channel stands among the favorites',
	},
];

/** A channel's body out of whichever fields have a value. */
export function channelBody(fields: IDataObject): IDataObject {
	const name = toText(fields.name);
	const description = toText(fields.description);
	return {
		...(name === '' ? {} : { name }),
		...(description === '' ? {} : { description }),
		...(isEmpty(fields.color) ? {} : { color: toColor(fields.color, 'Color') }),
		...(isEmpty(fields.starred) ? {} : { starred: toSwitch(fields.starred, 'Starred') }),
	};
}
