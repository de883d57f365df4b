import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { textWith } from '../support/matchers.mts';
import { hintsOf } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import { complaints, destinations, numbered, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

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

describe('C15: with Create or Update', () => {
	it('a short URL dragged names the link, whatever its heading says', async () => {
		const service = await serviceWith();
		const sheet = sheetOn(service);
		const { items } = await sheet.run([{ url: `${PAGE}/old`, custom: 'mine' }]);
		const { shorturl = '' } = items[0] ?? {};
		const rows = [{ Link: shorturl, Ziel: `${PAGE}/new` }];
		const dragged = { shorturl: '={{ $json.Link }}', url: '={{ $json.Ziel }}' };

		expect(outcomes(await sheet.run(rows, dragged))).toEqual(['updated']);
		expect(destinations(service)).toEqual({ [shorturl as string]: `${PAGE}/new` });
	});
});
