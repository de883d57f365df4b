import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { n8nWorkflow, nodeDescription } from './harness/index.mts';

/** The parameters that n8n keeps of these, on saving as well as on running: those of fields on show. */
function kept(parameters: INodeParameters): INodeParameters {
	const { NodeHelpers } = n8nWorkflow;
	const { properties } = nodeDescription();
	return NodeHelpers.getNodeParameters(properties, parameters, false, false, null, null) ?? {};
}

const TIME_ZONE = { timezone: 'Europe/Berlin' };
const EXPIRY = { expiry: '2040-12-31' };
const MAPPED = { dataToSend: 'autoMapInputData' };

describe('Expiry Time Zone', () => {
	const places = [
		{ resource: 'link', operation: 'create', place: 'additionalFields' },
		{ resource: 'link', operation: 'upsert', place: 'additionalFields' },
		{ resource: 'link', operation: 'update', place: 'updateFields' },
		{ resource: 'file', operation: 'upload', place: 'additionalFields' },
	];

	it.each(places)('$resource $operation: is on show with an expiry', ({ place, ...operation }) => {
		const fields = (values: INodeParameters) => kept({ ...operation, [place]: values })[place];
		const given = { ...EXPIRY, ...TIME_ZONE };
		const computed = { expiry: '={{ $json.until }}', ...TIME_ZONE };
		expect(fields(given)).toEqual(given);
		expect(fields(computed)).toEqual(computed);
		expect(fields(TIME_ZONE)).toEqual({});
		expect(fields({ expiry: '', ...TIME_ZONE })).toEqual({ expiry: '' });
	});

	it.each(places.slice(0, 3))(
		'$resource $operation: is on show with columns, one of which may be an expiry',
		({ place, ...operation }) => {
			for (const values of [TIME_ZONE, { ...EXPIRY, ...TIME_ZONE }]) {
				expect(kept({ ...operation, ...MAPPED, [place]: values })[place]).toEqual(values);
			}
		},
	);
});

it.each(['create', 'upsert', 'update'])(
	'Inputs to Ignore of link %s is on show with columns',
	(operation) => {
		const parameters = { resource: 'link', operation, options: { inputsToIgnore: 'Owner' } };
		expect(kept(parameters).options).toEqual({});
		expect(kept({ ...parameters, ...MAPPED }).options).toEqual(parameters.options);
	},
);
