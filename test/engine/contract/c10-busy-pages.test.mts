import { describe, expect, it } from 'vitest';
import type { Fault, Service, ServiceOptions } from '../../service/index.mts';
import { listSearch, runAsTool, runNode, type RunResult } from '../harness/index.mts';
import { createRows, expectFailed, expectLinkEach, urlsOf } from '../support/creates.mts';
import { expectOfEach, textLike, textWith } from '../support/matchers.mts';
import {
	createOf,
	errorOf,
	failedItems,
	hintsOf,
	ON_ERROR,
	rows,
	wordsOf,
	runOn,
} from '../support/runs.mts';
import { times } from '../support/sheet.mts';
import { credentialsOf, longUrls, serviceWith } from '../support/service.mts';
import { failureOf, started } from '../support/trigger.mts';
import { atLeastOne } from '../../lists.mts';

/** A page of maintenance that names a time nobody should wait for. */
const MAINTENANCE: Fault = { match: {}, kind: 'status503', retryAfter: 600 };

const NO_LIMIT = /rate limit/i;

/** Everything a person reads of a run. */
function allOf(run: RunResult): string {
	return JSON.stringify([run.items, errorOf(run), hintsOf(run), run.logs]);
}

async function create(service: Service, items: Array<{ url: string }>): Promise<RunResult> {
	const run = await createRows(service, items, { onError: ON_ERROR.Continue });
	expect(allOf(run)).not.toMatch(NO_LIMIT);
	return run;
}

async function quick(faults: Fault[] = [], more: Partial<ServiceOptions> = {}): Promise<Service> {
	return await serviceWith({ latencyMs: 50, faults, ...more });
}

describe('C10: a page with 503', () => {
	it('that passes costs a run of 1,000 a second and a tenth at most', async () => {
		const items = rows(1_000);
		const untroubled = await create(await quick(), items);
		const service = await quick([{ match: { method: 'POST', nth: 500 }, kind: 'status503' }]);
		const run = await create(service, items);

		expectLinkEach(service, run, items);
		expect(service.requests).toHaveLength(1_001);
		expect(run.durationMs).toBeLessThan(1.1 * untroubled.durationMs + 1_000);
	});

	it('that some rows always get is their failure alone', async () => {
		const cases = {
			'one of one': { count: 1, every: 1, mostS: 28 },
			'one of three': { count: 3, every: 3, mostS: 25 },
			'one of 50': { count: 50, every: 50, mostS: 25 },
			'one of 600': { count: 600, every: 600, mostS: 25 },
			'ten of 100': { count: 100, every: 10, mostS: 29 },
		};
		await expectOfEach(cases, async ({ count, every, mostS }) => {
			const service = await quick([{ match: { method: 'POST', body: /bad/ }, kind: 'status508' }]);
			const items = rows(count).map(({ url }, index) => ({
				url: index % every === every - 1 ? `${url}-bad` : url,
			}));
			const run = await create(service, items);

			expectFailed(service, run, items, (url) => url.endsWith('-bad'));
			for (const item of atLeastOne(failedItems(run))) {
				expect(wordsOf(item)).toMatch(/HTTP 508.*(Concurrent Requests|not created)/);
			}
			expect(run.durationMs).toBeLessThan(1_000 * mostS);
			expect(service.requests.length).toBeLessThanOrEqual(count + 8 * (count / every) + 10);
		});
	});
});

describe('C9: a maintenance page with Retry-After 600', () => {
	it('for five seconds costs no row', async () => {
		const service = await quick([MAINTENANCE]);
		setTimeout(() => {
			service.clearFaults();
		}, 5_000);
		const run = await create(service, rows(20));

		expectLinkEach(service, run, rows(20));
		expect(hintsOf(run)).toMatch(/waited \d+ s for a busy server \(HTTP 503\)/);
		expect(run.durationMs).toBeLessThan(20_000);
	});

	it('for good ends a run within three minutes, each row told', async () => {
		const service = await quick([MAINTENANCE]);
		const run = await create(service, rows(20));

		expect(failedItems(run)).toHaveLength(20);
		for (const item of atLeastOne(failedItems(run))) {
			expect(wordsOf(item)).toMatch(/not sent|may (have been created|be done)/);
		}
		expect(wordsOf(failedItems(run).at(-1) ?? {})).toMatch(/HTTP 503/);
		expect(run.durationMs).toBeLessThan(180_000);
		expect(service.requests.length).toBeLessThan(60);
	});

	it('is told to a person within 2.5 s, in the words of the host', async () => {
		const service = await quick([MAINTENANCE]);
		const credentials = credentialsOf(service);
		const told = textWith('HTTP 503');
		const startedAt = Date.now();
		const click = await runNode({
			...{ credentials, mode: 'manual' },
			parameters: { resource: 'account', operation: 'get' },
		});
		expect(errorOf(click).message).toEqual(told);
		expect(errorOf(click).description).toContain('503 Service Unavailable');
		expect(Date.now() - startedAt).toBeLessThan(2_500);

		const byHand = await createRows(service, rows(2), {
			...{ mode: 'manual', onError: ON_ERROR.Continue },
		});
		expect(failedItems(byHand)).toHaveLength(2);
		expect(byHand.durationMs).toBeLessThan(2_500);

		await expect(listSearch({ method: 'searchCampaigns', credentials })).rejects.toMatchObject({
			message: told,
		});
		const parameters = createOf("={{ $fromAI('Long_URL', '', 'string') }}");
		const toolArguments = { Long_URL: 'https://example.com/page' };
		const agent = await runAsTool({ credentials, parameters, toolArguments });
		expect(agent.response).toMatch(/may have been created|HTTP 503/);
		expect(allOf(click)).not.toMatch(NO_LIMIT);
		expect(Date.now() - startedAt).toBeLessThan(10_000);
	});

	it('fails a poll, which is no rate limit', async () => {
		const trigger = await started({ event: 'linkCreated' });
		await trigger.poll();
		trigger.service.addFault(MAINTENANCE);
		expect((await failureOf(trigger.poll())).message).toMatch(/HTTP 503/);
	});
});

describe('C1: a page with 503 after the work', () => {
	const PAGE_AFTER: Fault = {
		match: { method: 'POST', path: '/api/url/add', every: 10 },
		kind: 'status503',
		work: true,
	};

	it('makes no double, whatever becomes of aliases, and no row says that its link is not there', async () => {
		await expectOfEach(
			{ kept: 'kept', refused: 'refused', ignored: 'ignored' } as const,
			async (customAliases) => {
				const service = await quick([PAGE_AFTER], { variations: { customAliases } });
				const items = rows(60);
				const run = await create(service, items);

				const made = longUrls(service);
				expect(new Set(made).size).toBe(made.length);
				if (customAliases === 'kept') {
					expectLinkEach(service, run, items);
					return;
				}
				for (const item of atLeastOne(failedItems(run))) {
					expect(wordsOf(item)).toContain('may have been created');
				}
			},
		);
	});

	it('of a user’s alias finds the link with Create or Update, and Create names it', async () => {
		const items = rows(30).map((row, index) => ({ ...row, alias: `mine-${index}` }));
		const parameters = {
			...createOf('={{ $json.url }}', { custom: '={{ $json.alias }}' }),
		};
		for (const operation of ['create', 'upsert']) {
			const service = await quick([PAGE_AFTER]);
			const run = await runOn(service, { ...parameters, operation }, items, {
				onError: ON_ERROR.Continue,
			});
			expect(longUrls(service)).toEqual(urlsOf(items).sort());
			const told = textLike(/may have been created.*may be older.*mine-/);
			expect(failedItems(run).map(wordsOf)).toEqual(times(operation === 'create' ? 3 : 0, told));
		}
	});

	it('leaves a refusal where the alias leads elsewhere', async () => {
		const service = await quick();
		service.seed('links', [{ alias: 'taken', longurl: 'https://example.com/other' }]);
		await create(service, rows(3));
		service.addFault({ match: { method: 'POST', nth: 1 }, kind: 'status503' });
		const run = await createRows(service, [{ url: 'https://example.com/page' }], {
			...{
				onError: ON_ERROR.Continue,
				parameters: createOf('={{ $json.url }}', { custom: 'taken' }),
			},
		});

		expect(failedItems(run)).toMatchObject([{ error: textWith('alias is taken') }]);
		expect(wordsOf(failedItems(run)[0] ?? {})).not.toContain('may have been');
	});
});

it('C10: a crowd that mod_evasive blocks says so, with the settings that help', async () => {
	const service = await quick([], { hosting: { evasive: { perSecond: 50, blockMs: 10_000 } } });
	const run = await create(service, rows(200));

	expect(failedItems(run).length).toBeGreaterThan(0);
	for (const item of atLeastOne(failedItems(run)))
		expect(wordsOf(item)).toContain('Concurrent Requests');
});
