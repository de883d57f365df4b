import { CREDENTIAL_TYPE } from '../e2e/suites/stage.mts';
import type { Step } from './benchmark.mts';

type Credential = { id: string; name: string };

/** This package's node with the given parameters. */
export function linkShortener(parameters: Record<string, unknown>, credential: Credential): Step {
	return {
		name: 'Link Shortener',
		type: 'n8n-nodes-link-shortener.linkShortener',
		typeVersion: 1,
		parameters,
		credentials: { [CREDENTIAL_TYPE]: credential },
	};
}

/** n8n's HTTP Request node with the very same credential, which it can use, too. */
export function httpRequest(parameters: Record<string, unknown>, credential: Credential): Step {
	return {
		name: 'HTTP Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: CREDENTIAL_TYPE,
			...parameters,
		},
		credentials: { [CREDENTIAL_TYPE]: credential },
	};
}

/** One link per row. */
export function createWithNode(
	credential: Credential,
	options: Record<string, unknown> = {},
): Step {
	return linkShortener(
		{
			resource: 'link',
			operation: 'create',
			dataToSend: 'defineBelow',
			url: '={{ $json.url }}',
			additionalFields: {},
			options,
		},
		credential,
	);
}

/** One link per row, with the fields that its columns name. */
export function createFromColumns(
	credential: Credential,
	options: Record<string, unknown> = {},
): Step {
	return linkShortener(
		{ resource: 'link', operation: 'create', dataToSend: 'autoMapInputData', options },
		credential,
	);
}

export function createWithHttpRequest(
	credential: Credential,
	serviceUrl: string,
	options: Record<string, unknown> = {},
): Step {
	return httpRequest(
		{
			method: 'POST',
			url: `${serviceUrl}/api/url/add`,
			sendBody: true,
			specifyBody: 'keypair',
			bodyParameters: { parameters: [{ name: 'url', value: '={{ $json.url }}' }] },
			options,
		},
		credential,
	);
}

/** Create or Update with the fields that a row's columns name; failed rows come out, too. */
export function upsertFromColumns(
	matchOn: 'custom' | 'shorturl' | 'url',
	credential: Credential,
): Step {
	return {
		...linkShortener(
			{
				resource: 'link',
				operation: 'upsert',
				matchOn,
				dataToSend: 'autoMapInputData',
				options: {},
			},
			credential,
		),
		onError: 'continueRegularOutput',
	};
}

/** What one would do without Create or Update: each row's link is looked up by its alias and updated. */
export function lookUpAndUpdate(credential: Credential, serviceUrl: string): Step[] {
	return [
		httpRequest(
			{ url: `=${serviceUrl}/api/urls?short=${serviceUrl}/{{ $json.custom }}`, options: {} },
			credential,
		),
		{
			...httpRequest(
				{
					method: 'PUT',
					url: `=${serviceUrl}/api/url/{{ $json.id }}/update`,
					sendBody: true,
					specifyBody: 'keypair',
					bodyParameters: {
						parameters: [{ name: 'url', value: "={{ $('Rows').item.json.url }}" }],
					},
					options: {},
				},
				credential,
			),
			name: 'Update',
		},
	];
}
