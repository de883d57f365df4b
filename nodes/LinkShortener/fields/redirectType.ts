import type { INodeProperties } from 'n8n-workflow';

import { ctaOverlayLocator, orName, splashPageLocator } from '../locators/fields';
import type { Field } from '../operations/fields';
import { readRedirectType } from './references';

/** The redirect type: a word, and for two of them a page that is picked beside it. */
const redirect: INodeProperties[] = [
	{
		displayName: 'Type',
		name: 'type',
		type: 'options',
		options: [
			{
				name: 'CTA Overlay',
				value: 'ctaOverlay',
				description: 'Shows the page with your call to action on top',
			},
			{ name: 'Direct', value: 'direct', description: 'Sends visitors directly to the long URL' },
			{
				name: 'Frame',
				value: 'frame',
				description: 'Shows the page inside a frame of the service',
			},
			{
				name: 'Splash Page (Built-In)',
				value: 'splash',
				description: "Shows the service's own splash page first",
			},
			{
				name: 'Splash Page (Your Own)',
				value: 'splashPage',
				description: 'Shows one of your splash pages first',
			},
		],
		default: 'direct',
		description:
			'In an expression, enter direct, frame, splash, a splash page ID, or overlay- followed by an ID',
	},
	{ ...orName(splashPageLocator), displayOptions: { show: { type: ['splashPage'] } } },
	{ ...orName(ctaOverlayLocator), displayOptions: { show: { type: ['ctaOverlay'] } } },
];

/** A group of its own, since n8n shows a picker that depends on a choice only beside that choice. */
export const redirectTypeField: Field & { name: 'type' } = {
	displayName: 'Redirect Type',
	name: 'type',
	type: 'fixedCollection',
	default: { redirect: { type: 'direct' } },
	description: 'How visitors reach the long URL',
	options: [{ displayName: 'Redirect', name: 'redirect', values: redirect }],
	read: readRedirectType,
};
