import { deadAddress } from '../support/listener.mts';
import { createOf } from '../support/runs.mts';
import { KEY } from '../support/service.mts';
import {
	aWebPage,
	type BadInput,
	baseUrl,
	credential,
	key,
	LONG,
	nothingThere,
	type Place,
} from './row.mts';

const CHECK = 'check Base URL';
const FORM = 'such as https://links.example.com';
const PASTE = 'paste the API key from your account settings';
const COPY = 'Copy the key from your account settings';
const WEB_PAGE = /answers with a web page instead of the API$/;

type Row = [
	what: string,
	place: () => Promise<Place>,
	message: string | RegExp,
	remedy: string,
	requests?: number,
];

/** What else is wrong with the form has its tables in api/http/credential. */
const ROWS: Row[] = [
	[
		'nothing listens at the base URL',
		async () => await nothingThere(deadAddress()),
		/^Nothing answers at 127\.0\.0\.1:\d+$/,
		'If it is right, the service is down (ECONNREFUSED).',
	],
	[
		'the host cannot be found',
		async () => await nothingThere('https://shortener.invalid'),
		'The host shortener.invalid cannot be found',
		CHECK,
	],
	[
		'https in front of a service that speaks http',
		baseUrl((url) => url.replace('http:', 'https:')),
		/^127\.0\.0\.1:\d+ does not speak https$/,
		'It may have to begin with http://.',
	],
	['a web page behind the base URL', async () => await aWebPage(200), WEB_PAGE, CHECK, 1],
	['a web page that is not found', async () => await aWebPage(404), WEB_PAGE, CHECK, 1],
	[
		'a wrong path in the base URL',
		baseUrl((url) => `${url}/shop`),
		'There is no endpoint POST /shop/api/url/add',
		CHECK,
		2,
	],
	['an empty base URL', baseUrl(() => ' '), 'Base URL is empty', FORM],
	[
		'a base URL with a user',
		baseUrl((url) => url.replace('http://', `http://me:${KEY}@`)),
		'Base URL contains a user name or password',
		FORM,
	],
	['an empty key', key(''), 'API Key is empty', PASTE],
	[
		'a key with a line break inside',
		key('one\ntwo'),
		'API Key contains a space, a line break or another character that no key has',
		PASTE,
	],
	[
		'an extra header that the node sets itself',
		credential({ extraHeaderName: 'authorization', extraHeaderValue: 'Basic abc' }),
		'Extra Header Name is authorization, which the node sets itself',
		'enter another name, such as Cookie or User-Agent',
	],
	...(
		[
			['with 200', {}],
			['with 401', { errorOnFailureStatus: '4xx' }],
			['in the words of an old build', { failureMessageKey: 'msg', errorValue: 'string' }],
		] as const
	).map(([how, variations]): Row => [
		`a wrong key, refused ${how}`,
		key('wrong-key', { variations }),
		'A valid API key is required to use this service.',
		COPY,
		1,
	]),
];

const patient = { options: { batching: { maxWait: 3 } } };

/** Three requests, and four probes in the time that the run may wait. */
const BAD_GATEWAY: BadInput = {
	what: 'a bad gateway behind the base URL',
	place: async () => await aWebPage(502),
	parameters: { resource: 'account', operation: 'get', ...patient },
	message: 'The service is not available at the moment (HTTP 502)',
	remedy: 'Try again in a few minutes.',
	requests: 7,
};

/** What is wrong with the credential. */
export const CREDENTIAL_ROWS: BadInput[] = [
	...ROWS.map(([what, place, message, remedy, requests = 0]) => {
		return { what, place, message, remedy, requests };
	}),
	BAD_GATEWAY,
	{
		...BAD_GATEWAY,
		// The newest links are read first, as a help only: the create is sent all the same.
		what: 'a bad gateway behind the base URL, for a new link',
		parameters: createOf(LONG, patient),
		message: 'The link may have been created: its answer was lost',
		remedy: 'The service is not available at the moment (HTTP 502)',
		requests: 6,
	},
];
