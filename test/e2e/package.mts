import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { N8n } from './n8n.mts';
import { ROOT } from './paths.mts';
import { runNpm } from './processes.mts';
import type { Manifest } from './registry.mts';

export interface PackedPackage {
	manifest: Manifest;
	tarball: string;
	/** Of the tarball: two builds of one version differ in it. */
	hash: string;
}

/** Builds the package at the root and packs it as `npm publish` would. */
export async function buildAndPack(folder: string): Promise<PackedPackage> {
	await runNpm(['run', 'build'], { cwd: ROOT });
	return await pack(ROOT, folder);
}

/** Packs a package into an emptied folder. */
export async function pack(source: string, folder: string): Promise<PackedPackage> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	// Scripts are left out: prepublishOnly and the like would build a second time.
	await runNpm(['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: source });
	const manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as Manifest;
	const tarball = join(folder, `${manifest.name}-${manifest.version}.tgz`);
	const hash = createHash('sha512')
		.update(await readFile(tarball))
		.digest('hex');
	return { manifest, tarball, hash };
}

/** Packs the same build as the version that follows it. */
export async function packNextVersion(
	packed: PackedPackage,
	folder: string,
): Promise<PackedPackage> {
	const { version } = packed.manifest;
	const source = join(folder, 'source');
	await rm(source, { recursive: true, force: true });
	await cp(join(ROOT, 'dist'), join(source, 'dist'), { recursive: true });
	const manifest = { ...packed.manifest, version: nextPatch(version) };
	await writeFile(join(source, 'package.json'), JSON.stringify(manifest));
	return await pack(source, join(folder, 'packed'));
}

function nextPatch(version: string): string {
	const [major = '0', minor = '0', patch = '0'] = version.split('.');
	return [major, minor, Number.parseInt(patch) + 1].join('.');
}

/**
 * Installs the packed package the way a user does, in the editor's settings. n8n has to run with
 * the registry that serves it. An n8n that already has this very tarball is left alone.
 */
export async function installPackage(
	n8n: N8n,
	packed: PackedPackage,
): Promise<'kept' | 'installed'> {
	const { name, version } = packed.manifest;
	const mark = join(n8n.userFolder, 'installed-package');
	const installedHash = await readFile(mark, 'utf8').catch(() => undefined);
	if (installedHash === packed.hash && (await n8n.rest.installedPackages()).includes(name)) {
		return 'kept';
	}
	await rm(mark, { force: true });
	await n8n.rest.installPackage(name, version);
	await writeFile(mark, packed.hash);
	return 'installed';
}
