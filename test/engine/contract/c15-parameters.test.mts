import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { longUrls, serviceWith } from '../support/service.mts';
import { complaints, PAGE, sheetOn } from '../support/sheet.mts';

async function runOf(row: IDataObject, parameters: INodeParameters = {}) {
	const service = await serviceWith();
	const run = await sheetOn(service, parameters).run([{ url: PAGE, ...row }]);
	const [url = PAGE] = longUrls(service);
	return { run, sent: Object.fromEntries(new URL(url).searchParams) };
}

describe('C15: a column is a parameter of the long URL', () => {
	it.each<[row: IDataObject, sent: Record<string, string>]>([
		[
			{ utm_id: 'x1', utm_source: 'news' },
			{ utm_id: 'x1', utm_source: 'news' },
		],
		[{ utm_region_code: 'emea' }, { utm_region_code: 'emea' }],
		[{ utm_notes: 'ask Ann' }, { utm_notes: 'ask Ann' }],
		[{ utm_id: 'utm_id=x%20y' }, { utm_id: 'x y' }],
		[{ utm_id: 'NULL' }, {}],
	])('%j', async (row, sent) => {
		expect((await runOf(row)).sent).toEqual(sent);
	});
});

describe('C15: a parameter with two values', () => {
	const inForm = { parameters: { parameter: [{ name: 'utm_source', value: 'flyer' }] } };

	it('is refused in one row, with both names', async () => {
		const { run } = await runOf({ 'Query Parameters': 'utm_source=a&x=1', 'UTM Source': 'b' });

		expect(complaints(run)[0]).toContain(
			'Query Parameters sets utm_source to "a", but UTM Source is "b"',
		);
	});

	it('is refused in the form', async () => {
		const utm = { values: { utm_source: 'news' } };
		const { run } = await runOf({}, { additionalFields: inForm, utm });

		expect(complaints(run)[0]).toContain(
			'Parameters sets utm_source to "flyer", but UTM Source is "news"',
		);
	});

	it('is sent once where both say the same', async () => {
		const row = { 'Query Parameters': 'utm_source=b', 'UTM Source': 'b' };

		expect((await runOf(row)).sent).toEqual({ utm_source: 'b' });
	});

	it('has that of the row rather than the one for all rows', async () => {
		const ofColumn = await runOf({ 'UTM Source': 'b' }, { additionalFields: inForm });
		const utm = { values: { utm_source: 'news' } };
		const ofQuery = await runOf({ 'URL Parameters': 'utm_source=b' }, { utm });

		expect([ofColumn.sent, ofQuery.sent]).toEqual([{ utm_source: 'b' }, { utm_source: 'b' }]);
	});
});
