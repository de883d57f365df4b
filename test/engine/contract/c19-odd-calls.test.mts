import { expect, it } from 'vitest';
import { runAsTool } from '../harness/index.mts';
import { seededService } from '../operations/fixtures.mts';
import { credentialsOf } from '../support/service.mts';
import { ODD_CALLS } from './oddCalls.mts';

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

it('has at least fifty calls', () => {
	expect(ODD_CALLS.length).toBeGreaterThanOrEqual(50);
});

it.each(ODD_CALLS)('$name: $value: $says', async ({ name, parameters, value, says, works }) => {
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
});
