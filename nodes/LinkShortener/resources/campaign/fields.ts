import { toPlainName, type Field } from '../common/fields';

export const nameField: Field = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Summer Sale',
	description: 'At least 2 characters',
	read: toPlainName,
};

/** The fields of a campaign besides its name. */
export const campaignFields: Field[] = [
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
