import type { INodeProperties } from 'n8n-workflow';

import { ctaOverlayLocator, splashPageLocator } from '../../locators/fields';

/** The controls of Redirect Type; the two pickers appear for the types that need them. */
export const redirectTypeControls: INodeProperties[] = [
	{
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
	},
	{ ...splashPageLocator, displayOptions: { show: { type: ['splashPage'] } } },
	{ ...ctaOverlayLocator, displayOptions: { show: { type: ['ctaOverlay'] } } },
];
