import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { environmentOf } from '../../dialect.mts';
import { type N8n, readEncryptionKey } from '../../n8n.mts';
import { run } from '../../processes.mts';
import { startWorker, type Worker } from '../../worker.mts';
import { NODE_TYPE } from '../bulk.mts';
import type { Checks } from '../checks.mts';
import { packedPackage, type Stage } from '../stage.mts';
import { openBackends } from './backends.mts';

/** n8n's queue mode: a main, and workers that share nothing but database and queue. */
export interface Cluster {
	main: N8n;
	workers: Worker[];
	/** The type under which this n8n knows the package's node. */
	nodeType: string;
}

const WORKERS = 3;
/** A job whose worker is gone is noticed within seconds instead of a minute and a half. */
const FAST_STALL_DETECTION = {
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '5000',
};

/** The n8n of this folder's lockfile; the package is installed as a user installs it. */
export async function startCluster(checks: Checks, stage: Stage): Promise<Cluster> {
	const env = await openQueue(checks, stage);
	const main = await stage.n8n('main', { env });
	const workers = await startWorkers(main, stage, env);
	return { main, workers, nodeType: NODE_TYPE };
}

/**
 * Another n8n, such as one of the older line. That one looks for packages in the public registry
 * only, so the package is given to it as an extension, which has another prefix.
 */
export async function startOtherCluster(
	bin: string,
	checks: Checks,
	stage: Stage,
): Promise<Cluster> {
	const extension = await stage.emptyFolder('extension');
	await mkdir(extension, { recursive: true });
	const { tarball } = await packedPackage();
	await run('tar', ['xzf', tarball, '-C', extension, '--strip-components=1'], { cwd: extension });
	const env = {
		...(await openQueue(checks, stage)),
		N8N_CUSTOM_EXTENSIONS: extension,
		...environmentOf(1),
	};
	const main = await stage.n8nIn(await stage.emptyFolder('other-main'), { env, bin });
	const workers = await startWorkers(main, stage, env, bin);
	return { main, workers, nodeType: 'CUSTOM.linkShortener' };
}

async function openQueue(checks: Checks, stage: Stage): Promise<NodeJS.ProcessEnv> {
	const backends = await openBackends(stage.folder);
	stage.atEnd(backends.dispose);
	checks.note(backends.where);
	return { ...backends.env, ...FAST_STALL_DETECTION };
}

async function startWorkers(
	main: N8n,
	stage: Stage,
	env: NodeJS.ProcessEnv,
	bin?: string,
): Promise<Worker[]> {
	const shared = { ...env, N8N_ENCRYPTION_KEY: await readEncryptionKey(main.userFolder) };
	const { url: npmRegistry } = await stage.registry();
	const filesFolder = join(stage.folder, 'files');
	const workers: Worker[] = [];
	for (let number = 1; number <= WORKERS; number += 1) {
		const userFolder = await stage.emptyFolder(`worker-${number}`);
		const options = { userFolder, filesFolder, npmRegistry, env: shared, ...(bin && { bin }) };
		const worker = await startWorker(`worker ${number}`, options);
		stage.atEnd(worker.stop);
		workers.push(worker);
	}
	return workers;
}
