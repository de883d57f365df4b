import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { textWith } from '../support/matchers.mts';
import { autoMap, errorOf, hintsOf, STOP } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { complaints, destinations, numbered, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

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

async function runWithout(
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
	it('is told once as well where the run goes on', async () => {
		const [only, ...others] = complaints(await runWithout(MANUALLY, ROWS, {}));

		expect(only).toContain('No field is filled in');
		expect(new Set(others).size).toBeLessThanOrEqual(1);
	});

	it('says only what is missing without rows, and where an expression gives nothing', async () => {
		const noRows = errorOf(await runWithout(MANUALLY, [{}]));
		const url = '={{ $json.Zielseite }}';
		const noValue = errorOf(await runWithout({ ...MANUALLY, url }, ROWS));

		expect(noRows.message).toMatch(/empty$/);
		expect(noValue.message).toMatch(/empty$/);
	});
});

it('C15: no column matches Long URL, of rows that may be about links that are there', async () => {
	const rows = ROWS.map(({ Destination, Slug }) => ({ Slug, Page: Destination }));
	const run = await runWithout({ operation: 'upsert' }, rows);

	expect(errorOf(run).message).toContain('There is no such link, and no column matches Long URL');
	expect(errorOf(run).description).toContain(
		'Drag the column "Page" into Long URL, or name it Long URL.',
	);
});

describe.each(['create', 'upsert'])('C15: no column matches Long URL, with %s', (operation) => {
	const WAY = 'Drag the column "Ziel" into Long URL, or name it Long URL.';

	// What it says of images, lists and objects has a table in unit/link/sheet/nothingNamed.
	it('names the column that has addresses, once for all rows', async () => {
		const { message, description } = errorOf(await runWithout(autoMap({ operation }), GERMAN));

		expect(message).toBe('No column matches Long URL');
		expect(description).toBe(
			`${WAY} Columns found: "Kürzel", "Status", "Ziel".<br>Nothing was sent.`,
		);
	});

	it('is told once as well where the run goes on', async () => {
		const { hints } = await runWithout(autoMap({ operation }), GERMAN, {});

		expect(hints[0]?.message).toBe(
			`20 of 20 rows failed. <b>All rows:</b> No column matches Long URL. ${WAY} Columns found: "Kürzel", "Status", "Ziel".`,
		);
	});

	it.each(['Long URL', 'Expiry'])('is not told of rows that are blank: only %s', async (column) => {
		const rows = GERMAN.map(({ Ziel }) => ({ Ziel, [column]: '' }));
		const { hints } = await runWithout(autoMap({ operation }), rows);

		expect(hints[0]?.message).toContain('20 blank rows skipped. Not used: Ziel.');
	});
});

/** A field that is set in Map Automatically, to a dragged column or one value for all rows, takes no other column. */

const GUESTS = numbered(3, (number) => ({
	Produktseite: `${PAGE}/${number}`,
	Kürzel: `guest-${number}`,
	Notiz: 'x',
}));

const DRAGGED = { url: '={{ $json.Produktseite }}', custom: "={{ $json['Kürzel'] }}" };

async function runOf(rows: readonly IDataObject[], parameters: INodeParameters) {
	const service = await serviceWith();
	const run = await sheetOn(service, parameters).run([...rows]);
	const pages = service.links().map(({ alias, longurl }) => [alias, longurl] as const);
	return { service, run, pages: Object.fromEntries(pages) };
}

describe.each(['create', 'upsert'])('C15: fields that the form sets, with %s', (operation) => {
	it('take the columns dragged into them', async () => {
		const { run, pages } = await runOf(GUESTS, { operation, ...DRAGGED });

		expect(pages).toEqual({
			'guest-1': `${PAGE}/1`,
			'guest-2': `${PAGE}/2`,
			'guest-3': `${PAGE}/3`,
		});
		expect(hintsOf(run)).toContain(
			'3 created. Produktseite → Long URL, Kürzel → Custom Alias. Not used: Notiz.',
		);
	});

	it('take no column that says otherwise, which is told with its reason', async () => {
		const rows = GUESTS.map((row) => ({
			...row,
			URL: 'TBD',
			'Long URL': 'https://other.example',
		}));
		const { run, pages } = await runOf(rows, { operation, ...DRAGGED });

		expect(Object.values(pages)).toEqual(GUESTS.map(({ Produktseite }) => Produktseite));
		expect(hintsOf(run)).toContain(
			'Not used: Notiz, URL (Long URL is set in the form), Long URL (Long URL is set in the form).',
		);
	});

	it('take none in a row either in which they are empty', async () => {
		const rows = [
			{ Produktseite: `${PAGE}/1`, url: 'https://other.example/1', Alias: 'one' },
			{ Produktseite: '', url: 'https://other.example/2', Alias: 'two' },
			{ Produktseite: '', url: 'https://other.example/3' },
			{ Produktseite: `${PAGE}/4`, Alias: 'four' },
		];
		const { run, pages } = await runOf(rows, { operation, url: DRAGGED.url });

		expect(outcomes(run)).toEqual(['created', 'failed', 'skipped', 'created']);
		expect(complaints(run)).toEqual([textWith('Long URL is empty')]);
		expect(pages).toEqual({ one: `${PAGE}/1`, four: `${PAGE}/4` });
	});

	it('may be one address for all rows, each with something of its own', async () => {
		const rows = [
			{ row_number: 2, utm_content: 'ada' },
			{ row_number: 3, utm_content: 'bob' },
			{ row_number: 4, utm_content: '' },
		];
		const { pages } = await runOf(rows, { operation, url: PAGE });

		expect(Object.values(pages).sort()).toEqual([
			`${PAGE}?utm_content=ada`,
			`${PAGE}?utm_content=bob`,
		]);
	});
});

it('C15: with Create or Update, a short URL dragged names the link, whatever its heading says', async () => {
	const service = await serviceWith();
	const sheet = sheetOn(service);
	const { items } = await sheet.run([{ url: `${PAGE}/old`, custom: 'mine' }]);
	const { shorturl = '' } = items[0] ?? {};
	const rows = [{ Link: shorturl, Ziel: `${PAGE}/new` }];
	const dragged = { shorturl: '={{ $json.Link }}', url: '={{ $json.Ziel }}' };

	expect(outcomes(await sheet.run(rows, dragged))).toEqual(['updated']);
	expect(destinations(service)).toEqual({ [shorturl as string]: `${PAGE}/new` });
});
