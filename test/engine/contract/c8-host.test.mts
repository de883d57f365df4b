import { expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { runNode, type RunResult } from '../harness/index.mts';
import { createOf, errorOf, rows } from '../support/runs.mts';
import { credentialsOf, longUrls, serviceWith } from '../support/service.mts';

const COUNT = 1_000;
const WORK_MS = 20;

async function createAll(service: Service): Promise<RunResult> {
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters: createOf('={{ $json.url }}'),
		items: rows(COUNT),
	});
	expect(errorOf(run)).toEqual({ message: '', description: '' });
	expect(longUrls(service)).toEqual(
		rows(COUNT)
			.map(({ url }) => url)
			.sort(),
	);
	return run;
}

it('C8: a host that works on one request after the other is not pushed', async () => {
	const service = await serviceWith({ serialMs: WORK_MS });
	const run = await createAll(service);

	expect(service.requests.filter(({ status }) => status !== 200)).toEqual([]);
	expect(service.requests).toHaveLength(COUNT);
	expect(service.peakInFlight).toBeLessThanOrEqual(30);
	expect(run.durationMs).toBeLessThan(1.3 * COUNT * WORK_MS);
});

it('C8: a far host is used to the full', async () => {
	const service = await serviceWith({ latencyMs: 200 });
	const before = process.cpuUsage();
	const run = await createAll(service);
	const { user, system } = process.cpuUsage(before);

	expect(service.requests).toHaveLength(COUNT);
	// Without the work of both sides, which takes as long as the machine needs: rounds of 10 to 200 take 1.8 s.
	expect(run.durationMs - (user + system) / 1_000).toBeLessThan(3_000);
});
