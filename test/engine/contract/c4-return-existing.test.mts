import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { createRows } from '../support/creates.mts';
import { autoMap } from '../support/runs.mts';
import { requestLines, seedMany, serviceWith } from '../support/service.mts';
import { numbered, outcomes, PAGE, sheetOn, times } from '../support/sheet.mts';

const OPTIONS = { ifLinkExists: 'returnExisting' };
const SHEET = autoMap({ options: OPTIONS });

/** Rows none of whose long URLs is the beginning of another one: a search finds one for each. */
const rows = (count: number, name = 'page') =>
	numbered(count, (number) => ({ url: `https://example.com/${name}-${String(number)}/end` }));

/** A service with a thousand links of another day, which no run made. */
async function large(variations = {}): Promise<Service> {
	const service = await serviceWith({ variations });
	const date = '2026-01-05 09:00:00';
	// The oldest, which a search buries under all others.
	const links = [{ url: 'https://example.com' }, ...rows(1_000, 'old')];
	seedMany(service, 'links', links.length, (number) => ({ ...links[number - 1], date }));
	return service;
}

describe('C4: Return Existing', () => {
	it.each([
		{ what: 'without an alias', options: OPTIONS },
		{ what: 'with one of its own each', options: { ...OPTIONS, alias: 'chosenByNode' } },
	])('gives rows with an equal long URL the same link, $what', async ({ options }) => {
		const service = await serviceWith();
		const spellings = [PAGE, `${PAGE}/`, PAGE.replace('https://e', 'HTTPS://E'), PAGE];
		const run = await createRows(
			service,
			spellings.map((url) => ({ url })),
			{ options },
		);

		expect(new Set(run.items.map(({ shorturl }) => shorturl)).size).toBe(1);
		expect(outcomes(run)).toEqual(['created', ...times(3, 'repeated')]);
		expect(service.links()).toHaveLength(1);
	});

	it('leaves a link whose expiry is over, and makes none', async () => {
		const service = await serviceWith();
		service.seed('links', [{ url: PAGE, custom: 'spring' }]);
		const expiry = '2020-01-31';
		const run = await sheetOn(service, SHEET).run([
			{ url: PAGE, expiry },
			{ url: `${PAGE}/new`, expiry },
		]);

		expect(outcomes(run)).toEqual(['unchanged', 'failed']);
		expect(service.links()).toHaveLength(1);
	});

	it('keeps rows apart that differ in UTM fields, alias or domain', async () => {
		const service = await serviceWith();
		service.seed('domains', [{ domain: 'https://go.example.com' }]);
		const run = await sheetOn(service, SHEET).run([
			{ url: PAGE, utm_source: 'mail' },
			{ url: PAGE, utm_source: 'web' },
			{ url: PAGE, custom: 'spring' },
			{ url: PAGE, domain: 'https://go.example.com' },
			{ url: PAGE, utm_source: 'mail' },
			{ url: PAGE, custom: 'spring' },
		]);

		const shortUrls = run.items.map(({ shorturl }) => shorturl);
		expect(new Set(shortUrls.slice(0, 4)).size).toBe(4);
		expect(shortUrls.slice(4)).toEqual([shortUrls[0], shortUrls[2]]);
		expect(service.links()).toHaveLength(4);
	});

	it.each([
		{ what: 'by a search for each row', variations: {}, requests: 2 + 5 },
		// A look at whether rows moved besides.
		{
			what: 'by each page once where no search finds long URLs',
			variations: { qBlindToLongUrls: true },
			requests: 11 + 6,
		},
	])('finds a few rows on an account of many pages $what', async ({ variations, requests }) => {
		const service = await large(variations);
		const run = await createRows(service, [...rows(3, 'old'), ...rows(2)], { options: OPTIONS });

		expect(outcomes(run)).toEqual([...times(3, 'unchanged'), ...times(2, 'created')]);
		expect(service.links()).toHaveLength(1_003);
		const reads = requestLines(service).filter((line) => line.startsWith('GET'));
		expect(reads.length).toBeLessThanOrEqual(requests);
	});

	it('finds a long URL with an escape that it does not need', async () => {
		const service = await large();
		const url = 'https://example.com/spring%2Dsale';
		service.seed('links', [{ url, date: '2026-01-01 09:00:00' }]);
		const run = await createRows(service, [{ url }], { options: OPTIONS });

		expect(outcomes(run)).toEqual(['unchanged']);
	});

	it('finds a link that a search buries under hundreds of longer ones', async () => {
		const service = await large();
		const run = await createRows(service, [{ url: 'https://example.com/' }], { options: OPTIONS });

		expect(run.items).toMatchObject([{ action: 'unchanged', longurl: 'https://example.com' }]);
	});
});
