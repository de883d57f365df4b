import { spawnSync } from 'node:child_process';

/**
 * Runs a command to its end and returns what it printed. Throws with its own words when it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string }} options
 */
export function run(command, args, { cwd }) {
	const { status, stdout, stderr, error } = spawnSync(command, args, {
		cwd,
		encoding: 'utf8',
		maxBuffer: 64 * 1024 * 1024,
	});
	if (error !== undefined) throw error;
	if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}${stdout}`);
	return stdout;
}
