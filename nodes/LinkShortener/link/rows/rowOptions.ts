import type { INodeProperties } from 'n8n-workflow';

import { toOption } from '../../shared/values/convert';
import { isEmpty, type Parameters } from '../../shared/n8n/parameters';

/** `what`: the end of "Whether to only return". */
export function dryRunSwitch(what: string): INodeProperties[] {
	return [
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: false,
			description: `Whether to only return ${what}, without changing anything`,
		},
	];
}

/** @throws {UserFacingError} when it is neither yes nor no */
export function readDryRun(parameters: Parameters): boolean {
	return parameters.flag('dryRun', 'Dry Run');
}

const NAME = 'If Custom Alias Is Empty';

const CHOICES = [
	{
		name: 'Generate (Safe to Retry)',
		value: 'chosenByNode',
		description:
			'The node generates a random alias and, if a response is lost, uses it to look for the link',
	},
	{
		name: 'Let the Service Choose',
		value: 'asGiven',
		description:
			'The service generates a random alias. Items whose response is lost fail, and may have a link.',
	},
];

export const aliasOption: INodeProperties = {
	displayName: NAME,
	name: 'alias',
	type: 'options',
	options: CHOICES,
	default: 'chosenByNode',
	description: 'What to do if Custom Alias is empty',
};

/** @throws {UserFacingError} when the option has another value than its own */
export function readLetsServiceChoose(parameters: Parameters): boolean {
	const { alias } = parameters.fields('options');
	return !isEmpty(alias) && toOption(alias, NAME, CHOICES) === 'asGiven';
}
