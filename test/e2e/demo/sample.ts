import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import type { WorkflowFile } from '../rest.ts';

const SAMPLE = join(import.meta.dirname, '..', 'samples', 'links.csv');
const BULK_WORKFLOW = join(ROOT, 'workflows', 'bulk-create-from-csv.json');
const PATHS_NODE = 'Paths';

/** As the fields of the workflow's node "Paths" are called. */
export interface DemoFiles {
	linksFile: string;
	resultsFile: string;
	failedRowsFile: string;
}

/** Puts the sample in place and takes an earlier run's files away. */
export async function prepareFiles(folder: string): Promise<DemoFiles> {
	await mkdir(folder, { recursive: true });
	const files = {
		linksFile: join(folder, 'links.csv'),
		resultsFile: join(folder, 'links-created.csv'),
		failedRowsFile: join(folder, 'links-failed.csv'),
	};
	await copyFile(SAMPLE, files.linksFile);
	await rm(files.resultsFile, { force: true });
	await rm(files.failedRowsFile, { force: true });
	return files;
}

/** The example workflow, with what a user enters by hand: the paths and the credential. */
export async function readBulkWorkflow(
	files: DemoFiles,
	credential: { id: string; name: string },
): Promise<WorkflowFile> {
	const workflow = await readWorkflow(BULK_WORKFLOW);
	const nodes = workflow.nodes.map((node) => {
		const filled = node.credentials
			? { ...node, credentials: { linkShortenerApi: credential } }
			: node;
		return node.name === PATHS_NODE
			? { ...filled, parameters: withPaths(node.parameters, files) }
			: filled;
	});
	return { ...workflow, nodes };
}

async function readWorkflow(file: string): Promise<WorkflowFile> {
	return JSON.parse(await readFile(file, 'utf8')) as WorkflowFile;
}

interface Assignment {
	name: keyof DemoFiles;
	[other: string]: unknown;
}

function withPaths(parameters: Record<string, unknown>, files: DemoFiles): Record<string, unknown> {
	const { assignments } = parameters.assignments as { assignments: Assignment[] };
	const filled = assignments.map((assignment) => {
		const value = files[assignment.name];
		if (!value) throw new Error(`The demo has no file for "${assignment.name}" of the Paths node.`);
		return { ...assignment, value };
	});
	return { ...parameters, assignments: { assignments: filled } };
}
