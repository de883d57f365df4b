import { expect, test } from '@playwright/test';
import { chmod, mkdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { composedN8n } from '../compose.mts';
import { findProgram, installDebianPackage } from '../debian.mts';
import type { N8n } from '../n8n.mts';
import { startOutsideClient } from '../outsideClient.mts';
import { freePort } from '../loopback.mts';
import { childEnvironment, run } from '../processes.mts';
import { mayBeDone } from '../rest.mts';
import { until } from '../waiting.mts';
import { startWorker, type Worker } from '../worker.mts';
import { checkLinks, createdItems, publishBulkWorkflow, rowsOf, untilLinks } from './bulk.mts';
import { checkCancel } from './cancel.mts';
import { checkInstalled, checkPrivateAddress, publishedPackage } from './operators.mts';
import { openStage, type Stage } from './stage.mts';

/** n8n's queue mode: a main, and workers that share database, queue and user folder. */
interface Cluster {
	main: N8n;
	workers: Worker[];
}

const WORKERS = 3;
/** A job whose worker is gone is noticed within seconds instead of a minute and a half. */
const FAST_STALL_DETECTION = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};
const RUN_TIMEOUT_MS = 300_000;

const stage = openStage('queue');

test('three workers share a key, one is killed, and a run is canceled', async () => {
	const cluster = await startCluster(stage);
	await checkPrivateAddress(cluster.main);
	await checkSharedKey(cluster, stage);
	await checkKilledWorker(cluster, stage);
	const logs = [cluster.main, ...cluster.workers].map(({ logFile }) => logFile);
	await checkCancel(cluster.main, 'canceled while it waits', logs, stage);
});

/**
 * What docs/compose/queue.yml starts: the main installs the package, the workers find it in the folder that
 * they share. n8n's protection of private addresses is on, and lets the local service through.
 */
async function startCluster(stage: Stage): Promise<Cluster> {
	const published = await publishedPackage();
	const composed = await composedN8n({
		N8N_COMMUNITY_PACKAGES: JSON.stringify([published]),
		N8N_ENCRYPTION_KEY: 'a-key-that-all-of-them-share',
	});
	const env = {
		...composed.environment,
		...FAST_STALL_DETECTION,
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(await startRedis(stage)),
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(await startPostgres(stage)),
		DB_POSTGRESDB_USER: 'postgres',
		DB_POSTGRESDB_DATABASE: 'postgres',
		N8N_SSRF_PROTECTION_ENABLED: 'true',
		N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32',
	};
	const main = await stage.bareN8n('main', { env });
	await checkInstalled(main, published, composed.healthcheck);
	const filesFolder = join(stage.folder, 'files');
	const workers: Worker[] = [];
	for (let number = 1; number <= WORKERS; number += 1) {
		const worker = await startWorker(`worker ${number}`, {
			userFolder: main.userFolder,
			filesFolder,
			env,
		});
		stage.atEnd(worker.stop);
		workers.push(worker);
	}
	return { main, workers };
}

/** Starts a Redis that is gone at the end; its port. */
async function startRedis(stage: Stage): Promise<number> {
	const program =
		(await findProgram('redis-server')) ??
		(await installDebianPackage('redis-server', 'redis-server'));
	const data = await stage.emptyFolder('redis');
	await mkdir(data, { recursive: true });
	const port = await freePort();
	const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', data, '--save', ''];
	const server = execa(program, options, {
		env: childEnvironment(),
		extendEnv: false,
		stdio: 'ignore',
		reject: false,
	});
	stage.atEnd(async () => {
		server.kill();
		await server;
	});
	const isThere = async () => await takesConnections(port);
	if (!(await until(isThere))) throw new Error(`The Redis at port ${port} does not answer.`);
	return port;
}

async function takesConnections(port: number): Promise<boolean> {
	return await new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1', () => {
			socket.destroy();
			resolve(true);
		});
		socket.on('error', () => resolve(false));
	});
}

/** Starts a PostgreSQL that is gone at the end, and lets in whoever is on this machine; its port. */
async function startPostgres(stage: Stage): Promise<number> {
	const initdb =
		(await findProgram('initdb')) ?? (await installDebianPackage('postgresql', 'initdb'));
	const pgCtl = await findProgram('pg_ctl');
	if (!pgCtl) throw new Error(`There is an ${initdb} but no pg_ctl.`);
	// PostgreSQL refuses to run as root; the user that its package makes cannot reach every folder.
	const isRoot = process.getuid?.() === 0;
	const data = join(tmpdir(), `link-shortener-e2e-postgres-${process.pid}`);
	await mkdir(data, { recursive: true });
	if (isRoot) await run('chown', ['postgres', data], { cwd: '/' });
	await chmod(data, 0o700);
	const asServer = async (program: string, args: string[]) =>
		isRoot
			? await run('runuser', ['-u', 'postgres', '--', program, ...args], { cwd: '/' })
			: await run(program, args, { cwd: '/' });

	const port = await freePort();
	await asServer(initdb, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N']);
	const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
	await asServer(pgCtl, ['-D', data, '-l', join(data, 'log'), '-o', options, '-w', 'start']);
	stage.atEnd(async () => {
		await asServer(pgCtl, ['-D', data, '-m', 'immediate', '-w', 'stop']);
		await rm(data, { recursive: true, force: true });
	});
	return port;
}

const SHARED_WINDOW_MS = 4_000;
const SHARED_ROWS = 100;
const LIMIT = 30;
/** It never waits for the limit, so that it takes a share of nearly every window. */
const OUTSIDE_PAUSE_MS = 200;

/** Each worker has a pace of its own: what they learn of each other is what the service tells them. */
async function checkSharedKey({ main, workers }: Cluster, stage: Stage): Promise<void> {
	const service = await stage.limitedService(SHARED_WINDOW_MS);
	const bulk = await publishBulkWorkflow(main, 'Shared key', service);
	const batches = workers.map((_, index) => rowsOf(`shared-${index + 1}`, SHARED_ROWS));

	const outside = startOutsideClient(service, OUTSIDE_PAUSE_MS);
	const startedAt = Date.now();
	const executions: string[] = [];
	for (const rows of batches) executions.push(await bulk.start(rows));
	for (const id of executions) await main.rest.waitForEnd(id, RUN_TIMEOUT_MS);
	const tookMs = Date.now() - startedAt;
	const outsideUrls = await outside.stop();

	const name = `${workers.length} workers and an outside client on one key`;
	const started = await Promise.all(workers.map(async (each) => await each.startedExecutions()));
	expect
		.soft(
			started.map((ids) => executions.some((id) => ids.includes(id))),
			`${name}: every worker had its share`,
		)
		.toEqual(workers.map(() => true));
	const shortOf = new Map(service.links().map((link) => [link.longurl, link.shorturl]));
	for (const [index, id] of executions.entries()) {
		const items = await createdItems(main, id);
		const right = items.filter(({ json }) => json.shorturl === shortOf.get(String(json.url)));
		expect
			.soft(
				[await main.rest.executionStatus(id), items.length, right.length],
				`${name}: execution ${index + 1} succeeds with the right short URL for each row`,
			)
			.toEqual(['success', SHARED_ROWS, SHARED_ROWS]);
	}
	const wanted = [...batches.flat(), ...outsideUrls.map((url) => ({ url }))];
	checkLinks(name, service, wanted);
	const limitMs = (Math.ceil(wanted.length / LIMIT) - 1) * SHARED_WINDOW_MS;
	console.log(`${wanted.length} links in ${(tookMs / limitMs).toFixed(3)} of the limit's own time`);
}

const KILLED_WINDOW_MS = 2_000;
/** So that the kill finds requests under way. */
const LATENCY_MS = 150;
const KILLED_ROWS = 90;
/** In the middle, and in the middle of a window. */
const KILLED_AFTER = 40;
const STALLED_TIMEOUT_MS = 60_000;

/** A worker dies in the middle of a bulk run; the run is repeated on those that are left. */
async function checkKilledWorker({ main, workers }: Cluster, stage: Stage): Promise<void> {
	const name = 'worker killed';
	const service = await stage.limitedService(KILLED_WINDOW_MS, LATENCY_MS);
	const options = { ifLinkExists: 'returnExisting' };
	const bulk = await publishBulkWorkflow(main, name, service, options);
	const rows = rowsOf('killed', KILLED_ROWS);
	const first = await bulk.start(rows);
	await untilLinks(service, KILLED_AFTER);
	const victim = await workerOf(workers, first);
	await victim.kill();
	workers.splice(workers.indexOf(victim), 1);
	const made = service.links().length;
	expect.soft(made, `${name}: it dies in the middle`).toBeLessThan(KILLED_ROWS);

	const second = await bulk.start(rows);
	const status = await main.rest.waitForEnd(second, RUN_TIMEOUT_MS);
	const items = await createdItems(main, second);
	expect
		.soft([status, items.length], `${name}: the second run succeeds with an item for each row`)
		.toEqual(['success', KILLED_ROWS]);
	checkLinks(name, service, rows);
	const found = items.filter(({ json }) => json.link_action === 'unchanged').length;
	console.log(`${made} links when ${victim.name} died; the second run found ${found} of them`);

	await until(async () => !mayBeDone(await main.rest.executionStatus(first)), STALLED_TIMEOUT_MS);
	checkLinks(`${name}, once n8n knows`, service, rows);
}

async function workerOf(workers: Worker[], execution: string): Promise<Worker> {
	for (const worker of workers) {
		if ((await worker.startedExecutions()).includes(execution)) return worker;
	}
	throw new Error(`No worker has begun execution ${execution}.`);
}
