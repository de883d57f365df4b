import type {
	IAuthenticateGeneric,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

export class LinkShortenerApi implements ICredentialType {
	name = 'linkShortenerApi';

	displayName = 'Link Shortener API';

	icon: Icon = {
		light: 'file:../icons/linkShortener.svg',
		dark: 'file:../icons/linkShortener.dark.svg',
	};

	documentationUrl = 'https://link-shortener.example/n8n-nodes-link-shortener#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://links.example.com',
			description:
				'The address at which you log in to the service, with https:// and without a page behind it. A sub-path is kept.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The key from your account settings in the service',
		},
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
	];

	// People paste the key with the word Bearer of a copied header in front.
	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: {
			headers: {
				Authorization:
					'={{ "Bearer " + String($credentials.apiKey).trim().replace(/^bearer\\s+/i, "").trim() }}',
			},
		},
	};

	// n8n's rules carry fixed messages, and a web page with status 200 would pass a bare test: so no
	// status counts, and the answer has to look like an account.
	test: ICredentialTestRequest = {
		request: {
			baseURL:
				'={{ String($credentials.baseUrl).trim().replace(/\\/+$/, "").replace(/\\/api(\\/v1)?$/i, "").replace(/\\/+$/, "") }}',
			url: '/api/account',
			method: 'GET',
			json: true,
			ignoreHttpStatusErrors: true,
			// Otherwise n8n would hand the key to whatever host a redirect names.
			disableFollowRedirect: true,
			skipSslCertificateValidation: '={{ $credentials.ignoreSslIssues }}',
		},
		rules: [
			...['1', 1, true].map((value) => ({
				type: 'responseSuccessBody' as const,
				properties: {
					key: 'error',
					value,
					message:
						'The service refused: the API key is wrong, the Base URL has something behind the address you log in at, or the rate limit is used up. Copy the key from your account settings, check Base URL, or test again in a minute.',
				},
			})),
			...['429', 429].map((value) => ({
				type: 'responseSuccessBody' as const,
				properties: {
					key: 'error',
					value,
					message:
						'The rate limit of this API key is used up for the moment. Test again in a minute.',
				},
			})),
			{
				type: 'responseSuccessBody',
				properties: {
					key: 'data.id',
					value: undefined,
					message:
						'This address answers, but not like the service: check Base URL. It is the address at which you log in, with https:// and without a page behind it, and it must not redirect to another address.',
				},
			},
		],
	};
}
