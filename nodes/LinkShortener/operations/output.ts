import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { flatDetailRecord, detailRecord } from '../api/records/records';
import { toChoice, toNames } from '../shared/values/convert';
import { pick } from '../shared/json';
import { isEmpty, type Parameters } from '../shared/n8n/parameters';
import { wrongValue } from '../shared/userFacingError';

interface OutputSpec {
	fields: Readonly<Record<string, string>>;
	simplified: readonly string[];
	selected: readonly string[];
	complete?: (record: IDataObject) => IDataObject;
}

const SIMPLIFIED = 'simplified';

export function outputProperties({ fields, selected }: OutputSpec): INodeProperties[] {
	return [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'Raw',
					value: 'raw',
					description:
						'Everything the service returns, with details and statistics in separate fields',
				},
				{
					name: 'Selected Fields',
					value: 'fields',
					description: 'Only the fields you choose',
				},
				{
					name: 'Simplified',
					value: SIMPLIFIED,
					description: 'Only the most commonly used fields',
				},
			],
			default: SIMPLIFIED,
			description: 'Which fields to return',
		},
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'multiOptions',
			options: Object.entries(fields).map(([value, name]) => ({ name, value })),
			default: [...selected],
			displayOptions: { show: { output: ['fields'] } },
		},
	];
}

/** Before anything is sent. @throws {UserFacingError} when Output is no choice, or Fields is empty or unknown */
export function readOutput(
	spec: OutputSpec,
	parameters: Parameters,
): (detail: IDataObject) => IDataObject {
	const chosen = parameters.value('output');
	const output = isEmpty(chosen)
		? SIMPLIFIED
		: toChoice(chosen, 'Output', [SIMPLIFIED, 'raw', 'fields']);
	if (output === 'raw') return detailRecord;
	const fields = output === 'fields' ? readFieldNames(spec, parameters) : spec.simplified;
	const { complete = (record: IDataObject) => record } = spec;
	return (detail) => pick(complete(flatDetailRecord(detail)), fields);
}

function readFieldNames({ fields, selected }: OutputSpec, parameters: Parameters): string[] {
	const names = toNames(parameters.value('fields'));
	const unknown = names.find((name) => !Object.hasOwn(fields, name));
	if (unknown !== undefined) {
		throw wrongValue(
			'Fields',
			`"${unknown}" is not one of its values`,
			Object.keys(fields).join(', '),
		);
	}
	if (names.length === 0) throw wrongValue('Fields', 'is empty', selected.join(', '));
	return names;
}
