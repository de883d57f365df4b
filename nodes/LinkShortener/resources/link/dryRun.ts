import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../shared/n8n/parameters';

/**
 * The switch Dry Run.
 *
 * @param what it returns, as the end of "Whether to only return"
 */
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
