import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { environmentOf, lineOf } from '../../dialect.mts';
import { installN8n } from '../../install.mts';
import type { N8n } from '../../n8n.mts';
import { installPackage } from '../../package.mts';
import { n8nBin, ROOT } from '../../paths.mts';
import type { Checks } from '../checks.mts';
import { NODE_TYPE } from '../bulk.mts';
import { STEP_NAMES, STEP_TITLES } from '../names.mts';
import { packedPackage, type Stage } from '../stage.mts';
import { type LockedVersion, lockedVersions } from './lockedVersions.mts';
import { STEPS } from './steps/index.mts';
import { type Row, withRows } from './table.mts';

const PAGE = join(ROOT, 'docs', 'compatibility.md');
const INSTALLED = 'Install';
const COLUMNS = [INSTALLED, ...Object.values(STEP_TITLES)];
const NODE_TYPES = [NODE_TYPE, `${NODE_TYPE}Trigger`];

/** What a user of the package does first, on every n8n that a lockfile of this repository pins. */
export async function runVersionsSuite(checks: Checks, stage: Stage): Promise<void> {
	const { n8n: chosen, write } = stage.options;
	const all = lockedVersions();
	const versions = all.filter(
		({ n8n }) => !chosen || chosen.some((part) => `${n8n}.`.startsWith(`${part}.`)),
	);
	checks.check('there are such versions', versions.length > 0);
	const rows: Row[] = [];
	for (const version of versions) {
		rows.push(await runJourney(version, checks, stage));
		// Two n8n at once would be much for a small machine.
		await stage.dispose();
	}
	if (write !== true) return;
	const locked = all.map(({ n8n }) => n8n);
	const page = withRows(await readFile(PAGE, 'utf8'), rows, COLUMNS, locked);
	await writeFile(PAGE, await format(page, { parser: 'markdown' }));
}

async function runJourney(version: LockedVersion, checks: Checks, stage: Stage): Promise<Row> {
	const { folder, n8n: number } = version;
	await installN8n(console.log, folder);
	const name = `n8n ${number}`;
	const passed: Row['passed'] = {};
	let n8n: N8n | undefined;
	passed[INSTALLED] = await holds(checks, async () => {
		n8n = await startElsewhere(version, stage);
		await installPackage(n8n, await packedPackage());
		await checkInstalled(n8n, number, `${name}, install`, checks);
	});
	const { steps } = stage.options;
	for (const step of steps ?? STEP_NAMES) {
		const running = n8n;
		passed[STEP_TITLES[step]] =
			running !== undefined &&
			(await holds(checks, async () => {
				await STEPS[step]({ n8n: running, name: `${name}, ${step}`, checks, stage });
			}));
	}
	const { manifest } = await packedPackage();
	const date = new Date().toISOString().slice(0, 10);
	return { n8n: number, node: process.versions.node, passed, package: manifest.version, date };
}

/**
 * In a folder outside this repository, as a user's is: a package that is installed below it would find
 * the n8n-workflow of the repository, whatever n8n runs it.
 */
async function startElsewhere({ folder, n8n }: LockedVersion, stage: Stage): Promise<N8n> {
	const userFolder = await mkdtemp(join(tmpdir(), 'link-shortener-n8n-'));
	stage.atEnd(async () => await rm(userFolder, { recursive: true, force: true }));
	const env = environmentOf(lineOf(n8n));
	return await stage.n8nIn(userFolder, { bin: n8nBin(folder), env });
}

/** Whether every check that `work` makes holds, and it runs to its end. */
async function holds(checks: Checks, work: () => Promise<void>): Promise<boolean> {
	const before = checks.failed;
	try {
		await work();
	} catch (error) {
		const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
		checks.check('it runs to its end', false, reason);
	}
	return checks.failed === before;
}

async function checkInstalled(
	n8n: N8n,
	number: string,
	name: string,
	checks: Checks,
): Promise<void> {
	checks.same(`${name}: it is the version of the lockfile`, n8n.rest.version, number);
	const installed = await n8n.rest.call<Array<{ installedNodes: Array<{ type: string }> }>>(
		'GET',
		'/community-packages',
	);
	checks.same(
		`${name}: n8n has the nodes of the package`,
		installed.flatMap(({ installedNodes }) => installedNodes.map(({ type }) => type)).sort(),
		NODE_TYPES,
	);
	checks.check(
		`${name}: no n8n-workflow but n8n's own is in reach of the package`,
		!isInReach('n8n-workflow', join(n8n.userFolder, '.n8n', 'nodes', 'node_modules')),
	);
}

/** Whether a package that stands in a folder finds another one without n8n's help. */
function isInReach(name: string, folder: string): boolean {
	try {
		createRequire(join(folder, 'package.json')).resolve(name);
		return true;
	} catch {
		return false;
	}
}
