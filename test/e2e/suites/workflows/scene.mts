import { type Service, startService } from '../../../service/index.mts';
import { readExample } from '../../examples.mts';
import type { N8n } from '../../n8n.mts';
import type { WorkflowFile } from '../../rest.mts';
import type { Checks } from '../checks.mts';
import { putServiceCredential, type Stage } from '../stage.mts';

/** An example workflow about to run: on an empty account of its own, its credential chosen. */
export interface Scene {
	file: string;
	example: WorkflowFile;
	n8n: N8n;
	service: Service;
	checks: Checks;
	stage: Stage;
}

/** Runs an example the way it is meant to be run, and checks what came of it. */
export type Play = (scene: Scene) => Promise<void>;

export async function playExample(
	n8n: N8n,
	file: string,
	play: Play,
	checks: Checks,
	stage: Stage,
): Promise<void> {
	const service = await startService({ product: stage.options.product ?? 'described' });
	try {
		const linkShortenerApi = await putServiceCredential(n8n, service);
		const example = await readExample(file, { linkShortenerApi });
		await play({ file, example, n8n, service, checks, stage });
	} finally {
		await service.stop();
	}
}

/** The same workflow with other parameters in one node, as a user changes them in the editor. */
export function withParameters(
	example: WorkflowFile,
	node: string,
	parameters: Record<string, unknown>,
): WorkflowFile {
	if (!example.nodes.some(({ name }) => name === node)) {
		throw new Error(`"${example.name}" has no node "${node}".`);
	}
	const nodes = example.nodes.map((each) =>
		each.name === node ? { ...each, parameters: { ...each.parameters, ...parameters } } : each,
	);
	return { ...example, nodes };
}

/** The same workflow on another day: all that asks for the time is told a later one. */
export function daysLater(example: WorkflowFile, days: number): WorkflowFile {
	const text = JSON.stringify(example).replaceAll('$now', `$now.plus({ days: ${days} })`);
	return JSON.parse(text) as WorkflowFile;
}
