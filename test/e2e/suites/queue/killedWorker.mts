import { isUnderWay } from '../../rest.mts';
import type { Worker } from '../../worker.mts';
import { checkLinks, createdItems, publishBulkWorkflow, rowsOf, untilLinks } from '../bulk.mts';
import type { Checks } from '../checks.mts';
import { putServiceCredential, type Stage } from '../stage.mts';
import type { Cluster } from './cluster.mts';

const WINDOW_MS = 2_000;
/** So that the kill finds requests under way. */
const LATENCY_MS = 150;
const ROWS = 90;
/** In the middle, and in the middle of a window. */
const KILLED_AFTER = 40;
const TIMEOUT_MS = 120_000;
const STALLED_TIMEOUT_MS = 60_000;

/** A worker dies in the middle of a bulk run; the run is repeated on those that are left. */
export async function checkKilledWorker(
	cluster: Cluster,
	checks: Checks,
	stage: Stage,
): Promise<void> {
	await killAndRepeat(cluster, checks, stage, 'If Link Exists → Return Existing', {
		ifLinkExists: 'returnExisting',
	});
	await killAndRepeat(
		cluster,
		checks,
		stage,
		'the same with If Custom Alias Is Empty → Generate Locally',
		{
			ifLinkExists: 'returnExisting',
			alias: 'chosenByNode',
		},
	);
}

/**
 * On n8n 1.x the queue gives the job of a dead worker to another one, under the same execution.
 * Nobody repeats anything by hand, and still there is one link per row.
 */
export async function checkStalledJob(
	cluster: Cluster,
	checks: Checks,
	stage: Stage,
): Promise<void> {
	await killAndWait(cluster, checks, stage, 'If Link Exists → Return Existing', {
		ifLinkExists: 'returnExisting',
	});
}

async function killAndWait(
	cluster: Cluster,
	checks: Checks,
	stage: Stage,
	label: string,
	options: Record<string, unknown>,
): Promise<void> {
	const name = `stalled job, ${label}`;
	const { service, rows, execution, victim } = await killMidRun(cluster, stage, name, options);

	const { main, workers } = cluster;
	const status = await statusOnceEnded(main.rest, execution);
	const again = await wasStartedBy(workers, execution);
	checks.note(
		`the execution of ${victim} ended as "${status}", ${again ? 'run again' : 'not run again'} by the queue`,
	);
	if (!again) return;
	const items = await createdItems(main, execution);
	checks.same(`${name}: status and items`, [status, items.length], ['success', ROWS]);
	checkLinks(name, service, rows, checks);
}

async function killAndRepeat(
	cluster: Cluster,
	checks: Checks,
	stage: Stage,
	label: string,
	options: Record<string, unknown>,
): Promise<void> {
	const name = `worker killed, ${label}`;
	const killed = await killMidRun(cluster, stage, name, options);
	const { service, bulk, rows, execution: first, victim } = killed;
	const made = service.links().length;
	checks.check(`${name}: it dies in the middle`, made > 0 && made < ROWS, `${made} links`);

	const { main, workers } = cluster;
	const second = await bulk.start(rows);
	await main.rest.waitForEnd(second, TIMEOUT_MS);
	const items = await createdItems(main, second);
	checks.same(
		`${name}: the second run succeeds with an item for each row`,
		[await main.rest.executionStatus(second), items.length],
		['success', ROWS],
	);
	checkLinks(name, service, rows, checks);
	const found = items.filter(({ json }) => json.existing === true).length;
	checks.note(`${made} links when ${victim} died; the second run found ${found} of them`);

	const status = await statusOnceEnded(main.rest, first);
	const again = await wasStartedBy(workers, first);
	checks.note(
		`the killed execution ended as "${status}", ${again ? 'run again' : 'not run again'} by the queue`,
	);
	checkLinks(`${name}, once n8n knows`, service, rows, checks);
}

/** Starts a bulk run on a service of its own and kills the worker that has it, half-way. */
async function killMidRun(
	{ main, workers, nodeType }: Cluster,
	stage: Stage,
	name: string,
	options: Record<string, unknown>,
) {
	const service = await stage.limitedService(WINDOW_MS, LATENCY_MS);
	const credential = await putServiceCredential(main, service, name);
	const bulk = await publishBulkWorkflow(main, name, credential, nodeType, options);
	const rows = rowsOf('killed', ROWS);
	const execution = await bulk.start(rows);
	await untilLinks(service, KILLED_AFTER);
	const victim = await workerOf(workers, execution);
	await victim.kill();
	workers.splice(workers.indexOf(victim), 1);
	return { service, bulk, rows, execution, victim: victim.name };
}

async function workerOf(workers: Worker[], execution: string): Promise<Worker> {
	for (const worker of workers) {
		if ((await worker.startedExecutions()).includes(execution)) return worker;
	}
	throw new Error(`No worker has begun execution ${execution}.`);
}

async function wasStartedBy(workers: Worker[], execution: string): Promise<boolean> {
	const started = await Promise.all(workers.map(async (each) => await each.startedExecutions()));
	return started.flat().includes(execution);
}

async function statusOnceEnded(rest: Cluster['main']['rest'], id: string): Promise<string> {
	const deadline = Date.now() + STALLED_TIMEOUT_MS;
	for (;;) {
		const status = await rest.executionStatus(id);
		if (!isUnderWay(status) || Date.now() > deadline) return status;
		await new Promise((resolve) => setTimeout(resolve, 500));
	}
}
