import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BULK_EXAMPLE, readExample } from '../examples.mts';
import type { WorkflowFile } from '../rest.mts';
import { type Credential, withParameters } from '../workflows.mts';

const SAMPLE = join(import.meta.dirname, '..', 'samples', 'links.csv');

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
	credential: Credential,
): Promise<WorkflowFile> {
	const example = await readExample(BULK_EXAMPLE, { linkShortenerApi: credential });
	const reading = withParameters(example, 'Read File', { fileSelector: files.linksFile });
	return withParameters(reading, 'Save Results', { fileName: files.resultsFile });
}
