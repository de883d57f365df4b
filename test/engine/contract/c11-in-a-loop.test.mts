import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runLoop, type RunOptions } from '../harness/index.mts';
import { autoMap, errorOf, linesOf } from '../support/runs.mts';
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
		expect(message).toMatch(/^Row 7 of this batch: /);
		expect(description).toContain('Nothing of this batch was sent.');
		expect(description).toContain('Rows are counted from 1 in each batch.');
		expect(description).not.toContain('without the header');
	});

	it('counts them so for several reasons, and for rows that the service rejects', async () => {
		const two = SHEET.map((row, at) => (at === 40 ? { ...row, Expiry: 'soon' } : row));
		const several = errorOf((await loop(two)).result);
		expect(several.message).toBe('2 of 30 rows of this batch cannot be sent');
		expect(several.description).toContain('<li><b>Row 7:</b> ');

		const rejected = SHEET.map((row, at) =>
			at === 36 ? { ...row, 'Long URL': 'https://blocked.example/page' } : row,
		);
		const { message, description } = errorOf((await loop(rejected)).result);
		expect(message).toMatch(/^Row 7 of this batch: /);
		expect(linesOf(description)).toContainEqual(
			expect.stringMatching(/^1 of 30 rows of this batch failed/),
		);
	});

	it('says so in the warning of a run that goes on', async () => {
		const items = SHEET.slice(0, 40);
		const { result } = await loop(items, UPSERT, { onError: 'continueRegularOutput' });

		expect(result.last.hints[0]?.message).toContain('1 of 10 rows of this batch failed');
	});

	it('says nothing of a batch in the first round', async () => {
		const { result } = await loop(SHEET.slice(30));

		expect(errorOf(result).message).toMatch(/^Row 7: /);
		expect(errorOf(result).description).toContain('Nothing was sent.');
	});
});
