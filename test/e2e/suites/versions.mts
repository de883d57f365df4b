import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RATE_LIMIT, type Service } from '../../service/index.mts';
import { environmentOf, lineOf } from '../dialect.mts';
import { installN8n } from '../install.mts';
import type { N8n } from '../n8n.mts';
import { installPackage } from '../package.mts';
import { N8N_FOLDERS, n8nBin } from '../paths.mts';
import type { Execution, WorkflowFile, WorkflowNode } from '../rest.mts';
import { startChatModel } from '../standIns/chatModel.mts';
import { pause, until, untilQuiet } from '../waiting.mts';
import {
	chainOf,
	type Credential,
	CREDENTIAL_TYPE,
	execute,
	MANUAL_TRIGGER,
	node,
	NODE_TYPE,
	outputOf,
	putServiceCredential,
	to,
	wentWell,
	whyNot,
} from '../workflows.mts';
import { checkLinks, rowsOf } from './bulk.mts';
import { checkCancel } from './cancel.mts';
import type { Checks } from './checks.mts';
import { STEP_NAMES, type StepName } from './names.mts';
import { checkOtherHosts } from './otherHosts.mts';
import { packedPackage, type Stage } from './stage.mts';

/** An n8n with the package installed, about to do a step. */
interface Scene {
	n8n: N8n;
	/** Of this n8n and this step, for the lines of the checks. */
	name: string;
	checks: Checks;
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

/** What a user of the package does first, on every n8n that a lockfile of this repository pins. */
export async function runVersionsSuite(checks: Checks, stage: Stage): Promise<void> {
	const { n8n: chosen } = stage.options;
	const pinned = await Promise.all(
		N8N_FOLDERS.map(async (folder) => ({ folder, version: await versionPinnedIn(folder) })),
	);
	const wanted = pinned.filter(
		({ version }) => !chosen || chosen.some((part) => `${version}.`.startsWith(`${part}.`)),
	);
	checks.check('there are such versions', wanted.length > 0);
	for (const { folder, version } of wanted) {
		await installN8n(folder);
		const n8n = await startElsewhere(folder, version, stage);
		await installPackage(n8n, await packedPackage());
		await checkInstalled(n8n, version, checks);
		for (const step of stage.options.steps ?? STEP_NAMES) {
			const name = `n8n ${version}, ${step}`;
			try {
				await STEPS[step]({ n8n, name, checks, stage });
			} catch (error) {
				checks.check(`${name}: it runs to its end`, false, String(error));
			}
		}
		// Two n8n at once would be much for a small machine.
		await stage.dispose();
	}
}

async function versionPinnedIn(folder: string): Promise<string> {
	const manifest = await readFile(join(folder, 'package.json'), 'utf8');
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

async function checkInstalled(
	{ rest, userFolder }: N8n,
	version: string,
	checks: Checks,
): Promise<void> {
	const name = `n8n ${version}, install`;
	checks.same(`${name}: it is the pinned version`, rest.version, version);
	const installed = await rest.call<Array<{ installedNodes: Array<{ type: string }> }>>(
		'GET',
		'/community-packages',
	);
	checks.same(
		`${name}: n8n has the nodes of the package`,
		installed.flatMap(({ installedNodes }) => installedNodes.map(({ type }) => type)).sort(),
		NODE_TYPES,
	);
	checks.check(
		`${name}: no n8n-workflow but n8n's own is in reach of the package`,
		!isInReach('n8n-workflow', join(userFolder, '.n8n', 'nodes', 'node_modules')),
	);
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
const STEPS: Record<StepName, (scene: Scene) => Promise<void>> = {
	/** Address and key are entered and tested, with a wrong key as well. */
	credential: async ({ n8n, name, checks, stage }) => {
		const service = await stage.service();
		const right = await putServiceCredential(n8n, service, name);
		const { status } = await n8n.rest.testCredential(right, CREDENTIAL_TYPE);
		checks.same(`${name}: the test succeeds`, status, 'OK');
		const { url } = service;
		const wrong = await putServiceCredential(n8n, { url, apiKey: 'wrong' }, `${name}, wrong key`);
		const refused = await n8n.rest.testCredential(wrong, CREDENTIAL_TYPE);
		checks.check(
			`${name}: with a wrong key it fails and says so`,
			refused.status === 'Error' && /API key/.test(refused.message),
			`${refused.status}: ${refused.message}`,
		);
	},

	/** n8n's HTTP Request node and its tools, with the credential. */
	otherHosts: async ({ n8n, name, checks, stage }) => {
		await checkOtherHosts(n8n, name, checks, stage);
	},

	/** A sheet without an expression; then one with a row that is refused at every try of Retry On Fail. */
	create: async (scene) => {
		const { name, checks, stage } = scene;
		const service = await stage.service();
		const good = rowsOf('good', 20);
		const sheet = await runRows(scene, service, good, CREATE);
		checks.check(`${name}: a sheet succeeds`, wentWell(sheet), whyNot(sheet));
		checks.same(
			`${name}: the items come out in the order of the rows`,
			outputOf(sheet, NODE).map(({ shorturl }) => shorturl),
			good.map(({ url }) => service.links().find((link) => link.longurl === url)?.shorturl),
		);

		service.seed('links', [{ url: 'https://other.example/', alias: 'taken' }]);
		// All of them are under way before the first answer, so that the bad one stops none of the others.
		const beside = rowsOf('beside', 6);
		const rows = [...beside, { url: 'https://shop.example/bad', custom: 'taken' }];
		service.clearRequests();
		const retry = { retryOnFail: true, maxTries: TRIES, waitBetweenTries: 1_000 };
		const retried = await runRows(scene, service, rows, CREATE, retry);
		checks.same(`${name}: with a bad row the run fails`, retried.status, 'error');
		checks.check(`${name}: the error says why`, /alias/i.test(whyNot(retried)), whyNot(retried));
		const asked = service.requests.filter(({ rawBody }) => rawBody.includes('taken'));
		checks.same(`${name}: the bad row is tried again by Retry On Fail`, asked.length, TRIES);
		checkLinks(`${name}: with Retry On Fail`, service, [...good, ...beside], checks);
	},

	/** On Error → Continue (using error output) with one bad row among good ones. */
	errorOutput: async (scene) => {
		const { name, checks, stage } = scene;
		const service = await stage.service();
		const good = rowsOf('kept', 10);
		const rows = good.toSpliced(5, 0, { url: 'not a URL' });
		const settings = { onError: 'continueErrorOutput' };
		const execution = await runRows(scene, service, rows, CREATE, settings);
		checks.check(`${name}: the run succeeds`, wentWell(execution), whyNot(execution));
		checks.same(`${name}: the good rows go on`, outputOf(execution, NODE).length, good.length);
		const [failed, ...others] = outputOf(execution, NODE, 1);
		checks.check(
			`${name}: the error branch holds the bad row alone, with what to do`,
			failed?.url === 'not a URL' &&
				/^url "not a URL"/.test(String(failed.error)) &&
				/https:/.test(String(failed.message)) &&
				others.length === 0,
			JSON.stringify([failed, ...others]),
		);
		checkLinks(name, service, good, checks);
	},

	/** Blank rows among others, with n8n's own nodes behind: a loop, Merge by position, and a file. */
	everyRow: async (scene) => {
		await checkLoop(scene);
		await checkMerge(scene);
		await checkFile(scene);
	},

	/** A published workflow is started by a new link, once. */
	trigger: async ({ n8n, name, checks, stage }) => {
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
		checks.same(
			`${name}: the new link starts the workflow once, and it polls on`,
			[first?.status, others, service.requests.length > 0],
			['success', [], true],
		);
		checks.same(
			`${name}: with that link alone`,
			first && outputOf(await n8n.rest.readExecution(first.id), NODE).map(({ longurl }) => longurl),
			['https://shop.example/new'],
		);
	},

	/** Version 2 of the agent calls a tool like a function, version 3 has the engine run it as a node. */
	tool: async (scene) => {
		for (const version of [2.2, 3]) {
			await runAgent({ ...scene, name: `${scene.name}, agent ${version}` }, version);
		}
	},

	/** A run that waits for the rate limit is canceled. */
	cancel: async ({ n8n, name, checks, stage }) => {
		await checkCancel(n8n, name, [n8n.logFile], checks, stage);
	},
};

/** Two batches of ten rows each, with two batches of blank rows behind each; nodes that read files leave empty cells out. */
const IN_BATCHES = [...rowsOf('first', 10), ...blank(20), ...rowsOf('second', 10), ...blank(20)];

function blank(count: number): object[] {
	return Array.from({ length: count }, () => ({ Done: 'FALSE' }));
}

async function checkLoop({ n8n, name, checks, stage }: Scene): Promise<void> {
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
	checks.check(`${name}: the loop succeeds`, wentWell(execution), whyNot(execution));
	checks.same(`${name}: it has a round for each batch`, execution.runs[NODE]?.length, 6);
	checks.same(
		`${name}: it reaches its end, with an item for each batch of blank rows`,
		countsOf(outputOf(execution, 'Done').map(({ action }) => String(action))),
		{ created: 20, skipped: 4 },
	);
	checks.same(`${name}: each page has its link`, service.links().length, 20);
}

async function checkMerge({ n8n, name, checks, stage }: Scene): Promise<void> {
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
	checks.same(
		`${name}: merged by position, each link is beside its own row`,
		outputOf(execution, 'Merge').map(({ guest, longurl }) => [guest, longurl]),
		rows.map(({ url, guest }) => [guest, url === '' ? undefined : url]),
	);
}

async function checkFile({ n8n, name, checks, stage }: Scene): Promise<void> {
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
	checks.same(
		`${name}: a file that is rewritten has every row, and its own columns as they were`,
		outputOf(execution, 'From File').map((row) => [
			...[row['Long URL'], row.Action, row.Clicks, row.shorturl, row.link_action],
		]),
		[
			['https://shop.example/a', 'Sign up', '1200', a, 'created'],
			['', '', '', '', 'skipped'],
			['https://shop.example/b', 'Learn more', '800', b, 'created'],
			['', '', '', '', 'skipped'],
		],
	);
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
const AGENT = 'Agent';

/** An AI agent creates links; when the limit is used up, it is told so instead of kept waiting. */
async function runAgent({ n8n, name, checks, stage }: Scene, agentVersion: number): Promise<void> {
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
	const workflow = agentWorkflow(name, agentVersion, credential, openAiApi);
	const execution = await execute(n8n, workflow);
	checks.check(`${name}: it answers`, wentWell(execution), whyNot(execution));
	checks.same(`${name}: its last word`, outputOf(execution, AGENT)[0]?.output, 'Done.');
	const [link] = service.links();
	checks.check(
		`${name}: the model reads the short URL of the link that was made`,
		link !== undefined && answers[1]?.includes(link.shorturl) === true,
		answers[1],
	);
	checks.check(
		`${name}: the model is told when to try again`,
		/rate limit.*Try again in/s.test(answers.at(-1) ?? ''),
		JSON.stringify(answers),
	);
}

function agentWorkflow(
	name: string,
	agentVersion: number,
	credential: Credential,
	openAiApi: Credential,
): WorkflowFile {
	const prompt = {
		promptType: 'define',
		text: 'Shorten it.',
		options: { maxIterations: 2 * CALLS },
	};
	const model = { model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} };
	const create = {
		descriptionType: 'manual',
		toolDescription: 'Makes a short link.',
		resource: 'link',
		operation: 'create',
		url: "={{ $fromAI('Long_URL', 'The full address of the page', 'string') }}",
	};
	return {
		name,
		nodes: [
			node('Start', MANUAL_TRIGGER),
			node(AGENT, '@n8n/n8n-nodes-langchain.agent', agentVersion, prompt),
			node('Chat Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, model, {
				credentials: { openAiApi },
			}),
			node('Create a Link', `${NODE_TYPE}Tool`, 1, create, {
				credentials: { [CREDENTIAL_TYPE]: credential },
			}),
		],
		connections: {
			Start: { main: [[to(AGENT)]] },
			'Chat Model': { ai_languageModel: [[to(AGENT, 'ai_languageModel')]] },
			'Create a Link': { ai_tool: [[to(AGENT, 'ai_tool')]] },
		},
		settings: { executionOrder: 'v1' },
	};
}
