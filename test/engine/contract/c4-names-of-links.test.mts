import { describe, expect, it } from 'vitest';
import type { Variations } from '../../service/index.mts';
import { serviceWith } from '../support/service.mts';
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

/** An account with a branded domain. */
async function account(variations: Partial<Variations> = {}) {
	const service = await serviceWith({ variations });
	service.seed('domains', [{ domain: 'https://brand0.example' }]);
	return service;
}

describe('a row', () => {
	it('goes by the best column of each row', async () => {
		const service = await serviceWith();
		service.seed(
			'links',
			numbered(3, (number) => ({ url: `${PAGE}/${String(number)}`, custom: `row-${number}` })),
		);
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

it('C4: a link that was deleted by hand is made again', async () => {
	const service = await serviceWith();
	const sheet = sheetOn(service);
	const first = await sheet.run([{ url: PAGE, custom: 'spring' }]);
	service.deleteLinks(service.links().map(({ id }) => id));
	const second = await sheet.run([{ url: PAGE, custom: 'spring' }]);

	expect([...outcomes(first), ...outcomes(second)]).toEqual(['created', 'created']);
});
