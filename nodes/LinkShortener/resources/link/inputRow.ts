import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { parametersOf, type Parameters } from '../../shared/parameters';
import { notInTools } from '../common/fields';
import { columnsCalled } from './headings';

const TITLE = 'Include Input Fields';

export const includeInputFieldsOption: INodeProperties[] = notInTools({
	displayName: TITLE,
	name: 'includeInputFields',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the input item, without its password, to the output under the key input',
});

/** The input row as it comes along in the output. */
interface InputRow {
	input: IDataObject;
	/** The columns that are left out of it, since they hold a secret. */
	omitted: string[];
}

/**
 * The row that Include Input Fields adds, without the link's password; undefined where it is off.
 *
 * @throws {UserFacingError} when the option is neither yes nor no
 */
export function readInputRow(parameters: Parameters, row: IDataObject): InputRow | undefined {
	const options = parametersOf((name) => parameters.fields('options')[name]);
	if (!options.flag('includeInputFields', TITLE)) return undefined;
	const omitted = columnsCalled(row, 'password');
	const columns = Object.entries(row).filter(([name]) => !omitted.includes(name));
	return { input: Object.fromEntries(columns), omitted };
}
