import { describe, expect, it } from 'vitest';
import type { UnknownPath } from '../service/options.mts';
import { runOperation } from './operations/check.mts';
import { seededService } from './operations/fixtures.mts';
import { nameOf, operationRows } from './operations/table.mts';
import { errorOf } from './support/runs.mts';

const UNKNOWN_PATHS: UnknownPath[] = ['failure', 'webPage200', 'webPage404', 'login'];

/** Without these an install is another program: the base URL may be wrong after all. */
const CORE = /^(account\..*|link\.(create|get|getAll|update|upsert))$/;

const rows = operationRows
	.filter(({ resource }) => resource !== 'pixel')
	.map((row) => ({ name: nameOf(row), row }));

describe.each(UNKNOWN_PATHS)(
	'an install of which the pixels alone are there, answers with %s',
	(unknownPath) => {
		it.each(rows)('$name', async ({ row, name }) => {
			const service = await seededService({ product: 'pixels', unknownPath });
			await runOperation(service, { resource: 'pixel', operation: 'getAll' }, {});
			service.clearRequests();
			const { message, description } = errorOf(
				await runOperation(service, row, row.minimal.parameters),
			);

			// A page with status 200 may hide that a record was created.
			const mayBeDone =
				unknownPath === 'webPage200' &&
				['create', 'upload'].includes(row.operation) &&
				name !== 'link.create';
			if (mayBeDone) expect(description).toMatch(/may have been (created|uploaded)/);
			else if (CORE.test(name)) expect(description).toContain('Base URL');
			else {
				expect(message).toMatch(/^This install (has no|cannot) /);
				expect(description).not.toContain('check Base URL');
			}
			// At most a read of the newest links, and a redirect that is followed.
			expect(service.requests.length).toBeLessThanOrEqual(2);
		});
	},
);
