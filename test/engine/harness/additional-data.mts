import type { ExecutionLifecycleHooks } from 'n8n-core';
import type { ICredentialsHelper, IWorkflowExecuteAdditionalData } from 'n8n-workflow';
import { Container, n8nCore } from './n8n.mts';

// Nothing listens there; the engine only builds URLs from it.
const INSTANCE_URL = 'http://localhost:5678';

async function notInTheTestEngine(): Promise<never> {
	return await Promise.reject(new Error('The test engine does not offer this'));
}

/** The part of n8n around the engine that a node can reach, with the database and the UI left out. */
export function createAdditionalData(
	credentialsHelper: ICredentialsHelper,
	overrides: Partial<IWorkflowExecuteAdditionalData> & { hooks?: ExecutionLifecycleHooks } = {},
): IWorkflowExecuteAdditionalData {
	return {
		credentialsHelper,
		externalSecretsProxy: Container.get(n8nCore.ExternalSecretsProxy),
		executeWorkflow: notInTheTestEngine,
		getRunExecutionData: notInTheTestEngine,
		getRuntimeCredential: notInTheTestEngine,
		startRunnerTask: notInTheTestEngine,
		logAiEvent: () => undefined,
		currentNodeExecutionIndex: 0,
		restApiUrl: `${INSTANCE_URL}/rest`,
		instanceBaseUrl: `${INSTANCE_URL}/`,
		formBaseUrl: `${INSTANCE_URL}/form`,
		formWaitingBaseUrl: `${INSTANCE_URL}/form-waiting`,
		formTestBaseUrl: `${INSTANCE_URL}/form-test`,
		webhookBaseUrl: `${INSTANCE_URL}/webhook`,
		webhookWaitingBaseUrl: `${INSTANCE_URL}/webhook-waiting`,
		webhookTestBaseUrl: `${INSTANCE_URL}/webhook-test`,
		mcpBaseUrl: `${INSTANCE_URL}/mcp`,
		mcpTestBaseUrl: `${INSTANCE_URL}/mcp-test`,
		variables: {},
		...overrides,
	};
}
