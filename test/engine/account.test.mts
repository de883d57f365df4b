import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../service/index.mts';
import { runNode } from './harness/index.mts';
import { anyText } from './support/matchers.mts';
import { errorOf } from './support/runs.mts';
import { credentialsOf, requestLines, serviceWith } from './support/service.mts';

async function run(service: Service, parameters: INodeParameters, items: IDataObject[] = [{}]) {
	return await runNode({ credentials: credentialsOf(service), parameters, items });
}

describe('account', () => {
	it('gets the account as one record', async () => {
		const service = await serviceWith();
		const result = await run(service, { resource: 'account', operation: 'get' });

		expect(result.items).toEqual([
			{
				id: 1,
				email: 'demo@example.com',
				username: 'demo',
				avatar: anyText,
				status: 'pro',
				expires: anyText,
				registered: anyText,
			},
		]);
		expect(requestLines(service)).toEqual(['GET /api/account']);
	});

	function update(updateFields: INodeParameters): INodeParameters {
		return { resource: 'account', operation: 'update', updateFields };
	}

	it.each<{ fields: INodeParameters; sent: IDataObject; output: IDataObject }>([
		{
			fields: { email: ' new@example.com ' },
			sent: { email: 'new@example.com' },
			output: { updated: true, email: 'new@example.com' },
		},
		{
			fields: { password: ' eight888 ' },
			sent: { password: ' eight888 ' },
			output: { updated: true },
		},
		{
			fields: { email: 'new@example.com', password: '' },
			sent: { email: 'new@example.com' },
			output: { updated: true, email: 'new@example.com' },
		},
		{
			fields: { email: 'new@example.com', password: 'eight888' },
			sent: { email: 'new@example.com', password: 'eight888' },
			output: { updated: true, email: 'new@example.com' },
		},
	])('updates with $fields', async ({ fields, sent, output }) => {
		const service = await serviceWith();
		const result = await run(service, update(fields));

		expect(result.error).toBeUndefined();
		expect(service.requests.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
			{ method: 'PUT', path: '/api/account/update', body: sent },
		]);
		expect(result.items).toEqual([output]);
	});

	it.each<{ fields: INodeParameters; message: string }>([
		{ fields: {}, message: 'There is nothing to update' },
		{ fields: { email: ' ', password: '' }, message: 'There is nothing to update' },
		{ fields: { email: 'nobody' }, message: 'Email "nobody" is not an email address' },
		{
			fields: { password: 'seven77' },
			message: 'Password has 7 characters where the service wants 8 to 64',
		},
		{
			fields: { password: 'p'.repeat(65) },
			message: 'Password has 65 characters where the service wants 8 to 64',
		},
	])('refuses $fields without asking the service', async ({ fields, message }) => {
		const service = await serviceWith();
		const result = await run(service, update(fields));

		expect(errorOf(result).message).toBe(message);
		expect(errorOf(result).description).not.toBe('');
		expect(errorOf(result).message).not.toContain('seven77');
		expect(service.requests).toEqual([]);
	});

	it("hands on the service's reason", async () => {
		const service = await serviceWith();
		const result = await run(service, update({ email: 'taken@example.com' }));

		expect(errorOf(result)).toEqual({
			message: 'An account is already associated with this email.',
			description:
				'Another account of the service has this address. Enter another one under Email.',
		});
	});
});
