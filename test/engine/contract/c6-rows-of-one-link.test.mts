import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { serviceWith } from '../support/service.mts';
import { changesSent, complaints, outcomes, PAGE, sheetOn, times } from '../support/sheet.mts';

const BY_ALIAS = { matchOn: 'custom' };
const AUTO = { matchOn: 'auto' };
/** An alias or a short URL, whichever a row has: each a Match On of its own. */
const BY_EITHER = { matchOn: "={{ $json['Short URL'] ? 'shorturl' : 'custom' }}" };

function hintsOf({ hints }: { hints: Array<{ message: string }> }): string {
	return hints.map(({ message }) => message).join('\n');
}

/** A service with one link, which has the alias `spring`. */
async function withSpring(): Promise<Service> {
	const service = await serviceWith();
	service.seed('links', [{ url: PAGE, custom: 'spring', title: 'Old' }]);
	return service;
}

describe('two rows of one run for one link', () => {
	it('C6: an equal row has the result of the first', async () => {
		const service = await serviceWith();
		const row = { url: PAGE, custom: 'spring', metatitle: 'New' };
		const run = await sheetOn(service, BY_ALIAS).run([row, { ...row }, { ...row }]);

		expect(outcomes(run)).toEqual(times(3, 'created'));
		expect(new Set(run.items.map(({ shorturl }) => shorturl)).size).toBe(1);
		expect(changesSent(service)).toEqual(['POST /api/url/add']);
	});

	it('C6: another one fails and names the first', async () => {
		const service = await withSpring();
		const run = await sheetOn(service, BY_ALIAS).run([
			{ custom: 'spring', metatitle: 'First' },
			{ custom: 'spring', metatitle: 'Second' },
		]);

		expect(outcomes(run)).toEqual(['updated', 'failed']);
		expect(complaints(run)[0]).toMatch(/\b(item|row) 1\b/i);
		expect(service.links()).toMatchObject([{ title: 'First' }]);
	});

	it.each([
		['an alias and a short URL', BY_EITHER, 'custom'],
		['a short URL and an alias', BY_EITHER, 'Short URL'],
	])('C6: the same under two names: %s', async (_names, parameters, first) => {
		const service = await withSpring();
		const values = { custom: 'spring', 'Short URL': `${service.url}/spring` };
		const second = first === 'custom' ? 'Short URL' : 'custom';
		const rows = [
			{ [first]: values[first as keyof typeof values], metatitle: 'First' },
			{ [second]: values[second], metatitle: 'Second' },
		];
		const run = await sheetOn(service, parameters).run(rows);

		expect(outcomes(run)).toEqual(['updated', 'failed']);
		expect(complaints(run)[0]).toMatch(/\b(item|row) 1\b/i);
		expect(service.links()).toMatchObject([{ title: 'First' }]);
	});

	it('C6: a row that names its domain, and one that leaves it to the default', async () => {
		const service = await withSpring();
		const run = await sheetOn(service, BY_ALIAS).run([
			{ custom: 'spring', domain: service.url, metatitle: 'First' },
			{ custom: 'spring', metatitle: 'Second' },
		]);

		expect(outcomes(run)).toEqual(['updated', 'failed']);
		expect(service.links()).toMatchObject([{ title: 'First' }]);
	});

	it('C6: one that is matched by its long URL leaves the link that another row names', async () => {
		const service = await withSpring();
		const run = await sheetOn(service, AUTO).run([
			{ url: PAGE, metatitle: 'Of its own' },
			{ url: PAGE, custom: 'spring', metatitle: 'Named' },
		]);

		expect(outcomes(run)).toEqual(['created', 'updated']);
		expect(service.links().map(({ title }) => title)).toEqual(['Named', 'Of its own']);
	});
});

describe('A20: the first row counts, in the order of the rows', () => {
	it('A20: though it needs more requests than a later one for the same link', async () => {
		const service = await withSpring();
		service.seed('campaigns', [{ name: 'Spring' }]);
		// On an account of many pages, the link of a row without Domain takes longer to be known.
		const others = Array.from({ length: 1_000 }, () => ({ date: '2026-01-05 09:00:00' }));
		service.seed('links', others);
		const run = await sheetOn(service, BY_EITHER).run([
			{ custom: 'spring', campaign: 'Spring', metatitle: 'First' },
			{ 'Short URL': `${service.url}/spring`, metatitle: 'Second' },
		]);

		expect(outcomes(run)).toEqual(['updated', 'failed']);
		expect(service.links()[0]).toMatchObject({ title: 'First' });
	});

	it('A20: though it waits for a slow answer that the later one does not need', async () => {
		const service = await withSpring();
		service.seed('campaigns', [{ name: 'Spring' }]);
		service.addFault({ kind: 'slowDrip', match: { path: '/api/campaigns' }, msPerByte: 2 });
		const run = await sheetOn(service, BY_EITHER).run([
			{ custom: 'spring', campaign: 'Spring', metatitle: 'First' },
			{ 'Short URL': `${service.url}/spring`, metatitle: 'Second' },
		]);

		expect(outcomes(run)).toEqual(['updated', 'failed']);
		expect(service.links()[0]).toMatchObject({ title: 'First' });
	});

	it('A20: equal rows are counted once', async () => {
		const service = await serviceWith();
		const row = { url: PAGE, custom: 'spring' };
		const rows = [row, { ...row }, { url: `${PAGE}/2`, custom: 'summer' }];
		const run = await sheetOn(service, BY_ALIAS).run(rows);
		const again = await sheetOn(service, BY_ALIAS).run(rows);

		expect(outcomes(run)).toEqual(times(3, 'created'));
		expect(hintsOf(again)).toContain('2 unchanged');
	});

	it('A20: equal rows are counted once in a dry run', async () => {
		const service = await serviceWith();
		const row = { url: PAGE, custom: 'spring' };
		const run = await sheetOn(service, { ...BY_ALIAS, dryRun: true }).run([row, { ...row }]);

		expect(outcomes(run)).toEqual(['create', 'create']);
		expect(hintsOf(run)).toContain('1 would be created');
		expect(service.links()).toEqual([]);
	});
});
