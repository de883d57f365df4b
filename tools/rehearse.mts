/**
 * Runs the commands of both GitHub workflows here, as far as that goes: `npm run workflow:rehearse`,
 * with `-- ci` or `-- publish` for one of them.
 *
 * What is rehearsed is the last commit, in clean clones. For `publish` a throwaway commit puts in
 * addresses that can be published. Nothing leaves the machine: `npm publish` is a dry run and `gh`
 * only looks at the files it is given. Artifacts are copied. Provenance, trusted publishing and the
 * rights of the jobs exist on GitHub alone.
 */
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { makePublishable } from './rehearsal/publishable.mts';
import { rehearseJob, type Stage } from './rehearsal/run.mts';
import { repositorySlug, type Release } from './release/findings.mts';
import { parseWorkflow, WORKFLOWS, workflowText, type Job } from './workflows/read.mts';

const ROOT = dirname(import.meta.dirname);

const GH = `#!/bin/sh
echo "gh $*"
for argument; do case "$argument" in ./*) test -s "$argument" || exit 1 ;; esac; done
`;

const AUTHOR = ['-c', 'user.name=Rehearsal', '-c', 'user.email=rehearsal@localhost'];

/** A clone whose version can be published, with its tag. */
async function prepareOrigin(origin: string): Promise<Release['manifest']> {
	const git = async (...args: string[]) =>
		await execa('git', [...AUTHOR, ...args], { cwd: origin });
	await execa('git', ['clone', '--quiet', ROOT, origin]);
	await makePublishable(origin);
	await git('commit', '--quiet', '--all', '--allow-empty', '--message', 'Own addresses');
	const manifest = JSON.parse(
		await readFile(join(origin, 'package.json'), 'utf8'),
	) as Release['manifest'];
	await git('tag', '--force', `v${manifest.version ?? ''}`);
	return manifest;
}

/** The Node versions that are here: the one of the development dependencies, and those on the PATH. */
async function findNodes(path: readonly string[]): Promise<Map<string, string>> {
	const nodes = new Map<string, string>();
	for (const folder of [...path, join(ROOT, 'node_modules/node/bin')]) {
		if (!existsSync(join(folder, 'node'))) continue;
		const { stdout } = await execa(join(folder, 'node'), ['--version']);
		nodes.set(/^v(\d+)/.exec(stdout)?.[1] ?? stdout, folder);
	}
	return nodes;
}

function matrixOf(job: Job): Stage['matrix'][] {
	const [axis] = Object.entries(job.strategy?.matrix ?? {});
	if (axis === undefined) return [{}];
	return axis[1].map((value) => ({ [axis[0]]: value }));
}

/** The settings of npm a step may change, away from the user's own. */
async function environment(folder: string, path: readonly string[], manifest: Release['manifest']) {
	const bin = join(folder, 'bin');
	await mkdir(bin);
	await writeFile(join(bin, 'gh'), GH);
	await chmod(join(bin, 'gh'), 0o755);
	const userConfig = join(folder, 'npmrc');
	const { npm_config_userconfig: own = '', npm_config_globalconfig: global = '' } = process.env;
	await (existsSync(own) ? copyFile(own, userConfig) : writeFile(userConfig, ''));
	const kept = Object.entries(process.env).filter(([key]) => !/^npm_|^NODE_|^INIT_CWD$/.test(key));
	return {
		...(Object.fromEntries(kept) as Record<string, string>),
		NPM_CONFIG_USERCONFIG: userConfig,
		// npm looks for it beside the Node that runs it, which differs from step to step.
		NPM_CONFIG_GLOBALCONFIG: global,
		PATH: [bin, ...path].join(delimiter),
		CI: 'true',
		GITHUB_REF_NAME: `v${manifest.version ?? ''}`,
		GITHUB_REPOSITORY: repositorySlug(manifest.repository?.url) ?? '',
	};
}

async function rehearse(name: string, folder: string): Promise<void> {
	// npm puts the packages' own programs first; a step on GitHub does not see them.
	const path = (process.env.PATH ?? '')
		.split(delimiter)
		.filter((entry) => !/node_modules|node-gyp-bin/.test(entry));
	const origin = join(folder, 'origin');
	const manifest = await prepareOrigin(origin);
	const env = await environment(folder, path, manifest);
	const nodes = await findNodes(path);
	const { jobs } = parseWorkflow(await workflowText(origin, name));
	for (const [id, job] of Object.entries(jobs)) {
		for (const matrix of matrixOf(job)) {
			const label = [name, id, ...Object.values(matrix).map(String)].join(' ');
			if (matrix.node !== undefined && !nodes.has(String(matrix.node))) {
				console.log(`${label}: left out, that Node is not here`);
				continue;
			}
			console.log(label);
			const artifacts = join(folder, 'artifacts');
			await mkdir(artifacts, { recursive: true });
			const workspace = join(folder, label.replaceAll(' ', '-'));
			const stage = { workspace, origin, artifacts, env: { ...env }, nodes, matrix };
			await rehearseJob(job, { ...stage, print: console.log });
			await rm(workspace, { recursive: true, force: true });
		}
	}
}

async function main(named: readonly string[]): Promise<void> {
	const unknown = named.find((name) => !WORKFLOWS.some((known) => known === name));
	if (unknown !== undefined) {
		throw new Error(`There is no workflow "${unknown}". There are: ${WORKFLOWS.join(', ')}`);
	}
	for (const name of named.length > 0 ? named : WORKFLOWS) {
		const folder = await mkdtemp(join(tmpdir(), 'link-shortener-rehearsal-'));
		try {
			await rehearse(name, folder);
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	}
	console.log('Every step ended well.');
}

main(process.argv.slice(2)).catch((error: unknown) => {
	console.error(`\n${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = 1;
});
