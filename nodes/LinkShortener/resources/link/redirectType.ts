import type { INodeProperties } from 'n8n-workflow';

import { ctaOverlayLocator, splashPageLocator } from '../../locators/fields';
import { toText } from '../../shared/json';
import { toId, type Parameters } from '../../shared/parameters';
import type { Field } from '../common/fields';

export const redirectTypeField: Field = {
	displayName: 'Redirect Type',
	name: 'type',
	type: 'options',
	options: [
		{
			name: 'CTA Overlay',
			value: 'ctaOverlay',
			description: 'Shows the page with a call to action of yours over it',
		},
		{
			name: 'Custom Splash Page',
			value: 'splashPage',
			description: 'Shows one of your splash pages first',
		},
		{
			name: 'Default of the Service',
			value: '',
			description: 'Leaves the choice to the settings of your account',
		},
		{ name: 'Direct', value: 'direct', description: 'Sends visitors straight on' },
		{
			name: 'Frame',
			value: 'frame',
			description: 'Shows the page inside a frame of the service',
		},
		{ name: 'Splash', value: 'splash', description: "Shows the service's own splash page first" },
	],
	default: '',
	description: 'How visitors get to the long URL',
	convert: toRedirectType,
};

/** The same for a link that has one already. */
export const updateRedirectTypeField: INodeProperties = {
	displayName: 'Redirect Type',
	name: 'type',
	type: 'options',
	options: [
		...(redirectTypeField.options ?? []).filter(
			(option) => 'value' in option && option.value !== '',
		),
		{ name: 'Unchanged', value: '', description: 'Leaves the redirect type as it is' },
	],
	default: '',
	description: 'How visitors get to the long URL from now on',
};

/** What some redirect types need besides. */
export const redirectTypePickers: INodeProperties[] = [
	{ ...splashPageLocator, displayOptions: { show: { type: ['splashPage'] } } },
	{ ...ctaOverlayLocator, displayOptions: { show: { type: ['ctaOverlay'] } } },
];

/** The redirect type that the form says, with the page or overlay that was picked. */
export function readRedirectType(parameters: Parameters): string {
	const type = parameters.text('type');
	if (type === 'splashPage') return String(toId(parameters.value('splashPageId'), 'Splash Page'));
	if (type !== 'ctaOverlay') return type;
	return `overlay-${toId(parameters.value('ctaOverlayId'), 'CTA Overlay')}`;
}

/** One of the service's words, a splash page's id, or `overlay-` and an id. */
export function toRedirectType(value: unknown): string {
	const text = toText(value);
	return /^(direct|frame|splash|overlay-\d+)$/i.test(text) ? text.toLowerCase() : text;
}
