import type { INodeProperties } from 'n8n-workflow';

/**
 * The property, but not on show in the tool of an agent. A value that a tool has of it still counts: n8n drops
 * those of properties that are not there, but not of hidden ones.
 */
export function notInTools(property: INodeProperties): INodeProperties[] {
	const { displayName, name, default: initial, noDataExpression, displayOptions } = property;
	return [
		{ ...property, displayOptions: { ...displayOptions, hide: { '@tool': [true] } } },
		{
			displayName,
			name,
			type: 'hidden',
			default: initial,
			...(noDataExpression && { noDataExpression }),
			displayOptions: { show: { ...displayOptions?.show, '@tool': [true] } },
		},
	];
}
