import { cp, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import type { Job, Step } from '../workflows/read.mts';

/** The place of one job's rehearsal. */
export interface Stage {
	/** The folder the job works in. */
	workspace: string;
	/** What is checked out. */
	origin: string;
	/** Where artifacts are kept between jobs. */
	artifacts: string;
	env: Record<string, string>;
	/** The bin folders of the Node versions that are here, by major version. */
	nodes: ReadonlyMap<string, string>;
	matrix: Readonly<Record<string, string | number>>;
	print: (line: string) => void;
}

/** @throws with the step's name when it fails, or when it needs what only GitHub has */
export async function rehearseJob(job: Job, stage: Stage): Promise<void> {
	await mkdir(stage.workspace, { recursive: true });
	for (const step of job.steps) {
		const startedAt = Date.now();
		const name = fill(step.name ?? step.run?.trim() ?? step.uses ?? '', stage);
		stage.print(`  ${name.split('\n', 1)[0] ?? ''}`);
		await rehearseStep(step, stage);
		stage.print(`    ${((Date.now() - startedAt) / 1000).toFixed(0)} s`);
	}
}

async function rehearseStep(step: Step, stage: Stage): Promise<void> {
	if (step.run !== undefined) {
		await runScript(step.run, step.env ?? {}, stage);
		return;
	}
	const action = step.uses?.split('@')[0] ?? '';
	const given = (key: string) => fill(String(step.with?.[key] ?? ''), stage);
	const stored = join(stage.artifacts, given('name'));
	switch (action) {
		case 'actions/checkout':
			await execa('git', ['clone', '--quiet', stage.origin, stage.workspace]);
			return;
		case 'actions/setup-node':
			useNode(given('node-version'), stage);
			return;
		case 'actions/upload-artifact':
			await cp(join(stage.workspace, given('path')), stored, { recursive: true });
			return;
		case 'actions/download-artifact':
			await cp(stored, join(stage.workspace, given('path')), { recursive: true });
			return;
		default:
			throw new Error(`${action} cannot be rehearsed; teach it to tools/rehearsal/run.mts`);
	}
}

function useNode(version: string, stage: Stage): void {
	const folder = stage.nodes.get(version);
	if (folder === undefined) throw new Error(`There is no Node ${version} on this machine`);
	stage.env.PATH = [folder, stage.env.PATH].join(delimiter);
}

/** As GitHub does it: bash on a file, and any command that fails ends it. */
async function runScript(run: string, env: Record<string, string>, stage: Stage): Promise<void> {
	const script = join(stage.artifacts, 'step.sh');
	// The one thing a rehearsal must not do.
	await writeFile(script, fill(run, stage).replace(/\bnpm publish\b/g, 'npm publish --dry-run'));
	const filled = Object.entries(env).map(([key, value]) => [key, fill(value, stage)]);
	const { failed, exitCode, signal } = await execa('bash', ['-e', script], {
		cwd: stage.workspace,
		env: { ...stage.env, ...(Object.fromEntries(filled) as Record<string, string>) },
		extendEnv: false,
		stdin: 'ignore',
		stdout: 'inherit',
		stderr: 'inherit',
		reject: false,
	});
	if (failed) throw new Error(`This step ended with ${String(exitCode ?? signal)}:\n${run.trim()}`);
}

/** Fills in the expressions that are known here. Secrets are empty, as on a fork. */
export function fill(text: string, { matrix }: Pick<Stage, 'matrix'>): string {
	return text.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_all, expression: string) => {
		if (expression === 'github.token' || expression.startsWith('secrets.')) return '';
		const value = matrix[expression.replace(/^matrix\./, '')];
		if (value === undefined) throw new Error(`\${{ ${expression} }} has no value in a rehearsal`);
		return String(value);
	});
}
