import type { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	IHttpRequestOptions,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { n8nWorkflow } from './n8n.mts';

export const CREDENTIAL_TYPE = 'linkShortenerApi';

async function notStored(): Promise<never> {
	return await Promise.reject(new Error('The test engine stores no credentials'));
}

/**
 * Stands in for n8n's own CredentialsHelper (n8n/dist/credentials-helper.js). What this package can
 * notice is done as there: defaults are filled in, and `authenticate` is called. What needs n8n's
 * database is left out; the data comes from the test instead, by credential id.
 */
export class StandInCredentialsHelper extends n8nWorkflow.ICredentialsHelper {
	private readonly loader: PackageDirectoryLoader;
	private readonly stored: ReadonlyMap<string, ICredentialDataDecryptedObject>;

	constructor(
		loader: PackageDirectoryLoader,
		stored: ReadonlyMap<string, ICredentialDataDecryptedObject>,
	) {
		super();
		this.loader = loader;
		this.stored = stored;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.loader.getCredential(typeName).type;
		if (typeof authenticate !== 'function') throw new Error(`${typeName} cannot authenticate`);
		return await authenticate(credentials, requestOptions as IHttpRequestOptions);
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		{ id }: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.stored.get(id ?? '');
		if (data === undefined) throw new Error(`Credential with ID "${String(id)}" does not exist`);
		return await Promise.resolve(this.withDefaults(data, type));
	}

	/** What a node sees of stored data: defaults filled in, unknown fields gone. */
	withDefaults(data: ICredentialDataDecryptedObject, type: string): ICredentialDataDecryptedObject {
		return n8nWorkflow.NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as INodeParameters,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.loader.getCredential(type).type.properties;
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	// Only a credential that fetches a token of its own has something to do here.
	async preAuthentication(): Promise<undefined> {
		await Promise.resolve();
	}

	async runPreAuthentication(): Promise<undefined> {
		await Promise.resolve();
	}

	async getCredentials(): Promise<ICredentials> {
		return await notStored();
	}

	async updateCredentials(): Promise<void> {
		await notStored();
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		await notStored();
	}
}
