import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runLoop, type RunOptions } from '../harness/index.mts';
import { autoMap, errorOf } from '../support/runs.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';
import { numbered, PAGE } from '../support/sheet.mts';

const UPSERT = autoMap({ operation: 'upsert' });

/** Sixty rows in batches of thirty; the seventh of the second batch cannot be sent. */
const SHEET = numbered(60, (number): IDataObject => ({
	'Long URL': number === 37 ? 'htp//broken' : `${PAGE}/${number}`,
	'Custom Alias': `row-${number}`,
}));

async function loop(
	items: IDataObject[],
	parameters: INodeParameters = UPSERT,
	settings: Partial<RunOptions> = {},
) {
	const service = await serviceWith();
	const credentials = credentialsOf(service);
	const result = await runLoop({ credentials, parameters, items, batchSize: 30, ...settings });
	return { service, result };
}

describe('C11: a stop in a later round of a loop', () => {
	it('counts the rows of its batch, and says so', async () => {
		const { service, result } = await loop(SHEET);
		const { message, description } = errorOf(result);

		expect(service.links()).toHaveLength(30);
		expect(message).toMatch(/^Row 7: /);
		expect(description).toContain('Nothing of this batch was sent.');
		expect(description).toContain('Rows are counted from 1 in each batch.');
		expect(description).not.toContain('without the header');
	});

	it('says nothing of a batch in the first round', async () => {
		const { result } = await loop(SHEET.slice(30));

		expect(errorOf(result).message).toMatch(/^Row 7: /);
		expect(errorOf(result).description).toContain('Nothing was sent.');
	});
});
