import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { AliasChange, Service, Variations } from '../../service/index.mts';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { expectOfEach } from '../support/matchers.mts';
import { OWN_ALIAS } from '../support/ownAlias.mts';
import {
	createOf,
	failedItems,
	goodItems,
	ON_ERROR,
	rows,
	runOn,
	wordsOf,
} from '../support/runs.mts';
import { requestLines, serviceWith } from '../support/service.mts';
import {
	complaints,
	numbered,
	outcomes,
	PAGE,
	RETURN_EXISTING,
	sheetOn,
} from '../support/sheet.mts';

/** One after the other, so that what one row shows is known to the next. */
const ONE_BY_ONE = { batching: { maxInFlight: 1 } };

/** Whether each create that arrived had an alias of the node's own. */
function withOurs(service: Service): boolean[] {
	return service.requests
		.filter(({ method }) => method === 'POST')
		.map(({ body }) => OWN_ALIAS.test((body as { custom?: string }).custom ?? ''));
}

// Another language changes nothing: contract/c10-languages.
describe('C1: a plan without custom aliases, in words of its own', () => {
	it('costs three requests and no item, and is told once', async () => {
		const service = await serviceWith({ variations: { customAliases: 'refused' } });
		const run = await createRows(service, rows(20), { options: ONE_BY_ONE });

		expectLinkEach(service, run, rows(20));
		expect(withOurs(service)).toHaveLength(20 + 3);
		expect(withOurs(service).filter(Boolean)).toHaveLength(3);
		const told = run.hints.filter(({ message }) => message.includes('generated aliases'));
		expect(told).toHaveLength(1);
	});

	it('that begins in the middle of a run costs no item either', async () => {
		const service = await serviceWith({ latencyMs: 20 });
		const change = async () => {
			while (service.links().length < 50) await new Promise((next) => setTimeout(next, 5));
			service.set({ variations: { customAliases: 'refused' } });
		};
		const [first] = await Promise.all([
			createRows(service, rows(100), { options: ONE_BY_ONE }),
			change(),
		]);

		expectLinkEach(service, first, rows(100));
	});

	it('is not concluded from what a service refuses that has kept one', async () => {
		const service = await serviceWith();
		await createRows(service, rows(1, 'first'));
		const message = 'Database error. Please try again.';
		service.addFault({ kind: 'failureOn200', message, match: { method: 'POST', every: 2 } });
		await createRows(service, rows(5, 'then'), { options: ONE_BY_ONE });
		service.clearFaults();
		service.clearRequests();
		const run = await createRows(service, rows(1, 'later'));

		expect(failedItems(run)).toEqual([]);
		expect(withOurs(service)).toEqual([true]);
	});

	it('rejects the alias of a row', async () => {
		const service = await serviceWith({ variations: { customAliases: 'refused' } });
		const run = await sheetOn(service, { operation: 'create' }).run([
			{ url: PAGE, custom: 'sale' },
		]);

		expect(outcomes(run)).toEqual(['failed']);
		expect(withOurs(service)).toEqual([false]);
	});
});

describe('C1: a service that ignores aliases', () => {
	it('gives each item its link, in one request each', async () => {
		const service = await serviceWith({ variations: { customAliases: 'ignored' } });
		const run = await createRows(service, rows(20), { options: ONE_BY_ONE });

		expectLinkEach(service, run, rows(20));
		expect(service.requests).toHaveLength(20);
	});

	it('makes no second link where an answer is lost, and the item names the first', async () => {
		const service = await serviceWith({ variations: { customAliases: 'ignored' } });
		service.addFault({ kind: 'closeAfter', match: { method: 'POST', nth: 8 } });
		const options = ONE_BY_ONE;
		const run = await createRows(service, rows(20), { options, onError: ON_ERROR.Continue });

		expect(goodItems(run)).toHaveLength(19);
		const [, , , , , , , eighth] = service.links();
		expect(failedItems(run).map(wordsOf)).toEqual([
			expect.stringContaining(`It may be one of these: ${String(eighth?.shorturl)}.`),
		]);
		expect(service.links()).toHaveLength(20);
	});
});

describe('C1: what Let the Service Choose costs', () => {
	it('is the item whose answer is lost, and nothing is sent twice', async () => {
		const service = await serviceWith();
		service.addFault({ kind: 'closeAfter', match: { method: 'POST', nth: 3 } });
		const options = { ...ONE_BY_ONE, alias: 'asGiven' };
		const run = await createRows(service, rows(5), { options, onError: ON_ERROR.Continue });

		expect(withOurs(service)).toEqual([false, false, false, false, false]);
		expect(goodItems(run)).toHaveLength(4);
		const third = String(service.links()[2]?.shorturl);
		expect(failedItems(run).map(wordsOf)).toEqual([
			expect.stringContaining(
				`It may be one of these: ${third}. Look in the service before you run this item again. To avoid this, set Options → If Custom Alias Is Empty to Generate`,
			),
		]);
		expect(service.links()).toHaveLength(5);
	});

	it('is a field of Create or Update as well, and refuses what it does not know', async () => {
		const service = await serviceWith();
		const sheet = sheetOn(service, { options: { alias: 'asGiven' } });
		expect(outcomes(await sheet.run([{ url: PAGE }]))).toEqual(['created']);
		expect(withOurs(service)).toEqual([false]);

		const wrong = await sheet.run([{ url: PAGE }], { options: { alias: 'ours' } });
		expect(failedItems(wrong).map(wordsOf)).toEqual([
			expect.stringContaining('If Custom Alias Is Empty'),
		]);
	});
});

describe.each<[form: AliasChange, given: string, kept: string]>([
	['ascii', 'grüße', 'gruesse'],
	['cut', 'a-very-long-alias-of-a-link', 'a-very-long-alias-of'],
])('a service that changes aliases (%s)', (form, custom, kept) => {
	const changed = async () => await serviceWith({ variations: { aliasForm: [form] } });

	it('Create or Update says created, and how the alias came out', async () => {
		const service = await changed();
		const run = await sheetOn(service).run([{ url: PAGE, custom }]);

		expect(outcomes(run)).toEqual(['created']);
		expect(run.items[0]).toMatchObject({ alias: kept, shorturl: `${service.url}/${kept}` });
		expect(run.hints.map(({ message }) => message).join(' ')).toContain(kept);
		expect(service.links()).toHaveLength(1);
	});

	it('a row that is returned is the link of its alias', async () => {
		if (form !== 'ascii') return;
		const service = await changed();
		const { items } = await sheetOn(service).run([{ url: PAGE, custom }], {
			options: { returnRows: true },
		});

		expect(outcomes(await sheetOn(service).run(items))).toEqual(['unchanged']);
	});

	it('a row without its short URL fails with the form to enter', async () => {
		const service = await changed();
		await sheetOn(service).run([{ url: PAGE, custom }]);
		const again = await sheetOn(service).run([{ url: PAGE, custom }]);

		expect(complaints(again)).toEqual([expect.stringContaining(`enter the alias ${kept}`)]);
		expect(service.links()).toHaveLength(1);
	});
});

it('C5: of two rows whose aliases a service writes alike, neither takes the link of the other', async () => {
	const service = await serviceWith({ variations: { aliasForm: ['lowerCase', 'hyphens'] } });
	const sheet = sheetOn(service);
	const two = [
		{ url: `${PAGE}/1`, custom: 'Summer Sale' },
		{ url: `${PAGE}/2`, custom: 'summer-sale' },
	];
	expect(outcomes(await sheet.run(two))).toEqual(['created', 'failed']);
	expect(outcomes(await sheet.run(two))).toEqual(['failed', 'failed']);
	expect(service.links().map(({ longurl }) => longurl)).toEqual([`${PAGE}/1`]);
});

it('C4: a row without an alias never takes the link of a row whose alias a service writes in another form', async () => {
	const service = await serviceWith({ variations: { aliasForm: ['lowerCase'] } });
	const rows = [
		{ url: PAGE, alias: 'Spring' },
		{ url: PAGE, 'Meta Title': 'Other' },
	];
	const sheet = sheetOn(service);
	await sheet.run(rows);
	await sheet.run(rows);

	expect(service.links().find(({ alias }) => alias === 'spring')?.title).not.toBe('Other');
});

it('C5: a link that a service may have had gets the hidden fields of its row', async () => {
	const service = await serviceWith({ variations: { suppressesDuplicates: true } });
	service.seed('links', [{ url: PAGE }]);
	const sheet = sheetOn(service, { operation: 'create' });
	const row = { url: PAGE, Password: 'open-sesame' };
	await sheet.run([row]);
	await sheet.run([row], { operation: 'upsert' });

	expect(service.links()).toMatchObject([{ password: 'open-sesame' }]);
});

it('C1: aliases of users that come out in another form say nothing of the node’s own', async () => {
	const service = await serviceWith({ variations: { aliasForm: ['ascii'] } });
	service.seed('links', [{ url: `${PAGE}/old` }]);
	const users = numbered(3, (number) => ({ url: `${PAGE}/${number}`, custom: `grüße-${number}` }));
	await sheetOn(service).run(users);
	service.addFault({ kind: 'closeAfter', match: { method: 'POST', nth: 2 } });

	const run = await createRows(service, rows(10), { onError: 'continueRegularOutput' });
	expect(failedItems(run)).toEqual([]);
	expect(service.links()).toHaveLength(1 + 3 + 10);
});

describe('a service that hands out the link it has', () => {
	it.each<[what: string, mode: INodeParameters, rows: IDataObject[]]>([
		['on another domain', {}, [{ url: PAGE, domain: 'https://go.brand', metatitle: 'New' }]],
		['that another row names', {}, [{ url: PAGE }, { url: PAGE, custom: 'spring', expiry: 'x' }]],
		['with another alias', RETURN_EXISTING, [{ url: PAGE, custom: 'autumn' }]],
	])('C4: none %s is changed or returned', async (_, mode, given) => {
		const service = await serviceWith({ variations: { suppressesDuplicates: true } });
		service.seed('domains', [{ domain: 'https://go.brand' }]);
		service.seed('links', [{ url: PAGE, custom: 'spring', title: 'Old' }]);
		const run = await sheetOn(service, mode).run(given);

		expect(outcomes(run)).toEqual(given.map(() => 'failed'));
		expect(service.links()).toMatchObject([{ title: 'Old' }]);
	});

	it.each([{}, RETURN_EXISTING])('C4: its own form of an alias is the link: %j', async (mode) => {
		const variations = { suppressesDuplicates: true, aliasForm: ['hyphens' as const] };
		const sheet = sheetOn(await serviceWith({ variations }), mode);
		await sheet.run([{ url: PAGE, custom: 'Summer Sale' }]);
		const again = await sheet.run([{ url: PAGE, custom: 'Summer Sale' }]);
		expect(outcomes(again)).toEqual(['unchanged']);
	});

	it('an answer that names an old link is still no creation', async () => {
		const service = await serviceWith({ variations: { suppressesDuplicates: true } });
		service.seed('links', [{ url: PAGE, custom: 'spring', date: '2026-01-05 09:00:00' }]);
		const create = async (url: string, custom: string) =>
			await runOn(service, createOf(url, { custom }));
		// The first answer of a process may name any link: no ID is known before.
		await create(`${PAGE}/other`, 'other');
		const run = await create(PAGE, 'summer');

		expect(run.items).toMatchObject([{ action: 'unchanged', shorturl: `${service.url}/spring` }]);
		expect(service.links()).toHaveLength(2);
	});
});

async function withoutShortUrls(variations: Partial<Variations> = {}): Promise<Service> {
	return await serviceWith({ variations: { createNamesIdOnly: true, ...variations } });
}

/** The requests behind the first create. */
function afterwards(service: Service): string[] {
	const lines = requestLines(service);
	return lines.slice(lines.indexOf('POST /api/url/add') + 1);
}

const SHOWN: Record<string, Partial<Variations>> = {
	'as a number': {},
	'as a text': { numbersAsStrings: true },
	'in data': { nestedCreateBody: true },
	'beside long URLs in another form': { normalisesLongUrls: true },
};

describe('C1: a create that is answered with an ID and no short URL', () => {
	it('is read by its ID, with one request', async () => {
		await expectOfEach(SHOWN, async (variations) => {
			const service = await withoutShortUrls(variations);
			const run = await createRows(service, [{ url: 'https://EXAMPLE.com/page/' }]);
			const [link] = service.links();

			expect(run.items).toEqual([
				{
					action: 'created',
					id: link?.id,
					alias: link?.alias,
					shorturl: link?.shorturl,
					longurl: 'https://EXAMPLE.com/page/',
				},
			]);
			expect(afterwards(service)).toEqual([`GET /api/url/${String(link?.id)}`]);
		});
	});

	it('is read by Create or Update, too, with the alias in its own form', async () => {
		const service = await withoutShortUrls({ aliasForm: ['lowerCase', 'hyphens'] });
		const run = await sheetOn(service).run([{ url: PAGE, custom: 'Summer Sale' }]);

		expect(outcomes(run)).toEqual(['created']);
		expect(run.items[0]).toMatchObject({ shorturl: `${service.url}/summer-sale` });
		expect(afterwards(service)).toEqual(['GET /api/url/1']);
	});

	it('is looked for among the newest links where it cannot be read', async () => {
		const service = await withoutShortUrls();
		service.addFault({ match: { path: /^\/api\/url\/\d/ }, kind: 'failureOn200' });
		const run = await createRows(service, [{ url: PAGE }]);

		expectLinkEach(service, run, [{ url: PAGE }]);
	});

	it('is not taken for the link where the ID is that of another one', async () => {
		const service = await withoutShortUrls({ suppressesDuplicates: true });
		service.seed('links', [{ url: PAGE, custom: 'old' }]);
		const asked: IDataObject = { url: PAGE, custom: 'new' };
		const run = await sheetOn(service, { operation: 'create' }).run([asked], {
			options: { batching: { maxInFlight: 1 } },
		});

		const [failed = {}] = failedItems(run);
		expect(wordsOf(failed)).toContain('Look');
		expect(service.links()).toHaveLength(1);
	});

	it('is in doubt where neither tells', async () => {
		const service = await withoutShortUrls();
		service.addFault({ match: { method: 'GET' }, kind: 'failureOn200' });
		const run = await createRows(service, [{ url: PAGE }], { onError: ON_ERROR.Continue });

		expect(wordsOf(failedItems(run)[0] ?? {})).toContain('Look');
		expect(service.links()).toHaveLength(1);
	});
});
