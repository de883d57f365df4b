import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { textLike } from '../support/matchers.mts';
import { autoMap, autoMapUpdate, wordsOf } from '../support/runs.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';
import { complaints, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

const BY_ALIAS = { matchOn: 'custom' };

// What is a date, a web address or a list of targets has tables in shared/convert and resources/link.
describe('A12: dates', () => {
	it('A12: are taken in every form that can mean one day only', async () => {
		const service = await serviceWith();
		const sheet = sheetOn(service, BY_ALIAS, { timezone: 'UTC' });
		const rows = [
			{ url: PAGE, custom: 'spring', Expiry: '2040/1/5' },
			{ url: PAGE, custom: 'summer', Expiry: '2040-03-31 9:00' },
		];
		const first = await sheet.run(rows);
		const second = await sheet.run(rows);

		expect(outcomes(first)).toEqual(['created', 'created']);
		expect(outcomes(second)).toEqual(['unchanged', 'unchanged']);
		const kept = service.links().map(({ alias, expiry }) => [alias, expiry]);
		expect(Object.fromEntries(kept)).toEqual({
			spring: '2040-01-05 00:00:00',
			summer: '2040-03-31 09:00:00',
		});
	});
});

describe('A21: cells', () => {
	it('A21: a list of one entry is the entry', async () => {
		const service = await serviceWith();
		const run = await sheetOn(service, BY_ALIAS).run([
			{ url: [PAGE], custom: ['row-3'], metatitle: ['Title'] },
		]);

		expect(outcomes(run)).toEqual(['created']);
		expect(service.links()).toMatchObject([{ longurl: PAGE, alias: 'row-3', title: 'Title' }]);
	});

	it('A21: a list of names where a link has one is refused, not left out', async () => {
		const service = await serviceWith();
		service.seed('campaigns', [{ name: 'Spring' }, { name: 'Summer' }]);
		const run = await sheetOn(service, BY_ALIAS).run([
			{ url: PAGE, custom: 'row-1', Campaign: ['Spring', 'Summer'] },
		]);

		expect(complaints(run)).toEqual([textLike(/^Campaign has 2 entries, .*Spring.*Summer/)]);
		expect(service.links()).toEqual([]);
	});

	it('A21: Geo Targets are taken by country', async () => {
		const service = await serviceWith();
		const targets = { Canada: 'https://example.com/ca', Germany: 'https://example.com/de' };
		const run = await sheetOn(service, BY_ALIAS).run([
			{ url: PAGE, custom: 'spring', 'Geo Targets': targets },
		]);

		expect(complaints(run)).toEqual([]);
		expect(service.links()[0]?.geotarget).toEqual([
			{ location: 'Canada', link: 'https://example.com/ca' },
			{ location: 'Germany', link: 'https://example.com/de' },
		]);
	});

	it.each([
		['custom alias', { custom: 'spring' }],
		['Best Column in Each Row', { custom: 'spring' }],
	])('A21: Match On is taken by its label, %s', async (matchOn, names) => {
		const service = await serviceWith();
		service.seed('links', [{ url: PAGE, custom: 'spring' }]);
		const run = await sheetOn(service, { matchOn: `={{ '${matchOn}' }}` }).run([
			{ url: PAGE, ...names },
		]);

		expect(outcomes(run)).toEqual(['unchanged']);
	});

	it('A21: another Match On is refused with those there are', async () => {
		const service = await serviceWith();
		const run = await sheetOn(service, { matchOn: "={{ 'Campaign' }}" }).run([{ url: PAGE }]);

		expect(outcomes(run)).toEqual(['failed']);
		expect(complaints(run)[0]).toContain('Match On');
		expect(service.requests).toEqual([]);
	});
});

describe('D6: what is no web address', () => {
	const BROKEN = 'htp//broken link';

	it.each([
		['Create', autoMap()],
		['Create or Update', autoMap({ operation: 'upsert', matchOn: 'custom' })],
		['Update', autoMapUpdate()],
	])('D6: is refused by %s, and the other rows go on', async (_what, parameters) => {
		const service = await serviceWith();
		service.seed('links', [
			{ url: `${PAGE}/old`, custom: 'row-1' },
			{ url: `${PAGE}/old`, custom: 'row-2' },
		]);
		const isUpdate = parameters.operation === 'update';
		const isCreate = parameters.operation === 'create';
		const row = (number: number) =>
			isUpdate
				? { 'Short URL': `${service.url}/row-${String(number)}` }
				: { custom: isCreate ? `new-${String(number)}` : `row-${String(number)}` };
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters,
			items: [
				{ ...row(1), 'Long URL': BROKEN },
				{ ...row(2), 'Long URL': PAGE },
			],
			onError: 'continueRegularOutput',
		});

		expect(run.items.map(({ error }) => error !== undefined)).toEqual([true, false]);
		expect(wordsOf(run.items[0] ?? {})).toContain(`Long URL "${BROKEN}" is not a web address`);
		expect(JSON.stringify(service.requests.map(({ body }) => body))).not.toContain('broken');
	});
});
