import { execa } from 'execa';

/**
 * `npm test`: the checks of `npm run lint` and all tests side by side, since many tests mostly wait. What the
 * checks say comes after the tests, in one piece.
 */
const lint = execa('npm', ['run', '--silent', 'lint'], { all: true, reject: false });
const tests = execa('vitest', ['run', ...process.argv.slice(2)], {
	preferLocal: true,
	reject: false,
	stdio: 'inherit',
});

const [{ exitCode: testsExit }, { all, exitCode: lintExit }] = await Promise.all([tests, lint]);
console.log(all);
if (testsExit !== 0) console.error('npm test: some tests did not pass, see above.');
if (testsExit !== 0 || lintExit !== 0) process.exitCode = 1;
