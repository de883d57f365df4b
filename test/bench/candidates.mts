import type { WorkflowNode } from '../e2e/rest.mts';
import { type Credential, CREDENTIAL_TYPE, node, NODE_TYPE } from '../e2e/workflows.mts';
import type { Service } from '../service/index.mts';

/** What is measured: the steps that deal with the rows, on a service that a credential is for. */
export type Candidate = (credential: Credential, service: Pick<Service, 'url'>) => WorkflowNode[];

/** This package's node with the given parameters. */
export function linkShortener(
	parameters: Record<string, unknown>,
	credential: Credential,
): WorkflowNode {
	const credentials = { [CREDENTIAL_TYPE]: credential };
	return node('Link Shortener', NODE_TYPE, 1, parameters, { credentials });
}

/** n8n's HTTP Request node with the very same credential, which it can use, too. */
export function httpRequest(
	parameters: Record<string, unknown>,
	credential: Credential,
): WorkflowNode {
	const authentication = {
		authentication: 'predefinedCredentialType',
		nodeCredentialType: CREDENTIAL_TYPE,
	};
	return node(
		'HTTP Request',
		'n8n-nodes-base.httpRequest',
		4.2,
		{ ...authentication, ...parameters },
		{ credentials: { [CREDENTIAL_TYPE]: credential } },
	);
}

/** One link per row. */
export const createWithNode: Candidate = (credential) => [
	linkShortener(
		{
			resource: 'link',
			operation: 'create',
			dataToSend: 'defineBelow',
			url: '={{ $json.url }}',
			additionalFields: {},
			options: {},
		},
		credential,
	),
];

/** One link per row, with the fields that its columns name. */
export function createFromColumns(options: Record<string, unknown>): Candidate {
	const parameters = { operation: 'create', dataToSend: 'autoMapInputData', options };
	return (credential) => [linkShortener({ resource: 'link', ...parameters }, credential)];
}

export function createWithHttpRequest(options: Record<string, unknown> = {}): Candidate {
	return (credential, { url }) => [
		httpRequest(
			{
				method: 'POST',
				url: `${url}/api/url/add`,
				sendBody: true,
				specifyBody: 'keypair',
				bodyParameters: { parameters: [{ name: 'url', value: '={{ $json.url }}' }] },
				options,
			},
			credential,
		),
	];
}
