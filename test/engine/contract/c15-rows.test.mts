import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { autoMap, autoMapUpdate, errorOf } from '../support/runs.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';
import { outcomes, PAGE, sheetOn } from '../support/sheet.mts';

// However it matches, Create or Update reads its rows in one way.
const OPERATIONS: Array<[name: string, parameters: INodeParameters]> = [
	['Create', autoMap()],
	['Create or Update', autoMap({ operation: 'upsert' })],
];
const WITH_UPDATE: typeof OPERATIONS = [...OPERATIONS, ['Update', autoMapUpdate()]];

describe('A18: rows whose columns are not known', () => {
	it.each(WITH_UPDATE)('A18: %s names the columns that it saw', async (_what, parameters) => {
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

	it.each(WITH_UPDATE)(
		'A18: %s tells that a single heading was not split, and what to do',
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
			expect(words).toContain(`The rows have a single column, "${heading}"`);
			expect(words).toContain('Set Delimiter to ; in');
			expect(service.requests).toEqual([]);
		},
	);
});

describe('A19: blank rows', () => {
	const blank = { 'Long URL': '', 'Custom Alias': ' ', 'Meta Title': null };
	const rows = [
		{ 'Long URL': PAGE, 'Custom Alias': 'spring', 'Meta Title': 'Spring' },
		blank,
		{ 'Long URL': `${PAGE}/2`, 'Custom Alias': 'summer', 'Meta Title': '' },
		{},
	];

	it.each(OPERATIONS)('A19: %s leaves them out with a hint', async (_what, parameters) => {
		const service = await serviceWith();
		const run = await runNode({ credentials: credentialsOf(service), parameters, items: rows });

		expect(errorOf(run).message).toBe('');
		expect(run.items.map(({ longurl }) => longurl)).toEqual([PAGE, `${PAGE}/2`]);
		expect(run.hints.map(({ message }) => message).join('\n')).toMatch(/blank/i);
		expect(service.links()).toHaveLength(2);
	});

	it.each<[what: string, leftOver: IDataObject]>([
		['a checkbox', { Done: false }],
		['a ticked checkbox', { Done: true }],
		['a row number', { row_number: 7 }],
		["a Data Table's columns", { id: 7, createdAt: '2026-01-01', updatedAt: '2026-01-01' }],
		['a formula that gives no more than a dash', { Total: '-' }],
		['a field that is off', { 'Deep Link': false, Password: 'FALSE' }],
	])('A19: a row is blank that has no more than %s', async (_what, leftOver) => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap({ operation: 'upsert' }),
			items: [
				{ 'Long URL': PAGE, 'Custom Alias': 'spring', ...leftOver },
				{ 'Long URL': '', 'Custom Alias': ' ', ...leftOver },
			],
		});

		expect(errorOf(run).message).toBe('');
		expect(outcomes(run)).toEqual(['created']);
		expect(run.hints.map(({ message }) => message).join()).toContain('1 blank row left out');
	});

	it('A19: a row is not blank whose address stands in a column that is no field', async () => {
		const service = await serviceWith();
		const run = await sheetOn(service).run([{ Website: PAGE, Alias: '' }]);

		expect(outcomes(run)).toEqual(['failed']);
	});
});
