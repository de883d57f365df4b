import { availableParallelism } from 'node:os';
import { execa } from 'execa';

/** The checks of `npm run lint`, the longest first. `n8n-node lint` is the gate's, on a clean checkout. */
const CHECKS = [
	['eslint', '--config', 'eslint.strict.config.mjs', '--max-warnings', '0', '.'],
	['prettier', '--check', '--cache', '--cache-strategy=content', '--log-level', 'warn', '.'],
	['tsc', '-p', 'tsconfig.test.json'],
	['depcruise', 'nodes', 'credentials'],
	['node', 'tools/weigh.mjs'],
] as const;

const waiting = CHECKS.values();
const failed: string[] = [];

/** Runs one check after the other, and prints in one piece what one that found something says. */
async function runChecks(): Promise<void> {
	for (const [program, ...args] of waiting) {
		const options = { all: true, preferLocal: true, reject: false, env: { FORCE_COLOR: '1' } };
		const { all, exitCode, durationMs } = await execa(program, args, options);
		const isGood = exitCode === 0;
		const verdict = isGood ? 'ok' : 'FAILED';
		console.log(`${program} ${args.join(' ')}: ${verdict}, ${Math.round(durationMs / 1000)} s`);
		if (isGood) continue;
		console.log(all);
		failed.push(program);
	}
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runChecks));
if (failed.length > 0) {
	console.error(`npm run lint: ${failed.join(', ')} found something, see above.`);
	process.exitCode = 1;
}
