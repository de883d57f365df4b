import { describe, expect, it } from 'vitest';
import { errorOf, ON_ERROR } from '../support/runs.mts';
import { createBodies, serviceWith } from '../support/service.mts';
import { complaints, numbered, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

/** A Domain that the account lacks is told before any link is made. */

const ROWS = numbered(60, (number) => ({
	url: `${PAGE}/${number}`,
	Domain: number > 30 ? 'dub.sh' : 'go.example.com',
}));

async function seeded() {
	const service = await serviceWith();
	service.seed('domains', [{ domain: 'https://go.example.com' }]);
	return service;
}

describe.each(['create', 'upsert'])(
	'C15: a domain that the account lacks, with %s',
	(operation) => {
		it('stops the run before anything is sent', async () => {
			const service = await seeded();
			const settings = { onError: ON_ERROR.Stop };
			const { message, description } = errorOf(
				await sheetOn(service, { operation }, settings).run(ROWS),
			);

			expect(message).toContain('There is no domain dub.sh');
			expect(description).toMatch(/Domains: .*go\.example\.com/);
			expect(service.links()).toEqual([]);
			expect(service.requests.length).toBeLessThanOrEqual(4);
		});

		it('fails its own rows where the run goes on, and in a dry run', async () => {
			const service = await seeded();
			const dry = await sheetOn(service, { operation, dryRun: true }).run(ROWS);
			const run = await sheetOn(service, { operation }).run(ROWS);

			expect(outcomes(dry).filter((outcome) => outcome === 'failed')).toHaveLength(30);
			expect(complaints(run)).toHaveLength(30);
			expect(service.links()).toHaveLength(30);
		});

		it('is sent where the form gives it, since a service may have domains that it does not list', async () => {
			const service = await seeded();
			const domain = { __rl: true, mode: 'address', value: 'https://own.example.com' };
			await sheetOn(service, { operation, additionalFields: { domain } }).run([{ url: PAGE }]);

			expect(createBodies(service)).toMatchObject([{ domain: 'https://own.example.com' }]);
		});

		it('is taken where a link of the account is on it, and where the list cannot be read', async () => {
			const row = { url: `${PAGE}/2`, Domain: 'own.example.com' };
			const withLink = await seeded();
			withLink.seed('links', [{ domain: 'https://own.example.com' }]);
			await sheetOn(withLink, { operation }).run([row]);
			const withoutList = await seeded();
			withoutList.addFault({
				match: { path: '/api/domains' },
				kind: 'failureOn400',
				message: 'No.',
			});
			await sheetOn(withoutList, { operation }).run([row]);

			for (const service of [withLink, withoutList]) {
				expect(createBodies(service)).toMatchObject([{ domain: 'https://own.example.com' }]);
			}
		});
	},
);
