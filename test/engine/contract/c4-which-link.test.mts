import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, Variations } from '../../service/index.mts';
import { atLeastOne } from '../../lists.mts';
import { errorOf, runOn, updateOf } from '../support/runs.mts';
import { seedMany, serviceWith } from '../support/service.mts';
import {
	changesSent,
	complaints,
	destinations,
	numbered,
	outcomes,
	PAGE,
	RETURN_EXISTING,
	sheetOn,
	times,
} from '../support/sheet.mts';

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

/** An account with a branded domain. */
async function account(variations: Partial<Variations> = {}) {
	const service = await serviceWith({ variations });
	service.seed('domains', [{ domain: 'https://brand0.example' }]);
	return service;
}

describe('a row', () => {
	it('goes by the best column of each row', async () => {
		const service = await serviceWith();
		const links = numbered(3, (number) => ({ url: `${PAGE}/${number}`, custom: `row-${number}` }));
		service.seed('links', links);
		const run = await sheetOn(service).run([
			{ 'Short URL': `${service.url}/row-1`, Alias: '', 'Long URL': `${PAGE}/new` },
			{ short_link: '', '\uFEFFSlug': 'row-2', 'Long URL': `${PAGE}/newer` },
			{ 'Short URL': '', 'CUSTOM ALIAS': '', 'Long URL': `${PAGE}/3` },
			{ 'Short URL': '', Alias: '', 'Long URL': `${PAGE}/4` },
		]);

		expect(outcomes(run)).toEqual(['updated', 'updated', 'unchanged', 'created']);
	});

	it('fed with its own output, leaves every link as it is', async () => {
		const service = await serviceWith();
		const sheet = sheetOn(service);
		const first = await sheet.run(numbered(5, (number) => ({ url: `${PAGE}/${String(number)}` })));
		await sheet.restart();
		const second = await sheet.run(first.items);

		expect(outcomes(second)).toEqual(times(5, 'unchanged'));
		expect(service.links()).toHaveLength(5);
	});
});

it('C4: no link is led to itself', async () => {
	const service = await serviceWith();
	service.seed('domains', [{ domain: 'https://brand0.example' }]);
	service.seed('links', [{ url: PAGE, custom: 'spring', domain: 'https://brand0.example' }]);
	const short = 'https://brand0.example/spring';
	const run = await sheetOn(service).run([{ 'Short URL': short, 'Long URL': short }]);

	expect(outcomes(run)).toEqual(['failed']);
	expect(destinations(service)).toEqual({ [short]: PAGE });
});

describe('one page with and without an alias', () => {
	const rows = [
		{ url: PAGE, custom: 'spring' },
		{ url: PAGE, custom: '' },
	];

	it.each([['as they are', rows] as const, ['in the other order', rows.toReversed()] as const])(
		'the row without alias is about the link that no other row names, %s',
		async (_order, items) => {
			const service = await serviceWith();
			const sheet = sheetOn(service);
			const first = await sheet.run(items);
			await sheet.restart();
			const second = await sheet.run(items);

			expect([...outcomes(first), ...outcomes(second)]).toEqual([
				'created',
				'created',
				'unchanged',
				'unchanged',
			]);
			expect(second.items.map(({ shorturl }) => shorturl)).toEqual(
				first.items.map(({ shorturl }) => shorturl),
			);
			expect(service.links()).toHaveLength(2);
		},
	);
});

describe('C4: a link that the row names by alias, and leads elsewhere', () => {
	it.each([
		['Return Existing', RETURN_EXISTING, ''],
		['Return Existing, and gives its domain', RETURN_EXISTING, 'go.demo.example'],
	])('C4: with %s, is told what would change it', async (_, parameters, domain) => {
		const service = await serviceWith();
		service.seed('links', [{ url: PAGE, custom: 'spring', domain }, {}]);
		const row = { url: `${PAGE}/moved`, custom: 'spring', domain };
		const [complaint] = complaints(await sheetOn(service, parameters).run([row]));

		expect(complaint).toContain(`/spring leads to ${PAGE}`);
		expect(complaint).toContain('To change where it leads, use Create or Update.');
		expect(complaint).not.toContain('Domain');
		expect(outcomes(await sheetOn(service).run([row]))).toEqual(['updated']);
	});
});

describe('C4: a short URL of another service', () => {
	const rowsOf = (column: string) =>
		numbered(3, (number) => ({
			'Long URL': `${PAGE}/${number}`,
			[column]: `https://bit.ly/3x${number}`,
			'Meta Title': 'Title',
		}));
	const FOREIGN = 'is on bit.ly, which is not a domain of this account';

	it.each(['Short URL', 'Short Link', 'short_url'])(
		'is refused before anything is sent, in a dry run, too, by its column %s',
		async (column) => {
			const service = await account();
			const sheet = sheetOn(service);
			for (const run of [
				await sheet.run(rowsOf(column)),
				await sheet.run(rowsOf(column), { dryRun: true }),
			]) {
				expect(outcomes(run)).toEqual(times(3, 'failed'));
				expect(run.items[0]).toMatchObject({
					error: `${column} ${FOREIGN}`,
					message: `Enter a short URL of this account, or leave it empty. If the column ${column} is about something else, add it to Options → Inputs to Ignore.`,
				});
			}
			expect(changesSent(service)).toEqual([]);
			// The links once for each run, and the domains, which are remembered.
			expect(service.requests).toHaveLength(3);
		},
	);

	it('is left to the service where the domains cannot be read', async () => {
		const service = await account();
		service.addFault({ kind: 'failureOn400', match: { path: /^\/api\/domains/ } });
		const run = await sheetOn(service).run(rowsOf('Short URL'));

		expect(outcomes(run)).toEqual(times(3, 'failed'));
		expect(complaints(run)[0]).not.toContain(FOREIGN);
		expect(changesSent(service)).toHaveLength(3);
	});

	it.each([
		['a branded domain', 'https://brand0.example', {}],
		['the base URL', '', {}],
		['the domain that links are on', 'https://sho.rt', { defaultDomain: 'https://sho.rt' }],
	])('is none on %s, whether the link is there or new', async (_what, domain, variations) => {
		const service = await account(variations);
		service.seed('links', [{ url: PAGE, custom: 'spring', domain }]);
		const host = domain || service.url;
		const run = await sheetOn(service).run([
			{ 'Short URL': `${host}/spring`, 'Long URL': PAGE },
			{ 'Short URL': `${host}/summer`, 'Long URL': PAGE },
		]);

		expect(outcomes(run)).toEqual(['unchanged', 'created']);
	});
});

it('C4: a short URL is none of another service where an older link of the account is on its host', async () => {
	const service = await account({ defaultDomain: 'https://sho.rt' });
	const date = '2026-01-05 09:00:00';
	service.seed('links', [{ url: PAGE, custom: 'spring', domain: 'https://sho.rt', date }]);
	seedMany(service, 'links', 150, () => ({ domain: 'https://brand0.example' }));
	for (const column of ['Short URL', 'Custom Alias']) {
		const row = { [column]: 'https://sho.rt/spring', 'Long URL': PAGE };
		expect(outcomes(await sheetOn(service).run([row]))).toEqual(['unchanged']);
	}
});

it('C4: a link that was deleted by hand is made again', async () => {
	const service = await serviceWith();
	const sheet = sheetOn(service);
	const first = await sheet.run([{ url: PAGE, custom: 'spring' }]);
	service.deleteLinks(service.links().map(({ id }) => id));
	const second = await sheet.run([{ url: PAGE, custom: 'spring' }]);

	expect([...outcomes(first), ...outcomes(second)]).toEqual(['created', 'created']);
});

it('C4: Update leads no link to itself', async () => {
	const service = await withLinks({ url: PAGE, custom: 'spring' });
	const own = `${service.url}/spring`;
	const run = await runOn(service, updateOf('shortUrl'), [{ link: own, url: own }]);

	expect(errorOf(run).message).toContain('is the short URL itself');
	expect(changesSent(service)).toEqual([]);
});

it('C4: a short URL and the ID of its domain are one link', async () => {
	const service = await serviceWith();
	const [id] = service.seed('domains', [{ domain: BRAND }]);
	service.seed('links', [{ url: PAGE, custom: 'spring', domain: BRAND }]);
	const row = { 'Short URL': `${BRAND}/spring`, Domain: id, 'Meta Title': 'Two' };

	expect(complaints(await sheetOn(service).run([row]))).toEqual([]);
	expect(titles(service)).toEqual([`spring ${BRAND} Two`]);
});
