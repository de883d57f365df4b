import { expect, it } from 'vitest';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { rows } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';

it('C8: a host that works on one request after the other is not pushed', async () => {
	const count = 400;
	const service = await serviceWith({ serialMs: 20 });
	const run = await createRows(service, rows(count));

	expectLinkEach(service, run, rows(count));
	expect(service.requests).toHaveLength(count);
	expect(service.peakInFlight).toBeLessThanOrEqual(20);
});

it('C8: a far host is used to the full', async () => {
	const service = await serviceWith({ latencyMs: 200 });
	const run = await createRows(service, rows(1_000));

	expectLinkEach(service, run, rows(1_000));
	expect(service.requests).toHaveLength(1_000);
	// How long it takes is the machine's: `npm run bench -- --only "without a limit"`.
	expect(service.peakInFlight).toBeGreaterThanOrEqual(80);
});
