import { controlsOf, type Field } from '../operations/fields';
import { FORM_FIELDS, shortUrlField } from './fields/formFields';
import { NAMING_FIELDS } from './fields/setInForm';
import { rowOperation } from './rows/rowOperation';

const aliasField: Field = {
	...FORM_FIELDS.custom,
	description:
		'The last part of the short URL. Leave empty to find the link by its short URL or long URL. Rows with the same long URL need one each.',
};

export const upsert = rowOperation({
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update link',
		description: 'Create a new link, or update the current one if it already exists (upsert)',
		builderHint: {
			propertyHint:
				'On a schedule, and wherever the same rows come again, prefer it to Create: it updates existing links, and no row makes a second one',
		},
	},
	runAgain: 'Correct it and run again: nothing is created twice.',
	isRepeatable: true,
	isMixed: true,
	isOfSheet: true,
	needed: NAMING_FIELDS,
	perLink: controlsOf([FORM_FIELDS.url, aliasField, shortUrlField]),
	dryRun: 'what would be created or updated',
	output: { clicks: 'integer' },
	readMode: () => 'update',
});
