import { describe, expect, it } from 'vitest';
import { runNode, testCredential } from './harness/index.mts';
import { untrustedHttps } from './support/listener.mts';
import { textWith } from './support/matchers.mts';
import { createOf, errorOf, expectNoTrace } from './support/runs.mts';
import { credentialsOf, KEY, requestLines, serviceWith } from './support/service.mts';

/** A service behind a certificate of its own making, and a credential for it. */
async function selfSigned(ignoreSslIssues: boolean) {
	const service = await serviceWith();
	const baseUrl = await untrustedHttps(service.url);
	return { service, credentials: { ...credentialsOf(service, { baseUrl }), ignoreSslIssues } };
}

const GET_ACCOUNT = { resource: 'account', operation: 'get' };

describe('a self-made certificate with Ignore SSL Issues on', () => {
	it('is accepted by the test of the credential', async () => {
		const { credentials } = await selfSigned(true);

		expect(await testCredential(credentials)).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
	});

	it.each([
		{ what: 'a read', parameters: GET_ACCOUNT, line: 'GET /api/account' },
		{
			what: 'a create',
			parameters: { resource: 'channel', operation: 'create', name: 'Shop' },
			line: 'POST /api/channel/add',
		},
	])('is accepted by the node: $what', async ({ parameters, line }) => {
		const { service, credentials } = await selfSigned(true);
		const run = await runNode({ credentials, parameters });

		expect(errorOf(run)).toEqual({ message: '', description: '' });
		expect(run.items).toHaveLength(1);
		expect(requestLines(service)).toEqual([line]);
	});
});

describe('a self-made certificate with Ignore SSL Issues off', () => {
	// n8n shows the code of a failed connection in the place of any words of ours.
	it('is named by the test of the credential', async () => {
		const { service, credentials } = await selfSigned(false);

		expect(await testCredential(credentials)).toEqual({
			status: 'Error',
			message: 'DEPTH_ZERO_SELF_SIGNED_CERT',
		});
		expect(service.requests).toEqual([]);
	});

	it('is named by the node, with the switch that accepts it', async () => {
		const { service, credentials } = await selfSigned(false);
		const run = await runNode({ credentials, parameters: GET_ACCOUNT });

		expect(errorOf(run)).toEqual({
			message: `The certificate of ${new URL(credentials.baseUrl).host} is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)`,
			description: textWith('turn on Ignore SSL Issues in the credential'),
		});
		expectNoTrace(KEY, run);
		expect(service.requests).toEqual([]);
	});
});

it('a link is created once when TLS breaks after the service has made it', async () => {
	const service = await serviceWith();
	let creates = 0;
	const baseUrl = await untrustedHttps(
		service.url,
		({ method }) => method === 'POST' && (creates += 1) === 1,
	);
	const url = 'https://example.com/once';
	const run = await runNode({
		credentials: { ...credentialsOf(service, { baseUrl }), ignoreSslIssues: true },
		parameters: createOf(url),
	});

	const made = service.links().filter(({ longurl }) => longurl === url);
	expect(made).toHaveLength(1);
	expect(run.items).toMatchObject([{ id: made[0]?.id }]);
	expect(creates).toBe(1);
});
