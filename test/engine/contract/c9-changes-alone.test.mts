import { describe, expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { createRows } from '../support/creates.mts';
import { errorOf, failedItems, ON_ERROR, rows, wordsOf, runOn } from '../support/runs.mts';
import { requestLines, serviceWith } from '../support/service.mts';
import { atLeastOne } from '../../lists.mts';

const COUNT = 200;

/** So that some hundreds of rows last for half a minute. */
const LATENCY_MS = 250;

const ENDED = /This was not sent, because none of the last 10 items got a response, although/;

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
