import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { RATE_LIMIT, type Service } from '../../service/index.mts';
import { environmentOf, lineOf } from '../dialect.mts';
import { installN8n } from '../install.mts';
import type { N8n } from '../n8n.mts';
import { installPackage } from '../package.mts';
import { N8N_FOLDERS, n8nBin } from '../paths.mts';
import type { Execution, WorkflowNode } from '../rest.mts';
import { startChatModel } from '../standIns/chatModel.mts';
import { pause, until, untilQuiet } from '../waiting.mts';
import {
	AGENT,
	agentWith,
	chainOf,
	CREDENTIAL_TYPE,
	execute,
	MANUAL_TRIGGER,
	node,
	NODE_TYPE,
	outputOf,
	putServiceCredential,
	to,
	whyNot,
} from '../workflows.mts';
import { checkLinks, rowsOf } from './bulk.mts';
import { checkCancel } from './cancel.mts';
import { checkOtherHosts } from './otherHosts.mts';
import { openStage, packedPackage, type Stage } from './stage.mts';

/** An n8n with the package installed, about to do a step. */
interface Scene {
	n8n: N8n;
	/** Of this n8n and this step. */
	name: string;
	stage: Stage;
}

const NODE_TYPES = [NODE_TYPE, `${NODE_TYPE}Trigger`];
/** As the node of the package is called in these workflows. */
const NODE = 'Link Shortener';
const CREATE = { resource: 'link', operation: 'create', dataToSend: 'autoMapInputData' };
const UPSERT = { ...CREATE, operation: 'upsert' };
const TRIES = 3;
/** n8n polls every minute; what comes twice would come with the next poll. */
const NEXT_POLL_MS = 65_000;
const POLL_TIMEOUT_MS = 150_000;

function versionPinnedIn(folder: string): string {
	const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
	return (JSON.parse(manifest) as { dependencies: { n8n: string } }).dependencies.n8n;
}

/**
 * In a folder outside this repository, as a user's is: a package that is installed below it would find
 * the n8n-workflow of the repository, whatever n8n runs it.
 */
async function startElsewhere(folder: string, version: string, stage: Stage): Promise<N8n> {
	const userFolder = await mkdtemp(join(tmpdir(), 'link-shortener-n8n-'));
	stage.atEnd(async () => await rm(userFolder, { recursive: true, force: true }));
	return await stage.n8nIn(userFolder, {
		bin: n8nBin(folder),
		env: environmentOf(lineOf(version)),
	});
}

async function checkInstalled({ rest, userFolder }: N8n, version: string): Promise<void> {
	expect.soft(rest.version, 'it is the pinned version').toEqual(version);
	const installed = await rest.call<Array<{ installedNodes: Array<{ type: string }> }>>(
		'GET',
		'/community-packages',
	);
	expect
		.soft(
			installed.flatMap(({ installedNodes }) => installedNodes.map(({ type }) => type)).sort(),
			'n8n has the nodes of the package',
		)
		.toEqual(NODE_TYPES);
	expect
		.soft(
			!isInReach('n8n-workflow', join(userFolder, '.n8n', 'nodes', 'node_modules')),
			"no n8n-workflow but n8n's own is in reach of the package",
		)
		.toBe(true);
}

/** Whether a package that stands in a folder finds another one without n8n's help. */
function isInReach(name: string, folder: string): boolean {
	try {
		createRequire(join(folder, 'package.json')).resolve(name);
		return true;
	} catch {
		return false;
	}
}

/** What a user of the package does, and what has to come of it. */
const STEPS: Record<string, (scene: Scene) => Promise<void>> = {
	/** Address and key are entered and tested, with a wrong key as well. */
	credential: async ({ n8n, name, stage }) => {
		const service = await stage.service();
		const right = await putServiceCredential(n8n, service, name);
		const { status } = await n8n.rest.testCredential(right, CREDENTIAL_TYPE);
		expect.soft(status, 'the test succeeds').toEqual('OK');
		const { url } = service;
		const wrong = await putServiceCredential(n8n, { url, apiKey: 'wrong' }, `${name}, wrong key`);
		const refused = await n8n.rest.testCredential(wrong, CREDENTIAL_TYPE);
		expect
			.soft(refused, 'with a wrong key it fails and says so')
			.toMatchObject({ status: 'Error', message: expect.stringContaining('API key') });
	},

	/** n8n's HTTP Request node and its tools, with the credential. */
	otherHosts: async ({ n8n, name, stage }) => {
		await checkOtherHosts(n8n, name, stage);
	},

	/** A sheet without an expression; then one with a row that is refused at every try of Retry On Fail. */
	create: async (scene) => {
		const service = await scene.stage.service();
		const good = rowsOf('good', 20);
		const sheet = await runRows(scene, service, good, CREATE);
		expect.soft(whyNot(sheet), 'a sheet succeeds').toBe('');
		expect
			.soft(
				outputOf(sheet, NODE).map(({ shorturl }) => shorturl),
				'the items come out in the order of the rows',
			)
			.toEqual(
				good.map(({ url }) => service.links().find((link) => link.longurl === url)?.shorturl),
			);

		service.seed('links', [{ url: 'https://other.example/', alias: 'taken' }]);
		// All of them are under way before the first answer, so that the bad one stops none of the others.
		const beside = rowsOf('beside', 6);
		const rows = [...beside, { url: 'https://shop.example/bad', custom: 'taken' }];
		service.clearRequests();
		const retry = { retryOnFail: true, maxTries: TRIES, waitBetweenTries: 1_000 };
		const retried = await runRows(scene, service, rows, CREATE, retry);
		expect.soft(retried.status, 'with a bad row the run fails').toEqual('error');
		expect.soft(whyNot(retried), 'the error says why').toMatch(/alias/i);
		const asked = service.requests.filter(({ rawBody }) => rawBody.includes('taken'));
		expect.soft(asked.length, 'the bad row is tried again by Retry On Fail').toEqual(TRIES);
		checkLinks('with Retry On Fail', service, [...good, ...beside]);
	},

	/** On Error → Continue (using error output) with one bad row among good ones. */
	errorOutput: async (scene) => {
		const { name, stage } = scene;
		const service = await stage.service();
		const good = rowsOf('kept', 10);
		const rows = good.toSpliced(5, 0, { url: 'not a URL' });
		const settings = { onError: 'continueErrorOutput' };
		const execution = await runRows(scene, service, rows, CREATE, settings);
		expect.soft(whyNot(execution), 'the run succeeds').toBe('');
		expect.soft(outputOf(execution, NODE).length, 'the good rows go on').toEqual(good.length);
		expect
			.soft(
				outputOf(execution, NODE, 1),
				'the error branch holds the bad row alone, with what to do',
			)
			.toMatchObject([
				{
					url: 'not a URL',
					error: expect.stringMatching(/^url "not a URL"/),
					message: expect.stringContaining('https:'),
				},
			]);
		checkLinks(name, service, good);
	},

	/** Blank rows among others, with n8n's own nodes behind: a loop, Merge by position, and a file. */
	everyRow: async (scene) => {
		await checkLoop(scene);
		await checkMerge(scene);
		await checkFile(scene);
	},

	/** A published workflow is started by a new link, once. */
	trigger: async ({ n8n, name, stage }) => {
		const service = await stage.service();
		service.seed('links', [{ url: 'https://shop.example/old' }]);
		const credentials = { [CREDENTIAL_TYPE]: await putServiceCredential(n8n, service, name) };
		const parameters = {
			pollTimes: { item: [{ mode: 'everyMinute' }] },
			event: 'linkCreated',
		};
		const workflow = await n8n.rest.publish(
			chainOf(name, [
				node(NODE, `${NODE_TYPE}Trigger`, 1, parameters, { credentials }),
				node('Done', 'n8n-nodes-base.noOp'),
			]),
		);
		await untilQuiet(service);
		service.seed('links', [{ url: 'https://shop.example/new' }]);
		const executions = async () => await n8n.rest.executionsOf(workflow.id);
		await until(async () => (await executions())[0]?.status === 'success', POLL_TIMEOUT_MS);
		service.clearRequests();
		await pause(NEXT_POLL_MS);
		const [first, ...others] = await executions();
		expect
			.soft(
				[first?.status, others, service.requests.length > 0],
				'the new link starts the workflow once, and it polls on',
			)
			.toEqual(['success', [], true]);
		expect
			.soft(
				first &&
					outputOf(await n8n.rest.readExecution(first.id), NODE).map(({ longurl }) => longurl),
				'with that link alone',
			)
			.toEqual(['https://shop.example/new']);
	},

	/** Version 2 of the agent calls a tool like a function, version 3 has the engine run it as a node. */
	tool: async (scene) => {
		for (const version of [2.2, 3]) {
			await runAgent({ ...scene, name: `${scene.name}, agent ${version}` }, version);
		}
	},

	/** A run that waits for the rate limit is canceled. */
	cancel: async ({ n8n, name, stage }) => {
		await checkCancel(n8n, name, [n8n.logFile], stage);
	},
};

/** Two batches of ten rows each, with two batches of blank rows behind each; nodes that read files leave empty cells out. */
const IN_BATCHES = [...rowsOf('first', 10), ...blank(20), ...rowsOf('second', 10), ...blank(20)];

function blank(count: number): object[] {
	return Array.from({ length: count }, () => ({ Done: 'FALSE' }));
}

async function checkLoop({ n8n, name, stage }: Scene): Promise<void> {
	const service = await stage.service();
	const credentials = { [CREDENTIAL_TYPE]: await putServiceCredential(n8n, service, name) };
	const loop = 'Loop Over Items';
	const workflow = chainOf(name, [
		node('Rows', MANUAL_TRIGGER),
		node(loop, 'n8n-nodes-base.splitInBatches', 3, { batchSize: 10, options: {} }),
		node(NODE, NODE_TYPE, 1, UPSERT, { credentials }),
		node('Done', 'n8n-nodes-base.noOp'),
	]);
	const execution = await execute(n8n, {
		...workflow,
		connections: {
			Rows: { main: [[to(loop)]] },
			[loop]: { main: [[to('Done')], [to(NODE)]] },
			[NODE]: { main: [[to(loop)]] },
		},
		pinData: { Rows: IN_BATCHES.map((json) => ({ json: { ...json } })) },
	});
	expect.soft(whyNot(execution), 'the loop succeeds').toBe('');
	expect.soft(execution.runs[NODE]?.length, 'it has a round for each batch').toEqual(6);
	expect
		.soft(
			countsOf(outputOf(execution, 'Done').map(({ action }) => String(action))),
			'it reaches its end, with an item for each batch of blank rows',
		)
		.toEqual({ created: 20, skipped: 4 });
	expect.soft(service.links().length, 'each page has its link').toEqual(20);
}

async function checkMerge({ n8n, name, stage }: Scene): Promise<void> {
	const service = await stage.service();
	const credentials = { [CREDENTIAL_TYPE]: await putServiceCredential(n8n, service, name) };
	const rows = [
		{ url: 'https://shop.example/ann', guest: 'Ann' },
		{ url: '', guest: '' },
		{ url: 'https://shop.example/bo', guest: 'Bo' },
	];
	const merge = node('Merge', 'n8n-nodes-base.merge', 3, {
		mode: 'combine',
		combineBy: 'combineByPosition',
		options: {},
	});
	const workflow = chainOf(name, [
		node('Rows', MANUAL_TRIGGER),
		node(NODE, NODE_TYPE, 1, CREATE, { credentials }),
		merge,
	]);
	const execution = await execute(n8n, {
		...workflow,
		connections: {
			Rows: { main: [[to(NODE), to('Merge')]] },
			[NODE]: { main: [[{ ...to('Merge'), index: 1 }]] },
		},
		pinData: { Rows: rows.map((json) => ({ json })) },
	});
	expect
		.soft(
			outputOf(execution, 'Merge').map(({ guest, longurl }) => [guest, longurl]),
			'merged by position, each link is beside its own row',
		)
		.toEqual(rows.map(({ url, guest }) => [guest, url === '' ? undefined : url]));
}

async function checkFile({ n8n, name, stage }: Scene): Promise<void> {
	const service = await stage.service();
	const credentials = { [CREDENTIAL_TYPE]: await putServiceCredential(n8n, service, name) };
	// n8n writes a byte-order mark in front of the first column.
	const rows = [
		{ Owner: 'Kim', 'Long URL': 'https://shop.example/a', Action: 'Sign up', Clicks: '1200' },
		{ Owner: 'Kim', 'Long URL': '', Action: '', Clicks: '' },
		{ Owner: 'Kim', 'Long URL': 'https://shop.example/b', Action: 'Learn more', Clicks: '800' },
		{ Owner: 'Kim', 'Long URL': '', Action: '', Clicks: '' },
	];
	const parameters = { ...UPSERT, options: { returnRows: true } };
	const execution = await execute(n8n, {
		...chainOf(name, [
			node('Rows', MANUAL_TRIGGER),
			node(NODE, NODE_TYPE, 1, parameters, { credentials }),
			node('To File', 'n8n-nodes-base.convertToFile', 1.1, { operation: 'csv', options: {} }),
			node('From File', 'n8n-nodes-base.extractFromFile', 1, {
				options: { includeEmptyCells: true },
			}),
		]),
		pinData: { Rows: rows.map((json) => ({ json })) },
	});
	// Both are sent at once.
	const [a, b] = ['a', 'b'].map((page) => {
		const longUrl = `https://shop.example/${page}`;
		return service.links().find(({ longurl }) => longurl === longUrl)?.shorturl;
	});
	expect
		.soft(
			outputOf(execution, 'From File').map((row) => [
				...[row['Long URL'], row.Action, row.Clicks, row.shorturl, row.link_action],
			]),
			'a file that is rewritten has every row, and its own columns as they were',
		)
		.toEqual([
			['https://shop.example/a', 'Sign up', '1200', a, 'created'],
			['', '', '', '', 'skipped'],
			['https://shop.example/b', 'Learn more', '800', b, 'created'],
			['', '', '', '', 'skipped'],
		]);
}

function countsOf(words: readonly string[]): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
	return counts;
}

/** Runs rows by hand through the package's node, with its two outputs. */
async function runRows(
	{ n8n, name }: Scene,
	service: Service,
	rows: object[],
	parameters: Record<string, unknown>,
	settings: Partial<WorkflowNode> = {},
): Promise<Execution> {
	const credentials = { [CREDENTIAL_TYPE]: await putServiceCredential(n8n, service, name) };
	return await execute(n8n, {
		...chainOf(name, [
			node('Rows', MANUAL_TRIGGER),
			node(NODE, NODE_TYPE, 1, parameters, { credentials, ...settings }),
		]),
		pinData: { Rows: rows.map((json) => ({ json: { ...json } })) },
	});
}

/** So many links fit into the limit; the agent asks for one more. */
const CALLS = 4;
const CREATE_AS_TOOL = {
	descriptionType: 'manual',
	toolDescription: 'Makes a short link.',
	resource: 'link',
	operation: 'create',
	url: "={{ $fromAI('Long_URL', 'The full address of the page', 'string') }}",
};

/** An AI agent creates links; when the limit is used up, it is told so instead of kept waiting. */
async function runAgent({ n8n, name, stage }: Scene, agentVersion: number): Promise<void> {
	// A tool does not wait that long.
	const rateLimit = { ...RATE_LIMIT, limit: CALLS, windowMs: 600_000 };
	const service = await stage.service({ rateLimit });
	const calls = Array.from({ length: CALLS + 1 }, (_, index) => ({
		tool: 'Create_a_Link',
		args: { Long_URL: `https://shop.example/from-the-agent/${index}` },
	}));
	const model = await startChatModel([...calls, { say: 'Done.' }]);
	stage.atEnd(model.stop);
	const { apiKey, url, answers } = model;
	const openAiApi = await n8n.rest.putCredential(name, 'openAiApi', { apiKey, url });
	const credential = await putServiceCredential(n8n, service, name);
	const tool = node('Create a Link', `${NODE_TYPE}Tool`, 1, CREATE_AS_TOOL, {
		credentials: { [CREDENTIAL_TYPE]: credential },
	});
	const asked = { name, version: agentVersion, text: 'Shorten it.', turns: 2 * CALLS };
	const execution = await execute(n8n, agentWith(tool, openAiApi, asked));
	expect.soft(whyNot(execution), `${name}: it answers`).toBe('');
	expect.soft(outputOf(execution, AGENT)[0]?.output, `${name}: its last word`).toEqual('Done.');
	const [link] = service.links();
	expect
		.soft(answers[1], `${name}: the model reads the short URL of the link that was made`)
		.toContain(link?.shorturl ?? 'no link');
	expect
		.soft(answers.at(-1), `${name}: the model is told when to try again`)
		.toMatch(/rate limit.*Try again in/s);
}

// What a user of the package does first, on every n8n that a lockfile of this repository pins.
for (const folder of N8N_FOLDERS) {
	const version = versionPinnedIn(folder);
	test.describe(`n8n ${version}`, () => {
		const stage = openStage('versions');
		let n8n: N8n;

		test.beforeAll(async () => {
			await installN8n(folder);
			n8n = await startElsewhere(folder, version, stage);
			await installPackage(n8n, await packedPackage());
		});

		test('install', async () => await checkInstalled(n8n, version));

		for (const [step, play] of Object.entries(STEPS)) {
			test(step, async () => await play({ n8n, name: `n8n ${version}, ${step}`, stage }));
		}
	});
}
