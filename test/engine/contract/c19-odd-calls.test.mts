import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import { runAsTool } from '../harness/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { credentialsOf } from '../support/service.mts';
import { BAD, BAD_FIELDS } from './badFields.mts';
import { ODD_CALLS, VALUE, type OddCall } from './oddCalls.mts';

interface Told {
	error?: string;
	message?: string;
}

/** What a model reads after a call, in place of a record. */
function toldBy(response: string): string {
	const told = JSON.parse(response) as Told | Told[];
	const { error, message = '' } = Array.isArray(told) ? (told[0] ?? {}) : told;
	return error === undefined ? `No error: ${response}` : `${error} ${message}`.trim();
}

/** What people enter that cannot be meant, where a model can give the same value. */
const BAD_CALLS = BAD_FIELDS.flatMap(({ name, parameters, item, message, remedy }): OddCall[] => {
	const ofModel = JSON.stringify(parameters).replaceAll(BAD, VALUE);
	const isOfModel = Object.keys(item).join() === 'value' && !name.startsWith('file.');
	if (!isOfModel) return [];
	const given = JSON.parse(ofModel) as INodeParameters;
	return [{ name, parameters: given, value: item.value, says: message, works: remedy }];
});

it.each([...ODD_CALLS, ...BAD_CALLS])(
	'$name: $value: $says',
	async ({ name, parameters, value, says, works }) => {
		const service = await seededService();
		const [resource = '', operation = ''] = name.split('.');
		const { response } = await runAsTool({
			credentials: credentialsOf(service),
			parameters: { resource, operation, ...parameters },
			toolArguments: value === undefined ? {} : { value },
		});
		const told = toldBy(response);

		expect(told).toContain(says);
		expect(told).toContain(works);
		expect(told.length).toBeLessThanOrEqual(500);
		expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	},
);
