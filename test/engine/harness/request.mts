import type { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from './credentials.mts';
import { standInDescription } from './node-types.mts';
import { chain, execute, START_NODE, standInNode, startNode } from './workflow.mts';

const OTHER_NODE = 'Other node';
const OTHER_TYPE = 'test.other';

export interface OtherNodeOptions {
	credentials: ICredentialDataDecryptedObject;
	/** What the node does with n8n's helpers. */
	work: (context: IExecuteFunctions) => Promise<void>;
}

/** Runs a node of another package that has this package's credential, as n8n's HTTP Request may. */
export async function runOtherNode(
	loader: PackageDirectoryLoader,
	{ credentials, work }: OtherNodeOptions,
): Promise<void> {
	const credential = { [CREDENTIAL_TYPE]: { id: 'id', name: 'Credential' } };
	const type = {
		description: standInDescription(OTHER_TYPE, {
			credentials: [{ name: CREDENTIAL_TYPE, required: true }],
		}),
		async execute(this: IExecuteFunctions) {
			await work(this);
			return [[]];
		},
	};
	const { error } = await execute(
		loader,
		{ credentials },
		[startNode(), { ...standInNode(OTHER_NODE, OTHER_TYPE), credentials: credential }],
		chain([START_NODE, OTHER_NODE]),
		{ [OTHER_TYPE]: type },
	);
	if (error) throw error;
}
