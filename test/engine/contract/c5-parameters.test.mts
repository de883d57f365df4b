import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { runOn, updateOf } from '../support/runs.mts';
import { longUrls, serviceWith } from '../support/service.mts';
import { complaints, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

/** The fields of UTM parameters in the form. */
const FORM = { utm: { values: { utm_source: 'news' } } };
const WITH_SOURCE = `${PAGE}?utm_source=news`;

async function run(service: Service, parameters: INodeParameters, items: IDataObject[]) {
	return await runOn(service, parameters, items, { onError: 'continueRegularOutput' });
}

it('Update writes parameters into the long URL that the link has', async () => {
	const service = await serviceWith();
	service.seed('links', [{ url: `${PAGE}?a=b`, custom: 'spring' }]);
	const [link] = service.links();
	const parameters = updateOf('id', { ...FORM, updateFields: {} });
	await run(service, parameters, [{ link: link?.id }]);
	await run(service, parameters, [{ link: link?.id }]);

	expect(longUrls(service)).toEqual([`${PAGE}?a=b&utm_source=news`]);
	expect(service.links()[0]?.parameters).toEqual([]);
});

it.each([PAGE, WITH_SOURCE])(
	'rows without Long URL give %s each parameter of the form once, after a restart, too',
	async (url) => {
		const service = await serviceWith();
		service.seed('links', [{ url, custom: 'spring' }]);
		const sheet = sheetOn(service, { ...FORM });
		const first = await sheet.run([{ custom: 'spring' }]);
		await sheet.restart();
		const second = await sheet.run([{ custom: 'spring' }]);

		expect(longUrls(service)).toEqual([WITH_SOURCE]);
		expect(outcomes(first)).toEqual([url === PAGE ? 'updated' : 'unchanged']);
		expect(outcomes(second)).toEqual(['unchanged']);
		expect(service.links()[0]?.parameters).toEqual([]);
	},
);

async function runOf(row: IDataObject, parameters: INodeParameters = {}) {
	const service = await serviceWith();
	const run = await sheetOn(service, parameters).run([{ url: PAGE, ...row }]);
	const [url = PAGE] = longUrls(service);
	return { run, sent: Object.fromEntries(new URL(url).searchParams) };
}

it.each<[row: IDataObject, sent: Record<string, string>]>([
	[
		{ utm_id: 'x1', utm_source: 'news' },
		{ utm_id: 'x1', utm_source: 'news' },
	],
	[{ utm_region_code: 'emea' }, { utm_region_code: 'emea' }],
	[{ utm_notes: 'ask Ann' }, { utm_notes: 'ask Ann' }],
	[{ utm_id: 'utm_id=x%20y' }, { utm_id: 'x y' }],
	[{ utm_id: 'NULL' }, {}],
	[
		{ Parameters: 'constructor=ferrari', utm_source: 'news' },
		{ constructor: 'ferrari', utm_source: 'news' },
	],
])('C15: a column is a parameter of the long URL: %j', async (row, sent) => {
	expect((await runOf(row)).sent).toEqual(sent);
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
