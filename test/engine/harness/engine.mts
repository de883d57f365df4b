import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeListSearchResult,
	INodeProperties,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';
// Fills the container's Logger: before the loader asks for it.
import './logs.mts';
import { testCredential } from './credential-test.mts';
import { CREDENTIAL_TYPE } from './credentials.mts';
import { listSearch, loadOptions } from './editor.mts';
import { n8nCore, settleUserFolder } from './n8n.mts';
import { packageNodeTypes } from './node-types.mts';
import { poll } from './poll.mts';
import { runAsTool } from './tool.mts';
import type {
	ListSearchOptions,
	LoadOptions,
	PollOptions,
	RunOptions,
	RunResult,
	ToolOptions,
	ToolResult,
	WorkflowOptions,
	WorkflowResult,
} from './types.mts';
import { defaultType, runNode, runWorkflow } from './workflow.mts';

settleUserFolder();

/** One built package on n8n's engine. */
export interface Engine {
	packageName: string;
	runNode: (options: RunOptions) => Promise<RunResult>;
	runWorkflow: (options: WorkflowOptions) => Promise<WorkflowResult>;
	runAsTool: (options: ToolOptions) => Promise<ToolResult>;
	listSearch: (options: ListSearchOptions) => Promise<INodeListSearchResult>;
	loadOptions: (options: LoadOptions) => Promise<INodePropertyOptions[]>;
	testCredential: (
		credentials: ICredentialDataDecryptedObject,
	) => Promise<INodeCredentialTestResult>;
	poll: (options: PollOptions) => Promise<INodeExecutionData[][] | null>;
	nodeDescription: (type?: string) => INodeTypeDescription;
	credentialProperties: () => INodeProperties[];
}

/** Loads a built package the way n8n does. Fails when one of its nodes is not built. */
export async function createEngine(packageDirectory: string): Promise<Engine> {
	const loader = new n8nCore.PackageDirectoryLoader(packageDirectory);
	const { nodes = [], credentials = [] } = loader.packageJson.n8n ?? {};
	const missing = [...nodes, ...credentials].filter(
		(file) => !existsSync(join(packageDirectory, file)),
	);
	if (missing.length > 0) throw new Error(`Build the package first: no ${missing.join(', ')}`);
	await loader.loadAll();

	return {
		packageName: loader.packageName,
		runNode: async (options) => await runNode(loader, options),
		runWorkflow: async (options) => await runWorkflow(loader, options),
		runAsTool: async (options) => await runAsTool(loader, options),
		listSearch: async (options) => await listSearch(loader, options),
		loadOptions: async (options) => await loadOptions(loader, options),
		testCredential: async (credentials) => await testCredential(loader, credentials),
		poll: async (options) => await poll(loader, options),
		nodeDescription: (type = defaultType(loader)) =>
			packageNodeTypes(loader).getByNameAndVersion(type).description,
		credentialProperties: () => loader.getCredential(CREDENTIAL_TYPE).type.properties,
	};
}
