import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as BackendCommon from '@n8n/backend-common';
import type * as Di from '@n8n/di';
import type * as N8nCore from 'n8n-core';
import type * as N8nWorkflow from 'n8n-workflow';

// n8n-core keeps its settings file in the user folder, so every test process gets a folder of its
// own. Both values are read while n8n-core loads: they stand before it.
const userFolder = mkdtempSync(join(tmpdir(), 'link-shortener-engine-'));
process.env.N8N_USER_FOLDER = userFolder;
process.env.N8N_ENCRYPTION_KEY = 'engine-tests-only';

// n8n-core is CommonJS and so is the n8n-workflow it requires. Importing n8n-workflow from a test
// would load its ESM twin, whose classes are others: `instanceof` fails between the two. Hence
// everything here is required, and from where n8n-core stands.
const fromHere = createRequire(import.meta.url);
const fromCore = createRequire(fromHere.resolve('n8n-core'));

fromHere('reflect-metadata');

export const n8nCore = fromHere('n8n-core') as typeof N8nCore;
export const n8nWorkflow = fromCore('n8n-workflow') as typeof N8nWorkflow;

// n8n ends a pattern after 250 ms of the wall clock (n8n-workflow 2.41), also where the machine was busy
// with something else. These are its own functions without that end.
n8nWorkflow.setSafeRegexEngine({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, by) => input.replace(new RegExp(pattern, flags), by),
	matchAll: (pattern, input, flags = '') => [
		...input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

export const { Container } = fromCore('@n8n/di') as typeof Di;
export const { Logger } = fromCore('@n8n/backend-common') as typeof BackendCommon;

/**
 * Has n8n-core read its settings and removes the folder again. Not left to the end of the process:
 * vitest ends its workers without an exit event.
 */
export function settleUserFolder(): void {
	Container.get(n8nCore.InstanceSettings);
	rmSync(userFolder, { recursive: true, force: true });
}
