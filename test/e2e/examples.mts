import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './paths.mts';
import type { WorkflowFile } from './rest.mts';

const FOLDER = join(ROOT, 'workflows');

/** The one that turns a CSV into short links. */
export const BULK_EXAMPLE = 'bulk-create-from-csv.json';

/** Every example workflow of this repository, by the name of its file. */
export async function exampleFiles(): Promise<string[]> {
	return (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).sort();
}

/** What a user chooses in the nodes of an example, by the type of the credential. */
type ChosenCredentials = Record<string, { id: string; name: string }>;

/** What the nodes of the examples take, by their type. */
const CREDENTIAL_TYPES: Partial<Record<string, string>> = {
	'n8n-nodes-link-shortener.linkShortener': 'linkShortenerApi',
	'n8n-nodes-link-shortener.linkShortenerTool': 'linkShortenerApi',
	'n8n-nodes-link-shortener.linkShortenerTrigger': 'linkShortenerApi',
	'n8n-nodes-base.webhook': 'httpHeaderAuth',
	'@n8n/n8n-nodes-langchain.lmChatOpenAi': 'openAiApi',
};

/** An example with the credentials that a user picks by hand; the others stay open. */
export async function readExample(file: string, chosen: ChosenCredentials): Promise<WorkflowFile> {
	const text = await readFile(join(FOLDER, file), 'utf8');
	return withCredentials(JSON.parse(text) as WorkflowFile, chosen);
}

/** An example names no credential: n8n does not save what a user chooses in the place of a missing one. */
export function withCredentials(workflow: WorkflowFile, chosen: ChosenCredentials): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		const type = CREDENTIAL_TYPES[node.type];
		const credential = type && chosen[type];
		return credential
			? { ...node, credentials: { ...node.credentials, [type]: credential } }
			: node;
	});
	return { ...workflow, nodes };
}
