import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.ts';
import type { WorkflowFile } from './rest.ts';

const FOLDER = join(ROOT, 'workflows');

/** The one that turns a CSV into short links. */
export const BULK_EXAMPLE = 'bulk-create-from-csv.json';

/** Every example workflow of this repository, by the name of its file. */
export async function exampleFiles(): Promise<string[]> {
	return (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).sort();
}

/** An example with the credential that a user picks by hand. */
export async function readExample(
	file: string,
	credential: { id: string; name: string },
): Promise<WorkflowFile> {
	const example = JSON.parse(await readFile(join(FOLDER, file), 'utf8')) as WorkflowFile;
	const nodes = example.nodes.map((node) =>
		node.credentials ? { ...node, credentials: { linkShortenerApi: credential } } : node,
	);
	return { ...example, nodes };
}
