import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { type Fault, RATE_LIMIT, type Service, startService } from '../../service/index.mts';
import { type RunResult } from '../harness/index.mts';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { deadAddress } from '../support/listener.mts';
import { textLike } from '../support/matchers.mts';
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
import { credentialsOf, requestLines, seedMany, serviceWith } from '../support/service.mts';
import { numbered, sheetOn } from '../support/sheet.mts';
import { atLeastOne } from '../../lists.mts';

const COUNT = 120;
const SOME = 250;
const MANY = 1_000;
/** Requests before the outage: it begins in the middle of the run. */
const BEFORE = 50;
/** After its end an outage may cost this much more. */
const AFTERWARDS_S = 60;

type Way = Omit<Fault, 'match'> & Partial<Pick<Fault, 'match'>>;

const BAD_GATEWAY = { kind: 'status502Html' } as const satisfies Way;
const SILENT = { kind: 'silence' } as const satisfies Way;

/** Until the service has had so many requests. */
async function until(service: Service, requests: number): Promise<void> {
	const since = Date.now();
	while (service.requests.length < requests) {
		if (Date.now() - since > 60_000) return;
		await sleep(0.02);
	}
}

async function sleep(seconds: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, 1_000 * seconds));
}

/** Nothing works any more after some requests, for so many seconds or for good. */
async function goAway(service: Service, way: Way, after: number, seconds?: number): Promise<void> {
	await until(service, after);
	service.addFault({ match: {}, ...way });
	if (seconds === undefined) return;
	await sleep(seconds);
	service.clearFaults();
}

async function create(
	service: Service,
	count: number,
	options: INodeParameters = {},
): Promise<RunResult> {
	return await createRows(service, rows(count), { options, onError: ON_ERROR.Continue });
}

/** What each item says of whether it was sent and made. */
const WAS_IT_MADE = /not sent|may have been created|was not created/;

describe('C9: a service that is away in the middle of a run', () => {
	it.each([
		{ name: '502', way: BAD_GATEWAY, items: rows(MANY), seconds: 120 },
		{ name: 'silence', way: SILENT, items: rows(COUNT), seconds: 120 },
		{
			name: '503 with Retry-After, links to one page,',
			way: { kind: 'status503', retryAfter: 20 } as const,
			items: rows(COUNT).map(() => ({ url: 'https://example.com/invitation' })),
			seconds: 120,
		},
	])('$name for $seconds s costs no item', async ({ way, items, seconds }) => {
		const service = await serviceWith({ latencyMs: 50 });
		const options = { batching: { timeout: 15 } };
		const [run] = await Promise.all([
			createRows(service, items, { options, onError: ON_ERROR.Continue }),
			goAway(service, way, BEFORE, seconds),
		]);

		expectLinkEach(service, run, items);
		expect(run.durationMs).toBeLessThan((seconds + AFTERWARDS_S) * 1_000);
	});

	it('refused connections for 120 s cost no item', async () => {
		const folder = await mkdtemp(path.join(tmpdir(), 'outage-'));
		const database = path.join(folder, 'data.sqlite');
		const service = await serviceWith({ latencyMs: 50, database });
		const restarted = (async () => {
			await until(service, BEFORE);
			await service.stop();
			await sleep(120);
			return await startService({ ...service.options, port: Number(new URL(service.url).port) });
		})();
		const run = await create(service, COUNT);
		const again = await restarted;

		expectLinkEach(again, run, rows(COUNT));
		expect(run.durationMs).toBeLessThan((120 + AFTERWARDS_S) * 1_000);
		await again.stop();
		await rm(folder, { recursive: true });
	});

	it('is not what a run says it waited for, where a single connection was cut', async () => {
		const service = await serviceWith({ rateLimit: { ...RATE_LIMIT, limit: 5 } });
		seedMany(service, 'links', 12, (number) => ({ custom: `row-${number}` }));
		service.addFault({ match: { method: 'PUT', nth: 3 }, kind: 'closeBefore' });
		const items = numbered(12, (number) => ({ alias: `row-${number}`, metatitle: 'New' }));
		const hints = hintsOf(await sheetOn(service).run(items));

		expect(hints).toContain('12 updated, waited');
		expect(hints).not.toContain('unavailable');
	});

	it('costs no record of a list', async () => {
		const service = await serviceWith({ latencyMs: 50 });
		seedMany(service, 'links', 2_500);
		const [run] = await Promise.all([
			runOn(service, { resource: 'link', operation: 'getAll', returnAll: true }),
			goAway(service, BAD_GATEWAY, 8, 20),
		]);

		expect(run.items).toHaveLength(2_500);
	});
});

describe('C9: a service that stays away', () => {
	it.each([
		{ name: '500', way: { kind: 'status500' } as const, count: 10, after: 0 },
		{ name: '502', way: BAD_GATEWAY, count: COUNT, after: 0 },
		{ name: 'silence', way: SILENT, count: MANY, after: 0 },
	])('$name ends a run of $count in three minutes, each item told', async ({ way, count }) => {
		const service = await serviceWith({ latencyMs: 50 });
		service.addFault({ match: {}, ...way });
		const run = await create(service, count);

		expect(failedItems(run)).toHaveLength(count);
		for (const item of atLeastOne(failedItems(run))) expect(wordsOf(item)).toMatch(WAS_IT_MADE);
		expect(run.durationMs).toBeLessThan(180_000);
		expect(service.requests.length).toBeLessThan(100);
	});

	it('refused connections end a run in three minutes, each item told', async () => {
		const service = await serviceWith({ latencyMs: 50 });
		const [run] = await Promise.all([
			create(service, SOME),
			until(service, BEFORE).then(async () => await service.stop()),
		]);

		expect(run.items).toHaveLength(SOME);
		expect(failedItems(run).length).toBeGreaterThan(SOME / 4);
		for (const item of atLeastOne(failedItems(run))) expect(wordsOf(item)).toMatch(WAS_IT_MADE);
		expect(run.durationMs).toBeLessThan(180_000);
	});

	it('is told at once where nothing listens', async () => {
		const service = await serviceWith();
		const run = await createRows(service, rows(MANY), {
			credentials: credentialsOf(service, { baseUrl: await deadAddress() }),
			onError: ON_ERROR.Continue,
		});

		expect(failedItems(run)).toHaveLength(MANY);
		expect(run.durationMs).toBeLessThan(15_000);
		expect(failedItems(run).at(-1)).toMatchObject({
			error: textLike(/^Could not connect to 127\.0\.0\.1:\d+$/),
			message: textLike(/^This was not sent\. .*Base URL/),
		});
		expect(run.logs.filter(({ message }) => message.includes('ended early'))).toEqual([
			{ level: 'info', message: textLike(/Could not connect to 127\.0\.0\.1:\d+/) },
		]);
	});
});

describe('C9: a person is told at once', () => {
	it.each([
		{ name: '502', way: BAD_GATEWAY, mostMs: 5_000 },
		{ name: 'a broken connection', way: { kind: 'closeBefore' } as const, mostMs: 5_000 },
		// Their Timeout, and one look each.
		{ name: 'silence', way: SILENT, mostMs: 85_000 },
	])('who runs three items by hand: $name', async ({ way, mostMs }) => {
		const service = await serviceWith();
		service.addFault({ match: {}, ...way });
		const run = await createRows(service, rows(3), { mode: 'manual', onError: ON_ERROR.Continue });

		expect(failedItems(run)).toHaveLength(3);
		expect(run.durationMs).toBeLessThan(mostMs);
	});

	it.each([
		{ parameters: { resource: 'account', operation: 'get' }, asks: ['GET /api/account'] },
		{ parameters: { resource: 'link', operation: 'getAll' }, asks: ['GET /api/urls'] },
	])('that nothing answers: $parameters.resource $parameters.operation', async (click) => {
		const { parameters, asks } = click;
		const service = await serviceWith();
		service.addFault({ match: {}, kind: 'silence' });
		const run = await runOn(service, parameters, undefined, { mode: 'manual' });

		expect(errorOf(run).message).toMatch(/did not respond within 1[05] seconds/);
		expect(run.durationMs).toBeLessThan(16_000);
		expect(requestLines(service)).toEqual(asks.map((line) => textLike(new RegExp(`^${line}`))));
	});

	it('that nothing answers a create, within its Timeout and one look', async () => {
		const service = await serviceWith();
		service.addFault({ match: {}, kind: 'silence' });
		const parameters = createOf('https://example.com', { options: { batching: { timeout: 5 } } });
		const run = await runOn(service, parameters, undefined, { mode: 'manual' });

		expect(errorOf(run).message).toBe(
			'The link may have been created: the service did not confirm it',
		);
		expect(errorOf(run).description).toMatch(/did not respond within 5 seconds/);
		expect(run.durationMs).toBeLessThan(16_000);
		expect(requestLines(service)).toEqual([
			'POST /api/url/add',
			textLike(/^GET \/api\/urls\?short=/),
		]);
	});
});
