import type { INodeProperties } from 'n8n-workflow';

import { isRecord } from '../json';

/**
 * Controls that are not on show everywhere, and whose stored values count all the same. n8n drops the values of
 * properties that are not there, but not those of hidden ones.
 */

/** The property, but not on show in the tool of an agent. */
export function notInTools(property: INodeProperties): INodeProperties[] {
	const { displayOptions } = property;
	return [
		{ ...property, displayOptions: { ...displayOptions, hide: { '@tool': [true] } } },
		{
			...hiddenTwin(property),
			displayOptions: { show: { ...displayOptions?.show, '@tool': [true] } },
		},
	];
}

/** What keeps the value of a property, and shows nothing. */
function hiddenTwin({
	displayName,
	name,
	type,
	default: own,
	noDataExpression,
}: INodeProperties): INodeProperties {
	// n8n takes what stands in a locator for its value only with this mark, which it sets in locators alone.
	const initial = type === 'resourceLocator' && isRecord(own) ? { __rl: true, ...own } : own;
	return {
		displayName,
		name,
		type: 'hidden',
		default: initial,
		...(noDataExpression && { noDataExpression }),
	};
}
