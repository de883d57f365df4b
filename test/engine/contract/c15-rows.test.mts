import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { autoMap, errorOf } from '../support/runs.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';
import { textWith } from '../support/matchers.mts';
import { complaints, PAGE, sheetOn } from '../support/sheet.mts';

// However it matches, Create or Update reads its rows in one way.
const OPERATIONS: Array<[name: string, parameters: INodeParameters]> = [
	['Create', autoMap()],
	['Create or Update', autoMap({ operation: 'upsert' })],
];
const UPSERT = autoMap({ operation: 'upsert' });

describe('rows whose columns are not known', () => {
	it.each(OPERATIONS)('%s names the columns that it saw', async (_what, parameters) => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters,
			items: [{ Website: PAGE, Kurzname: 'spring' }],
		});

		const { message, description } = errorOf(run);
		expect(`${message} ${description}`).toMatch(/Website, "?Kurzname/);
		expect(service.requests).toEqual([]);
	});

	it.each(OPERATIONS)(
		'%s tells that a single heading was not split, and what to do',
		async (_what, parameters) => {
			const service = await serviceWith();
			const heading = 'Long URL;Custom Alias;Meta Title';
			const run = await runNode({
				credentials: credentialsOf(service),
				parameters,
				items: [{ [heading]: `${PAGE};spring;Spring` }],
			});

			const { message, description } = errorOf(run);
			const words = `${message} ${description}`;
			expect(words).toContain(`The rows have only one column, "${heading}"`);
			expect(words).toContain('Set Delimiter to ; in');
			expect(service.requests).toEqual([]);
		},
	);
});

describe('a row without a link and without a Long URL', () => {
	it.each([
		['an alias alone', { Alias: 'spring', Zielseite: 'soon' }],
		['an alias, its Long URL empty', { 'Custom Alias': 'spring', 'Long URL': ' ', Website: PAGE }],
		['a short URL', { 'Short Link': 'http://localhost/a', Adresse: 'soon' }],
	])('is told the columns that were seen, with %s', async (_what, row) => {
		const service = await serviceWith();
		const short = 'Short Link' in row ? { 'Short Link': `${service.url}/a` } : {};
		const [complaint] = complaints(await sheetOn(service).run([{ ...row, ...short }]));

		expect(complaint).toContain('There is no such link, and Long URL is empty');
		expect(complaint).toContain(`Columns found: ${Object.keys(row).join(', ')}.`);
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
		['Create or Update', UPSERT, { 'Landing page': '' }, 'Back-half and Landing page are empty'],
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
