import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../harness/index.mts';
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

	it.each([
		['24/12/2041', '2040-06-05 00:00:00', 'day/month/year'],
		['12/24/2041', '2040-05-06 00:00:00', 'month/day/year'],
	])('are read as another of their column tells: %s', async (telling, first, words) => {
		const { run, bodies } = await runOf(parameters, cells('Expires', '05/06/2040', '', telling));

		expect(complaints(run)).toEqual([]);
		expect(expiriesOf(bodies)[0]).toBe(first);
		expect(messages(run)).toContain(`The dates in Expires were read as ${words}.`);
	});

	it.each([
		['a column does not tell', ['05/06/2040', '06/05/2040'], /" may be 2040-0/],
		['the year has two digits', ['24/12/40', '24.12.40'], /" has a two-digit year/],
	])('are refused where %s', async (_what, values, why) => {
		const { run, bodies } = await runOf(parameters, cells('Expires', ...values));

		expect(complaints(run)).toEqual([
			expect.stringMatching(why) as string,
			expect.stringMatching(why) as string,
		]);
		expect(complaints(run).every((words) => words.startsWith('Expires "'))).toBe(true);
		expect(bodies).toEqual([]);
	});

	it('are refused where their column contradicts itself', async () => {
		const rows = cells('Expires', '24/12/2040', '12/24/2040', '05/06/2040');
		const { run, bodies } = await runOf(parameters, rows);

		expect(complaints(run)).toHaveLength(3);
		for (const words of complaints(run)) {
			expect(words).toContain('some dates in its column are day first, others are month first');
			expect(words).toContain(WAY_OUT);
		}
		expect(bodies).toEqual([]);
	});

	it.each([
		['dayFirst', '2040-06-05 00:00:00'],
		["={{ 'monthfirst' }}", '2040-05-06 00:00:00'],
	])('are read as Date Order says: %s', async (order, date) => {
		const { run, bodies } = await runOf(withOrder(order), cells('Expires', '05/06/2040'));

		expect(complaints(run)).toEqual([]);
		expect(expiriesOf(bodies)).toEqual([date]);
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

describe.each(OPERATIONS)('a column Status, by %s', (_name, parameters) => {
	const withTitle = (rows: IDataObject[]) => rows.map((row) => ({ ...row, 'Meta Title': 'New' }));

	it.each([
		['three rows', ['done', 'to do', '', 'in progress']],
		['two rows', ['done', 'done']],
		['one row', ['', 'hidden']],
		['rows in another language', ['öffentlich', 'privat']],
	])('is ignored where %s have a status of their own, and told', async (_what, values) => {
		const { run, bodies } = await runOf(parameters, withTitle(cells('Status', ...values)));

		expect(complaints(run)).toEqual([]);
		expect(bodies).toHaveLength(values.length);
		for (const body of bodies) expect(body).not.toHaveProperty('status');
		expect(messages(run)).toContain('Status was ignored: none of its cells is public or private.');
	});

	it.each([
		['one cell is meant', ['hidden', 'Private', 'hidden'], 2],
		['others are mistyped', ['public', 'pubilc', ''], 1],
	])('is meant where %s', async (_what, values, refused) => {
		const { run } = await runOf(parameters, withTitle(cells('Status', ...values)));

		expect(complaints(run)).toHaveLength(refused);
		expect(complaints(run)[0]).toMatch(/^Status "(hidden|pubilc)" is not one of private, public/);
		expect(messages(run).join()).not.toContain('was ignored');
	});

	it.each(['Visibility', 'Link Status'])('is meant if it is called %s', async (column) => {
		const { run } = await runOf(parameters, withTitle(cells(column, 'done', 'done', 'done')));

		expect(complaints(run)).toHaveLength(3);
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
