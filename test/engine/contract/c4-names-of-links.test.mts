import { describe, expect, it } from 'vitest';
import type { Variations } from '../../service/index.mts';
import { recordWith, textLike } from '../support/matchers.mts';
import { serviceWith } from '../support/service.mts';
import {
	complaints,
	destinations,
	numbered,
	outcomes,
	PAGE,
	RETURN_EXISTING,
	sheetOn,
	times,
} from '../support/sheet.mts';

const BY_ALIAS = { matchOn: 'custom' };
const AUTO = { matchOn: 'auto' };

describe('A6: Best Column in Each Row', () => {
	it('A6: goes by the best column of each row', async () => {
		const service = await serviceWith();
		service.seed(
			'links',
			numbered(3, (number) => ({ url: `${PAGE}/${String(number)}`, custom: `row-${number}` })),
		);
		const run = await sheetOn(service, AUTO).run([
			{ 'Short URL': `${service.url}/row-1`, Alias: '', 'Long URL': `${PAGE}/new` },
			{ short_link: '', '\uFEFFSlug': 'row-2', 'Long URL': `${PAGE}/newer` },
			{ 'Short URL': '', 'CUSTOM ALIAS': '', 'Long URL': `${PAGE}/3` },
			{ 'Short URL': '', Alias: '', 'Long URL': `${PAGE}/4` },
		]);

		expect(outcomes(run)).toEqual(['updated', 'updated', 'unchanged', 'created']);
	});

	it('A6: fed with its own output, leaves every link as it is', async () => {
		const service = await serviceWith();
		const sheet = sheetOn(service, AUTO);
		const first = await sheet.run(numbered(5, (number) => ({ url: `${PAGE}/${String(number)}` })));
		await sheet.restart();
		const second = await sheet.run(first.items);

		expect(outcomes(second)).toEqual(times(5, 'unchanged'));
		expect(service.links()).toHaveLength(5);
	});
});

describe('A8: a service that writes aliases in lower case and with hyphens', () => {
	const ownForm: Partial<Variations> = { aliasForm: ['lowerCase', 'hyphens'] };
	const row = { url: PAGE, custom: 'Summer Sale' };

	it.each([1, 30])(
		'A8: the links of %i rows are found again, after a restart, too',
		async (count) => {
			const service = await serviceWith({ variations: ownForm });
			const rows = numbered(count, (number) => ({
				url: `${PAGE}/${String(number)}`,
				custom: `Row ${String(number)} X`,
			}));
			const sheet = sheetOn(service, BY_ALIAS);
			const first = await sheet.run(rows);
			const again = await sheet.run(rows);
			await sheet.restart();
			const second = await sheet.run(rows);

			expect(outcomes(first)).toEqual(times(count, 'created'));
			expect([again, second].flatMap(outcomes)).toEqual(times(2 * count, 'unchanged'));
			expect(second.items[0]).toMatchObject({ shorturl: `${service.url}/row-1-x` });
			expect(service.links()).toHaveLength(count);
		},
	);

	it('A8: a row that has got its short URL back names the same link', async () => {
		const service = await serviceWith({ variations: ownForm });
		const sheet = sheetOn(service, AUTO);
		const [made] = (await sheet.run([row])).items;
		const second = await sheet.run([{ ...row, 'Short URL': made?.shorturl }]);

		expect(outcomes(second)).toEqual(['unchanged']);
	});

	it('A8: Return Existing finds it, too', async () => {
		const service = await serviceWith({ variations: ownForm });
		const sheet = sheetOn(service, RETURN_EXISTING);
		await sheet.run([row]);
		await sheet.restart();
		const second = await sheet.run([row]);

		expect(second.items).toMatchObject([
			{ existing: true, shorturl: `${service.url}/summer-sale` },
		]);
	});

	it.each([
		['Summer Sale', 'summer-sale'],
		['Summer', 'summer'],
	])('A8: a link to another page is named, and stays as it is: %s', async (custom, made) => {
		const service = await serviceWith({ variations: ownForm });
		const sheet = sheetOn(service, BY_ALIAS);
		await sheet.run([{ ...row, custom }]);
		await sheet.restart();
		const second = await sheet.run([{ custom, url: `${PAGE}/elsewhere` }]);

		expect(outcomes(second)).toEqual(['failed']);
		expect(complaints(second)[0]).toContain(`${service.url}/${made}`);
		expect(destinations(service)).toEqual({ [`${service.url}/${made}`]: PAGE });
	});
});

describe('A14: the column Link', () => {
	it.each([BY_ALIAS, AUTO])(
		'A14: is the short link beside an alias, with %j',
		async (parameters) => {
			const service = await serviceWith();
			service.seed('links', [{ url: PAGE, custom: 'spring', title: 'Old' }]);
			const run = await sheetOn(service, parameters).run([
				{ Link: `${service.url}/spring`, 'Custom Alias': 'spring', 'Meta Title': 'New' },
			]);

			expect(outcomes(run)).toEqual(['updated']);
			expect(service.links()).toMatchObject([{ longurl: PAGE, title: 'New' }]);
		},
	);

	it('A14: names the link alone, on a host of the account', async () => {
		const service = await serviceWith();
		service.seed('domains', [{ domain: 'https://brand0.example' }]);
		service.seed('links', [{ url: PAGE, custom: 'spring', domain: 'https://brand0.example' }]);
		const run = await sheetOn(service, AUTO).run([
			{ Link: 'https://brand0.example/spring', 'Meta Title': 'New' },
		]);

		expect(outcomes(run)).toEqual(['updated']);
		expect(service.links()).toMatchObject([{ longurl: PAGE, title: 'New' }]);
	});

	it('A14: names the link beside a long URL, which moves the page', async () => {
		const service = await serviceWith();
		service.seed('domains', [{ domain: 'https://brand0.example' }]);
		service.seed('links', [{ url: PAGE, custom: 'spring', domain: 'https://brand0.example' }]);
		const moved = { 'Long URL': `${PAGE}/moved`, Link: 'brand0.example/spring' };
		const run = await sheetOn(service, { ...AUTO, domain: service.url }).run([moved]);

		expect(outcomes(run)).toEqual(['updated']);
		expect(destinations(service)).toEqual({ 'https://brand0.example/spring': `${PAGE}/moved` });
		expect(run.hints).not.toContainEqual(recordWith({ message: textLike(/Ignored/) }));
	});

	it('A14: names no link beside a long URL if it leads elsewhere, or there are no domains', async () => {
		const service = await serviceWith();
		service.addFault({ kind: 'html200', match: { path: /^\/api\/domains/ } });
		const run = await sheetOn(service, AUTO).run([
			{ 'Long URL': PAGE, Link: 'https://a.example/b' },
		]);

		expect(outcomes(run)).toEqual(['created']);
		expect(run.hints).toContainEqual(recordWith({ message: textLike(/Ignored: Link/) }));
	});

	it.each([BY_ALIAS, AUTO])(
		'A14: is the long URL on any other host, with %j',
		async (parameters) => {
			const service = await serviceWith();
			const run = await sheetOn(service, parameters).run([
				{ Link: PAGE, 'Custom Alias': 'spring' },
			]);

			expect(outcomes(run)).toEqual(['created']);
			expect(destinations(service)).toEqual({ [`${service.url}/spring`]: PAGE });
		},
	);

	it('A14: no link is led to itself, under whatever heading', async () => {
		const service = await serviceWith();
		service.seed('domains', [{ domain: 'https://brand0.example' }]);
		service.seed('links', [{ url: PAGE, custom: 'spring', domain: 'https://brand0.example' }]);
		const short = 'https://brand0.example/spring';
		const run = await sheetOn(service, { matchOn: 'shorturl' }).run([
			{ 'Short URL': short, 'Long URL': short },
		]);

		expect(outcomes(run)).toEqual(['failed']);
		expect(destinations(service)).toEqual({ [short]: PAGE });
	});
});

describe('A6: a row whose short URL is not that of its alias or domain', () => {
	it.each([
		['Custom Alias', 'summer'],
		['Domain', 'https://brand1.example'],
	])('A6: makes no link, and is told to correct its %s', async (column, value) => {
		const service = await serviceWith();
		service.seed('domains', [
			{ domain: 'https://brand0.example' },
			{ domain: 'https://brand1.example' },
		]);
		const row = { 'Short URL': 'brand0.example/spring', 'Long URL': PAGE, [column]: value };
		const planned = await sheetOn(service, { ...AUTO, options: { dryRun: true } }).run([row]);
		const run = await sheetOn(service, AUTO).run([row]);

		for (const [complaint] of [planned, run].map(complaints)) {
			expect(complaint).toContain(`${column} of the item is ${value}`);
			expect(complaint).toContain('brand0.example/spring');
		}
		expect(service.links()).toEqual([]);
	});
});

describe('A17: one page with and without an alias', () => {
	const rows = [
		{ url: PAGE, custom: 'spring' },
		{ url: PAGE, custom: '' },
	];

	it.each([['as they are', rows] as const, ['in the other order', rows.toReversed()] as const])(
		'A17: the row without alias is about the link that no other row names, %s',
		async (_order, items) => {
			const service = await serviceWith();
			const sheet = sheetOn(service, AUTO);
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

describe('C4: a link that the row names by alias, and does not match on it', () => {
	it.each([
		['Match On Long URL', { matchOn: 'url' }, ''],
		['Match On Long URL, and gives its domain', { matchOn: 'url' }, 'go.demo.example'],
		['Return Existing', RETURN_EXISTING, ''],
		['Return Existing, and gives its domain', RETURN_EXISTING, 'go.demo.example'],
	])('C4: with %s, is told what would change it', async (_, parameters, domain) => {
		const service = await serviceWith();
		service.seed('links', [{ url: PAGE, custom: 'spring', domain }, {}]);
		const row = { url: `${PAGE}/moved`, custom: 'spring', domain };
		const [complaint] = complaints(await sheetOn(service, parameters).run([row]));

		expect(complaint).toContain(`/spring leads to ${PAGE}.`);
		expect(complaint).toContain('use Create or Update with Match On set to Custom Alias');
		expect(complaint).not.toContain('Domain');
		expect(outcomes(await sheetOn(service, BY_ALIAS).run([row]))).toEqual(['updated']);
	});
});

it('C4: a row that matches on its alias is asked for the domain that its link is on', async () => {
	const domain = 'https://go.demo.example';
	const service = await serviceWith({ variations: { defaultDomain: domain } });
	const rows = numbered(30, (number) => ({ url: PAGE, custom: `row-${String(number)}` }));
	service.seed(
		'links',
		rows.map((row) => ({ ...row, domain })),
	);
	// The rows before it show which domain is likely the default one, while this one is under way.
	const moved = { url: `${PAGE}/moved`, custom: 'row-30' };
	const run = await sheetOn(service, BY_ALIAS).run([...rows.slice(0, 29), moved]);

	expect(outcomes(run)).toEqual([...times(29, 'unchanged'), 'failed']);
	expect(complaints(run)[0]).toContain(`Domain, such as ${domain}`);
});

it('C4: a link that was deleted by hand is made again', async () => {
	const service = await serviceWith();
	const sheet = sheetOn(service, BY_ALIAS);
	const first = await sheet.run([{ url: PAGE, custom: 'spring' }]);
	service.deleteLinks(service.links().map(({ id }) => id));
	const second = await sheet.run([{ url: PAGE, custom: 'spring' }]);

	expect([...outcomes(first), ...outcomes(second)]).toEqual(['created', 'created']);
});
