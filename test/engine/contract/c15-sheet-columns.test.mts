import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../harness/index.mts';
import { textWith } from '../support/matchers.mts';
import { autoMap, createOf, errorOf } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { complaints, PAGE, sheetOn } from '../support/sheet.mts';

/** What a single row does not tell: a sheet is read as a whole. */

const OPERATIONS: Array<[name: string, parameters: INodeParameters]> = [
	['Create', autoMap()],
	['Create or Update', autoMap({ operation: 'upsert' })],
];

/** Runs the rows, each with a link of its own. */
async function runOf(
	parameters: INodeParameters,
	rows: readonly IDataObject[],
	settings: Parameters<typeof sheetOn>[2] = {},
) {
	const service = await serviceWith();
	const named = rows.map((row, index) => ({
		...{ 'Long URL': `${PAGE}/new/${index}`, 'Custom Alias': `new-${index}` },
		...row,
	}));
	const run = await sheetOn(service, parameters, settings).run(named);
	const bodies = service.requests
		.filter(({ method }) => method !== 'GET')
		.map(({ body }) => body as IDataObject);
	return { run, bodies };
}

/** The expiry of each change, in the order of the rows. */
function expiriesOf(bodies: readonly IDataObject[]): unknown[] {
	return bodies.map(({ expiry }) => expiry).toSorted();
}

function cells(column: string, ...values: unknown[]): IDataObject[] {
	return values.map((value) => ({ [column]: value }) as IDataObject);
}

const messages = ({ hints }: RunResult) => hints.map(({ message }) => message);

const WAY_OUT =
	'Set Options → Date Order to the order of your dates, or enter a value such as 2030-12-31.';

describe.each(OPERATIONS)('dates with their year behind, by %s', (_name, parameters) => {
	const withOrder = (dateOrder: string) => ({ ...parameters, options: { dateOrder } });

	it('are read as they stand where they have dots or a part above 12', async () => {
		const rows = cells('Expires', '31.12.2040', '24-12-2041 18:00', '28/11/2042, 6:30 PM');
		const { run, bodies } = await runOf(parameters, rows);

		expect(complaints(run)).toEqual([]);
		expect(expiriesOf(bodies)).toEqual([
			...['2040-12-31 00:00:00', '2041-12-24 18:00:00', '2042-11-28 18:30:00'],
		]);
	});

	it('are read by themselves, whatever others of their column say', async () => {
		const dates = ['24/12/2040', '12/25/2040', '05/05/2040', '05-06-2040', '24.12.40', '12/24/40'];
		const { run, bodies } = await runOf(parameters, cells('Expires', ...dates));

		expect(expiriesOf(bodies)).toEqual([
			...['2040-05-05 00:00:00', '2040-12-24 00:00:00', '2040-12-25 00:00:00'],
		]);
		expect(complaints(run)).toEqual([
			textWith(`Expires "05-06-2040" may be 2040-06-05 or 2040-05-06 ${WAY_OUT}`),
			textWith('Expires "24.12.40" has a two-digit year'),
			textWith('Expires "12/24/40" has a two-digit year'),
		]);
	});

	it.each([
		['dayFirst', '2040-06-05 00:00:00'],
		["={{ 'monthfirst' }}", '2040-05-06 00:00:00'],
	])('are read as Date Order says: %s', async (order, date) => {
		const { run, bodies } = await runOf(withOrder(order), cells('Expires', '05/06/2040'));

		expect(complaints(run)).toEqual([]);
		expect(expiriesOf(bodies)).toEqual([date]);
	});

	it('are read so where their column is dragged', async () => {
		const additionalFields = { expiry: '={{ $json.Ende }}' };
		const dragged = { ...withOrder('monthFirst'), additionalFields };
		const { run, bodies } = await runOf(dragged, cells('Ende', '05/06/2040', '24/12/2040'));

		expect(expiriesOf(bodies)).toEqual(['2040-05-06 00:00:00']);
		expect(complaints(run)).toEqual([textWith('but Options → Date Order is Month First')]);
	});

	it('are refused where they are in another order than Date Order says', async () => {
		const { run, bodies } = await runOf(withOrder('monthFirst'), cells('Expires', '24/12/2040'));

		expect(complaints(run)).toEqual([
			expect.stringContaining(
				`Expires "24/12/2040" is day first, but Options → Date Order is Month First ${WAY_OUT}`,
			) as string,
		]);
		expect(bodies).toEqual([]);
	});
});

describe('an expiry of the form with its year behind', () => {
	const run = async (expiry: string, options: INodeParameters = {}) => {
		const form = createOf(PAGE, {
			dataToSend: 'defineBelow',
			additionalFields: { expiry },
			options,
		});
		return await runOf(form, [{}]);
	};

	it.each<[expiry: string, options: INodeParameters, date: string]>([
		['31.12.2040 18:00', {}, '2040-12-31 18:00:00'],
		['24/12/2040', {}, '2040-12-24 00:00:00'],
		['12-24-2040', {}, '2040-12-24 00:00:00'],
		['05/06/2040', { dateOrder: 'dayFirst' }, '2040-06-05 00:00:00'],
		['05/06/2040', { dateOrder: 'monthFirst' }, '2040-05-06 00:00:00'],
	])('is read: %s with %j', async (expiry, options, date) => {
		const { bodies } = await run(expiry, options);
		expect(expiriesOf(bodies)).toEqual([date]);
	});

	it('is refused where nothing tells its order', async () => {
		const { run: result, bodies } = await run('05/06/2040');
		expect(complaints(result)).toEqual([
			`Expiry "05/06/2040" may be 2040-06-05 or 2040-05-06 ${WAY_OUT}`,
		]);
		expect(bodies).toEqual([]);
	});
});

it('a row with nothing but a status of its own is blank', async () => {
	const service = await serviceWith();
	const row = (number: number) => ({ 'Long URL': `${PAGE}/${number}`, Status: 'done' });
	const blank = { 'Long URL': '', Status: 'to do' };
	const run = await sheetOn(service).run([row(1), row(2), blank]);

	expect(complaints(run)).toEqual([]);
	expect(service.links()).toHaveLength(2);
	expect(messages(run).join()).toContain('1 blank row skipped');
});

describe('the numbers of rows', () => {
	const bad = (row_number: unknown) => ({ row_number, 'Long URL': 'htp//broken' }) as IDataObject;
	const good = { row_number: 4, 'Long URL': `${PAGE}/good` };

	it.each([
		['as Google Sheets gives them', 3, 9],
		['as text', '3', '9'],
	])('are those of the column row_number, %s', async (_what, first, second) => {
		const service = await serviceWith();
		const run = await sheetOn(service).run([bad(first), good, bad(second)]);

		expect(messages(run)[0]).toContain('<b>Rows 3, 9:</b>');
		expect(run.items.map(({ details }) => details)).toMatchObject([
			{ item: { number: 1 } },
			undefined,
			{ item: { number: 3 } },
		]);
	});

	it('are those of the column in the message of a run that stops', async () => {
		const sheet = sheetOn(await serviceWith(), {}, { onError: 'stopWorkflow' });
		const run = await sheet.run([good, bad(7)]);

		expect(errorOf(run).message).toMatch(/^Row 7: /);
	});

	it.each([
		['the same twice', 4],
		['none', ''],
		['no number', 'x'],
	])('are their places where a row has %s', async (_what, number) => {
		const service = await serviceWith();
		const run = await sheetOn(service).run([bad(2), good, bad(number)]);

		expect(messages(run)[0]).toContain('<b>Rows 1, 3:</b>');
	});
});
