import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { serviceWith } from '../support/service.mts';
import { complaints, outcomes, PAGE, RETURN_EXISTING, sheetOn, times } from '../support/sheet.mts';
import { atLeastOne } from '../../lists.mts';

const BRAND = 'https://go.brand';

/** A service whose account has a domain of its own, and these links. */
async function withLinks(...links: IDataObject[]): Promise<Service> {
	const service = await serviceWith();
	service.seed('domains', [{ domain: BRAND }]);
	service.seed('links', links);
	return service;
}

const titles = (service: Service) =>
	service.links().map(({ alias, domain, title }) => [alias, domain || 'default', title].join(' '));

describe('C4: a row is about', () => {
	it('the default domain without Domain, also where its alias is somebody else’s there', async () => {
		// On the default domain the alias is taken, by a link that the account does not see.
		const service = await withLinks(
			{ url: PAGE, custom: 'sale', domain: BRAND, title: 'Old' },
			{ url: `${PAGE}/home`, custom: 'home' },
		);
		const taken = { kind: 'failureOn200', message: 'This alias is taken.' } as const;
		service.addFault({ ...taken, match: { method: 'POST' } });
		const run = await sheetOn(service).run([{ url: `${PAGE}/new`, custom: 'sale' }]);

		expect(outcomes(run)).toEqual(['failed']);
		expect(complaints(run)[0]).toContain(`If ${BRAND}/sale is the link of this row, set Domain`);
		expect(titles(service)[0]).toBe(`sale ${BRAND} Old`);
	});

	it('the link that no row with a Domain means, in every run', async () => {
		const service = await withLinks({ url: PAGE, custom: 'spring', domain: BRAND, title: 'Old' });
		const rows = [
			{ url: PAGE, metatitle: 'One' },
			{ url: PAGE, domain: service.url, metatitle: 'Two' },
		];
		const sheet = sheetOn(service);

		expect(outcomes(await sheet.run(rows))).toEqual(['updated', 'created']);
		expect(outcomes(await sheet.run(rows))).toEqual(['unchanged', 'unchanged']);
		expect(service.links().map(({ title }) => title)).toEqual(['One', 'Two']);
	});

	it('the link to its page on another domain, whatever alias a row has on the default one', async () => {
		const service = await withLinks({ url: PAGE, custom: 'spring', domain: BRAND });
		const run = await sheetOn(service).run([
			{ url: `${PAGE}/other`, custom: 'spring' },
			{ url: PAGE, metatitle: 'Title' },
		]);

		expect(outcomes(run)).toEqual(['created', 'updated']);
		expect(titles(service)).toEqual([`spring ${BRAND} Title`, 'spring default ']);
	});

	it('the link with its alias that leads to its page, before the one on the default domain', async () => {
		const service = await withLinks(
			{ url: `${PAGE}/home`, custom: 'spring' },
			{ url: PAGE, custom: 'spring', domain: BRAND },
		);
		const past = { url: PAGE, custom: 'spring', expiry: '2020-01-01' };
		const run = await sheetOn(service).run([{ url: PAGE, custom: 'spring' }]);

		expect(outcomes(run)).toEqual(['unchanged']);
		expect(outcomes(await sheetOn(service).run([past]))).toEqual(['failed']);
		expect(service.requests.map(({ method }) => method)).not.toContain('PUT');
	});

	it('no link that another row names with its domain, in every run', async () => {
		const service = await withLinks({ url: PAGE, custom: 'spring', domain: BRAND });
		const rows = [
			{ url: PAGE, custom: 'spring', domain: BRAND },
			{ url: PAGE, custom: 'spring' },
		];
		expect(outcomes(await sheetOn(service).run(rows))).toEqual(['unchanged', 'created']);
		expect(outcomes(await sheetOn(service).run(rows))).toEqual(['unchanged', 'unchanged']);
	});

	it.each([true, false])('one link with the default domain and without: %s', async (isFirst) => {
		const service = await withLinks();
		const named = { url: PAGE, domain: service.url };
		const rows = isFirst ? [named, { url: PAGE }] : [{ url: PAGE }, named];
		for (const _ of atLeastOne(times(3, rows))) {
			expect(outcomes(await sheetOn(service).run(rows))).toContain('repeated');
		}
		expect(service.links()).toHaveLength(1);
	});

	it.each([{}, RETURN_EXISTING, { operation: 'create' }])('no link to itself: %j', async (mode) => {
		const service = await withLinks();
		const row = { url: `${BRAND}/spring`, custom: 'spring', domain: BRAND };
		expect(outcomes(await sheetOn(service, mode).run([row]))).toEqual(['failed']);
		expect(service.links()).toEqual([]);
	});

	it.each([{}, RETURN_EXISTING])(
		'no link that another row names, bad cells or not: %j',
		async (mode) => {
			const service = await withLinks({ url: PAGE, custom: 'spring', title: 'Old' });
			const run = await sheetOn(service, mode).run([
				{ url: PAGE, metatitle: 'Of its own' },
				{ url: PAGE, custom: 'spring', expiry: 'soon' },
			]);

			expect(outcomes(run)).toEqual(['created', 'failed']);
			expect(service.links()[0]?.title).toBe('Old');
		},
	);
});
