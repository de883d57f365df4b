import type { INodeParameters } from 'n8n-workflow';
import { expect, it } from 'vitest';
import type { Fault } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { answerJson, listen } from '../support/listener.mts';
import { anyNumber } from '../support/matchers.mts';
import { failedItems, ON_ERROR, wordsOf } from '../support/runs.mts';
import { credentialsOf, KEY, serviceWith } from '../support/service.mts';

/** What goes wrong, and what n8n is told of it beside the words. */
interface Row {
	what: string;
	fault?: Omit<Fault, 'match'>;
	apiKey?: string;
	parameters?: INodeParameters;
	/** n8n's name for the kind of failure; none where the item itself is wrong. */
	failure?: { cause: string; retryAfterMs?: unknown };
	/** The HTTP status; none where there was no answer, or none that mattered. */
	httpCode: string | null;
}

// Kinds have a table in shared/n8n/nodeErrors, the forms of responses in api/http/response.
const rows: Row[] = [
	{
		what: 'a wrong key',
		apiKey: 'wrong',
		failure: { cause: 'credential-invalid' },
		httpCode: '401',
	},
	{
		what: 'a rate limit',
		fault: { kind: 'rateLimited429', retryAfter: 60 },
		failure: { cause: 'rate-limited', retryAfterMs: anyNumber },
		httpCode: null,
	},
	{
		what: 'a program that broke down',
		fault: { kind: 'status500' },
		failure: { cause: 'temporarily-unavailable' },
		httpCode: '500',
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
		credentials: credentialsOf(service, { apiKey: row.apiKey ?? service.apiKey }),
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

it('C10: a change that takes the service away each time fails in the end', async () => {
	let awayUntil = 0;
	const { url, requests } = await listen((response, path) => {
		if (Date.now() < awayUntil) {
			answerJson(response, {}, 502);
		} else if (path.endsWith('/update')) {
			awayUntil = Date.now() + 3_000;
			response.destroy();
		} else answerJson(response, { error: 0, data: { id: 1, email: 'a@b.example' } });
	});
	const run = await runNode({
		credentials: { baseUrl: url, apiKey: KEY },
		parameters: {
			resource: 'account',
			operation: 'update',
			updateFields: { email: 'new@b.example' },
		},
		items: [{}],
		onError: ON_ERROR.Continue,
	});

	expect(failedItems(run)).toHaveLength(1);
	expect(wordsOf(failedItems(run)[0] ?? {})).toMatch(/connection .* was closed/);
	expect(requests.filter(({ method }) => method === 'PUT').length).toBeLessThanOrEqual(10);
	expect(run.durationMs).toBeLessThan(150_000);
});
