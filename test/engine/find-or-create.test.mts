import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../service/index.mts';
import { runNode, type RunOptions, type RunResult } from './harness/index.mts';
import { recordWith } from './support/matchers.mts';
import { autoMap, createOf, errorOf } from './support/runs.mts';
import {
	createBodies,
	credentialsOf,
	longUrls,
	requestLines,
	serviceWith,
} from './support/service.mts';

const PAGE = 'https://example.com/page';

/** Parameters for a spreadsheet whose rows come again and again. */
function returningExisting(batching: INodeParameters = {}): INodeParameters {
	return autoMap({ options: { ifLinkExists: 'returnExisting', batching } });
}

async function runRows(
	service: Service,
	items: IDataObject[],
	settings: Partial<RunOptions> = {},
): Promise<RunResult> {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: returningExisting(),
		items,
		...settings,
	});
}

function shortUrls(run: RunResult): unknown[] {
	return run.items.map(({ shorturl }) => shorturl);
}

function existing(run: RunResult): unknown[] {
	return run.items.map((item) => item.existing);
}

/** Rows none of whose long URLs is the beginning of another one: a search finds one for each. */
function rows(count: number, name = 'page'): Array<{ url: string }> {
	return Array.from({ length: count }, (_, index) => ({
		url: `https://example.com/${name}-${String(index + 1)}/end`,
	}));
}

/** Links of another day, which no run made. */
function seedPages(service: Service, count: number): void {
	const date = '2026-01-05 09:00:00';
	service.seed(
		'links',
		rows(count, 'old').map(({ url }) => ({ url, date })),
	);
}

function reads(service: Service): string[] {
	return requestLines(service).filter((line) => line.startsWith('GET'));
}

describe('If Link Exists → Return Existing', () => {
	it('makes no second link when the same rows come again', async () => {
		const service = await serviceWith();
		const items = rows(120);
		const first = await runRows(service, items);
		const made = createBodies(service).length;
		const second = await runRows(service, items);

		expect(made).toBe(120);
		expect(createBodies(service)).toHaveLength(120);
		expect(existing(first)).toEqual(items.map(() => false));
		expect(existing(second)).toEqual(items.map(() => true));
		expect(shortUrls(second)).toEqual(shortUrls(first));
		expect(second.hints).toEqual([recordWith({ message: '120 already existed.' })]);
	});

	it('makes no second link when the node chooses the aliases, which differ from run to run', async () => {
		const service = await serviceWith();
		const parameters = autoMap({
			options: { ifLinkExists: 'returnExisting', alias: 'chosenByNode' },
		});
		const first = await runRows(service, rows(5), { parameters });
		const second = await runRows(service, rows(5), { parameters });
		expect(existing(second)).toEqual(rows(5).map(() => true));
		expect(shortUrls(second)).toEqual(shortUrls(first));
		expect(service.links()).toHaveLength(5);
	});

	it('says on the node what was made and what was there', async () => {
		const service = await serviceWith();
		await runRows(service, rows(3));
		const run = await runRows(service, rows(15));

		expect(run.hints).toEqual([recordWith({ message: '12 created, 3 already existed.' })]);
	});

	it('says so too when a second try of the node hands out what the first one made', async () => {
		const service = await serviceWith();
		await runRows(service, rows(1));
		service.addFault({ match: { method: 'POST', nth: 3 }, kind: 'failureOn400' });
		const run = await runRows(
			service,
			rows(4).map((row) => ({ ...row, Owner: 'Somebody' })),
			{
				parameters: returningExisting({ maxInFlight: 1 }),
				retryOnFail: true,
				maxTries: 3,
				waitBetweenTries: 1,
			},
		);

		expect(longUrls(service)).toHaveLength(4);
		expect(run.hints.map(({ message }) => message)).toEqual([
			'3 created, 1 already existed.',
			'Used: url. Ignored: Owner.',
		]);
	});

	it('says nothing of it where it is not asked for', async () => {
		const service = await serviceWith();
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: createOf(PAGE),
		});

		expect(run.items[0]).not.toHaveProperty('existing');
	});

	it('gives rows with an equal long URL the same link', async () => {
		const service = await serviceWith();
		const spellings = [PAGE, `${PAGE}/`, 'HTTPS://EXAMPLE.com/page', PAGE];
		const run = await runRows(
			service,
			spellings.map((url) => ({ url })),
		);

		expect(new Set(shortUrls(run)).size).toBe(1);
		expect(existing(run)).toEqual([false, true, true, true]);
		expect(service.links()).toHaveLength(1);
	});

	it('keeps rows apart that differ in UTM fields, alias or domain', async () => {
		const service = await serviceWith();
		service.seed('domains', [{ domain: 'https://go.example.com' }]);
		const items = [
			{ url: PAGE, utm_source: 'mail' },
			{ url: PAGE, utm_source: 'web' },
			{ url: PAGE, custom: 'spring' },
			{ url: PAGE, domain: 'https://go.example.com' },
			{ url: PAGE, utm_source: 'mail' },
			{ url: PAGE, custom: 'spring' },
		];
		const run = await runRows(service, items);

		expect(errorOf(run).message).toBe('');
		expect(service.links()).toHaveLength(4);
		const [mail, web, spring, domain, mailAgain, springAgain] = shortUrls(run);
		expect(new Set([mail, web, spring, domain]).size).toBe(4);
		expect(mailAgain).toBe(mail);
		expect(springAgain).toBe(spring);
	});

	it('finds a link with its alias again, and refuses none that leads elsewhere', async () => {
		const service = await serviceWith();
		service.seed('links', [{ url: 'https://example.com/other', custom: 'spring' }]);
		const run = await runRows(service, [{ url: PAGE, custom: 'spring' }]);

		expect(errorOf(run).message).toBe('That alias is taken. Please choose another one.');
	});

	it.each([{ normalisesLongUrls: true }, { numbersAsStrings: true }])(
		'makes no second link on a service with %j',
		async (variations) => {
			const service = await serviceWith({ variations });
			seedPages(service, 150);
			const items = [...rows(30, 'old'), ...rows(30), { url: 'https://EXAMPLE.com' }];
			const first = await runRows(service, items);
			const second = await runRows(service, items);

			expect(existing(first)).toEqual(items.map((_, index) => index < 30));
			expect(shortUrls(second)).toEqual(shortUrls(first));
			expect(createBodies(service)).toHaveLength(31);
		},
	);
});

describe('two runs that overlap', () => {
	it('make one link for each row between them', async () => {
		const service = await serviceWith({ latencyMs: 30 });
		const items = rows(60);
		const parameters = returningExisting({ maxInFlight: 5 });
		const first = runRows(service, items, { parameters });
		await new Promise((resolve) => setTimeout(resolve, 150));
		const [one, other] = await Promise.all([first, runRows(service, items, { parameters })]);

		expect(longUrls(service)).toEqual(items.map(({ url }) => url).sort());
		expect(shortUrls(other)).toEqual(shortUrls(one));
		const found = [...existing(one), ...existing(other)].filter((was) => was === true);
		expect(found).toHaveLength(60);
	});
});

describe('a run that was stopped half way', () => {
	it.each([40, 120, 250])(
		'and is run again leaves no double and misses none, stopped after %i ms',
		async (cancelAfterMs) => {
			const service = await serviceWith({ latencyMs: 30 });
			const items = rows(100);
			const parameters = returningExisting({ maxInFlight: 10 });
			const stopped = await runRows(service, items, { parameters, cancelAfterMs });
			// n8n has ended the execution; what had left by then is still worked on.
			await new Promise((resolve) => setTimeout(resolve, 200));
			const made = service.links().length;
			const again = await runRows(service, items, { parameters });

			expect(stopped.status).toBe('canceled');
			expect(made).toBeLessThan(100);
			expect(longUrls(service)).toEqual(items.map(({ url }) => url).sort());
			expect(existing(again).filter((was) => was === true)).toHaveLength(made);
			expect(new Set(shortUrls(again)).size).toBe(100);
		},
	);
});

describe('what finding costs', () => {
	it('is one request where the account has one page of links', async () => {
		const service = await serviceWith();
		seedPages(service, 80);
		await runRows(service, rows(20, 'old'));

		expect(requestLines(service)).toEqual(['GET /api/urls?order=date&limit=100&page=1']);
	});

	it('is each page once for many rows, and a look whether rows moved', async () => {
		const service = await serviceWith();
		seedPages(service, 1_000);
		const run = await runRows(service, rows(300, 'old'));

		expect(existing(run).every((was) => was === true)).toBe(true);
		expect(requestLines(service).length).toBeLessThanOrEqual(10 + 5);
		expect(createBodies(service)).toHaveLength(0);
	});

	it('is one search for each row, and two more, where the account has more pages than rows', async () => {
		const service = await serviceWith();
		seedPages(service, 1_000);
		const run = await runRows(service, [...rows(3, 'old'), ...rows(2)]);

		expect(existing(run)).toEqual([true, true, true, false, false]);
		expect(reads(service)).toHaveLength(2 + 5);
	});

	it('is a search less for every row where the service is known to search long URLs', async () => {
		const service = await serviceWith();
		seedPages(service, 1_000);
		await runRows(service, rows(1, 'old'));
		service.clearRequests();
		await runRows(service, rows(1, 'old'));

		expect(reads(service)).toHaveLength(2);
	});

	it('is each page once where the search is blind to long URLs, and the result is the same', async () => {
		const service = await serviceWith({ variations: { qBlindToLongUrls: true } });
		seedPages(service, 1_000);
		const run = await runRows(service, [...rows(3, 'old'), ...rows(2)]);

		expect(existing(run)).toEqual([true, true, true, false, false]);
		expect(reads(service).length).toBeLessThanOrEqual(10 + 6);
		expect(longUrls(service)).toHaveLength(1_002);
	});

	it('finds a link that a search buries under hundreds of longer ones', async () => {
		const service = await serviceWith();
		service.seed('links', [{ url: 'https://example.com' }]);
		seedPages(service, 1_000);
		const run = await runRows(service, [{ url: 'https://example.com/' }]);

		expect(existing(run)).toEqual([true]);
		expect(service.links()).toHaveLength(1_001);
	});
});

describe('finding with lost answers', () => {
	it('makes one link for each row, and finds them all the second time', async () => {
		const service = await serviceWith();
		service.addFault({ match: { method: 'POST', every: 10 }, kind: 'closeAfter' });
		service.addFault({ match: { path: '/api/urls', every: 3 }, kind: 'status502Html' });
		const items = rows(100);
		const first = await runRows(service, items);
		const second = await runRows(service, items);

		expect(errorOf(first).message).toBe('');
		expect(longUrls(service)).toEqual(items.map(({ url }) => url).sort());
		expect(shortUrls(second)).toEqual(shortUrls(first));
	});

	it('says why when the links cannot be read, and makes none', async () => {
		const service = await serviceWith();
		service.addFault({ match: { path: '/api/urls' }, kind: 'status502Html' });
		const run = await runRows(service, rows(3));

		expect(errorOf(run).message).toContain('not available at the moment');
		expect(service.links()).toHaveLength(0);
	});
});
