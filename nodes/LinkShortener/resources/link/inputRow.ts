import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { parametersOf, type Parameters } from '../../shared/parameters';
import type { InputRow } from '../common/operation';
import { plainColumnName } from './columns';

const TITLE = 'Include Input Fields';

export const includeInputFieldsOption: INodeProperties = {
	displayName: TITLE,
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the input item, without its password, to the output under the key input',
};

/**
 * The row that Include Input Fields adds, without the link's password; undefined where it is off.
 *
 * @throws {UserFacingError} when the option is neither yes nor no
 */
export function inputRow(parameters: Parameters, item: INodeExecutionData): InputRow | undefined {
	const options = parametersOf((name) => parameters.fields('options')[name]);
	if (!options.flag('includeInputFields', TITLE)) return undefined;
	const columns = Object.entries(item.json);
	const isSecret = (name: string) => plainColumnName(name) === 'password';
	return {
		input: Object.fromEntries(columns.filter(([name]) => !isSecret(name))),
		omitted: columns.map(([name]) => name).filter(isSecret),
	};
}
