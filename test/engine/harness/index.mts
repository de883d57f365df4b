/**
 * This package as built in dist/, on n8n-core's real engine in this process. HTTP is real.
 */
import { fileURLToPath } from 'node:url';
import { createEngine } from './engine.mts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

export const {
	runNode,
	runWorkflow,
	runFile,
	runAsTool,
	listSearch,
	loadOptions,
	testCredential,
	poll,
	nodeDescription,
	credentialProperties,
} = await createEngine(repository);

export { createEngine, type Engine } from './engine.mts';
export { collectLogs, type LogLine } from './logs.mts';
export { n8nWorkflow } from './n8n.mts';
export type * from './types.mts';
