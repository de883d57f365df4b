import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import {
	BEHIND_PATH,
	COPIED_PATH,
	credentialHeaders,
	LOCAL_ADDRESS,
	mergeHeaders,
	NO_SCHEME,
	normaliseBaseUrl,
	ownUrl,
	USER_AGENT,
} from '../nodes/LinkShortener/api/http/credential';
import { inOneLine, UserFacingError } from '../nodes/LinkShortener/shared/userFacingError';

const WRONG_KEY =
	'The service does not accept this API key. Copy the key from your account settings in the service. If the key is correct, a web server in front of the service may remove the Authorization header: ask its operator.';

const RATE_LIMITED = 'The rate limit of this API key is used up. Test again in a minute.';

const NO_PERMISSION =
	'The account of this API key does not have access to the API. Ask its administrator for access.';

const REFUSED =
	'The service rejected the request for a reason that cannot be shown here. Most often Base URL or the API key is wrong, or the rate limit is used up: compare both with your account in the service, or test again in a minute. A node that uses this credential shows the reason.';

const BROKEN =
	'The service, or a server in front of it, cannot process the request at the moment. Test again in a few minutes. If this continues, ask the operator of the service.';

const REDIRECTED =
	'Base URL redirects to another address, and the API key is not sent there. Enter the address that your browser shows when you log in. Often it begins with https:// or www.';

const NOT_THE_SERVICE = `This address responds, but not like a link shortener: check Base URL. It is the address where you log in, without a path such as /dashboard. If a bot check responds instead, ask the operator to let requests with the User-Agent ${USER_AGENT} through, or turn on Add Extra Header and enter the header it requires.`;

/** The statuses whose meaning does not depend on the body. A wrong key may come with any other status. */
const STATUSES = new Map([
	[401, WRONG_KEY],
	[429, RATE_LIMITED],
	...[301, 302, 303, 307, 308].map((status) => [status, REDIRECTED] as const),
	...[500, 502, 503, 504, 508, 520, 521, 522, 523, 524].map((status) => [status, BROKEN] as const),
]);

/** Messages of services. No translation of the product has the first. */
const SENTENCES: ReadonlyArray<readonly [string, string]> = [
	['A valid API key is required to use this service.', WRONG_KEY],
	['You do not have this permission. Please contact your administrator.', NO_PERMISSION],
];

const TEST_PATH = '/api/account';

/** n8n would wait five minutes for an address at which nothing answers. */
const TEST_TIMEOUT_MS = 10_000;

function bodyRule(key: string, value: unknown, message: string) {
	return { type: 'responseSuccessBody' as const, properties: { key, value, message } };
}

const WITH_EXTRA_HEADER = { show: { addExtraHeader: [true] } };

/** The value is a secret, which n8n's package scanner does not expect of a field with that name. */
const EXTRA_HEADER: INodeProperties[] = [
	{
		displayName: 'Add Extra Header',
		name: 'addExtraHeader',
		type: 'boolean',
		default: false,
		description:
			'Whether to send a header that a server in front of the service requires, such as a cookie or another User-Agent for a bot check',
	},
	{
		displayName: 'Extra Header Name',
		name: 'extraHeaderName',
		type: 'string',
		default: '',
		placeholder: 'e.g. Cookie',
		displayOptions: WITH_EXTRA_HEADER,
	},
	{
		displayName: 'Extra Header Value',
		name: 'extraHeaderValue',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'Stored encrypted, like the API key',
		displayOptions: WITH_EXTRA_HEADER,
	},
];

export class LinkShortenerApi implements ICredentialType {
	name = 'linkShortenerApi';

	displayName = 'Link Shortener API';

	icon: Icon = {
		light: 'file:../icons/linkShortener.svg',
		dark: 'file:../icons/linkShortener.dark.svg',
	};

	documentationUrl = 'https://link-shortener.example/n8n-nodes-link-shortener#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://links.example.com',
			hint: 'The address where you log in, without /dashboard',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The API key from your account settings. If your service uses the scheme "Token", enter Token and a space before the key.',
			hint: 'In the service: account settings → Developer API',
		},
		...EXTRA_HEADER,
		{
			displayName: 'Ignore SSL Issues (Insecure)',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			description: 'Whether to connect even if SSL certificate validation is not possible',
		},
	];

	// A function, so that the node, the test below and Custom API Call send the same and refuse the same.
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		// Here is the only place where n8n lets a credential speak before its test sends something.
		try {
			return await Promise.resolve({
				...requestOptions,
				url: ownUrl(requestOptions, normaliseBaseUrl(credentials.baseUrl)),
				// A redirect does not pass here. The first two are of the older form of n8n's requests.
				followRedirect: false,
				followAllRedirects: false,
				disableFollowRedirect: true,
				headers: mergeHeaders(
					{ 'User-Agent': USER_AGENT },
					requestOptions.headers,
					credentialHeaders(credentials),
				),
				// n8n sets its own timeout over the one of a test's request, and only here it can be shortened.
				...(requestOptions.url === TEST_PATH && { timeout: TEST_TIMEOUT_MS }),
			});
		} catch (error) {
			// n8n shows only the message of an error that is thrown here.
			throw error instanceof UserFacingError ? new Error(inOneLine(error.explanation)) : error;
		}
	};

	// n8n's rules have fixed messages, the first that fits counts, and a web page with status 200 would pass a bare
	// test: the answer has to look like an account. An n8n without `except` goes by the body alone.
	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ String($credentials.baseUrl).trim().replace(${String(BEHIND_PATH)}, "").replace(${String(LOCAL_ADDRESS)}, "http://").replace(${String(NO_SCHEME)}, "https://").replace(/\\/+$/, "").replace(${String(COPIED_PATH)}, "").replace(/\\/+$/, "") }}`,
			url: TEST_PATH,
			method: 'GET',
			json: true,
			ignoreHttpStatusErrors: { ignore: true, except: [...STATUSES.keys()] },
			skipSslCertificateValidation: '={{ $credentials.ignoreSslIssues }}',
		},
		rules: [
			...[...STATUSES].map(([value, message]) => ({
				type: 'responseCode' as const,
				properties: { value, message },
			})),
			...SENTENCES.flatMap(([said, message]) => [
				bodyRule('message', said, message),
				bodyRule('msg', said, message),
			]),
			...['1', 1, true].map((value) => bodyRule('error', value, REFUSED)),
			...['429', 429].map((value) => bodyRule('error', value, RATE_LIMITED)),
			bodyRule('data.id', undefined, NOT_THE_SERVICE),
			// The tester takes both sorts of rules in one list, but its type does not say so.
		] as ICredentialTestRequest['rules'],
	};
}
