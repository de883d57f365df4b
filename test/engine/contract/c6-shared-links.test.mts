import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../service/index.mts';
import { createOf } from '../support/runs.mts';
import { createBodies, serviceWith } from '../support/service.mts';
import {
	changesSent,
	numbered,
	outcomes,
	PAGE,
	RETURN_EXISTING,
	sheetOn,
} from '../support/sheet.mts';
import { atLeastOne } from '../../lists.mts';

/** Rows that share the link of another one, of which G1 of a walk in the editor was eight guests. */

const GUESTS = numbered(8, (number) => ({ 'Long URL': PAGE, Guest: `Guest ${number}` }));
const UPSERT = { operation: 'upsert' };

async function run(
	items: IDataObject[],
	parameters: INodeParameters = UPSERT,
	options: Partial<ServiceOptions> = {},
) {
	const service = await serviceWith(options);
	return { service, result: await sheetOn(service, parameters).run(items) };
}

/** The warnings, which n8n shows on top. */
function warningsOf({ hints }: { hints: Array<{ type?: string; message: string }> }): string[] {
	return hints.filter(({ type }) => type === 'warning').map(({ message }) => message);
}

const REPEATED =
	'repeated, with the link of an earlier row (for separate links, give each row its own alias or UTM value)';

describe('C15: a row that shares the link of another one', () => {
	it.each([
		['Create or Update', UPSERT],
		['Return Existing', RETURN_EXISTING],
	])('says so, and which one it is: %s', async (_, parameters) => {
		const { service, result } = await run(GUESTS, parameters);

		expect(service.links()).toHaveLength(1);
		expect(outcomes(result)).toEqual(['created', ...GUESTS.slice(1).map(() => 'repeated')]);
		const [first, ...others] = result.items;
		expect(first).not.toHaveProperty('sameAs');
		for (const other of atLeastOne(others)) {
			expect(other).toMatchObject({ sameAs: 1, id: first?.id, shorturl: first?.shorturl });
		}
		expect(warningsOf(result)).toEqual([expect.stringContaining(`1 created, 7 ${REPEATED}.`)]);
	});

	it('says so in a dry run, too', async () => {
		for (const parameters of [UPSERT, RETURN_EXISTING]) {
			const { service, result } = await run(GUESTS.slice(0, 2), { ...parameters, dryRun: true });

			expect(result.items).toMatchObject([
				{ action: 'create', dryRun: true },
				{ action: 'repeated', sameAs: 1, dryRun: true },
			]);
			expect(warningsOf(result)).toEqual([
				expect.stringContaining(`1 would be created, 1 ${REPEATED}.`),
			]);
			expect(changesSent(service)).toEqual([]);
		}
	});

	it('says so where the service hands out the link that it has', async () => {
		const { service, result } = await run(GUESTS.slice(0, 3), createAsGiven(), {
			variations: { suppressesDuplicates: true },
		});

		expect(service.links()).toHaveLength(1);
		expect(createBodies(service)).toHaveLength(3);
		expect(outcomes(result).toSorted()).toEqual(['created', 'repeated', 'repeated']);
	});
});

function createAsGiven(): INodeParameters {
	return { ...createOf('={{ $json["Long URL"] }}'), dataToSend: 'defineBelow' };
}
