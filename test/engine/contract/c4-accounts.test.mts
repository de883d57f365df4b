import { describe, expect, it } from 'vitest';
import type { SeedRow, Variations } from '../../service/index.mts';
import { serviceWith } from '../support/service.mts';
import { destinations, numbered, outcomes, sheetOn, times } from '../support/sheet.mts';

/** Domains that the account's list names, and hosts of the service's own, which no list names. */
const [BRAND, OTHER_BRAND] = ['https://brand0.example', 'https://brand1.example'];
const [SHORT, SECOND] = ['https://sho.rt', 'https://two.example'];

const page = (number: number) => `https://example.com/page/${number}`;
const row = (number: number) => ({ url: page(number), custom: `row-${number}` });
const onBrand = (domain: string) =>
	numbered(3, (number) => ({ ...row(number), url: `${page(number)}/other`, domain }));

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

async function played({ variations = {}, links = [] }: Account) {
	const service = await serviceWith({ variations });
	service.seed('domains', [{ domain: BRAND }, { domain: OTHER_BRAND }]);
	service.seed('links', links);
	return { service, sheet: sheetOn(service) };
}

describe.each(Object.entries(ACCOUNTS))(
	'C4: a sheet with aliases and no Domain, on an account %s',
	(_, account) => {
		it.each([false, true])(
			'makes each link once, and then changes three of them, after a restart of n8n: %s',
			async (isRestarted) => {
				const { service, sheet } = await played(account);
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
				expect(service.links()).toHaveLength((account.links ?? []).length + 5);
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
		const { service, sheet } = await played({ variations: { defaultDomain: SHORT } });
		await sheet.run(numbered(5, row));
		service.set({ variations: { defaultDomain: SECOND } });
		if (isRestarted) await sheet.restart();
		const again = await sheet.run(numbered(5, row));

		expect(outcomes(again)).toEqual(times(5, 'unchanged'));
		expect(service.links()).toHaveLength(5);
	},
);

it('C4: with links on two unknown hosts, the rows of moved pages alone are asked for Domain', async () => {
	const { service, sheet } = await played({
		variations: { defaultDomain: SHORT, ownDomains: [SECOND] },
		links: [
			...numbered(5, (number) => ({ ...row(number), domain: SHORT })),
			{ custom: 'other', domain: SECOND },
		],
	});
	const before = destinations(service);
	const rows = numbered(5, (number) =>
		number === 5 ? { ...row(5), url: `${page(5)}/moved` } : row(number),
	);
	const run = await sheet.run(rows);

	expect(outcomes(run)).toEqual([...times(4, 'unchanged'), 'failed']);
	expect(JSON.stringify(run.items[4])).toContain(`Set Domain, such as ${SHORT}`);
	expect(destinations(service)).toEqual(before);
});
