/**
 * This package as built in dist/, on n8n-core's real engine in this process. HTTP is real.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine, type Engine } from './engine.mts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

export const {
	runNode,
	runWorkflow,
	runLoop,
	runAsTool,
	runOtherNode,
	listSearch,
	loadOptions,
	testCredential,
	poll,
	nodeDescription,
	credentialProperties,
} = await createEngine(repository);

/** The package in an n8n that was started again: loaded anew, with nothing that it remembered. */
export async function restartedEngine(): Promise<Engine> {
	const { cache } = createRequire(import.meta.url);
	const built = join(repository, 'dist');
	for (const file of Object.keys(cache)) {
		if (file.startsWith(built)) Reflect.deleteProperty(cache, file);
	}
	return await createEngine(repository);
}

export { collectLogs, type LogLine } from './logs.mts';
export { n8nWorkflow } from './n8n.mts';
export type * from './types.mts';
