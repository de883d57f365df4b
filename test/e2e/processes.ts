import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export interface Finished {
	code: number | null;
	output: string;
}

interface RunOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	timeoutMs?: number;
}

/** Lines of a failed command's output that go into its message; the cause is at the end. */
const LINES_SHOWN = 25;

/**
 * The environment for a child. The running Node comes first on PATH, so that everything below uses
 * the Node 24 of this project also where the machine's own `node` is 20. What `npm run` tells its
 * script about the root package is taken out, otherwise an npm started elsewhere works on the root.
 */
export function childEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(
		([name]) =>
			name !== 'npm_config_local_prefix' &&
			name !== 'INIT_CWD' &&
			!name.startsWith('npm_package_') &&
			!name.startsWith('npm_lifecycle_'),
	);
	const path = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
	return { ...Object.fromEntries(inherited), PATH: path, ...extra };
}

/** The npm that runs this script, else the first one on PATH, as a command and its first arguments. */
export function npmCommand(): { command: string; args: string[] } {
	const npmCli = process.env.npm_execpath;
	if (npmCli?.endsWith('.js')) return { command: process.execPath, args: [npmCli] };
	const folders = (process.env.PATH ?? '').split(delimiter);
	const npm = folders.map((folder) => join(folder, 'npm')).find((file) => existsSync(file));
	if (!npm) throw new Error('There is no npm on the PATH.');
	return { command: npm, args: [] };
}

/** Runs a command to its end and hands back its output, whatever the exit code. */
export async function finish(
	command: string,
	args: string[],
	{ cwd, env, timeoutMs }: RunOptions,
): Promise<Finished> {
	const options: SpawnOptions = {
		cwd,
		env: childEnvironment(env),
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: timeoutMs,
	};
	return await new Promise((resolve) => {
		const child = spawn(command, args, options);
		const chunks: string[] = [];
		const collect = (chunk: Buffer) => chunks.push(chunk.toString());
		child.stdout?.on('data', collect);
		child.stderr?.on('data', collect);
		child.once('error', (error) => resolve({ code: null, output: error.message }));
		child.once('close', (code) => resolve({ code, output: chunks.join('') }));
	});
}

/** Runs a command that has to succeed. */
export async function run(command: string, args: string[], options: RunOptions): Promise<string> {
	const { code, output } = await finish(command, args, options);
	if (code === 0) return output;
	const shown = output.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
	throw new Error(`"${[command, ...args].join(' ')}" failed with code ${code}:\n${shown}`);
}

export async function runNpm(args: string[], options: RunOptions): Promise<string> {
	const npm = npmCommand();
	return await run(npm.command, [...npm.args, ...args], options);
}

export function hasEnded(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

/** Asks a process to stop, and kills it when it does not within the grace period. */
export async function endProcess(child: ChildProcess, graceMs: number): Promise<void> {
	if (hasEnded(child)) return;
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	child.kill('SIGTERM');
	const lastResort = setTimeout(() => child.kill('SIGKILL'), graceMs);
	await ended;
	clearTimeout(lastResort);
}
