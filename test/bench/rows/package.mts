import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { E2E_FOLDER, ROOT } from '../../e2e/paths.mts';
import { run } from '../../e2e/processes.mts';
import { packedPackage, type Stage } from '../../e2e/suites/stage.mts';
import type { Scale } from '../bench.mts';
import { median, type Row } from '../table.mts';

const MAX_LOAD_MS = 30;

const HTTP_REQUEST = join(
	E2E_FOLDER,
	'node_modules/n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js',
);

/** Loads everything the manifest names; n8n-workflow is there already, as it is in n8n. */
const LOAD = `
const files = process.argv.slice(1);
require('n8n-workflow');
const startedAt = performance.now();
for (const file of files) require(file);
console.log(performance.now() - startedAt);
`;

export async function measurePackage(_stage: Stage, { repeats }: Scale): Promise<Row[]> {
	const { manifest, tarball } = await packedPackage();
	const kilobytes = (await stat(tarball)).size / 1000;
	const { nodes, credentials } = manifest.n8n as { nodes: string[]; credentials: string[] };
	const files = [...credentials, ...nodes].map((file) => join(ROOT, file));
	const loads: number[] = [];
	const theirLoads: number[] = [];
	for (let turn = 0; turn < repeats; turn += 1) {
		loads.push(await load(ROOT, files));
		theirLoads.push(await load(E2E_FOLDER, [HTTP_REQUEST]));
	}
	const loadMs = median(loads);
	const theirMs = median(theirLoads);
	const dependencies = Object.keys(manifest.dependencies ?? {}).length;
	const row = (what: string, ours: string, target: string, met: boolean): Row => ({
		what: `package: ${what}`,
		ours,
		target,
		met,
	});
	return [
		row('dependencies', String(dependencies), '0', dependencies === 0),
		row('packed size', `${kilobytes.toFixed(1)} kB`, 'printed', true),
		{
			...row('loading', `${loadMs.toFixed(1)} ms`, `< ${MAX_LOAD_MS} ms`, loadMs < MAX_LOAD_MS),
			theirs: `${theirMs.toFixed(1)} ms`,
			ratio: (theirMs / loadMs).toFixed(1),
		},
	];
}

/** Milliseconds that loading files takes, with the n8n-workflow of a folder. */
async function load(cwd: string, files: string[]): Promise<number> {
	return Number(await run(process.execPath, ['--eval', LOAD, ...files], { cwd }));
}
