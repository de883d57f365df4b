import type { PackageDirectoryLoader } from 'n8n-core';
import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeProperties,
	INodeTypes,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { n8nCore, n8nWorkflow } from './n8n.mts';
import { standInNodeTypes } from './node-types.mts';

export const CREDENTIAL_TYPE = 'linkShortenerApi';

const mockNode: INode = {
	id: 'mock',
	name: '',
	type: 'mock',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/**
 * Stands in for n8n's own CredentialsHelper (n8n/dist/credentials-helper.js). What a package can
 * notice is done as there: defaults are filled in, expressions in the stored fields and in a
 * generic `authenticate` are resolved. What needs n8n's database is left out; the data comes from
 * the test instead, by credential id.
 */
export class StandInCredentialsHelper extends n8nWorkflow.ICredentialsHelper {
	private readonly loader: PackageDirectoryLoader;
	private readonly stored: ReadonlyMap<string, ICredentialDataDecryptedObject>;
	private readonly mockNodeTypes: INodeTypes = standInNodeTypes({});

	constructor(
		loader: PackageDirectoryLoader,
		stored: ReadonlyMap<string, ICredentialDataDecryptedObject>,
	) {
		super();
		this.loader = loader;
		this.stored = stored;
	}

	getParentTypes(name: string): string[] {
		return this.loader.getCredential(name).type.extends ?? [];
	}

	isCredentialUsableByNode(credentialType: string, nodeType: string): boolean {
		const { restrictToSupportedNodes, supportedNodes } =
			this.loader.getCredential(credentialType).type;
		return !restrictToSupportedNodes || (supportedNodes ?? []).includes(nodeType);
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const authenticate: IAuthenticate | undefined =
			this.loader.getCredential(typeName).type.authenticate;
		if (authenticate === undefined) return options;
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (workflow === undefined || node === undefined) {
			throw new Error('A generic `authenticate` needs a workflow and a node');
		}

		const resolve = (value: string) => resolveAuthenticateValue(value, credentials, workflow, node);
		const target = Object(options) as Partial<Record<string, Record<string, unknown>>>;
		target.headers ??= {};
		for (const [area, fields] of Object.entries(authenticate.properties)) {
			const areaOptions = (target[area] ??= {});
			for (const [key, value] of Object.entries(Object(fields) as Record<string, string>)) {
				areaOptions[resolve(key)] = resolve(value);
			}
		}
		return options;
	}

	// Only a credential that fetches a token of its own has something to do here.
	async preAuthentication(): Promise<ICredentialDataDecryptedObject | undefined> {
		await Promise.resolve();
		return undefined;
	}

	async runPreAuthentication(): Promise<ICredentialDataDecryptedObject | undefined> {
		await Promise.resolve();
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		return await Promise.reject(new Error('The test engine stores no encrypted credentials'));
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		nodeCredentials: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		expressionResolveValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.stored.get(nodeCredentials.id ?? '');
		if (data === undefined) {
			throw new Error(`Credential with ID "${String(nodeCredentials.id)}" does not exist`);
		}
		if (raw === true) return data;
		return await this.applyDefaults(
			additionalData,
			data,
			type,
			mode,
			executeData,
			expressionResolveValues,
		);
	}

	/** What a node sees of stored data: defaults filled in, unknown fields gone, expressions resolved. */
	async applyDefaults(
		additionalData: IWorkflowExecuteAdditionalData,
		data: ICredentialDataDecryptedObject,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		resolveValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const withDefaults = n8nWorkflow.NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as Parameters<typeof n8nWorkflow.NodeHelpers.getNodeParameters>[1],
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		const additionalKeys = n8nCore.getAdditionalKeys(additionalData, mode, null, {
			isCredential: true,
		});
		type Value = Parameters<Workflow['expression']['getComplexParameterValue']>[1];
		const value = withDefaults as Value;
		if (resolveValues) {
			return resolveValues.workflow.expression.getParameterValue(
				value,
				resolveValues.runExecutionData,
				resolveValues.runIndex,
				resolveValues.itemIndex,
				resolveValues.node.name,
				resolveValues.connectionInputData,
				mode,
				additionalKeys,
				executeData,
				false,
				withDefaults,
			) as ICredentialDataDecryptedObject;
		}
		const workflow = new n8nWorkflow.Workflow({
			nodes: [mockNode],
			connections: {},
			active: false,
			nodeTypes: this.mockNodeTypes,
		});
		return await workflow.expression.withIsolate(
			async () =>
				await Promise.resolve(
					workflow.expression.getComplexParameterValue(
						mockNode,
						value,
						mode,
						additionalKeys,
						undefined,
						undefined,
						withDefaults,
					) as ICredentialDataDecryptedObject,
				),
		);
	}

	async updateCredentials(): Promise<void> {
		await Promise.reject(new Error('The test engine stores no credentials'));
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		await this.updateCredentials();
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		const { properties, extends: parents = [] } = this.loader.getCredential(type).type;
		const combined: INodeProperties[] = [];
		for (const parent of parents) {
			n8nWorkflow.NodeHelpers.mergeNodeProperties(combined, this.getCredentialsProperties(parent));
		}
		n8nWorkflow.NodeHelpers.mergeNodeProperties(combined, properties);
		return combined;
	}
}

/** As n8n's `resolveValue`: a falsy result becomes the empty string. */
function resolveAuthenticateValue(
	value: string,
	credentials: ICredentialDataDecryptedObject,
	workflow: Workflow,
	node: INode,
): string {
	if (!n8nWorkflow.isExpression(value)) return value;
	const resolved = workflow.expression.getSimpleParameterValue(
		node,
		value,
		'internal',
		{ $credentials: credentials },
		undefined,
		'',
	);
	return resolved ? resolved.toString() : '';
}
