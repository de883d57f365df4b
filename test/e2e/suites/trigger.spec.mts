import { test } from '@playwright/test';
import { RATE_LIMIT, type Service } from '../../service/index.mts';
import { pause, until } from '../waiting.mts';
import { openStage } from './stage.mts';
import { checkExactlyOnce, openListener, OtherClient, Watch } from './watch.mts';

const LATENCY_MS = 20;
/** Pages have 100 links, and the second burst comes while n8n is down. */
const BURSTS = [110, 150, 120] as const;
/** As many as things happen in the suite. */
const HAPPENINGS = 3;
const POLL_TIMEOUT_MS = 90_000;
const QUIET_MS = 3_000;

const stage = openStage('trigger');

/** The trigger in a real n8n that polls every minute, restarted and killed while much happens. */
test('every new link is emitted once, through restarts and a kill', async () => {
	const service = await stage.service({
		latencyMs: LATENCY_MS,
		rateLimit: { ...RATE_LIMIT, limit: 120 },
	});
	const client = new OtherClient(service, HAPPENINGS);
	const listener = await openListener(stage);
	const first = await stage.n8n();
	const watch = await Watch.publish(first, service, listener);

	client.addToChannel();
	await client.burst(BURSTS[0]);
	await untilPolled(service);
	await pause(QUIET_MS);
	await first.stop();
	client.addToChannel();
	await client.burst(BURSTS[1]);
	const again = await stage.n8nIn(first.userFolder);
	await client.burst(BURSTS[2]);
	await watch.untilSettled();
	await checkExactlyOnce('n8n stopped and started again', again, watch);

	await client.burst(BURSTS[0]);
	await untilPolled(service);
	// The records of a poll under way may be lost: docs/trigger.md says so.
	await pause(QUIET_MS);
	await again.kill();
	client.addToChannel();
	await client.burst(BURSTS[1]);
	const last = await stage.n8nIn(first.userFolder);
	await watch.untilSettled();
	await checkExactlyOnce('n8n killed between two polls', last, watch);
});

/** Waits until the newest links were read by a poll. */
async function untilPolled(service: Service): Promise<void> {
	const from = service.requests.length;
	const isPoll = () =>
		service.requests
			.slice(from)
			.some(
				({ path, query, finishedAt, status }) =>
					path === '/api/urls' && query.order === 'date' && finishedAt > 0 && status === 200,
			);
	if (!(await until(isPoll, POLL_TIMEOUT_MS, 2))) throw new Error('No poll for links came.');
}
