import { execa } from 'execa';

/**
 * The tests of what differs from the last commit, or from another one. Unit tests import the sources, so
 * vitest finds them itself. Tests of the engine run what was built, which vitest cannot follow: for them this
 * says which promises a room is behind.
 */

const NODES = 'nodes/LinkShortener/';

/** The promises (`contract/c<number>-*`) behind which a room stands, most specific room first. */
const PROMISES_OF_ROOMS: ReadonlyArray<readonly [room: string, promises: readonly number[]]> = [
	['api/gate', [1, 8, 9, 10, 11]],
	['api/http', [1, 3, 9, 10, 16, 18, 19, 20]],
	['api/pixels', [18]],
	['api/records', [3, 12, 13, 14, 18]],
	['api/request', [1, 3, 8, 9, 10, 11, 16]],
	['execution', [2, 10, 11, 15, 19, 20]],
	['link/create', [1, 2, 6, 9]],
	['link/fields', [5, 14, 15, 19]],
	['link/sheet', [5, 15, 20]],
	['link', [1, 2, 4, 5, 6, 12, 15, 19, 20]],
	['names', [4, 14, 19]],
	['operations', [3, 10, 11, 12, 14, 15, 19, 20]],
	['resources/account', [18]],
	['resources/qrCode', [3, 15, 16, 18]],
	['resources', [3, 12, 14, 15, 16, 18]],
	['trigger', [13]],
];

/** These read every description, or run every operation. */
const ALWAYS = ['judges/', 'operations.test', 'structure.test', 'pieceOfWork.test'];

/** Everything: what has no room of its own, such as `shared/`, or what all tests of the engine share. */
const WHOLE = ['test/engine/', 'test/service/'];

/** The engine's tests, as vitest's filters, for one changed file; none for a file that they do not reach. */
export function engineTestsOf(file: string): string[] {
	if (/^test\/(engine|service)\//.test(file)) return file.endsWith('.test.mts') ? [file] : WHOLE;
	if (!/^(nodes|credentials)\//.test(file)) return [];
	const room = PROMISES_OF_ROOMS.find(
		([name]) => file.startsWith(`${NODES}${name}/`) || file === `${NODES}${name}.ts`,
	);
	if (room === undefined) return WHOLE;
	const contracts = room[1].map((promise) => `contract/c${promise}-`);
	return [...contracts, ...ALWAYS].map((name) => `test/engine/${name}`);
}

/** The files that differ from a commit, new ones included. */
async function changedFiles(commit: string): Promise<string[]> {
	const listings = await Promise.all([
		execa('git', ['diff', '--name-only', commit], { lines: true }),
		execa('git', ['ls-files', '--others', '--exclude-standard'], { lines: true }),
	]);
	return listings.flatMap(({ stdout }) => stdout);
}

/** Arguments of the runs of vitest that test what changed. */
export async function runsOfChanged(commit: string): Promise<string[][]> {
	const engine = [...new Set((await changedFiles(commit)).flatMap(engineTestsOf))];
	return [
		['--project', 'unit', '--changed', commit, '--passWithNoTests'],
		...(engine.length === 0 ? [] : [['--project', 'engine', ...engine]]),
	];
}
