import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface Step {
	name?: string;
	uses?: string;
	with?: Record<string, string | number | boolean>;
	run?: string;
	env?: Record<string, string>;
}

export interface Job {
	needs?: string;
	permissions?: Record<string, string>;
	strategy?: { matrix: Record<string, (string | number)[]> };
	steps: Step[];
}

export interface Workflow {
	permissions: Record<string, string>;
	jobs: Record<string, Job>;
}

export const WORKFLOWS = ['ci', 'publish'] as const;

/** The text of one of the repository's workflows. */
export async function workflowText(root: string, name: string): Promise<string> {
	return await readFile(join(root, '.github/workflows', `${name}.yml`), 'utf8');
}

/** What actionlint has found no fault in has this shape. */
export function parseWorkflow(text: string): Workflow {
	return parse(text) as Workflow;
}
