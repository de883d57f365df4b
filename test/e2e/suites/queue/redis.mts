import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { Redis as Client } from 'ioredis';
import { freePort } from '../../ports.mts';
import { childEnvironment } from '../../processes.mts';
import { findProgram, installDebianPackage } from '../../debian.mts';

export interface Redis {
	/** For n8n. */
	env: NodeJS.ProcessEnv;
	where: string;
	deleteKeys: (prefix: string) => Promise<void>;
	/** Stops it if it was started here. */
	stop: () => Promise<void>;
}

const USUAL = 'redis://127.0.0.1:6379';
const OR_ELSE = 'Or name a running Redis in E2E_REDIS_URL.';
const ANSWER_TIMEOUT_MS = 2_000;
const START_TIMEOUT_MS = 10_000;
const POLL_MS = 100;
const STOP_GRACE_MS = 5_000;

/**
 * The Redis that E2E_REDIS_URL names, else the one at the usual address, else one of our own.
 *
 * @throws when there is none and none can be started
 */
export async function findRedis(folder: string): Promise<Redis> {
	const named = process.env.E2E_REDIS_URL;
	const url = new URL(named ?? USUAL);
	if (await answers(url)) return redisAt(url, 'found', async () => Promise.resolve());
	if (named) throw new Error(`No Redis answers at ${url.host}, which E2E_REDIS_URL names.`);
	return await startRedis(folder);
}

async function startRedis(folder: string): Promise<Redis> {
	const program =
		(await findProgram('redis-server')) ??
		(await installDebianPackage('redis-server', 'redis-server', OR_ELSE));
	const data = join(folder, 'redis');
	await mkdir(data, { recursive: true });
	const port = await freePort();
	const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', data, '--save', ''];
	const server = execa(program, options, {
		env: childEnvironment(),
		extendEnv: false,
		stdio: 'ignore',
		reject: false,
		forceKillAfterDelay: STOP_GRACE_MS,
	});
	const url = new URL(`redis://127.0.0.1:${port}`);
	const stop = async () => {
		server.kill();
		await server;
	};
	const deadline = Date.now() + START_TIMEOUT_MS;
	while (!(await answers(url))) {
		if (Date.now() > deadline) {
			await stop();
			throw new Error(`The Redis started at ${url.host} does not answer.`);
		}
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	return redisAt(url, 'started', stop);
}

function redisAt(url: URL, how: string, stop: () => Promise<void>): Redis {
	const password = decodeURIComponent(url.password);
	return {
		env: {
			QUEUE_BULL_REDIS_HOST: url.hostname,
			QUEUE_BULL_REDIS_PORT: url.port || '6379',
			...(url.username && { QUEUE_BULL_REDIS_USERNAME: decodeURIComponent(url.username) }),
			...(password && { QUEUE_BULL_REDIS_PASSWORD: password }),
		},
		where: `Redis ${how} at ${url.host}`,
		deleteKeys: async (prefix) => {
			await ask(url, async (client) => {
				const keys = await client.keys(`${prefix}*`);
				if (keys.length > 0) await client.del(keys);
			});
		},
		stop,
	};
}

async function answers(url: URL): Promise<boolean> {
	return await ask(url, async (client) => await client.ping()).then(
		() => true,
		() => false,
	);
}

/** Connects for one question and tries only once. */
async function ask<T>(url: URL, question: (client: Client) => Promise<T>): Promise<T> {
	const client = new Client(url.href, {
		lazyConnect: true,
		connectTimeout: ANSWER_TIMEOUT_MS,
		commandTimeout: ANSWER_TIMEOUT_MS,
		retryStrategy: () => null,
	});
	try {
		await client.connect();
		return await question(client);
	} finally {
		client.disconnect();
	}
}
