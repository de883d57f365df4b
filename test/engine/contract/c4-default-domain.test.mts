import { describe, expect, it } from 'vitest';
import type { SeedRow, Variations } from '../../service/index.mts';
import { atLeastOne } from '../../lists.mts';
import { hintsOf } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';
import {
	complaints,
	destinations,
	numbered,
	outcomes,
	sheetOn,
	SIZES,
	times,
} from '../support/sheet.mts';

/** Domains that the account's list names, and hosts of the service's own, which no list names. */
const [BRAND, OTHER_BRAND] = ['https://brand0.example', 'https://brand1.example'];
const [SHORT, SECOND] = ['https://sho.rt', 'https://two.example'];

const page = (number: number) => `https://example.com/page/${number}`;
const row = (number: number) => ({ url: page(number), custom: `row-${number}` });
const elsewhere = (number: number) => ({ ...row(number), url: `${page(number)}/elsewhere` });
const onBrand = (domain: string) => numbered(3, (number) => ({ ...elsewhere(number), domain }));

/** An account as it is before the sheet is brought to it. */
interface Account {
	variations?: Partial<Variations>;
	links?: SeedRow[];
}

const ACCOUNTS: Record<string, Account> = {
	'new and empty': {},
	'whose short links are on the host of its dashboard': { links: times(5, {}) },
	'whose short links are on another host': {
		variations: { defaultDomain: SHORT },
		links: times(5, { domain: SHORT }),
	},
	'new, whose short links will be on another host': { variations: { defaultDomain: SHORT } },
	'with two branded domains and nothing else': {
		links: [...onBrand(BRAND), ...onBrand(OTHER_BRAND)],
	},
	'with the same aliases on a branded domain, on another host': {
		variations: { defaultDomain: SHORT },
		links: [...onBrand(BRAND), { domain: SHORT }],
	},
};

/** An account with two branded domains, on an install with these differences. */
async function account(variations: Partial<Variations> = {}, links: SeedRow[] = []) {
	const service = await serviceWith({ variations });
	service.seed('domains', [{ domain: BRAND }, { domain: OTHER_BRAND }]);
	service.seed('links', links);
	return service;
}

/** Links with the aliases and pages of `row`. */
const linksOn = (domain: string, count = 40, more: SeedRow = {}) =>
	numbered(count, (number) => ({ ...row(number), domain, ...more }));

describe.each(Object.entries(ACCOUNTS))(
	'C4: a sheet with aliases and no Domain, on an account %s',
	(_, { variations, links = [] }) => {
		it.each([false, true])(
			'makes each link once, and then changes three of them, after a restart of n8n: %s',
			async (isRestarted) => {
				const service = await account(variations, links);
				const sheet = sheetOn(service);
				const before = destinations(service);
				const first = await sheet.run(numbered(5, row));
				if (isRestarted) await sheet.restart();
				const again = await sheet.run(numbered(5, row));
				const moved = numbered(5, (number) => ({
					...row(number),
					...(number < 3 && { url: `${page(number)}/moved` }),
					...(number === 3 && { metatitle: 'New' }),
				}));
				const third = await sheet.run(moved);

				expect(outcomes(first)).toEqual(times(5, 'created'));
				expect(outcomes(again)).toEqual(times(5, 'unchanged'));
				expect(outcomes(third)).toEqual([...times(3, 'updated'), ...times(2, 'unchanged')]);
				expect(service.links()).toHaveLength(links.length + 5);
				expect(destinations(service)).toMatchObject(before);
				const made = first.items.map(({ shorturl }) => shorturl as string);
				expect(made.map((shorturl) => destinations(service)[shorturl])).toEqual(
					moved.map(({ url }) => url),
				);
			},
		);
	},
);

it.each([false, true])(
	'C4: a default domain that was changed makes no double, after a restart of n8n: %s',
	async (isRestarted) => {
		const service = await account({ defaultDomain: SHORT });
		const sheet = sheetOn(service);
		await sheet.run(numbered(5, row));
		service.set({ variations: { defaultDomain: SECOND } });
		if (isRestarted) await sheet.restart();
		const again = await sheet.run(numbered(5, row));

		expect(outcomes(again)).toEqual(times(5, 'unchanged'));
		expect(service.links()).toHaveLength(5);
	},
);

it('C4: with links on two unknown hosts, the rows of moved pages alone are asked for Domain', async () => {
	const links = [...linksOn(SHORT, 5), { custom: 'other', domain: SECOND }];
	const service = await account({ defaultDomain: SHORT, ownDomains: [SECOND] }, links);
	const before = destinations(service);
	const rows = numbered(5, (number) =>
		number === 5 ? { ...row(5), url: `${page(5)}/moved` } : row(number),
	);
	const run = await sheetOn(service).run(rows);

	expect(outcomes(run)).toEqual([...times(4, 'unchanged'), 'failed']);
	expect(JSON.stringify(run.items[4])).toContain(`Set Domain, such as ${SHORT}`);
	expect(destinations(service)).toEqual(before);
});

describe('a row without Domain is about the default domain', () => {
	it.each(SIZES.flatMap((count) => [0, 5].map((others) => ({ count, others }))))(
		'$count aliases that a branded domain alone has are created, beside $others links on the default one',
		async ({ count, others }) => {
			const service = await account({}, [...linksOn(BRAND), ...times(others, {})]);
			const before = destinations(service);
			const run = await sheetOn(service).run(numbered(count, elsewhere));

			expect(outcomes(run)).toEqual(times(count, 'created'));
			expect(run.items.map(({ shorturl }) => shorturl)).toEqual(
				numbered(count, (number) => `${service.url}/row-${String(number)}`),
			);
			expect(destinations(service)).toMatchObject(before);
		},
	);

	it.each(SIZES)(
		'%i aliases that the install allows once on all domains fail, and change nothing',
		async (count) => {
			const service = await account({ aliasesUniqueOverAll: true }, linksOn(BRAND));
			const before = destinations(service);
			const run = await sheetOn(service).run(numbered(count, elsewhere));

			expect(outcomes(run)).toEqual(times(count, 'failed'));
			expect(destinations(service)).toEqual(before);
		},
	);
});

describe('after a restart, on a dashboard that is on another host than the short links', () => {
	const shortHost = async () => {
		const branded = numbered(10, (number) => ({ custom: `brand-${number}`, domain: BRAND }));
		const links = [...branded, ...linksOn(SHORT, 40, { title: 'Title' })];
		return await account({ defaultDomain: SHORT }, links);
	};

	it.each(SIZES)(
		'%i rows with another long URL are updated, and a line says where',
		async (count) => {
			const service = await shortHost();
			const before = destinations(service);
			const run = await sheetOn(service).run(numbered(count, elsewhere));

			expect(outcomes(run)).toEqual(times(count, 'updated'));
			expect(hintsOf(run)).toContain('on sho.rt, the only host');
			expect(destinations(service)).toEqual({
				...before,
				...Object.fromEntries(
					numbered(count, (number) => [`${SHORT}/row-${String(number)}`, elsewhere(number).url]),
				),
			});
		},
	);

	it('a dry run foretells it, whatever it would create before', async () => {
		const service = await shortHost();
		const options = { batching: { maxInFlight: 1 } };
		const rows = [row(99), elsewhere(1)];
		const dry = await sheetOn(service, { dryRun: true, options }).run(rows);
		const run = await sheetOn(service, { options }).run(rows);

		expect(outcomes(dry)).toEqual(['create', 'update']);
		expect(outcomes(run)).toEqual(['created', 'updated']);
	});

	it.each([
		'failureOn400',
		// Perhaps passing ones.
		'html200',
		'redirect',
	] as const)('no host is taken for the default one where the domains give %s', async (kind) => {
		const service = await account({ defaultDomain: SHORT }, linksOn(SHORT, 1));
		service.addFault({
			kind,
			location: 'https://challenge.example/',
			match: { path: /^\/api\/domains/ },
		});
		const run = await sheetOn(service).run([elsewhere(1)]);
		expect(outcomes(run)).toEqual(['failed']);
		expect(destinations(service)).toEqual({ [`${SHORT}/row-1`]: page(1) });
	});

	it('a link on the base URL is found that only a look-up shows', async () => {
		const newer = numbered(450, (number) => ({ custom: `brand-${number}`, domain: BRAND }));
		const service = await account({}, [...numbered(3, row), ...newer]);
		const run = await sheetOn(service).run(numbered(3, elsewhere));

		expect(outcomes(run)).toEqual(times(3, 'updated'));
	});

	it('a row that names its domain is updated', async () => {
		const service = await shortHost();
		const run = await sheetOn(service).run([{ ...elsewhere(1), domain: SHORT }]);

		expect(outcomes(run)).toEqual(['updated']);
		expect(destinations(service)).toMatchObject({ [`${SHORT}/row-1`]: elsewhere(1).url });
	});
});

describe.each<[account: string, domain: string, other: string, ownDomains: string[]]>([
	['whose default domain is one of its branded ones', BRAND, BRAND, []],
	['of an install with a second domain', SHORT, SECOND, [SECOND]],
])('a default domain that cannot be guessed, for an account %s', (_, domain, other, ownDomains) => {
	it.each(SIZES)(
		'%i rows whose alias leads elsewhere fail, name the link and change nothing',
		async (count) => {
			const others = numbered(5, (number) => ({ custom: `other-${number}`, domain: other }));
			const links = [...linksOn(domain), ...others];
			const service = await account({ defaultDomain: domain, ownDomains }, links);
			const before = destinations(service);
			const run = await sheetOn(service).run(numbered(count, elsewhere));

			expect(outcomes(run)).toEqual(times(count, 'failed'));
			for (const [index, words] of atLeastOne(complaints(run).entries())) {
				expect(words).toContain(`${domain}/row-${String(index + 1)}`);
			}
			expect(destinations(service)).toEqual(before);
		},
	);
});

describe('a service that hands out the link it has', () => {
	it('C4: shows no default domain by a link that it had on a branded one', async () => {
		const service = await account({ suppressesDuplicates: true }, linksOn(BRAND, 20));
		const before = destinations(service);
		const sheet = sheetOn(service);
		// So many rows that none is read before them.
		const urls = numbered(12, (number) => ({ url: page(number) }));
		await sheet.run(urls, { operation: 'create', options: { batching: { maxInFlight: 1 } } });
		await sheet.run([elsewhere(20)]);

		expect(destinations(service)).toMatchObject(before);
	});
});
