import { queryObjects } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { RATE_LIMIT, type Service } from '../../service/index.mts';
import type { RunResult } from '../harness/index.mts';
import { createRows } from '../support/creates.mts';
import { eventually } from '../support/eventually.mts';
import { expectNoTrace, rows } from '../support/runs.mts';
import { KEY, serviceWith } from '../support/service.mts';
import { PAGE, sheetOn } from '../support/sheet.mts';
import { atLeastOne } from '../../lists.mts';

const COUNT = 20;

const limited = async () => await serviceWith({ rateLimit: { ...RATE_LIMIT, limit: 5 } });

/** A run that waits for something, and the moment when it does. */
const WAITS = [
	{
		what: 'the rate limit',
		start: limited,
		waits: (service: Service) => service.links().length === 5,
	},
	{
		what: 'its own Requests per Minute',
		start: async () => await serviceWith(),
		batching: { requestsPerMinute: 10 },
		waits: (service: Service) => service.links().length === 2,
	},
	{
		what: 'an answer',
		start: async () =>
			await serviceWith({ faults: [{ match: { method: 'POST', nth: 4 }, kind: 'silence' }] }),
		batching: { maxInFlight: 1 },
		waits: (service: Service) => service.requests.some(({ fault }) => fault === 'silence'),
	},
	{
		what: 'a link that was lost',
		start: async () =>
			await serviceWith({ faults: [{ match: { method: 'POST', nth: 4 }, kind: 'closeBefore' }] }),
		batching: { maxInFlight: 1 },
		waits: (service: Service) => service.requests.at(-1)?.path === '/api/urls',
	},
];

/** The line of the log that says what was done; n8n ends an execution before all of it has ended. */
async function lineOf({ logs }: RunResult): Promise<string> {
	const line = () => logs.find(({ message }) => message.includes('canceled after'))?.message;
	await eventually(() => {
		expect(line()).toBeDefined();
	});
	return line() ?? '';
}

describe('C11: a cancel', () => {
	it.each(WAITS)(
		'ends a wait for $what within a second, and the log names what was made',
		async ({ start, batching = {}, waits }) => {
			const service = await start();
			const stop = new AbortController();
			const running = createRows(service, rows(COUNT), {
				options: { batching },
				signal: stop.signal,
			});
			await eventually(() => {
				expect(waits(service)).toBe(true);
			});
			const canceledAt = performance.now();
			stop.abort();
			const run = await running;

			expect(performance.now() - canceledAt).toBeLessThan(1_000);
			// By the word "canceled" in the message n8n knows a cancel from a failure, which starts the error workflow.
			expect(run.status).toBe('canceled');
			expect(run.savedRecord).toContain('"status":"canceled"');
			const line = await lineOf(run);
			// What was under way at the cancel still arrives.
			await new Promise((resolve) => setTimeout(resolve, 500));
			const made = service.links();
			await new Promise((resolve) => setTimeout(resolve, 120_000));
			expect(service.links()).toEqual(made);
			const [, done, doubtful] =
				/canceled after (\d+) of 20 items(?:.*possibly completed: item ([\d, ]*\d))?/.exec(line) ??
				[];
			const mayBeDoneError = doubtful === undefined ? 0 : doubtful.split(', ').length;
			expect(made.filter(({ shorturl }) => line.includes(shorturl))).toHaveLength(Number(done));
			expect(Number(done)).toBeLessThanOrEqual(made.length);
			expect(Number(done) + mayBeDoneError).toBeGreaterThanOrEqual(made.length);
			expectNoTrace(KEY, run);
		},
	);

	it('names the alias of a lost link that was being looked for', async () => {
		const service = await serviceWith({
			faults: [{ match: { method: 'POST', nth: 1 }, kind: 'closeBefore' }],
		});
		const run = await createRows(service, rows(1), { cancelAfterMs: 3_000 });
		const [{ body } = { body: {} }] = service.requests;

		expect(await lineOf(run)).toContain(
			`possibly completed: item 1, with the alias ${String((body as { custom?: string }).custom)}`,
		);
		expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});

	it('says nothing of items that have sent no more than a read, which was lost', async () => {
		const service = await serviceWith();
		await sheetOn(service).run([{ url: PAGE }]);
		service.addFault({ match: { method: 'GET' }, kind: 'closeBefore' });
		const run = await sheetOn(service, {}, { cancelAfterMs: 3_000 }).run([
			{ url: PAGE, metatitle: 'New' },
			{ url: `${PAGE}/2` },
		]);

		expect(await lineOf(run)).not.toContain('possibly completed');
		expect(service.links()).toHaveLength(1);
	});

	it('between two tries names what the first one made', async () => {
		const service = await serviceWith();
		service.addFault({ match: { body: /page.8"/ }, kind: 'failureOn400' });
		const run = await createRows(service, rows(10), {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 5_000,
			cancelAfterMs: 3_000,
		});

		expect(run.status).toBe('canceled');
		expect(service.links().length).toBeGreaterThan(5);
		const lines = run.logs.map(({ message }) => message).join();
		for (const { shorturl } of atLeastOne(service.links())) expect(lines).toContain(shorturl);
	});
});

it('C17: a run that has ended leaves none of its signals in memory', async () => {
	const service = await serviceWith();
	const sheet = sheetOn(service, { operation: 'create' });
	const held = () => queryObjects(AbortSignal, { format: 'count' });
	await sheet.run(rows(1));
	const before = held();
	for (let run = 0; run < 20; run += 1) await sheet.run(rows(1));

	expect(held()).toBeLessThan(before + 10);
});
