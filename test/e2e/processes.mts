import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';

export interface Finished {
	/** Undefined when it never started or a signal ended it. */
	code: number | undefined;
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

/** Runs a command to its end and returns its output, whatever the exit code. */
export async function finish(
	command: string,
	args: string[],
	{ cwd, env, timeoutMs = 0 }: RunOptions,
): Promise<Finished> {
	const {
		exitCode,
		all,
		shortMessage = '',
	} = await execa(command, args, {
		cwd,
		env: childEnvironment(env),
		extendEnv: false,
		stdin: 'ignore',
		all: true,
		stripFinalNewline: false,
		timeout: timeoutMs,
		reject: false,
	});
	return { code: exitCode, output: all || shortMessage };
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
