import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { anyNumber } from '../support/matchers.mts';
import { credentialsOf, serviceWith } from '../support/service.mts';

/** What goes wrong, and what n8n is told of it beside the words. */
interface Row {
	what: string;
	fault?: Omit<Fault, 'match'>;
	/** Changes to the credential; `url` is the address of the service. */
	credentials?: (url: string) => Promise<{ baseUrl?: string; apiKey?: string }>;
	parameters?: INodeParameters;
	/** n8n's name for the kind of failure; none where the item itself is wrong. */
	failure?: { cause: string; retryAfterMs?: unknown };
	/** The HTTP status; none where there was no answer, or none that mattered. */
	httpCode: string | null;
}

const CREDENTIAL_INVALID = { cause: 'credential-invalid' };
const CONFIGURATION_INVALID = { cause: 'configuration-invalid' };
const UNAVAILABLE = { cause: 'temporarily-unavailable' };
const RATE_LIMITED = { cause: 'rate-limited', retryAfterMs: anyNumber };

// The forms of a refusal and of an answer that is none have tables in api/http/response.
const rows: Row[] = [
	{
		what: 'a wrong key',
		credentials: () => Promise.resolve({ apiKey: 'wrong' }),
		failure: CREDENTIAL_INVALID,
		httpCode: '401',
	},
	{
		what: 'a rate limit',
		fault: { kind: 'rateLimited429', retryAfter: 60 },
		failure: RATE_LIMITED,
		httpCode: null,
	},
	{
		what: 'a program that broke down',
		fault: { kind: 'status500' },
		failure: UNAVAILABLE,
		httpCode: '500',
	},
	{
		what: 'a host that cannot be found',
		credentials: () => Promise.resolve({ baseUrl: 'http://shortener.invalid' }),
		failure: CONFIGURATION_INVALID,
		httpCode: null,
	},
	{
		what: 'a redirect to another host',
		fault: { kind: 'redirect', location: 'http://127.0.0.1:1/api' },
		failure: CONFIGURATION_INVALID,
		httpCode: null,
	},
	{
		what: 'a value that the service refuses',
		fault: { kind: 'failureOn400', message: 'Please enter a valid URL.' },
		httpCode: '400',
	},
	{
		what: 'a value that is not sent',
		parameters: { operation: 'update', updateFields: { email: 'nobody' } },
		httpCode: null,
	},
];

it.each(rows)('C10: n8n is told the kind of failure and the status of $what', async (row) => {
	const service = await serviceWith();
	if (row.fault !== undefined) service.addFault({ ...row.fault, match: {} });
	const run = await runNode({
		credentials: { ...credentialsOf(service), ...(await row.credentials?.(service.url)) },
		parameters: {
			resource: 'account',
			operation: 'get',
			...row.parameters,
			options: { batching: { maxWait: 1, timeout: 1 } },
		},
	});

	expect(run.status).toBe('error');
	const { failure, httpCode } = Object(run.error) as Pick<Row, 'failure' | 'httpCode'>;
	expect({ failure, httpCode: httpCode ?? null }).toEqual({
		failure: row.failure,
		httpCode: row.httpCode,
	});
});
