import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { runNode } from '../harness/index.mts';
import { expectOutput } from '../operations/check.mts';
import { pick } from '../operations/row.mts';
import { listen, type Listener } from '../support/listener.mts';
import { textLike } from '../support/matchers.mts';
import { errorOf } from '../support/runs.mts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** A pixels product with an empty list, that answers all else in one way. */
async function answering(answer: (response: ServerResponse) => void): Promise<Listener> {
	return await listen((response) => {
		if (!response.req.url?.startsWith('/api/v1/pixels?')) {
			answer(response);
			return;
		}
		response.writeHead(200, JSON_TYPE).end('{"data":[]}');
	});
}

async function runAt({ url }: Listener, operation: string, parameters: INodeParameters) {
	return await runNode({
		credentials: { baseUrl: url, apiKey: 'any' },
		parameters: { resource: 'pixel', operation, ...parameters },
	});
}

describe.each([
	['204', (response: ServerResponse) => response.writeHead(204).end()],
	[
		'no pixel',
		(response: ServerResponse) =>
			response.writeHead(200, JSON_TYPE).end('{"data":[],"message":"Done."}'),
	],
] as const)('an install that answers %s to what it has done to a pixel', (_, answer) => {
	it.each([
		{
			operation: 'update',
			parameters: { updateFields: { name: 'Shop' } },
			gives: { updated: true, id: 4, name: 'Shop' },
		},
		{ operation: 'delete', parameters: {}, gives: { deleted: true, id: 4 } },
	])('$operation is done with one request', async ({ operation, parameters, gives }) => {
		const install = await answering(answer);
		const run = await runAt(install, operation, { pixelId: pick('id', 4), ...parameters });

		expectOutput(run, [[gives]]);
		expect(install.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
	});

	it.each([
		{
			operation: 'create',
			parameters: { name: 'Shop', value: '1' },
			says: /^The service said that it was done but did not say what it created$/,
		},
		{
			operation: 'get',
			parameters: { pixelId: pick('id', 4) },
			says: /^The service answered without a pixel$/,
		},
	])('$operation says that there is no pixel', async ({ operation, parameters, says }) => {
		const install = await answering(answer);
		const run = await runAt(install, operation, parameters);

		expect(errorOf(run).message).toMatch(says);
		expect(install.requests).toHaveLength(2);
	});
});

it("reads Laravel's words for a pixel that does not exist", async () => {
	const message = 'No query results for model [App\\Models\\Pixel] 4';
	let tries = 0;
	const install = await answering((response) => {
		tries += 1;
		response.writeHead(tries === 1 ? 502 : 404, JSON_TYPE).end(JSON.stringify({ message }));
	});
	// What the first try deleted is gone at the second.
	expectOutput(await runAt(install, 'delete', { pixelId: pick('id', 4) }), [
		[{ deleted: true, id: 4 }],
	]);
	expect(errorOf(await runAt(install, 'delete', { pixelId: pick('id', 4) }))).toEqual({
		message,
		description: textLike(/^Nothing in the account of this API key has this ID/),
	});
});

it('a pixel is created as it was sent where the answer says no more than its ID', async () => {
	const install = await answering((response) => {
		response.writeHead(200, JSON_TYPE).end('{"data":{"id":"7"}}');
	});
	const run = await runAt(install, 'create', { name: 'Shop', type: 'bing', value: '1' });

	expectOutput(run, [[{ id: 7, name: 'Shop', type: 'bing', value: '1' }]]);
});
