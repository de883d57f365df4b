import type { PackageDirectoryLoader } from 'n8n-core';
// Fills the container's Logger: before the loader asks for it.
import './logs.mts';
import { testCredential } from './credential-test.mts';
import { CREDENTIAL_TYPE } from './credentials.mts';
import { listSearch, loadOptions } from './editor.mts';
import { runLoop } from './loop.mts';
import { n8nCore, settleUserFolder } from './n8n.mts';
import { packageNodeTypes } from './node-types.mts';
import { poll } from './poll.mts';
import { runOtherNode } from './request.mts';
import { runAsTool } from './tool.mts';
import { defaultType, runNode, runWorkflow } from './workflow.mts';

settleUserFolder();

/** One built package on n8n's engine. */
export type Engine = Awaited<ReturnType<typeof createEngine>>;

/** Loads a built package the way n8n does. */
export async function createEngine(packageDirectory: string) {
	const loader = new n8nCore.PackageDirectoryLoader(packageDirectory);
	await loader.loadAll();

	const onIt =
		<Options, Result>(use: (loaded: PackageDirectoryLoader, options: Options) => Promise<Result>) =>
		async (options: Options) =>
			await use(loader, options);
	return {
		runNode: onIt(runNode),
		runWorkflow: onIt(runWorkflow),
		runLoop: onIt(runLoop),
		runAsTool: onIt(runAsTool),
		runOtherNode: onIt(runOtherNode),
		listSearch: onIt(listSearch),
		loadOptions: onIt(loadOptions),
		testCredential: onIt(testCredential),
		poll: onIt(poll),
		nodeDescription: (type = defaultType(loader)) =>
			packageNodeTypes(loader).getByNameAndVersion(type).description,
		credentialProperties: () => loader.getCredential(CREDENTIAL_TYPE).type.properties,
	};
}
