import { join } from 'node:path';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { ROOT } from '../e2e/paths.mts';
import { run } from '../e2e/processes.mts';
import type { Service } from '../service/index.mts';

/** What is run, as the only argument of `watchedRun`, in JSON. */
export interface NodeRun {
	credentials: ICredentialDataDecryptedObject;
	parameters: INodeParameters;
	/** The columns of each row, with `#` for its number. */
	row: Record<string, string>;
	rows: number;
	onError: 'stopWorkflow' | 'continueRegularOutput';
}

/** What it prints, in JSON. */
export interface Watched {
	/** When the node began, in epoch milliseconds. */
	beganAt: number;
	/** The longest time in which it kept the event loop to itself. */
	longestMs: number;
	/** The most memory that objects took meanwhile, those of n8n and the items among them. */
	heapBytes: number;
	/** The most that the process took of the machine. */
	peakBytes: number;
	/** Items that came out; 0 when it stopped. */
	items: number;
}

/** What a script of this folder, run with a spec in JSON in a process of its own, prints in JSON. */
export async function inOwnProcess(script: string, spec: object): Promise<unknown> {
	const args = ['--expose-gc', join(ROOT, 'test/bench', script), JSON.stringify(spec)];
	return JSON.parse(await run(process.execPath, args, { cwd: ROOT }));
}

/** Runs the node alone on an account, in a process in which nothing has run yet. */
export async function runWatched(
	{ url, apiKey }: Service,
	given: Omit<NodeRun, 'credentials'>,
): Promise<Watched> {
	const spec: NodeRun = { credentials: { baseUrl: url, apiKey }, ...given };
	return (await inOwnProcess('watchedRun.mts', spec)) as Watched;
}

/** Parameters of an operation on links whose fields are the columns of the rows. */
export function columns(operation: string, options = {}): INodeParameters {
	return { resource: 'link', operation, dataToSend: 'autoMapInputData', options };
}
