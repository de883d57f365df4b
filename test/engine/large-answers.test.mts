import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { runNode } from './harness/index.mts';
import { listen } from './support/listener.mts';
import { textWith } from './support/matchers.mts';
import { errorOf } from './support/runs.mts';
import { KEY } from './support/service.mts';

/** A list with one link, whose description makes the answer this large. */
function answerOf(bytes: number): Buffer {
	const link = { id: 1, shorturl: 'https://sho.rt/a', longurl: 'https://example.com' };
	const urls = [{ ...link, description: 'a'.repeat(bytes) }];
	const data = { result: 1, maxpage: 1, currentpage: 1, urls };
	return Buffer.from(JSON.stringify({ error: 0, data }));
}

const TOO_LARGE = answerOf(50_000_000);
const PACKED = gzipSync(TOO_LARGE, { level: 1 });

/** A service that gives every request the same answer. */
async function serviceAnswering(body: Buffer) {
	const { url, requests } = await listen((response) => {
		const packed = body === PACKED ? { 'content-encoding': 'gzip' } : {};
		response.writeHead(200, { 'content-type': 'application/json', ...packed });
		response.end(body);
	});
	return { credentials: { baseUrl: url, apiKey: KEY }, url, requests };
}

const LIST = { resource: 'link', operation: 'getAll', limit: 1 };
const CREATE = { resource: 'channel', operation: 'create', name: 'News' };

it.each([
	{ what: 'in plain text', body: TOO_LARGE },
	{ what: 'packed', body: PACKED },
])('an answer of more than 50 MB is not read to its end: $what', async ({ body }) => {
	const { credentials, url, requests } = await serviceAnswering(body);
	const run = await runNode({ credentials, parameters: LIST });
	expect(errorOf(run)).toEqual({
		message: `${url} answered with more than 50 MB`,
		description: textWith('check Base URL'),
	});
	expect(requests).toHaveLength(1);
});

it('a create with such an answer may have been done', async () => {
	const { credentials, requests } = await serviceAnswering(PACKED);
	const run = await runNode({ credentials, parameters: CREATE });
	expect(errorOf(run).description).toContain('It may have been created');
	expect(requests).toHaveLength(1);
});

it('an answer of 5 MB is read', async () => {
	const { credentials } = await serviceAnswering(answerOf(5_000_000));
	const run = await runNode({ credentials, parameters: LIST });
	expect(run.items).toMatchObject([{ id: 1, shorturl: 'https://sho.rt/a' }]);
});
