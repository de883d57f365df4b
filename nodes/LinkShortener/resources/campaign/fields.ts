import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { toText } from '../../shared/json';
import { toSwitch } from '../../shared/convert';
import { isEmpty } from '../../shared/parameters';

export const nameField: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Summer Sale',
	description: 'The name of the campaign, at least 2 characters',
};

/** What a campaign has besides its name. */
export const campaignFields: INodeProperties[] = [
	{
		displayName: 'Public',
		name: 'public',
		type: 'boolean',
		default: false,
		description: "Whether anyone may see the campaign's page with its list of links",
	},
	{
		displayName: 'Rotator Slug',
		name: 'slug',
		type: 'string',
		default: '',
		placeholder: 'e.g. summer-sale',
		description:
			'The last part of the rotator address, which sends visitors to the links of the campaign in turn',
	},
];

/** The part of a campaign's body that comes from `campaignFields`. */
export function campaignBody(fields: IDataObject): IDataObject {
	const slug = toText(fields.slug);
	return {
		...(slug === '' ? {} : { slug }),
		...(isEmpty(fields.public) ? {} : { public: toSwitch(fields.public, 'Public') }),
	};
}
