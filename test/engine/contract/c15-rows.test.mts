import { describe, expect, it } from 'vitest';
import { autoMap } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { textWith } from '../support/matchers.mts';
import { complaints, PAGE, sheetOn } from '../support/sheet.mts';

const UPSERT = autoMap({ operation: 'upsert' });

describe('a row without a link and without a Long URL', () => {
	it.each([
		['an alias alone', { Alias: 'spring', Zielseite: 'soon' }],
		['an alias, its Long URL empty', { 'Custom Alias': 'spring', 'Long URL': ' ', Website: PAGE }],
		['a short URL', { 'Short Link': 'http://localhost/a', Adresse: 'soon' }],
	])('is told what is missing, with %s', async (_what, row) => {
		const service = await serviceWith();
		const short = 'Short Link' in row ? { 'Short Link': `${service.url}/a` } : {};
		const [complaint] = complaints(await sheetOn(service).run([{ ...row, ...short }]));

		expect(complaint).toContain('There is no such link, and Long URL is empty');
	});

	it('is told nothing of columns where the form gives the fields', async () => {
		const parameters = { dataToSend: 'defineBelow', custom: 'spring' };
		const [complaint] = complaints(await sheetOn(await serviceWith(), parameters).run([{ a: 1 }]));

		expect(complaint).toBe(
			'There is no such link, and Long URL is empty Set Long URL, so that the link can be created.',
		);
	});
});

describe('an empty cell', () => {
	const full = { 'Landing page': PAGE, 'Back-half': '' };
	const withOther = (row: object) => [full, { ...row, 'Meta Title': 'Spring' }];

	it.each([
		['Create', autoMap(), { 'Landing page': ' ' }, 'Landing page is empty'],
		['Create, with a row that lacks it', autoMap(), {}, 'Landing page is empty'],
		['Create or Update', UPSERT, { 'Landing page': '' }, 'Landing page and Back-half are empty'],
		[
			'Create or Update of a link that is none',
			UPSERT,
			{ 'Back-half': 'spring' },
			'There is no such link, and Landing page is empty',
		],
	])('is told by the heading of its column: %s', async (_what, parameters, row, message) => {
		const service = await serviceWith();
		const run = await sheetOn(service, parameters).run(withOther(row));

		expect(complaints(run)).toEqual([textWith(message)]);
		expect(complaints(run)).not.toEqual([textWith('Long URL')]);
	});
});
