import type { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestRequest,
	IDataObject,
	INode,
	INodeCredentialTestResult,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';
import { createAdditionalData } from './additional-data.mts';
import { CREDENTIAL_TYPE, StandInCredentialsHelper } from './credentials.mts';
import { n8nCore, n8nWorkflow } from './n8n.mts';
import { standInDescription, standInNodeTypes } from './node-types.mts';
import { standInNode } from './workflow.mts';

/** n8n tests a credential with this node type, its properties replaced by the test's request. */
const NO_OP_TYPE = 'n8n-nodes-base.noOp';
const NODE = 'Temp-Node';
const CREDENTIAL_ID = 'tested';

/**
 * What the editor shows after a credential was saved. Follows runRequestTest in n8n's
 * credentials-tester.service.js step by step, so that a rule that would not fire there does not
 * fire here either.
 */
export async function testCredential(
	loader: PackageDirectoryLoader,
	credentials: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const test = loader.getCredential(CREDENTIAL_TYPE).type.test;
	if (test === undefined) return failed('No testing function found for this credential.');

	let response: INodeExecutionData[][] | undefined;
	try {
		response = await sendTestRequest(loader, test, credentials);
	} catch (error) {
		return failureOf(test, asRequestError(error));
	}
	return brokenBodyRule(test, response?.[0]?.[0]?.json) ?? { status: 'OK', message: SUCCESS };
}

const SUCCESS = 'Connection successful!';

async function sendTestRequest(
	loader: PackageDirectoryLoader,
	test: ICredentialTestRequest,
	stored: ICredentialDataDecryptedObject,
): Promise<INodeExecutionData[][] | undefined> {
	const nodeType = requestingNodeType(test);
	const workflow = new n8nWorkflow.Workflow({
		nodes: [temporaryNode()],
		connections: {},
		active: false,
		nodeTypes: standInNodeTypes({ [NO_OP_TYPE]: nodeType }),
	});
	const node = workflow.getNode(NODE) ?? temporaryNode();

	const helper = new StandInCredentialsHelper(loader, new Map([[CREDENTIAL_ID, stored]]));
	const decrypted: ICredentialsDecrypted = {
		id: CREDENTIAL_ID,
		name: 'Credential',
		type: CREDENTIAL_TYPE,
		data: helper.withDefaults(stored, CREDENTIAL_TYPE),
	};

	const context = new n8nCore.ExecuteContext(
		workflow,
		node,
		createAdditionalData(helper, { currentNodeParameters: node.parameters }),
		'internal',
		n8nWorkflow.createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const routingNode = new n8nCore.RoutingNode(context, nodeType, decrypted);
	return await workflow.expression.withIsolate(async () => await routingNode.runNode());
}

function requestingNodeType(test: ICredentialTestRequest): INodeType {
	return {
		description: standInDescription(NO_OP_TYPE, {
			credentials: [{ name: CREDENTIAL_TYPE, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					default: '',
					routing: { request: test.request },
				},
			],
		}),
	};
}

function temporaryNode(): INode {
	return {
		...standInNode(NODE, NO_OP_TYPE),
		credentials: { [CREDENTIAL_TYPE]: { id: CREDENTIAL_ID, name: 'Credential' } },
	};
}

/** The fields of a thrown error that n8n looks at. */
interface RequestError {
	message: string;
	cause?: { code?: string; response?: { status: number; statusText?: string } };
}

function asRequestError(error: unknown): RequestError {
	return error instanceof Error
		? { message: error.message, cause: Object(error.cause) as RequestError['cause'] }
		: { message: String(error) };
}

function failureOf(test: ICredentialTestRequest, { message, cause }: RequestError) {
	if (cause?.response === undefined) return failed(cause?.code ?? message);

	const { status, statusText } = cause.response;
	for (const rule of test.rules ?? []) {
		if (rule.type === 'responseCode' && rule.properties.value === status) {
			return failed(rule.properties.message);
		}
	}
	if (status < 199 || status > 299) {
		return failed(
			statusText === '' || statusText === undefined
				? `Received HTTP status code: ${String(status)}`
				: statusText,
		);
	}
	return failed(message);
}

function brokenBodyRule(test: ICredentialTestRequest, body: IDataObject | undefined) {
	for (const rule of test.rules ?? []) {
		if (rule.type !== 'responseSuccessBody') continue;
		const { key, message } = rule.properties;
		const refused: unknown = rule.properties.value;
		if (valueAt(body, key) === refused) return failed(message);
	}
	return undefined;
}

/** lodash's `get` for the dotted paths that rules use. */
function valueAt(body: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, key) =>
				value === null || value === undefined ? undefined : Reflect.get(Object(value), key),
			body,
		);
}

function failed(message: string): INodeCredentialTestResult {
	return { status: 'Error', message };
}
