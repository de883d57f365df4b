import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../ports.ts';
import { childEnvironment, endProcess } from '../../processes.ts';
import { findProgram, installDebianPackage } from '../../debian.ts';

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
	const server = spawn(program, options, { env: childEnvironment(), stdio: 'ignore' });
	const url = new URL(`redis://127.0.0.1:${port}`);
	const stop = async () => await endProcess(server, STOP_GRACE_MS);
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
			const script = `for _, key in ipairs(redis.call('keys', ARGV[1])) do redis.call('del', key) end`;
			await ask(url, `EVAL "${script}" 0 ${prefix}*`);
		},
		stop,
	};
}

async function answers(url: URL): Promise<boolean> {
	return await ask(url, 'PING').then(
		(answer) => answer.startsWith('+PONG'),
		() => false,
	);
}

/** One command in Redis's protocol for typing by hand. */
async function ask(url: URL, command: string): Promise<string> {
	return await new Promise((resolve, reject) => {
		const socket = connect(Number(url.port || '6379'), url.hostname);
		socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('no answer')));
		socket.once('error', reject);
		const user = decodeURIComponent(url.username);
		const login = url.password ? `AUTH ${user} ${decodeURIComponent(url.password)}\r\n` : '';
		const expected = login === '' ? 1 : 2;
		let text = '';
		socket.on('data', (chunk: Buffer) => {
			text += chunk.toString();
			const lines = text.split('\r\n').slice(0, -1);
			if (lines.length < expected) return;
			socket.destroy();
			resolve(lines[expected - 1] ?? '');
		});
		socket.write(`${login}${command}\r\n`);
	});
}
