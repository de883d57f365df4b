import { beforeAll, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { textWith } from '../support/matchers.mts';
import { errorOf } from '../support/runs.mts';
import { BAD_FIELDS } from './badFields.mts';

// One for all, since nothing may reach it.
let service: Service;
beforeAll(async () => {
	service = await seededService();
});

/** Sentences, each with one full stop behind it. */
const ONE_STOP = /^(?!.*[.!?][.!])[A-Z].*[^.]\.$/s;

// That the other items go on is judged for each operation in operations.test.mts.
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

it('a password that is refused is not shown', async () => {
	const use = { resource: 'account', operation: 'update' };
	const run = await runOperation(service, use, { updateFields: { password: 'hunter2' } });
	expect(JSON.stringify(errorOf(run))).not.toContain('hunter2');
});
