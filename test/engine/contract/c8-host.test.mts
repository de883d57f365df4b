import { expect, it } from 'vitest';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { rows } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';

it('C8: a host that works on one request after the other is not pushed', async () => {
	const [count, workMs] = [400, 20];
	const service = await serviceWith({ serialMs: workMs });
	const run = await createRows(service, rows(count));

	expectLinkEach(service, run, rows(count));
	expect(service.requests).toHaveLength(count);
	expect(service.peakInFlight).toBeLessThanOrEqual(30);
	expect(run.durationMs).toBeLessThan(1.3 * count * workMs);
});

it('C8: a far host is used to the full', async () => {
	const service = await serviceWith({ latencyMs: 200 });
	const before = process.cpuUsage();
	const run = await createRows(service, rows(1_000));
	const { user, system } = process.cpuUsage(before);

	expectLinkEach(service, run, rows(1_000));
	expect(service.requests).toHaveLength(1_000);
	// Without the work of both sides, which takes as long as the machine needs: rounds of 10 to 200 take 1.8 s.
	expect(run.durationMs - (user + system) / 1_000).toBeLessThan(3_000);
});
