import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { autoMap, autoMapUpdate, createOf, wordsOf } from '../support/runs.mts';
import { credentialsOf, requestLines, serviceWith } from '../support/service.mts';
import { complaints, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

const BY_ALIAS = { matchOn: 'custom' };

describe('A12: dates', () => {
	it.each([
		['2040/12/31', '2040-12-31 00:00:00'],
		['2040-1-5', '2040-01-05 00:00:00'],
		['2040/1/5', '2040-01-05 00:00:00'],
		['2040-03-31 9:00:00', '2040-03-31 09:00:00'],
		['2040-03-31 9:00', '2040-03-31 09:00:00'],
	])('A12: %s is %s', async (expiry, kept) => {
		const service = await serviceWith();
		const sheet = sheetOn(service, BY_ALIAS, { timezone: 'UTC' });
		const rows = [{ url: PAGE, custom: 'spring', Expiry: expiry }];
		const first = await sheet.run(rows);
		const second = await sheet.run(rows);

		expect([...outcomes(first), ...outcomes(second)]).toEqual(['created', 'unchanged']);
		expect(service.links()).toMatchObject([{ expiry: kept }]);
	});

	it.each(['12/31/2040', '31.12.2040', '31/12/2040', '2040-13-01', '2040/2/31'])(
		'A12: %s is refused, with the form that is taken, and the other rows go on',
		async (expiry) => {
			const service = await serviceWith();
			const run = await sheetOn(service, BY_ALIAS).run([
				{ url: PAGE, custom: 'spring', Expiry: expiry },
				{ url: `${PAGE}/2`, custom: 'summer', Expiry: '2040-12-31' },
			]);

			expect(outcomes(run)).toEqual(['failed', 'created']);
			expect(complaints(run)[0]).toContain(expiry);
			const [words = ''] = complaints(run);
			expect(words.replaceAll(expiry, '')).toMatch(/\b\d{4}-\d{2}-\d{2}\b|YYYY-MM-DD/);
			expect(service.links()).toHaveLength(1);
		},
	);
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

	it.each([
		['a record', { Canada: 'https://example.com/ca', Germany: 'https://example.com/de' }],
		['a record as text', '{"Canada":"https://example.com/ca","Germany":"https://example.com/de"}'],
	])('A21: Geo Targets are taken as %s by country', async (_form, targets) => {
		const service = await serviceWith();
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
		['Custom Alias', { custom: 'spring' }],
		['custom alias', { custom: 'spring' }],
		['Long URL', {}],
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
	const REFUSED = `Long URL "${BROKEN}" is not a web address`;

	const OPERATIONS = [
		['Create', autoMap()],
		['Return Existing', autoMap({ options: { ifLinkExists: 'returnExisting' } })],
		['Create or Update', autoMap({ operation: 'upsert', matchOn: 'custom' })],
		['a dry run', autoMap({ operation: 'upsert', matchOn: 'custom', dryRun: true })],
		['Update', autoMapUpdate()],
	] as const;
	const BAD = [
		[BROKEN, 'is not a web address'],
		['htps://example.com/broken', 'is not a web address'],
		['https://example.com/gr\uFFFD\uFFFDe-broken', 'has lost letters'],
	] as const;
	const cases = OPERATIONS.flatMap(([what, parameters]) =>
		BAD.map(([url, words]) => ({ what, parameters, url, words })),
	);

	it.each(cases)('D6: $url is refused by $what, and the other rows go on', async (bad) => {
		const { parameters, url, words } = bad;
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
				{ ...row(1), 'Long URL': url },
				{ ...row(2), 'Long URL': PAGE },
			],
			onError: 'continueRegularOutput',
		});

		expect(run.items.map(({ error }) => error !== undefined)).toEqual([true, false]);
		expect(wordsOf(run.items[0] ?? {})).toContain(`Long URL "${url}" ${words}`);
		expect(JSON.stringify(service.requests.map(({ body }) => body))).not.toContain('broken');
	});

	it('D6: is refused from the form, too', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf(BROKEN),
		});

		expect(run.error?.message).toContain(REFUSED);
		expect(requestLines(service)).toEqual([]);
	});

	it.each([
		'mailto:sales@example.com',
		'tel:+15550100',
		'whatsapp://send?text=Hello',
		'https://example.com/a?b=c#d',
		'https://example.com/straße',
		'https://bücher.example/',
		'http://localhost:8080/x',
		'https://192.0.2.1/x',
	])('D6: %s goes as it is', async (url) => {
		const service = await serviceWith();
		await runNode({ credentials: credentialsOf(service), parameters: createOf(url) });

		const [sent] = service.requests.filter(({ method }) => method === 'POST');
		expect(sent?.body).toEqual({ url });
	});

	it.each([
		['example.com/x', 'https://example.com/x'],
		['www.example.com', 'https://www.example.com'],
	])('D6: %s is %s', async (url, sent) => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf(url),
		});

		expect(run.error).toBeUndefined();
		expect(service.links().map(({ longurl }) => longurl)).toEqual([sent]);
	});
});
