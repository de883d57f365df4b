import type { Field } from '../operations/fields';
import { toDeepLink, toNamedValues } from './fieldValues';

/** Fields of a link that have fields inside. */

/** Deep links, which open an app. */
export const deepLinksField: Field & { name: 'deeplink' } = {
	displayName: 'Deep Links',
	name: 'deeplink',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	description: 'Open a mobile app instead of the website. Also set Device Targets.',
	options: [
		{
			displayName: 'Automatic',
			name: 'auto',
			type: 'boolean',
			default: true,
			description: 'Whether the service generates the deep links from the long URL',
		},
		{
			displayName: 'App Store URL',
			name: 'apple',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://apps.apple.com/app/example',
			description: 'Where iOS users without the app go',
		},
		{
			displayName: 'Google Play URL',
			name: 'google',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://play.google.com/store/apps',
			description: 'Where Android users without the app go',
		},
	],
	columnNames: ['Deep Link'],
	read: toDeepLink,
};

/** Parameters of the long URL. */
export const parametersField: Field & { name: 'parameters' } = {
	displayName: 'Parameters',
	name: 'parameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Parameter' },
	placeholder: 'Add Parameter',
	default: {},
	description: 'Query parameters that are added to the long URL',
	options: [
		{
			displayName: 'Parameter',
			name: 'parameter',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. ref',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. newsletter',
				},
			],
		},
	],
	columnNames: ['URL Parameters', 'Query Parameters'],
	read: toNamedValues,
};
