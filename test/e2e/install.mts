import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { N8N_FOLDER, N8N_FOLDERS, n8nBin, ROOT } from './paths.mts';
import { finish, run, runNpm } from './processes.mts';

/**
 * Makes a folder's node_modules complete: n8n from the lockfile beside it, and the native binding of
 * its database. Imports nothing that stands in such a folder, because a package that it is about to
 * install cannot be relied on.
 */

const BINDING = join('build', 'Release', 'node_sqlite3.node');
const PREBUILT_TIMEOUT_MS = 60_000;
const LIFE_SIGN_MS = 30_000;
const TOOLCHAIN = ['python3', 'make', 'g++'];

/** @param folder one of those with an n8n in its lockfile */
export async function installN8n(folder = N8N_FOLDER): Promise<void> {
	const stampFile = join(folder, 'node_modules', '.link-shortener-install');
	const complete = await fingerprint(folder);
	const withoutBinding = `${complete}, without the binding`;
	const stamp = existsSync(n8nBin(folder))
		? await readFile(stampFile, 'utf8').catch(() => undefined)
		: undefined;
	if (stamp === complete) return;

	// After a stop for want of a compiler the download is not repeated.
	if (stamp !== withoutBinding) {
		await installModules(folder);
		await writeFile(stampFile, withoutBinding);
	}
	await provideSqlite(folder);
	await writeFile(stampFile, complete);
}

async function installModules(folder: string): Promise<void> {
	console.log(`Installing n8n as pinned in ${relative(ROOT, folder)} (once; 3 GB, some minutes) …`);
	const lifeSign = setInterval(() => console.log('… still installing'), LIFE_SIGN_MS);
	try {
		// n8n itself needs no install script but the one of sqlite3, which is run afterwards. One of
		// its optional drivers would fail in its script for want of a native library.
		await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
	} finally {
		clearInterval(lifeSign);
	}
}

/** What an installation depends on: the lockfile, and what a native binding is built for. */
async function fingerprint(folder: string): Promise<string> {
	const lockfile = await readFile(join(folder, 'package-lock.json'));
	const hash = createHash('sha256').update(lockfile).digest('hex');
	return [hash, process.platform, process.arch, process.versions.modules].join(' ');
}

async function provideSqlite(folder: string): Promise<void> {
	const modules = join(folder, 'node_modules');
	const sqlite = join(modules, 'sqlite3');
	if (await sqliteLoads(folder)) return;

	for (const other of N8N_FOLDERS) await copyBinding(other, folder);
	if (await sqliteLoads(folder)) return;

	console.log('Looking for a prebuilt SQLite binding …');
	const prebuildInstall = join(modules, 'prebuild-install', 'bin.js');
	await finish(process.execPath, [prebuildInstall, '-r', 'napi'], {
		cwd: sqlite,
		timeoutMs: PREBUILT_TIMEOUT_MS,
	});
	if (await sqliteLoads(folder)) return;

	await requireToolchain();
	console.log('None to be had: building it (about a minute) …');
	const nodeGyp = join(modules, 'node-gyp', 'bin', 'node-gyp.js');
	const headers = findNodeHeaders();
	const nodedir = headers ? [`--nodedir=${headers}`] : [];
	await run(process.execPath, [nodeGyp, 'rebuild', ...nodedir], { cwd: sqlite });
	if (!(await sqliteLoads(folder))) {
		throw new Error(`The SQLite binding in ${sqlite} does not load.`);
	}
}

/** Takes over what was built for the same version of the driver in another of the folders. */
async function copyBinding(from: string, to: string): Promise<void> {
	const source = join(from, 'node_modules', 'sqlite3');
	const target = join(to, 'node_modules', 'sqlite3');
	if (source === target || !existsSync(join(source, BINDING))) return;
	if ((await versionIn(source)) !== (await versionIn(target))) return;
	await mkdir(dirname(join(target, BINDING)), { recursive: true });
	await copyFile(join(source, BINDING), join(target, BINDING));
}

async function versionIn(packageFolder: string): Promise<unknown> {
	const manifest = await readFile(join(packageFolder, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { version: unknown }).version;
}

/** Asked in a process of its own: a binding that cannot be loaded may take its process with it. */
async function sqliteLoads(folder: string): Promise<boolean> {
	const { code } = await finish(process.execPath, ['--eval', "require('sqlite3')"], {
		cwd: folder,
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
		const { code } = await finish(tool, ['--version'], { cwd: N8N_FOLDER });
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
