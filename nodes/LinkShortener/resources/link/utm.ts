import type { INodeProperties } from 'n8n-workflow';

/** The five names that every web analytics tool knows. */
export const UTM_NAMES: Record<string, { displayName: string; placeholder: string }> = {
	utm_campaign: { displayName: 'UTM Campaign', placeholder: 'e.g. summer-sale' },
	utm_content: { displayName: 'UTM Content', placeholder: 'e.g. header-button' },
	utm_medium: { displayName: 'UTM Medium', placeholder: 'e.g. email' },
	utm_source: { displayName: 'UTM Source', placeholder: 'e.g. newsletter' },
	utm_term: { displayName: 'UTM Term', placeholder: 'e.g. running shoes' },
};

export const utmControl: INodeProperties = {
	displayName: 'UTM Parameters',
	name: 'utm',
	type: 'collection',
	placeholder: 'Add UTM Parameter',
	default: {},
	description: 'Tells web analytics where a visitor came from; added to the long URL',
	options: Object.entries(UTM_NAMES).map(([name, { displayName, placeholder }]) => ({
		displayName,
		name,
		type: 'string',
		default: '',
		placeholder,
	})),
};
