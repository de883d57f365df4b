import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { E2E_FOLDER, N8N_BIN, ROOT } from './paths.mts';
import { finish, run, runNpm } from './processes.mts';

/**
 * Makes this folder's node_modules complete: n8n from the lockfile, and the native binding of its
 * database. Imports nothing that stands in this folder's node_modules, because a package that it is
 * about to install cannot be relied on.
 */

type Say = (line: string) => void;

const MODULES = join(E2E_FOLDER, 'node_modules');
const SQLITE = join(MODULES, 'sqlite3');
const STAMP = join(MODULES, '.link-shortener-install');
const PREBUILT_TIMEOUT_MS = 60_000;
const LIFE_SIGN_MS = 30_000;
const TOOLCHAIN = ['python3', 'make', 'g++'];

export async function installN8n(say: Say): Promise<void> {
	const complete = await fingerprint();
	const withoutBinding = `${complete}, without the binding`;
	const stamp = existsSync(N8N_BIN) ? await readStamp() : undefined;
	if (stamp === complete) return;

	// After a stop for want of a compiler the download is not repeated.
	if (stamp !== withoutBinding) {
		await installModules(say);
		await writeFile(STAMP, withoutBinding);
	}
	await provideSqlite(say);
	await writeFile(STAMP, complete);
}

async function installModules(say: Say): Promise<void> {
	say('Installing n8n as pinned in test/e2e (once; 3 GB, some minutes) …');
	const lifeSign = setInterval(() => say('… still installing'), LIFE_SIGN_MS);
	try {
		// n8n itself needs no install script but the one of sqlite3, which is run afterwards. One of
		// its optional drivers would fail in its script for want of a native library.
		await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: E2E_FOLDER });
	} finally {
		clearInterval(lifeSign);
	}
}

/** What an installation depends on: the lockfile, and what a native binding is built for. */
async function fingerprint(): Promise<string> {
	const lockfile = await readFile(join(E2E_FOLDER, 'package-lock.json'));
	const hash = createHash('sha256').update(lockfile).digest('hex');
	return [hash, process.platform, process.arch, process.versions.modules].join(' ');
}

async function readStamp(): Promise<string | undefined> {
	return await readFile(STAMP, 'utf8').catch(() => undefined);
}

async function provideSqlite(say: Say): Promise<void> {
	if (await sqliteLoads()) return;

	say('Looking for a prebuilt SQLite binding …');
	const prebuildInstall = join(MODULES, 'prebuild-install', 'bin.js');
	await finish(process.execPath, [prebuildInstall, '-r', 'napi'], {
		cwd: SQLITE,
		timeoutMs: PREBUILT_TIMEOUT_MS,
	});
	if (await sqliteLoads()) return;

	await requireToolchain();
	say('None to be had: building it (about a minute) …');
	const nodeGyp = join(MODULES, 'node-gyp', 'bin', 'node-gyp.js');
	const headers = findNodeHeaders();
	const nodedir = headers ? [`--nodedir=${headers}`] : [];
	await run(process.execPath, [nodeGyp, 'rebuild', ...nodedir], { cwd: SQLITE });
	if (!(await sqliteLoads())) throw new Error(`The SQLite binding in ${SQLITE} does not load.`);
}

/** Asked in a process of its own: a binding that cannot be loaded may take its process with it. */
async function sqliteLoads(): Promise<boolean> {
	const { code } = await finish(process.execPath, ['--eval', "require('sqlite3')"], {
		cwd: E2E_FOLDER,
	});
	return code === 0;
}

/**
 * The folder with include/node/ of the very Node that runs this. The npm package `node` brings the
 * headers along; without them node-gyp asks nodejs.org, which not every machine can reach.
 */
function findNodeHeaders(): string | undefined {
	const beside = dirname(dirname(process.execPath));
	const platformPackage = `node-${process.platform}-${process.arch}`;
	const candidates = [
		beside,
		join(beside, 'node_modules', platformPackage),
		join(ROOT, 'node_modules', platformPackage),
	];
	return candidates.find((folder) => existsSync(join(folder, 'include', 'node', 'node_api.h')));
}

async function requireToolchain(): Promise<void> {
	const missing: string[] = [];
	for (const tool of TOOLCHAIN) {
		const { code } = await finish(tool, ['--version'], { cwd: E2E_FOLDER });
		if (code !== 0) missing.push(tool);
	}
	if (missing.length === 0) return;
	throw new Error(
		[
			`n8n's database needs a native binding. No prebuilt one could be had, and to build it ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing.`,
			'On Debian or Ubuntu: apt-get install python3 make g++',
			'Then start again.',
		].join('\n'),
	);
}
