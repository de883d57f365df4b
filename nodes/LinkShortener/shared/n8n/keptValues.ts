import type { DisplayCondition, INodeProperties } from 'n8n-workflow';

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

const IS_SET: readonly DisplayCondition[] = [{ _cnd: { exists: true } }];

/**
 * An option that is no longer offered: it is on show, and can be changed and removed, where a saved workflow has it.
 */
export function whereSet(option: INodeProperties): INodeProperties {
	return shownFor(option, option.name, IS_SET);
}

/**
 * The same for a control outside of a collection. Several operations may have one of its name, and n8n then sees only
 * the value of one that is always there.
 *
 * @param place of the value that tells, below the control's name, if the control is a collection
 */
export function controlWhereSet(control: INodeProperties, place = ''): INodeProperties[] {
	// From the root: n8n 1.x takes a path without the slash for a property, and looks for it without end.
	const value = place === '' ? control.name : `/${control.name}${place}`;
	return [hiddenTwin(control), shownFor(control, value, IS_SET)];
}

function shownFor(
	property: INodeProperties,
	name: string,
	conditions: readonly DisplayCondition[],
): INodeProperties {
	const { displayOptions } = property;
	const show = { ...displayOptions?.show, [name]: [...conditions] };
	return { ...property, displayOptions: { ...displayOptions, show } };
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
