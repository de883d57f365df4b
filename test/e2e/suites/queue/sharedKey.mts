import { createdItems, publishBulkWorkflow, rowsOf } from '../bulk.mts';
import type { Checks } from '../checks.mts';
import { putServiceCredential, type Stage } from '../stage.mts';
import type { Cluster } from './cluster.mts';
import { startOutsideClient } from './outsideClient.mts';

const WINDOW_MS = 4_000;
const LIMIT = 30;
const ROWS = 100;
/** It never waits for the limit, so that it takes a share of nearly every window. */
const OUTSIDE_PAUSE_MS = 200;
const TIMEOUT_MS = 300_000;

/** Each worker has a pace of its own: what they learn of each other is what the service tells them. */
export async function checkSharedKey(
	{ main, workers, nodeType }: Cluster,
	checks: Checks,
	stage: Stage,
): Promise<void> {
	const service = await stage.limitedService(WINDOW_MS);
	const credential = await putServiceCredential(main, service, 'Shared key');
	const bulk = await publishBulkWorkflow(main, 'Shared key', credential, nodeType);
	const batches = workers.map((_, index) => rowsOf(`shared-${index + 1}`, ROWS));

	const outside = startOutsideClient(service, OUTSIDE_PAUSE_MS);
	const startedAt = Date.now();
	const executions: string[] = [];
	for (const rows of batches) executions.push(await bulk.start(rows));
	for (const id of executions) await main.rest.waitForEnd(id, TIMEOUT_MS);
	const tookMs = Date.now() - startedAt;
	const outsideUrls = await outside.stop();

	const name = `${workers.length} workers and an outside client on one key`;
	const started = await Promise.all(workers.map(async (each) => await each.startedExecutions()));
	checks.check(
		`${name}: every worker had its share`,
		started.every((ids) => executions.some((id) => ids.includes(id))),
		JSON.stringify(started),
	);
	for (const [index, id] of executions.entries()) {
		const status = await main.rest.executionStatus(id);
		const items = await createdItems(main, id);
		const failed = items.filter((item) => 'error' in item.json);
		checks.same(
			`${name}: execution ${index + 1} succeeds with an item for each row, none of them a refusal`,
			[status, items.length, failed.length],
			['success', ROWS, 0],
		);
		const shortOf = new Map(service.links().map((link) => [link.longurl, link.shorturl]));
		const right = items.filter(
			({ json }) => json.shorturl === shortOf.get((json.input as { url: string }).url),
		);
		checks.same(`${name}: execution ${index + 1} has the right short URLs`, right.length, ROWS);
	}
	const wanted = [...batches.flat().map(({ url }) => url), ...outsideUrls];
	const found = service.links().map(({ longurl }) => longurl);
	checks.same(
		`${name}: lost and doubled links`,
		[wanted.filter((url) => !found.includes(url)).length, found.length - new Set(found).size],
		[0, 0],
	);

	const limitMs = (Math.ceil(wanted.length / LIMIT) - 1) * WINDOW_MS;
	const refused = service.requests.filter((request) => request.refused).length;
	checks.note(
		`${wanted.length} links (${outsideUrls.length} of the outside client) in ${seconds(tookMs)}; the limit's own time is ${seconds(limitMs)}: ratio ${(tookMs / limitMs).toFixed(3)}`,
	);
	checks.note(`the service refused ${refused} requests; nobody saw one of them`);
}

function seconds(ms: number): string {
	return `${(ms / 1000).toFixed(1)} s`;
}
