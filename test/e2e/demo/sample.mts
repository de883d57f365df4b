import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BULK_EXAMPLE, readExample } from '../examples.mts';
import type { WorkflowFile } from '../rest.mts';

const SAMPLE = join(import.meta.dirname, '..', 'samples', 'links.csv');
const PATHS_NODE = 'Paths';

/** As the fields of the workflow's node "Paths" are called. */
export interface DemoFiles {
	linksFile: string;
	resultsFile: string;
}

/** Puts the sample in place and takes an earlier run's results away. */
export async function prepareFiles(folder: string): Promise<DemoFiles> {
	await mkdir(folder, { recursive: true });
	const files = {
		linksFile: join(folder, 'links.csv'),
		resultsFile: join(folder, 'short-links.csv'),
	};
	await copyFile(SAMPLE, files.linksFile);
	await rm(files.resultsFile, { force: true });
	return files;
}

/** The example workflow, with what a user enters by hand: the paths and the credential. */
export async function readBulkWorkflow(
	files: DemoFiles,
	credential: { id: string; name: string },
): Promise<WorkflowFile> {
	return withFiles(await readExample(BULK_EXAMPLE, { linkShortenerApi: credential }), files);
}

/** The example with the paths filled in. */
export function withFiles(workflow: WorkflowFile, files: DemoFiles): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.name === PATHS_NODE ? { ...node, parameters: withPaths(node.parameters, files) } : node,
	);
	return { ...workflow, nodes };
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
