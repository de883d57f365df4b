import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from './harness/engine.mts';
import { collectLogs } from './harness/logs.mts';

const FIXTURE = fileURLToPath(new URL('./harness/fixture', import.meta.url));

/** What the fixture's node noted; n8n loads the very same module. */
const { seen } = createRequire(import.meta.url)(`${FIXTURE}/nodes/LinkShortener.node.js`) as {
	seen: { tries: INodeExecutionData[][]; toolExecutions: boolean[] };
};

const requests: Array<{ url: string; headers: IncomingHttpHeaders }> = [];
let account: unknown;

const server = createServer((request, response) => {
	const { url = '', method, headers } = request;
	requests.push({ url, headers });
	const body = url === '/account' ? account : { url, method, authorization: headers.authorization };
	response.writeHead(url === '/account' && account === undefined ? 500 : 200, {
		'content-type': 'application/json',
	});
	response.end(JSON.stringify(body ?? {}));
});

let engine: Engine;
let credentials: { baseUrl: string; apiKey: string };

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	credentials = { baseUrl: `http://127.0.0.1:${String(port)}`, apiKey: 'secret-key' };
	engine = await createEngine(FIXTURE);
});

afterAll(() => {
	server.close();
});

beforeEach(() => {
	requests.length = 0;
	seen.tries.length = 0;
	seen.toolExecutions.length = 0;
	account = { data: { id: 7 } };
});

describe('runNode', () => {
	it('runs the node on the items and resolves expressions', async () => {
		const result = await engine.runNode({
			parameters: { path: '=/{{ $json.name }}' },
			items: [{ name: 'a' }, { name: 'b' }],
			credentials,
		});

		expect(result.status).toBe('success');
		expect(result.error).toBeUndefined();
		expect(result.items.map(({ url }) => url)).toEqual(['/a', '/b']);
		expect(result.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
		]);
		expect(result.hints).toEqual([{ message: '2 done', location: 'outputPane' }]);
		expect(result.logs.map(({ message }) => message)).toContain('Start executing node "Node"');
		expect(result.savedRecord).toContain('"url":"/a"');
	});

	it('authenticates as the credential says, defaults and expressions included', async () => {
		await engine.runNode({
			parameters: {},
			credentials: { ...credentials, apiKey: '={{ "se" + "cret" }}' },
		});

		expect(requests[0]?.headers).toMatchObject({
			authorization: 'Bearer secret',
			'x-client': 'default-client',
		});
	});

	it('stops at the first error', async () => {
		const result = await engine.runNode({
			parameters: {},
			items: [{}, { refused: true }],
			credentials,
		});

		expect(result.status).toBe('error');
		expect(result.error).toMatchObject({ message: 'refused', description: 'Ask for less' });
		expect(result.outputs).toEqual([]);
	});

	it('sends failed items to the error output, with the fields of their input', async () => {
		const result = await engine.runNode({
			parameters: {},
			items: [{ row: 1 }, { row: 2, refused: true }, { row: 3 }],
			credentials,
			onError: 'continueErrorOutput',
		});

		expect(result.status).toBe('success');
		expect(result.items).toHaveLength(2);
		expect(result.errorItems).toEqual([{ row: 2, refused: true, error: 'refused' }]);
	});

	it('tries all items again, with the very same item objects', async () => {
		const result = await engine.runNode({
			parameters: {},
			items: [{ row: 1 }, { row: 2, refused: true }],
			credentials,
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
		});

		const [first, second, third] = seen.tries;
		expect(result.status).toBe('error');
		expect(seen.tries).toHaveLength(3);
		expect(requests).toHaveLength(3);
		expect(first?.[0]).toBe(second?.[0]);
		expect(first?.[1]).toBe(third?.[1]);
	});

	it.each(['timer', 'signal'])('cancels by %s', async (by) => {
		const result = await engine.runNode({
			parameters: { wait: true },
			credentials,
			...(by === 'timer' ? { cancelAfterMs: 50 } : { signal: AbortSignal.timeout(50) }),
		});

		expect(result.status).toBe('canceled');
		expect(result.durationMs).toBeGreaterThanOrEqual(45);
		expect(result.logs).toContainEqual({
			level: 'warn',
			message: 'stopped by a cancel',
			metadata: { aborted: true },
		});
		expect(JSON.parse(result.savedRecord)).toMatchObject({
			status: 'canceled',
			data: { resultData: { runData: { Start: [{}] } } },
		});
	});

	it('keeps the log lines of simultaneous runs apart', async () => {
		const run = async (wait: boolean) =>
			await engine.runNode({ parameters: { wait }, credentials, cancelAfterMs: 30 });
		const [waiting, quick] = await Promise.all([run(true), run(false)]);
		const warnings = (logs: typeof quick.logs) => logs.filter(({ level }) => level === 'warn');

		expect(warnings(waiting.logs)).toHaveLength(1);
		expect(warnings(quick.logs)).toEqual([]);
	});

	it('passes the mode and the timezone on', async () => {
		const path = '=/{{ $execution.mode }}/{{ $now.zoneName }}';
		const manual = { parameters: { path }, credentials, mode: 'manual' } as const;

		const result = await engine.runNode({ ...manual, timezone: 'Asia/Tokyo' });

		expect(result.items[0]?.url).toBe('/test/Asia/Tokyo');
	});
});

describe('runWorkflow', () => {
	it('runs nodes in a row', async () => {
		const result = await engine.runWorkflow({
			nodes: [
				{ name: 'First', parameters: { path: '/one' } },
				{ name: 'Second', parameters: { path: '=/two{{ $json.url }}' } },
			],
			credentials,
		});

		expect(result.status).toBe('success');
		expect(result.node('First').items[0]?.url).toBe('/one');
		expect(result.node('Second').items[0]?.url).toBe('/two/one');
		expect(() => result.node('Third')).toThrow('no node "Third"');
	});

	it('follows the error output', async () => {
		const result = await engine.runWorkflow({
			nodes: [
				{ name: 'First', parameters: {}, onError: 'continueErrorOutput' },
				{ name: 'Second', parameters: {}, onError: 'continueRegularOutput' },
			],
			connections: [{ from: 'First', to: 'Second', output: 1 }],
			items: [{ refused: true }, {}],
			credentials,
		});

		expect(result.node('Second').items).toEqual([{ error: 'refused' }]);
	});
});

describe('runAsTool', () => {
	const parameters = { path: "=/{{ $fromAI('name', 'What to fetch', 'string') }}" };
	const toolArguments = { name: 'from-the-model' };

	it.each([
		{ caller: 'agent', toolExecution: false },
		{ caller: 'direct', toolExecution: true },
	] as const)('runs for a model: $caller', async ({ caller, toolExecution }) => {
		const result = await engine.runAsTool({ parameters, toolArguments, credentials, caller });

		expect(result.status).toBe('success');
		expect(result.tool).toEqual({
			name: 'Node',
			description: 'Fetches what it is told to',
			argumentNames: ['name'],
		});
		expect(JSON.parse(result.response)).toMatchObject([{ url: '/from-the-model' }]);
		expect(seen.toolExecutions).toEqual([toolExecution]);
		expect(requests[0]?.headers.authorization).toBe('Bearer secret-key');
	});

	it('tells an agent the error', async () => {
		const items = [{ refused: true }];
		const result = await engine.runAsTool({ parameters, toolArguments, credentials, items });

		expect(result.status).toBe('success');
		expect(JSON.parse(result.response)).toEqual([{ error: 'refused' }]);
	});

	it('throws what the node threw at a direct caller', async () => {
		const nobody = { ...credentials, baseUrl: 'http://127.0.0.1:1' };
		const result = await engine.runAsTool({
			parameters,
			toolArguments,
			credentials: nobody,
			caller: 'direct',
		});

		expect(result.response).toBe('');
		expect(result.error?.message).toContain('Details: Ask for less');
	});

	it('refuses a direct call without an argument before the node runs', async () => {
		const result = await engine.runAsTool({
			parameters,
			toolArguments: {},
			credentials,
			caller: 'direct',
		});

		expect(result.error?.message).toContain('did not match expected schema');
		expect(seen.tries).toEqual([]);
	});
});

describe('lists', () => {
	it('searches', async () => {
		const result = await engine.listSearch({
			method: 'searchThings',
			filter: 'word',
			paginationToken: '1',
			credentials,
			parameters: { path: '/things' },
		});

		expect(result).toEqual({
			results: [{ name: 'GET word', value: '1' }],
			paginationToken: '2',
		});
		expect(requests[0]?.url).toBe('/things');
	});

	it('loads options', async () => {
		expect(await engine.loadOptions({ method: 'getThings', credentials })).toEqual([
			{ name: 'Bearer secret-key', value: 1 },
		]);
	});

	it('names the methods there are', async () => {
		await expect(engine.listSearch({ method: 'nothing', credentials })).rejects.toThrow(
			'it has: searchThings',
		);
	});
});

describe('testCredential', () => {
	it.each<{ account: unknown; status: string; message: string }>([
		{ account: { data: { id: 7 } }, status: 'OK', message: 'Connection successful!' },
		{ account: { error: 1 }, status: 'Error', message: 'The key was refused' },
		{ account: { data: {} }, status: 'Error', message: 'Not this service' },
		{ account: undefined, status: 'Error', message: 'Not this service' },
	])('answers $message', async ({ account: body, ...expected }) => {
		account = body;

		expect(await engine.testCredential(credentials)).toEqual(expected);
		expect(requests[0]).toMatchObject({
			url: '/account',
			headers: { authorization: 'Bearer secret-key' },
		});
	});

	it('shows why there was no answer', async () => {
		const nobody = { ...credentials, baseUrl: 'http://127.0.0.1:1' };

		expect(await engine.testCredential(nobody)).toEqual({
			status: 'Error',
			message: 'ECONNREFUSED',
		});
	});
});

describe('poll', () => {
	it('keeps static data from poll to poll', async () => {
		const staticData: IDataObject = {};
		const polling = { parameters: {}, credentials, staticData, mode: 'trigger' } as const;

		expect(await engine.poll(polling)).toBeNull();
		expect(await engine.poll({ ...polling, budgetMs: 5 })).toEqual([
			[{ json: { event: 'polled', method: 'GET', polls: 2, budgetMs: 5 } }],
		]);
		expect(staticData).toEqual({ polls: 2 });
	});

	it('polls by hand', async () => {
		const { value } = await collectLogs(
			async () =>
				await engine.poll({
					parameters: { event: 'other' },
					credentials,
					staticData: {},
					mode: 'manual',
				}),
		);

		expect(value).toEqual([[{ json: { event: 'other', sample: true } }]]);
	});
});

describe('createEngine', () => {
	it('describes nodes and their tools', () => {
		expect(engine.nodeDescription().name).toBe('linkShortener');
		expect(engine.nodeDescription(`${engine.packageName}.linkShortenerTool`)).toMatchObject({
			name: 'linkShortenerTool',
			outputs: ['ai_tool'],
		});
	});

	it('asks for a build', async () => {
		const notBuilt = mkdtempSync(join(tmpdir(), 'not-built-'));
		const manifest = { name: 'n8n-nodes-not-built', n8n: { nodes: ['dist/A.node.js'] } };
		writeFileSync(join(notBuilt, 'package.json'), JSON.stringify(manifest));

		await expect(createEngine(notBuilt)).rejects.toThrow('no dist/A.node.js');
		rmSync(notBuilt, { recursive: true });
	});
});
