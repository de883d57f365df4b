import { describe, expect, it } from 'vitest';
import { sleep } from 'n8n-workflow';
import {
	type Fault,
	type FaultKind,
	RATE_LIMIT,
	type ServiceOptions,
} from '../../service/index.mts';
import { createRows } from '../support/creates.mts';
import { errorOf, failedItems, ON_ERROR, rows, wordsOf, runOn } from '../support/runs.mts';
import { requestLines, serviceWith } from '../support/service.mts';
import { atLeastOne } from '../../lists.mts';

const COUNT = 200;

/** So that some hundreds of rows last for half a minute. */
const LATENCY_MS = 250;

const ENDED =
	/^The service does not respond to changes This was not sent, because none of the last 10 changes/;

function failing(method: string): Fault {
	return { kind: 'status502Html', match: { method } };
}

// A full disk, or a part of the service that is broken.
describe('C9: where only changes fail', () => {
	it('ten rows in a row end a run of creates', async () => {
		const service = await serviceWith({ latencyMs: LATENCY_MS });
		service.addFault(failing('POST'));
		const run = await createRows(service, rows(COUNT), { onError: ON_ERROR.Continue });

		expect(failedItems(run)).toHaveLength(COUNT);
		expect(service.links()).toEqual([]);
		const unsent = failedItems(run).filter((item) => ENDED.test(wordsOf(item)));
		expect(unsent.length).toBeGreaterThan(COUNT / 4);
		// The others say what became of them.
		for (const item of atLeastOne(failedItems(run))) {
			expect(wordsOf(item)).toMatch(/not sent|was not created|may have been created/);
		}
		expect(run.durationMs).toBeLessThan(150_000);
	});
});

/** A code for each row, which is sent once, whatever becomes of it. */
const QR_CODE = {
	resource: 'qrCode',
	operation: 'create',
	type: 'link',
	address: '={{ $json.url }}',
	options: { downloadImage: false },
};

// Items whose creates were lost together say so together, when the service has long carried out others.
describe('C9: creates that were lost and cannot be looked for', () => {
	const refused = { variations: { customAliases: 'refused' } } as const;
	const limited = { latencyMs: LATENCY_MS, rateLimit: RATE_LIMIT };

	it.each<
		[what: string, options: Partial<ServiceOptions>, fault: FaultKind, seconds: number, n: number]
	>([
		['502 for 3 s at 30 a minute', { ...limited, ...refused }, 'status502Html', 3, 60],
		['502 for 60 s', { latencyMs: LATENCY_MS, ...refused }, 'status502Html', 60, 300],
		['a 503 page for 5 s', { latencyMs: LATENCY_MS, ...refused }, 'status503', 5, 600],
	])('do not end the run: no aliases, %s', async (_, options, kind, seconds, count) => {
		const service = await serviceWith(options);
		const outage = async () => {
			while (service.links().length < 10) await sleep(20);
			service.addFault({ match: {}, kind });
			await sleep(1_000 * seconds);
			service.clearFaults();
		};
		const [run] = await Promise.all([
			createRows(service, rows(count), { onError: ON_ERROR.Continue }),
			outage(),
		]);

		expect(failedItems(run).filter((item) => /This was not sent/.test(wordsOf(item)))).toEqual([]);
		expect(service.links().length).toBeGreaterThan(count - 100);
	});

	it('do not end the run: QR codes on a host with few processes', async () => {
		const service = await serviceWith({
			hosting: { processes: { most: 20, status: 508 }, takesMs: { create: 300 } },
		});
		const run = await runOn(service, QR_CODE, rows(300), { onError: ON_ERROR.Continue });

		expect(failedItems(run).filter((item) => /This was not sent/.test(wordsOf(item)))).toEqual([]);
	});
});

describe('C9: where only one kind of read fails', () => {
	it('a list ends soon, since the service is there', async () => {
		const service = await serviceWith({ latencyMs: LATENCY_MS });
		service.addFault({ kind: 'status500', match: { path: /^\/api\/urls/ } });
		const run = await runOn(service, { resource: 'link', operation: 'getAll', returnAll: true });

		expect(errorOf(run).message).toMatch(/Server Error|went wrong/);
		expect(run.durationMs).toBeLessThan(30_000);
		expect(requestLines(service).length).toBeLessThanOrEqual(10);
	});
});
