import { describe, expect, it } from 'vitest';
import { createRows, expectLinkEach } from '../support/creates.mts';
import { WORLDS } from '../support/hosts.mts';
import { expectOfEach } from '../support/matchers.mts';
import { rows } from '../support/runs.mts';
import { serviceWith } from '../support/service.mts';

describe('C8: a host as it is', () => {
	it('makes every link once, in little more than its own time', async () => {
		await expectOfEach(WORLDS, async ({ host, count, runs = 1, ownS }) => {
			const service = await serviceWith(host);
			const names = Array.from({ length: runs }, (_, run) => `run${run}`);
			const startedAt = Date.now();
			const ended = await Promise.all(
				names.map(async (name) => await createRows(service, rows(count, name))),
			);
			const tookS = (Date.now() - startedAt) / 1_000;

			if (runs === 1) for (const run of ended) expectLinkEach(service, run, rows(count, 'run0'));
			expect(service.links()).toHaveLength(count * runs);
			expect(tookS).toBeLessThan(1.3 * ownS + 10);
			// Besides those of the first crowd, which depend on the machine.
			expect(service.requests.length).toBeLessThanOrEqual(2.5 * count * runs + 20);
		});
	});
});
