import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { changelogSection, releaseFindings, type Release } from './findings.mts';

export interface ReleaseOptions {
	tag?: string | undefined;
	repository?: string | undefined;
	/** Where the release's notes go once there is nothing to object to. */
	notes?: string | undefined;
}

/** What readers of a release get to see. */
export const PAGES = ['package.json', 'README.md', 'CHANGELOG.md', 'SECURITY.md'];
export const FOLDERS = ['credentials', 'nodes', 'docs'];
const TEXT = /\.(?:ts|json|md)$/;

/**
 * Says what stands between this commit and its release.
 *
 * @returns the exit code
 */
export async function checkRelease(
	root: string,
	{ tag, repository, notes }: ReleaseOptions,
	print: (line: string) => void,
): Promise<number> {
	const release = await readRelease(root);
	const version = release.manifest.version ?? '';
	const findings = releaseFindings({
		...release,
		...(tag !== undefined && { tag }),
		...(repository !== undefined && { runsIn: repository }),
	});
	for (const finding of findings) print(finding);
	if (findings.length > 0) {
		print(`\nVersion ${version} cannot be published yet: ${findings.length} findings.`);
		return 1;
	}
	if (notes !== undefined) {
		await mkdir(dirname(notes), { recursive: true });
		const section = changelogSection(release.texts.get('CHANGELOG.md') ?? '', version) ?? '';
		await writeFile(notes, `${section}\n`);
	}
	print(`Version ${version} can be published.`);
	return 0;
}

/** Reads what {@link releaseFindings} judges. */
export async function readRelease(root: string): Promise<Release> {
	const files = [...PAGES];
	for (const folder of FOLDERS) {
		const names = await readdir(join(root, folder), { recursive: true });
		files.push(...names.filter((name) => TEXT.test(name)).map((name) => `${folder}/${name}`));
	}
	const texts = new Map<string, string>();
	for (const file of files) texts.set(file, await readFile(join(root, file), 'utf8'));
	return {
		manifest: JSON.parse(texts.get('package.json') ?? '{}') as Release['manifest'],
		texts,
		hasFile: (path) => existsSync(join(root, path)),
	};
}
