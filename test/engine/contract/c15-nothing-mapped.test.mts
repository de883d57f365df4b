import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { autoMap, errorOf } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { complaints, PAGE, sheetOn } from '../support/sheet.mts';

/** The first run of a person whose rows are on the canvas, and of whose fields or columns none is found. */

const ROWS = Array.from({ length: 20 }, (_, index) => ({
	row_number: index + 2,
	Link: `${PAGE}/${index}`,
	Short: `new-${index}`,
	Expires: '2040-12-31',
	Owner: 'me',
}));

const GERMAN = ROWS.map(({ Link, Short }, index) => ({
	Kürzel: Short,
	Status: 'fertig',
	Ziel: index === 7 ? '' : Link,
}));

const STOP = { onError: 'stopWorkflow' } as const;

async function runOf(
	parameters: INodeParameters,
	rows: readonly IDataObject[],
	settings: Parameters<typeof sheetOn>[2] = STOP,
) {
	const service = await serviceWith();
	const run = await sheetOn(service, parameters, settings).run([...rows]);
	expect(service.links()).toEqual([]);
	return run;
}

const MANUALLY = { operation: 'upsert', dataToSend: 'defineBelow' };

describe('C15: nothing is filled in, with Create or Update', () => {
	it('is told once, with the setting that takes the columns', async () => {
		const { message, description } = errorOf(await runOf(MANUALLY, ROWS));

		expect(message).toBe('No field is filled in');
		expect(description).toBe(
			'To use the columns of your rows (Link, Short, Expires …), set Mapping Column Mode to Map Automatically.<br>Nothing was sent.',
		);
	});

	it('names no mode that would not help either, where no column is known', async () => {
		const rows = GERMAN.map(({ Ziel, Status }) => ({ Seite: Ziel, Zustand: Status }));

		expect(errorOf(await runOf(MANUALLY, rows)).description).toBe(
			'Drag the column with the addresses of your pages into Long URL below, and others into the fields they are for.<br>Nothing was sent.',
		);
	});

	it('is told once where a row is blank', async () => {
		const blank = ROWS.map((row, index) => (index === 9 ? {} : row));

		expect(errorOf(await runOf(MANUALLY, blank)).message).toBe('No field is filled in');
	});

	it('is told once as well where the run goes on', async () => {
		const [only, ...others] = complaints(await runOf(MANUALLY, ROWS, {}));

		expect(only).toContain('No field is filled in');
		expect(new Set(others).size).toBeLessThanOrEqual(1);
	});

	it('says only what is missing without rows, and where an expression gives nothing', async () => {
		const noRows = errorOf(await runOf(MANUALLY, [{}]));
		const url = '={{ $json.Website }}';
		const noValue = errorOf(await runOf({ ...MANUALLY, url }, ROWS));

		expect(noRows.message).toMatch(/empty$/);
		expect(noValue.message).toMatch(/empty$/);
	});
});

describe.each(['create', 'upsert'])('C15: no column is named Long URL, with %s', (operation) => {
	it('is told once, those first that have addresses', async () => {
		const run = await runOf(autoMap({ operation }), GERMAN);
		const { message, description } = errorOf(run);

		expect(message).toBe('No column is named Long URL. Columns found: Ziel, Kürzel, Status');
		expect(description).toBe('Drag Ziel into Long URL below.<br>Nothing was sent.');
	});

	it('is told as headings on a later line', async () => {
		const late = GERMAN.map((row, index) =>
			index === 1
				? { Plan: 'URL', __EMPTY: 'Custom Alias', __EMPTY_1: 'Owner' }
				: { Plan: row.Ziel, __EMPTY: row.Kürzel, __EMPTY_1: 'me' },
		);
		const { message, description } = errorOf(await runOf(autoMap({ operation }), late));

		expect(message).toBe('The headings are in a row of their own: URL, Custom Alias');
		expect(description).toBe(
			'In the node that reads the sheet, set Starting Line (CSV), Range (Excel), or Header Row (Google Sheets) to the line with the headings.<br>Nothing was sent.',
		);
	});

	it('names no column for it where none has addresses', async () => {
		const rows = GERMAN.map(({ Status }) => ({ Status }));
		const { description } = errorOf(await runOf(autoMap({ operation }), rows));

		expect(description).toBe(
			'Drag the column with the addresses of your pages into Long URL below, or enter one address there for all rows.<br>Nothing was sent.',
		);
	});

	it('is told as a list inside a field, and once', async () => {
		const { message, description } = errorOf(
			await runOf(autoMap({ operation }), [{ links: GERMAN }, { links: GERMAN }]),
		);

		expect(message).toBe('The rows are a list inside the field links');
		expect(description).toContain('Split Out');
	});

	it('hides nothing else that is wrong', async () => {
		const rows = GERMAN.map((row, index) => ({ ...row, Expiry: index === 4 ? 'soon' : '' }));
		const { message, description } = errorOf(await runOf(autoMap({ operation }), rows));

		expect(message).toContain('No column is named Long URL');
		expect(description).toContain(`<li><b>Row 5:</b> Expiry "soon"`);
		expect(description).toContain('Drag Ziel into Long URL below.');
	});

	it('is told before a column that looks like a field', async () => {
		const rows = GERMAN.map((row) => ({ 'Expire le': '31/08/2040', ...row }));
		const [first = ''] = complaints(await runOf(autoMap({ operation }), rows, {}));

		expect(first).toMatch(/^No column is named Long URL.*Expire le has a date, but is not used/s);
	});

	it('is told once as well where the run goes on', async () => {
		const all = complaints(await runOf(autoMap({ operation }), GERMAN, {}));

		expect(new Set(all.filter((one) => one.includes('Long URL'))).size).toBe(1);
	});
});

describe.each(['create', 'upsert'])('C15: Long URL is empty in all rows, with %s', (operation) => {
	const JOBS = GERMAN.map(({ Ziel, Status }) => ({ 'Apply Here': Ziel, Link: '', Status }));
	const hintsOf = ({ hints }: Awaited<ReturnType<typeof runOf>>) =>
		hints.map(({ message }) => message);

	it('is told with the column that has addresses', async () => {
		expect(hintsOf(await runOf(autoMap({ operation }), JOBS))).toEqual([
			'20 blank rows skipped.',
			'Link is empty in all rows. If Apply Here has your pages, drag it into Long URL below.',
		]);
	});

	it('is not told where no other column has addresses, or that one is ignored', async () => {
		const plain = JOBS.map(({ Link, Status }) => ({ Link, Status }));
		const options = { inputsToIgnore: 'Apply Here' };

		expect(hintsOf(await runOf(autoMap({ operation }), plain))).toEqual(['20 blank rows skipped.']);
		expect(hintsOf(await runOf(autoMap({ operation, options }), JOBS))).toEqual([
			'20 blank rows skipped.',
		]);
	});
});

it('C15: a sheet whose only known column is to be filled is told so', async () => {
	const rows = GERMAN.map((_, number) => ({ Website: `acme${number}.example`, 'Short link': '' }));
	const { hints } = await runOf(autoMap({ operation: 'upsert' }), rows);

	expect(hints.map(({ message }) => message)).toEqual([
		'20 blank rows skipped.',
		'No column is named Long URL. Columns found: Website, Short link. Drag the column with the addresses of your pages into Long URL below, or enter one address there for all rows.',
	]);
});

it('C15: a sheet with aliases alone may be updated', async () => {
	const rows = [{ 'Custom Alias': 'gone-1' }, { 'Custom Alias': 'gone-2' }];
	const { message } = errorOf(await runOf(autoMap({ operation: 'upsert' }), rows));

	expect(message).not.toContain('No column');
});
