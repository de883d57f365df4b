import { execa } from 'execa';
import { runsOfChanged } from './changed.mts';

/**
 * `npm test`: the checks of `npm run lint` and all tests side by side, since many tests mostly wait. What the
 * checks say comes after the tests, in one piece. `npm test -- --changed [commit]` runs only the tests of what
 * differs from the last commit, or from that one.
 */
const [first, commit = 'HEAD'] = process.argv.slice(2);

async function pass(runs: readonly string[][]): Promise<boolean> {
	let allPass = true;
	for (const args of runs) {
		const { exitCode } = await execa('vitest', ['run', ...args], {
			preferLocal: true,
			reject: false,
			stdio: 'inherit',
		});
		allPass &&= exitCode === 0;
	}
	if (!allPass) console.error('npm test: some tests did not pass, see above.');
	return allPass;
}

if (first === '--changed') {
	if (!(await pass(await runsOfChanged(commit)))) process.exitCode = 1;
} else {
	const lint = execa('npm', ['run', '--silent', 'lint'], { all: true, reject: false });
	const [isGood, { all, exitCode }] = await Promise.all([pass([process.argv.slice(2)]), lint]);
	console.log(all);
	if (!isGood || exitCode !== 0) process.exitCode = 1;
}
