import type { INodeParameters } from 'n8n-workflow';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { textWith } from '../support/matchers.mts';
import { pick } from '../operations/row.mts';
import { errorOf } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { BAD_FIELDS } from './badFields.mts';

// One for all, since nothing may reach it.
let service: Service;
beforeAll(async () => {
	service = await seededService();
});

/** Sentences, each with one full stop behind it. */
const ONE_STOP = /^(?!.*[.!?][.!])[A-Z].*[^.]\.$/s;

// That the other items go on is judged in operations.test.mts.
it.each(BAD_FIELDS)('$name: $message', async (row) => {
	const { name, parameters, item, message, remedy } = row;
	const use = operationRows.find((candidate) => nameOf(candidate) === name);
	if (use === undefined) throw new Error(`There is no operation ${name}`);
	const run = await runOperation(service, use, parameters, { items: [item] });

	expect(errorOf(run)).toEqual({ message, description: textWith(remedy) });
	expect(errorOf(run).description).toMatch(ONE_STOP);
	expect(run.error).toMatchObject({ context: { itemIndex: 0 } });
	expect(service.requests).toEqual([]);
});

it('the platform of a pixel is not sent where it was added and left empty', async () => {
	const own = await seededService();
	const pixel = async (operation: string, parameters: INodeParameters) =>
		await runOperation(own, { resource: 'pixel', operation }, parameters);
	const updateFields = { name: 'Shop', type: '' };
	await pixel('update', { pixelId: pick('id', 41), updateFields });
	await pixel('getAll', { filters: { type: '' } });

	expect(own.requests.find(({ method }) => method === 'PUT')?.body).toEqual({ name: 'Shop' });
	expect(own.requests.at(-1)?.query).not.toHaveProperty('type');
});

describe('what only the service knows is decided by the service', () => {
	it.each(['SEO', 'EU', 'é'])('how long a word to search for has to be: %s', async (q) => {
		const own = await seededService();
		const run = await runOperation(
			own,
			{ resource: 'link', operation: 'getAll' },
			{ filters: { q } },
		);

		expect(own.requests.map(({ query }) => query['q'])).toEqual([q]);
		expect(errorOf(run)).toEqual({
			message: 'Keyword must be more than 3 characters!',
			description: textWith('longer'),
		});
	});

	it.each(['seven77', 'x'.repeat(65)])(
		'how long a password has to be, and no message shows it: %s',
		async (password) => {
			const own = await serviceWith();
			const use = { resource: 'account', operation: 'update' };
			const run = await runOperation(own, use, { updateFields: { password } });

			expect(own.requests.map(({ body }) => body)).toEqual([{ password }]);
			expect(errorOf(run).message).toBe('Password must be at least 8 and at most 64 characters.');
			expect(JSON.stringify(errorOf(run))).not.toContain(password);
		},
	);
});
