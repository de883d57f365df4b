import { describe, expect, it } from 'vitest';
import type { Service, Variations } from '../../service/index.mts';
import { textWith } from '../support/matchers.mts';
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
import { atLeastOne } from '../../lists.mts';

/** A domain of the account, which its list of domains names. */
const BRAND = 'https://brand0.example';
/** Domains of the service's own, which no list names. */
const SHORT = 'https://sho.rt';
const SECOND = 'https://two.example';

const page = (number: number) => `https://example.com/page/${String(number)}`;

/** Links by number: their aliases are `row-1` and on, their pages those of `page`. */
function seedLinks(service: Service, count: number, domain = '', more: object = {}): void {
	service.seed(
		'links',
		numbered(count, (number) => ({
			url: page(number),
			custom: `row-${String(number)}`,
			domain,
			...more,
		})),
	);
}

/** An account with a branded domain, on an install with these differences. */
async function account(variations: Partial<Variations> = {}): Promise<Service> {
	const service = await serviceWith({ variations });
	service.seed('domains', [{ domain: BRAND }]);
	return service;
}

const row = (number: number) => ({ url: page(number), custom: `row-${String(number)}` });
const elsewhere = (number: number) => ({ ...row(number), url: `${page(number)}/elsewhere` });

describe('a row without Domain is about the default domain', () => {
	it.each(SIZES.flatMap((count) => [0, 5].map((others) => ({ count, others }))))(
		'$count aliases that a branded domain alone has are created, beside $others links on the default one',
		async ({ count, others }) => {
			const service = await account();
			seedLinks(service, 40, BRAND);
			service.seed('links', times(others, {}));
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
			const service = await account({ aliasesUniqueOverAll: true });
			seedLinks(service, 40, BRAND);
			const before = destinations(service);
			const run = await sheetOn(service).run(numbered(count, elsewhere));

			expect(outcomes(run)).toEqual(times(count, 'failed'));
			expect(destinations(service)).toEqual(before);
		},
	);
});

describe('after a restart, on a dashboard that is on another host than the short links', () => {
	const shortHost = async () => {
		const service = await account({ defaultDomain: SHORT });
		service.seed(
			'links',
			numbered(10, (number) => ({ custom: `brand-${number}`, domain: BRAND })),
		);
		seedLinks(service, 40, SHORT, { title: 'Title' });
		return service;
	};

	it.each(SIZES)(
		'%i rows with another long URL are updated, and a line says where',
		async (count) => {
			const service = await shortHost();
			const before = destinations(service);
			const run = await sheetOn(service).run(numbered(count, elsewhere));

			expect(outcomes(run)).toEqual(times(count, 'updated'));
			expect(run.hints.map(({ message }) => message)).toContainEqual(
				textWith('on sho.rt, the only host'),
			);
			expect(destinations(service)).toEqual({
				...before,
				...Object.fromEntries(
					numbered(count, (number) => [`${SHORT}/row-${String(number)}`, elsewhere(number).url]),
				),
			});
		},
	);

	it('no host is taken for the default one where the domains cannot be read', async () => {
		const service = await account({ defaultDomain: SHORT });
		seedLinks(service, 1, SHORT);
		service.addFault({ kind: 'failureOn400', match: { path: /^\/api\/domains/ } });
		const run = await sheetOn(service).run([elsewhere(1)]);
		expect(outcomes(run)).toEqual(['failed']);
		expect(destinations(service)).toEqual({ [`${SHORT}/row-1`]: page(1) });
	});

	it('a row that names its domain is updated', async () => {
		const service = await shortHost();
		const run = await sheetOn(service).run([{ ...elsewhere(1), domain: SHORT }]);

		expect(outcomes(run)).toEqual(['updated']);
		expect(destinations(service)).toMatchObject({ [`${SHORT}/row-1`]: elsewhere(1).url });
	});
});

describe.each<[account: string, domain: string, variations: Partial<Variations>]>([
	['whose default domain is one of its branded ones', BRAND, { defaultDomain: BRAND }],
	['of an install with a second domain', SHORT, { defaultDomain: SHORT, ownDomains: [SECOND] }],
])('a default domain that cannot be guessed, for an account %s', (_account, domain, variations) => {
	const unguessable = async () => {
		const service = await account(variations);
		seedLinks(service, 40, domain);
		const other = domain === BRAND ? '' : SECOND;
		service.seed(
			'links',
			numbered(5, (number) => ({ custom: `other-${number}`, domain: other || BRAND })),
		);
		return service;
	};

	it.each(SIZES)(
		'%i rows whose alias leads elsewhere fail, name the link and change nothing',
		async (count) => {
			const service = await unguessable();
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
		const service = await account({ suppressesDuplicates: true });
		seedLinks(service, 20, BRAND);
		const before = destinations(service);
		const sheet = sheetOn(service);
		// So many rows that none is read before them.
		const urls = numbered(12, (number) => ({ url: page(number) }));
		await sheet.run(urls, { operation: 'create', options: { batching: { maxInFlight: 1 } } });
		await sheet.run([elsewhere(20)]);

		expect(destinations(service)).toMatchObject(before);
	});
});
