import { expect, it } from 'vitest';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { rows } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';

it('C8: a host that works on one request after the other is not pushed', async () => {
	const count = 200;
	const service = await serviceWith({ serialMs: 20 });
	const run = await createRows(service, rows(count));

	expectLinkEach(service, run, rows(count));
	expect(service.requests).toHaveLength(count);
	expect(service.peakInFlight).toBeLessThanOrEqual(20);
});
