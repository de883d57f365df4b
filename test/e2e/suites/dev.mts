import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { LOGIN } from '../n8n.mts';
import { E2E_FOLDER, ROOT } from '../paths.mts';
import { childEnvironment } from '../processes.mts';
import { N8nRest, type WorkflowNode } from '../rest.mts';
import { NODE_TYPE } from './bulk.mts';
import type { Checks } from './checks.mts';
import { CREDENTIAL_TYPE, type Stage } from './stage.mts';
import { until } from './trigger/waiting.mts';

const COPIED = [
	'credentials',
	'icons',
	'nodes',
	'test',
	'gulpfile.js',
	'package.json',
	'tsconfig.json',
];
const START = 'Start';
const TIMEOUT_MS = 300_000;
/** One more than the service takes in its first minute, so that the run lasts until the next. */
const ROWS = 31;
const DESCRIPTION = 'The address that the short link leads to';
const NEW_DESCRIPTION = 'Where the short link leads to';
const MESSAGE = 'Long URL is empty';
const NEW_MESSAGE = 'Long URL is missing';

/** `npm run dev` in a copy of the package: n8n has a changed text without a restart. */
export async function runDevSuite(checks: Checks, stage: Stage): Promise<void> {
	const copy = await copyPackage(await stage.emptyFolder('copy'));
	const dev = startDev(copy);
	stage.atEnd(dev.stop);
	const rest = new N8nRest(await dev.url);
	await rest.logIn(LOGIN);
	const description = async () => JSON.stringify(await readNodeType(rest));
	checks.check('n8n serves the description', (await description()).includes(DESCRIPTION));

	const running = await startRun(rest);
	await change(join(copy, 'nodes/LinkShortener/resources/link/linkFields.ts'), {
		[DESCRIPTION]: NEW_DESCRIPTION,
	});
	await change(join(copy, 'nodes/LinkShortener/resources/link/newLink.ts'), {
		[MESSAGE]: NEW_MESSAGE,
	});
	const isNew = async () => (await description()).includes(NEW_DESCRIPTION);
	checks.check('a changed description is there without a restart', await until(isNew, TIMEOUT_MS));

	const status = await rest.executionStatus(running);
	checks.same('a run goes on meanwhile', status, 'running');
	await rest.waitForEnd(running, TIMEOUT_MS);
	const { runs } = await rest.readExecution(running);
	const itemsOf = (name: string) => runs[name]?.[0]?.data?.main?.[0] ?? [];
	checks.same('its node ends as it began', itemsOf('Create Links').length, ROWS);
	checks.same('its next node is the changed one', itemsOf('Next')[0]?.json.error, NEW_MESSAGE);

	checks.check('Ctrl+C ends everything', await dev.interrupt());
}

async function copyPackage(copy: string): Promise<string> {
	for (const name of COPIED) {
		const filter = (source: string) => basename(source) !== 'node_modules';
		await cp(join(ROOT, name), join(copy, name), { recursive: true, filter });
	}
	await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
	await symlink(join(E2E_FOLDER, 'node_modules'), join(copy, 'test/e2e/node_modules'));
	return copy;
}

interface Dev {
	url: Promise<string>;
	/** Whether it ends, as after Ctrl+C in a terminal, and n8n with it. */
	interrupt: () => Promise<boolean>;
	stop: () => Promise<void>;
}

function startDev(cwd: string): Dev {
	const child = execa(process.execPath, ['test/e2e/dev.mts', '--service'], {
		cwd,
		env: childEnvironment(),
		extendEnv: false,
		stdin: 'ignore',
		all: true,
		buffer: false,
		reject: false,
	});
	const url = new Promise<string>((started, failed) => {
		const follow = async () => {
			let address = '';
			for await (const line of child.iterable({ from: 'all' })) {
				console.log(`    ${line}`);
				address = /^Started n8n: (\S+)/.exec(line)?.[1] ?? address;
				if (line.includes('Ctrl+C')) started(address);
			}
			failed(new Error('npm run dev has ended.'));
		};
		follow().catch(failed);
	});
	const stop = async () => {
		child.kill('SIGINT');
		await child;
	};
	return {
		url,
		stop,
		interrupt: async () => {
			await stop();
			return !(await new N8nRest(await url).isReady());
		},
	};
}

async function readNodeType(rest: N8nRest): Promise<unknown> {
	return await rest.call('POST', '/node-types', { nodeInfos: [{ name: NODE_TYPE, version: 1 }] });
}

async function change(file: string, texts: Record<string, string>): Promise<void> {
	let text = await readFile(file, 'utf8');
	for (const [before, after] of Object.entries(texts)) {
		if (!text.includes(before)) throw new Error(`"${before}" is not in ${file}.`);
		text = text.replace(before, after);
	}
	await writeFile(file, text);
}

/** Starts a workflow whose first node of this package waits for the rate limit. */
async function startRun(rest: N8nRest): Promise<string> {
	const [credential] = await rest.call<Array<{ id: string; name: string }>>('GET', '/credentials');
	if (!credential) throw new Error('There is no credential.');
	const { id, name } = credential;
	const create = (node: string, url: string): WorkflowNode => ({
		id: node,
		name: node,
		type: NODE_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource: 'link', operation: 'create', url },
		credentials: { [CREDENTIAL_TYPE]: { id, name } },
		onError: 'continueRegularOutput',
	});
	const rows = Array.from({ length: ROWS }, (_, index) => ({
		json: { url: `https://shop.example/${index}` },
	}));
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	const workflow = await rest.putWorkflow({
		name: 'A run while the package changes',
		nodes: [
			{
				id: START,
				name: START,
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			create('Create Links', '={{ $json.url }}'),
			{ ...create('Next', '={{ "" }}'), executeOnce: true },
		],
		connections: { [START]: to('Create Links'), 'Create Links': to('Next') },
		pinData: { [START]: rows },
	});
	return await rest.runManually(workflow.id, START);
}
