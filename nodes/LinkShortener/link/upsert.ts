import type { INodeProperties } from 'n8n-workflow';

import { controlsOf, type Field } from '../operations/fields';
import type { Operation } from '../operations/operation';
import { ifMissingOption } from './fields/ifMissing';
import { isBlankRow } from './sheet/blankRow';
import { dateOrderOption } from './fields/dateOrder';
import { aliasOption, dryRunSwitch } from './rows/rowOptions';
import { MAPPING, NAMING_FIELDS } from './sheet/setForRows';
import { inputFieldsOption } from './sheet/inputRow';
import { customAliasField, longUrlField } from './rows/linkBody';
import { inputsToIgnoreOption, mappingMode } from '../operations/sheet';
import { linkProperties, shortUrlField } from './rows/newLink';
import { readRow, rowOperation } from './rows/rowOperation';
import type { Row } from './rows/runRows';
import { qrImageOptions } from '../resources/qrCode/linkImage';

const options: INodeProperties[] = [
	dateOrderOption,
	aliasOption,
	ifMissingOption,
	...inputFieldsOption,
	inputsToIgnoreOption,
	...qrImageOptions,
];

const aliasField: Field = {
	...customAliasField,
	description:
		'The last part of the short URL. Leave empty to find the link by its short URL or long URL.',
};

export const upsert: Operation<Row> = {
	...rowOperation,
	option: {
		name: 'Create or Update',
		value: 'upsert',
		action: 'Create or update link',
		description: 'Create a new link, or update the current one if it already exists (upsert)',
		builderHint: {
			propertyHint:
				'On a schedule, and wherever the same rows come again, prefer it to Create: rows that have not changed cost no request and no row makes a second link',
		},
	},
	runAgain: 'Correct it and run again: nothing is created twice.',
	isRepeatable: true,
	isMixed: true,
	properties: linkProperties({
		perLink: controlsOf([longUrlField, aliasField, shortUrlField]),
		last: [...mappingMode(MAPPING), ...dryRunSwitch('what would be created or updated')],
	}),
	options,
	output: { ...rowOperation.output, clicks: 'integer' },
	isBlank: (call) => isBlankRow(call, NAMING_FIELDS),
	read: async (call) => await readRow(call, NAMING_FIELDS, () => 'update'),
};
