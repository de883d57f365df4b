import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { autoMap, errorOf, STOP } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { complaints, PAGE, sheetOn } from '../support/sheet.mts';

/** The first run of a person whose rows are on the canvas, and of whose fields or columns none is found. */

const ROWS = Array.from({ length: 20 }, (_, index) => ({
	row_number: index + 2,
	Destination: `${PAGE}/${index}`,
	Slug: `new-${index}`,
	Expires: '2040-12-31',
	Owner: 'me',
}));

const GERMAN = ROWS.map(({ Destination, Slug }, index) => ({
	Kürzel: Slug,
	Status: 'fertig',
	Ziel: index === 7 ? '' : Destination,
}));

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
			'Drag the column "Destination" into Long URL, or set Mapping Column Mode to Map Automatically for a column named Long URL. Columns found: "row_number", "Destination", "Slug", "Expires", "Owner".<br>Nothing was sent.',
		);
	});

	it('is told once as well where the run goes on', async () => {
		const [only, ...others] = complaints(await runOf(MANUALLY, ROWS, {}));

		expect(only).toContain('No field is filled in');
		expect(new Set(others).size).toBeLessThanOrEqual(1);
	});

	it('says only what is missing without rows, and where an expression gives nothing', async () => {
		const noRows = errorOf(await runOf(MANUALLY, [{}]));
		const url = '={{ $json.Zielseite }}';
		const noValue = errorOf(await runOf({ ...MANUALLY, url }, ROWS));

		expect(noRows.message).toMatch(/empty$/);
		expect(noValue.message).toMatch(/empty$/);
	});
});

it('C15: no column matches Long URL, of rows that may be about links that are there', async () => {
	const rows = ROWS.map(({ Destination, Slug }) => ({ Slug, Page: Destination }));
	const run = await runOf({ operation: 'upsert' }, rows);

	expect(errorOf(run).message).toContain('There is no such link, and no column matches Long URL');
	expect(errorOf(run).description).toContain(
		'Drag the column "Page" into Long URL, or name it Long URL.',
	);
});

describe.each(['create', 'upsert'])('C15: no column matches Long URL, with %s', (operation) => {
	const WAY = 'Drag the column "Ziel" into Long URL, or name it Long URL.';

	// What it says of images, lists and objects has a table in resources/link/columns/noColumn.
	it('names the column that has addresses, once for all rows', async () => {
		const { message, description } = errorOf(await runOf(autoMap({ operation }), GERMAN));

		expect(message).toBe('No column matches Long URL');
		expect(description).toBe(
			`${WAY} Columns found: "Kürzel", "Status", "Ziel".<br>Nothing was sent.`,
		);
	});

	it('is told once as well where the run goes on', async () => {
		const { hints } = await runOf(autoMap({ operation }), GERMAN, {});

		expect(hints[0]?.message).toBe(
			`20 of 20 rows failed. <b>All rows:</b> No column matches Long URL. ${WAY} Columns found: "Kürzel", "Status", "Ziel".`,
		);
	});

	it.each(['Long URL', 'Expiry'])('is not told of rows that are blank: only %s', async (column) => {
		const rows = GERMAN.map(({ Ziel }) => ({ Ziel, [column]: '' }));
		const { hints } = await runOf(autoMap({ operation }), rows);

		expect(hints[0]?.message).toContain('20 blank rows skipped. Not used: Ziel.');
	});
});
