import type { INodeProperties } from 'n8n-workflow';

import { controlsOf, requiredControlsOf } from '../operations/fields';
import type { Operation } from '../operations/operation';
import { toChoice } from '../shared/values/convert';
import { isEmpty, type Parameters } from '../shared/n8n/parameters';
import { ifMissingOption } from './fields/ifMissing';
import { isBlankRow } from './sheet/blankRow';
import { MAPPING } from './sheet/setForRows';
import { dateOrderOption } from './fields/dateOrder';
import { aliasOption, dryRunSwitch } from './rows/rowOptions';
import { inputFieldsOption } from './sheet/inputRow';
import { customAliasField, longUrlField } from './rows/linkBody';
import { inputsToIgnoreOption, mappingMode } from '../operations/sheet';
import { linkProperties } from './rows/newLink';
import { readRow, rowOperation } from './rows/rowOperation';
import type { Row } from './rows/runRows';
import { qrImageOptions } from '../resources/qrCode/linkImage';

const options: INodeProperties[] = [
	dateOrderOption,
	aliasOption,
	ifMissingOption,
	{
		displayName: 'If Link Exists',
		name: 'ifLinkExists',
		type: 'options',
		builderHint: {
			propertyHint:
				'`returnExisting` wherever the workflow may see the same long URL again: on a schedule, with retries, as the tool of an agent',
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
					'Return a link to the same long URL (and with the same alias and domain, if given)',
			},
		],
		default: 'returnExisting',
		description:
			'What to do if a link to the long URL exists. Default: Create Another, or Return Existing as a tool.',
	},
	...inputFieldsOption,
	inputsToIgnoreOption,
	...qrImageOptions,
];

function readMode(parameters: Parameters): Row['mode'] {
	const { ifLinkExists } = parameters.fields('options');
	const choices = ['returnExisting', 'createAnother'] as const;
	// Models repeat calls.
	const usual = parameters.areOfModel ? 'returnExisting' : 'createAnother';
	const choice = isEmpty(ifLinkExists) ? usual : toChoice(ifLinkExists, 'If Link Exists', choices);
	return choice === 'returnExisting' ? 'return' : 'create';
}

const NEEDED = ['url'];

export const create: Operation<Row> = {
	...rowOperation,
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create link',
		description: 'Create a short link for a long URL',
	},
	runAgain:
		'To run again without duplicates, set Options → If Link Exists to Return Existing. Otherwise, retrying the execution creates the links again.',
	properties: linkProperties({
		perLink: [...requiredControlsOf([longUrlField]), ...controlsOf([customAliasField])],
		last: [...mappingMode(MAPPING), ...dryRunSwitch('what would be created')],
	}),
	options,
	output: { ...rowOperation.output, notApplied: 'string[]' },
	isBlank: (call) => isBlankRow(call, NEEDED),
	read: async (call) => await readRow(call, NEEDED, () => readMode(call.parameters)),
};
