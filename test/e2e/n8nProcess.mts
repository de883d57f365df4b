import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { execa } from 'execa';
import { N8N_BIN } from './paths.mts';
import { childEnvironment } from './processes.mts';
import { until } from './waiting.mts';

/** A main or a worker of n8n, as a process of its own that never outlives this one. */
export interface N8nProcess {
	pid: number;
	logFile: string;
	/** As a service manager stops it: n8n ends what it is doing. */
	stop: () => Promise<void>;
	/** As a power cut ends it. */
	kill: () => Promise<void>;
}

interface Options {
	/** What follows `n8n` on the command line. */
	args: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
	/** Another n8n than the one of this folder's lockfile. */
	bin?: string;
	isReady: () => Promise<boolean>;
}

const START_TIMEOUT_MS = 180_000;
const STOP_GRACE_MS = 15_000;

/** Resolves once n8n is ready. */
export async function spawnN8n(options: Options): Promise<N8nProcess> {
	const { args, cwd, env, logFile, bin = N8N_BIN, isReady } = options;
	await mkdir(dirname(logFile), { recursive: true });
	const log = { file: logFile };
	const child = execa(process.execPath, [bin, ...args], {
		cwd,
		env: childEnvironment(env),
		extendEnv: false,
		stdin: 'ignore',
		stdout: log,
		stderr: log,
		buffer: false,
		reject: false,
		forceKillAfterDelay: STOP_GRACE_MS,
		// A group of its own: Ctrl+C is ours to pass on, and kill() also reaches n8n's task runner.
		detached: true,
	});
	const { pid } = child;
	if (pid === undefined) throw new Error('n8n could not be started.');
	const guard = guardGroup(pid);
	const kill = async () => {
		killGroup(pid);
		guard.kill();
		await child;
	};
	const stop = async () => {
		child.kill();
		await child;
		await kill();
	};
	try {
		await untilReady(child, isReady, logFile);
	} catch (error) {
		await kill();
		throw error;
	}
	return { pid, logFile, kill, stop };
}

async function untilReady(
	child: ChildProcess,
	isReady: () => Promise<boolean>,
	logFile: string,
): Promise<void> {
	const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
	const isDecided = async () => (await isReady()) || hasEnded();
	const isInTime = await until(isDecided, START_TIMEOUT_MS);
	if (hasEnded()) throw new Error(`n8n ended while it started:\n${await tail(logFile)}`);
	if (!isInTime) throw new Error(`n8n did not start:\n${await tail(logFile)}`);
}

async function tail(file: string): Promise<string> {
	return (await readFile(file, 'utf8')).trimEnd().split('\n').slice(-20).join('\n');
}

/**
 * Ends n8n with this process, however it ends: the guard reads from us, and when nobody is left to
 * write to it, it kills n8n's group. A handler here would not run when we are killed ourselves.
 */
function guardGroup(pid: number): ChildProcess {
	const watch = `cat > /dev/null; kill -s KILL -- -${pid}`;
	const guard = spawn('sh', ['-c', watch], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
	guard.unref();
	return guard;
}

function killGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGKILL');
	} catch {
		// Nothing of the group is left, which is what was wanted.
	}
}
