import axios from 'axios';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type N8nOptions, n8nEnvironment } from './n8n.mts';
import { type N8nProcess, spawnN8n } from './n8nProcess.mts';
import { freePort } from './loopback.mts';

/** A worker of n8n's queue mode. */
export interface Worker extends N8nProcess {
	name: string;
	/** The executions it has begun, by id. */
	startedExecutions: () => Promise<string[]>;
}

/** One job at a time, so that as many jobs as workers means one for each. */
const WORKER = ['worker', '--concurrency=1'];

/**
 * Starts a worker in the user folder of its main, as containers that share a volume have it: it finds the
 * package that the main installed. What else it shares with its main (key, queue, database) is in `env`.
 */
export async function startWorker(name: string, options: N8nOptions): Promise<Worker> {
	const { userFolder } = options;
	const healthPort = await freePort();
	const health = `http://127.0.0.1:${healthPort}/healthz/readiness`;
	const worker = await spawnN8n({
		args: WORKER,
		cwd: userFolder,
		env: {
			...(await n8nEnvironment(options)),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(healthPort),
		},
		logFile: join(userFolder, `${name}.log`),
		isReady: async () => await answers(health),
	});
	const startedExecutions = async () => {
		const log = await readFile(worker.logFile, 'utf8');
		return [...log.matchAll(/Worker started execution (\d+)/g)].map(([, id = '']) => id);
	};
	return { ...worker, name, startedExecutions };
}

async function answers(url: string): Promise<boolean> {
	try {
		await axios.get(url, { timeout: 2_000, proxy: false });
		return true;
	} catch {
		return false;
	}
}
