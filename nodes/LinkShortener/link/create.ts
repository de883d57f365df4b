import { controlsOf, requiredControlsOf } from '../operations/fields';
import { toChoice, isEmpty } from '../shared/values/convert';
import { FORM_FIELDS } from './fields/formFields';
import { rowOperation } from './rows/rowOperation';

export const create = rowOperation({
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create link',
		description: 'Create a short link for a long URL',
	},
	runAgain:
		'To run again without duplicates, set Options → If Link Exists to Return Existing. Otherwise, retrying the execution creates the links again.',
	needed: ['url'],
	perLink: [...requiredControlsOf([FORM_FIELDS.url]), ...controlsOf([FORM_FIELDS.custom])],
	dryRun: 'what would be created',
	options: [
		{
			displayName: 'If Link Exists',
			name: 'ifLinkExists',
			type: 'options',
			builderHint: {
				propertyHint:
					'`returnExisting` wherever the workflow may see the same long URL again: on a schedule, with retries. Its campaign, channel, pixels, and targets stay as they are: to set them, use upsert. Rows with one long URL share one link, unless each has an alias. Left out: each run creates another link.',
			},
			options: [
				{
					name: 'Create Another',
					value: 'createAnother',
					description: 'Create a new link for every item',
				},
				{
					name: 'Return Existing',
					value: 'returnExisting',
					description:
						'Return a link with the same long URL (and alias and domain, if given) without changing it',
				},
			],
			default: 'returnExisting',
			description:
				'What to do if a link to the long URL exists. Default: Create Another. As a tool: Return Existing.',
		},
	],
	output: { notApplied: 'string[]' },
	readMode(parameters) {
		const { ifLinkExists } = parameters.fields('options');
		const choices = ['returnExisting', 'createAnother'] as const;
		// Models repeat calls.
		const usual = parameters.areOfModel ? 'returnExisting' : 'createAnother';
		const choice = isEmpty(ifLinkExists)
			? usual
			: toChoice(ifLinkExists, 'If Link Exists', choices);
		return choice === 'returnExisting' ? 'return' : 'create';
	},
});
