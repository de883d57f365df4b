import { expect, test } from '@playwright/test';
import { parse } from 'flatted';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Service } from '../../service/index.mts';
import type { N8n } from '../n8n.mts';
import type { Execution, WorkflowNode } from '../rest.mts';
import { until, untilQuiet } from '../waiting.mts';
import {
	chainOf,
	type Credential,
	CREDENTIAL_TYPE,
	execute,
	MANUAL_TRIGGER,
	node,
	NODE_TYPE,
} from '../workflows.mts';
import { openStage } from './stage.mts';
import { watchingWorkflow } from './watch.mts';

/** What must not be found where it does not belong; each is a text that stands nowhere else. */
const SECRETS = {
	apiKey: 'Key-of-the-account/5f1c9e27+b6',
	otherKey: 'Key-that-is-refused/80d2aa61+c3',
	header: 'Header-of-the-gate/3b7740fe+91',
	passwordOfField: 'Password-in-a-field/d94c01e8+7a',
	passwordOfItem: 'Password-in-an-item/6ea35b12+4f',
} as const;

type SecretName = keyof typeof SECRETS;

const SECRET_NAMES = Object.keys(SECRETS) as SecretName[];

/** What users type into a node or bring along in an item, which n8n keeps with both. */
const TYPED: readonly SecretName[] = ['passwordOfField', 'passwordOfItem'];

/** What stands in a message in place of a secret. */
const HIDDEN = ['[API key]', '[extra header]', '[password]'] as const;

/** Everything that n8n can be told to write down. */
const LOGGING = { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'file' };
/** In n8n's folder; each line is JSON. */
const LOG_FILE = '.n8n/logs/n8n.log';

const START_NODE = 'Start';
const ROWS_NODE = 'Rows';
const CREATE_NODE = 'Create Links';
/** In the long URLs of rows: the service quotes all it knows, the alias is taken, the answer is lost. */
const [QUOTING, TAKEN, LOST] = ['quoting', 'taken', 'lost'];
const ALL_ROWS = [TAKEN, 'good', QUOTING, LOST];
/** n8n polls every minute. */
const POLL_TIMEOUT_MS = 150_000;

/** The rows' columns make the links, their passwords too. */
const FROM_COLUMNS = {
	resource: 'link',
	operation: 'create',
	dataToSend: 'autoMapInputData',
	options: { returnRows: true },
};

/** One password for all links, typed into the node. */
const FROM_FIELDS = {
	resource: 'link',
	operation: 'create',
	url: '={{ $json.url }}',
	additionalFields: { password: SECRETS.passwordOfField, custom: '={{ $json.alias }}' },
	options: {},
};

const stage = openStage('security');

/**
 * Keys, extra header and passwords are looked for in all that n8n keeps, after runs in which much goes
 * wrong and the service quotes what it was told.
 */
test('no key, header, or password is in what n8n keeps', async () => {
	const service = await stage.service({ apiKeys: [SECRETS.apiKey] });
	service.seed('links', [{ longurl: 'https://shop.example/old', custom: TAKEN }]);
	const n8n = await stage.n8n('n8n', { env: LOGGING });
	const right = await putCredential(n8n, service, 'Right', SECRETS.apiKey);
	const wrong = await putCredential(n8n, service, 'Wrong', SECRETS.otherKey);
	await failPoll(n8n, service, right);
	await failInEditor(n8n, service, [right, wrong]);
	await failRuns(n8n, service, [right, wrong]);
	const sent = service.requests.map(({ headers, rawBody }) => JSON.stringify(headers) + rawBody);
	const seen = secretsIn(sent.join('\n'));
	expect.soft(seen, 'the service was told every secret').toEqual(SECRET_NAMES);
	await n8n.stop();
	await searchAll(n8n);
});

/** A credential as a user types it, with a header for what stands in front of the service. */
async function putCredential(
	n8n: N8n,
	service: Service,
	name: string,
	apiKey: string,
): Promise<Credential> {
	return await n8n.rest.putCredential(name, CREDENTIAL_TYPE, {
		baseUrl: service.url,
		apiKey,
		addExtraHeader: true,
		extraHeaderName: 'X-Gate',
		extraHeaderValue: SECRETS.header,
		ignoreSslIssues: false,
	});
}

/** From now on the service quotes key and header instead of showing a list. */
function quoteInLists(service: Service): void {
	const message = `The list cannot be read: ${SECRETS.apiKey}, ${SECRETS.header}.`;
	service.addFault({ match: { method: 'GET' }, kind: 'failureOn400', message });
}

/** From now on the service refuses some creates and quotes all that it was told. */
function quoteInCreates(service: Service): void {
	const create = { method: 'POST', path: '/api/url/add' };
	for (const name of TYPED) {
		const [pattern] = SECRETS[name].split('+');
		service.addFault({
			match: { ...create, body: new RegExp(`(?=.*${QUOTING})(?=.*${pattern})`) },
			kind: 'failureOn400',
			message: `This link cannot be saved: ${SECRETS.apiKey}, ${SECRETS.header}, ${SECRETS[name]}.`,
		});
	}
	service.addFault({ match: { ...create, body: new RegExp(LOST) }, kind: 'closeAfter' });
}

/** A published trigger polls; then the service quotes what it was told. */
async function failPoll(n8n: N8n, service: Service, credential: Credential): Promise<void> {
	const file = watchingWorkflow('linkCreated', credential, n8n.url);
	const workflow = await n8n.rest.publish(file);
	await untilQuiet(service);
	quoteInLists(service);
	let failed: string | undefined;
	await until(async () => {
		const executions = await n8n.rest.executionsOf(workflow.id);
		failed = executions.find(({ status }) => status === 'error')?.id;
		return failed !== undefined;
	}, POLL_TIMEOUT_MS);
	service.clearFaults();
	const kept = failed === undefined ? '' : JSON.stringify(await n8n.rest.readExecution(failed));
	expect.soft(kept, 'a poll fails with what the service says').toContain(HIDDEN[0]);
	await n8n.rest.call('POST', `/workflows/${workflow.id}/deactivate`);
}

/** What n8n tells the editor where something fails while a workflow is being made. */
async function failInEditor(n8n: N8n, service: Service, credentials: Credential[]): Promise<void> {
	quoteInLists(service);
	for (const credential of credentials) {
		const file = watchingWorkflow('linkCreated', credential, n8n.url);
		const attempts: Record<string, () => Promise<unknown>> = {
			publishing: async () => {
				const name = `Published with ${credential.name}`;
				await n8n.rest.publish({ ...file, name });
			},
			'the test': async () => await n8n.rest.testCredential(credential, CREDENTIAL_TYPE),
			'a list': async () =>
				await n8n.rest.call('POST', '/dynamic-node-parameters/resource-locator-results', {
					path: 'parameters.additionalFields.campaign',
					nodeTypeAndVersion: { name: NODE_TYPE, version: 1 },
					methodName: 'searchCampaigns',
					currentNodeParameters: FROM_FIELDS,
					credentials: { [CREDENTIAL_TYPE]: credential },
				}),
		};
		for (const [what, attempt] of Object.entries(attempts)) {
			const told = await attempt().then((answer) => JSON.stringify({ answer }), String);
			expect
				.soft(secretsIn(told), `${what} with ${credential.name}: no secret is shown`)
				.toEqual([]);
		}
	}
	service.clearFaults();
}

async function failRuns(n8n: N8n, service: Service, [right, wrong]: Credential[]): Promise<void> {
	quoteInCreates(service);
	const columns = { parameters: FROM_COLUMNS };
	const fields = { parameters: FROM_FIELDS };
	const errorOutput = { onError: 'continueErrorOutput' };
	const retries = { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 };
	const few = ['good', QUOTING];
	const refused = await createLinks(n8n, 'Wrong key', wrong, columns, ['good']);
	expect.soft(refused.status, 'a wrong key: the run fails').toEqual('error');
	const runs = [
		await createLinks(n8n, 'Columns', right, { ...columns, ...errorOutput }, ALL_ROWS),
		await createLinks(n8n, 'Fields', right, { ...fields, ...errorOutput }, ALL_ROWS),
		await createLinks(n8n, 'Columns, stopping', right, columns, few),
		await createLinks(n8n, 'Fields, tried again', right, { ...fields, ...retries }, few),
	];
	service.clearFaults();
	for (const [index, { runs: kept }] of runs.entries()) {
		const text = JSON.stringify(kept);
		const missing = HIDDEN.filter((words) => !text.includes(words));
		expect.soft(missing, `run ${index + 1}: what the service quotes is replaced`).toEqual([]);
	}
}

/** Runs a workflow by hand that creates a link for each of some rows, good and bad ones. */
async function createLinks(
	n8n: N8n,
	name: string,
	credential: Credential | undefined,
	create: Partial<WorkflowNode>,
	pages: Array<string | undefined>,
): Promise<Execution> {
	const rows = pages.map((page) => ({
		url: `https://shop.example/${encodeURIComponent(name)}/${String(page)}`,
		...(page === TAKEN && { alias: TAKEN }),
		Password: SECRETS.passwordOfItem,
	}));
	const jsCode = `return ${JSON.stringify(rows)}.map((json) => ({ json }));`;
	return await execute(
		n8n,
		chainOf(name, [
			node(START_NODE, MANUAL_TRIGGER),
			node(ROWS_NODE, 'n8n-nodes-base.code', 2, { jsCode }),
			node(CREATE_NODE, NODE_TYPE, 1, FROM_COLUMNS, {
				...(credential && { credentials: { [CREDENTIAL_TYPE]: credential } }),
				...create,
			}),
		]),
	);
}

/** A secret, and where it was found: a column or a file, and the way to the value in its JSON. */
interface Found {
	secret: SecretName;
	place: string;
}

/** Programs and pages, as they were downloaded. */
const NOT_SEARCHED = new Set(['node_modules', 'npm-cache', 'bin', '.cache']);
const DATABASE = /database\.sqlite/;
const EXECUTION = 'execution_data.data';
const RUNS = `${EXECUTION}.resultData.runData`;

/**
 * Where n8n itself keeps what a user types: in the workflow, which it copies into each execution and
 * the failed node of it into each error; and in items, which are the output of the node before, the
 * input of the one that failed, and the row that it adds to its error output, the second one. At the
 * level debug it logs the failed node, too.
 */
const OF_N8N = [
	'workflow_entity.nodes.*.parameters.',
	'workflow_history.nodes.*.parameters.',
	'execution_data.workflowData.nodes.*.parameters.',
	`${EXECUTION}.executionData.nodeExecutionStack.*.node.parameters.`,
	`${EXECUTION}.resultData.error.node.parameters.`,
	`${RUNS}.${CREATE_NODE}.*.error.node.parameters.`,
	`${RUNS}.${ROWS_NODE}.*.data.main.0.*.json.Password`,
	`${EXECUTION}.executionData.nodeExecutionStack.*.data.main.0.*.json.Password`,
	`${RUNS}.${CREATE_NODE}.*.data.main.1.*.json.Password`,
	`${LOG_FILE}.metadata.error.node.parameters.`,
];

async function searchAll({ userFolder }: N8n): Promise<void> {
	const found = searchDatabase(join(userFolder, '.n8n', 'database.sqlite'));
	expect.soft(misplaced(found), 'the database: no secret where it does not belong').toEqual([]);
	const typed = TYPED.filter((name) => found.some(({ secret }) => secret === name));
	expect.soft(typed, 'the database: the search finds what was typed').toEqual(TYPED);

	const inFiles: Found[] = [];
	const inBytes = new Set<SecretName>();
	const paths = await filesIn(userFolder);
	for (const path of paths) {
		const text = (await readFile(path)).toString('latin1');
		if (DATABASE.test(path)) {
			// Also what was overwritten or deleted may still stand there.
			for (const secret of secretsIn(text)) inBytes.add(secret);
		} else if (secretsIn(text).length > 0) {
			const file = relative(userFolder, path);
			inFiles.push(...text.split('\n').flatMap((line) => searchText(file, line)));
		}
	}
	const keys = [...inBytes].filter((name) => !TYPED.includes(name));
	expect.soft(keys, 'the bytes of the database: neither key nor header').toEqual([]);
	expect.soft(misplaced(inFiles), 'logs and all other files: no secret').toEqual([]);
	const log = await readFile(join(userFolder, LOG_FILE), 'utf8');
	expect.soft(log, 'the log has what is said instead').toContain(HIDDEN[0]);
	console.log(`searched: ${paths.map((path) => relative(userFolder, path)).join(', ')}`);
}

/** What is not there by n8n's own doing. Of keys and headers nothing is. */
function misplaced(found: Found[]): string[] {
	const wrong = found.filter(
		({ secret, place }) =>
			!TYPED.includes(secret) || !OF_N8N.some((start) => place.startsWith(start)),
	);
	return [...new Set(wrong.map(({ secret, place }) => `${secret} at ${place}`))].sort();
}

/** The secrets that a text holds: as they are, percent-encoded, or escaped. */
function secretsIn(text: string): SecretName[] {
	const lower = text.toLowerCase();
	return SECRET_NAMES.filter((name) => {
		const secret = SECRETS[name].toLowerCase();
		const forms = [secret, encodeURIComponent(secret), secret.replaceAll('/', '\\/')];
		return forms.some((form) => lower.includes(form.toLowerCase()));
	});
}

/** Searches every value of every table of n8n's database. */
function searchDatabase(file: string): Found[] {
	const database = new DatabaseSync(file, { readOnly: true });
	const rowsOf = (query: string) => database.prepare(query).all();
	try {
		const tables = rowsOf("SELECT name FROM sqlite_master WHERE type = 'table'");
		return tables.flatMap(({ name: table }) =>
			rowsOf(`SELECT * FROM "${String(table)}"`).flatMap((row) =>
				Object.entries(row).flatMap(([column, value]) =>
					searchText(`${String(table)}.${column}`, value),
				),
			),
		);
	} finally {
		database.close();
	}
}

function searchText(place: string, value: unknown): Found[] {
	const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value);
	const all = secretsIn(text);
	if (all.length === 0) return [];
	const found = searchValue(place, readJson(place, text));
	// What is not found again in the parsed value stands in the text all the same.
	const missed = all.filter((secret) => !found.some((each) => each.secret === secret));
	return [...found, ...missed.map((secret) => ({ secret, place }))];
}

function readJson(place: string, text: string): unknown {
	try {
		return place === EXECUTION ? parse(text) : JSON.parse(text);
	} catch {
		return text;
	}
}

/** Every text and every key below a value; what flatted has made one object is met at each place. */
function searchValue(place: string, value: unknown, above: unknown[] = []): Found[] {
	if (typeof value === 'string') return secretsIn(value).map((secret) => ({ secret, place }));
	if (typeof value !== 'object' || value === null || above.includes(value)) return [];
	return Object.entries(value).flatMap(([key, below]) => {
		// Which of a node's outputs an item is of matters; which of many items it is does not.
		const step = Array.isArray(value) && !place.endsWith('.main') ? '*' : key;
		return [
			...secretsIn(key).map((secret) => ({ secret, place: `${place}.${key}` })),
			...searchValue(`${place}.${step}`, below, [...above, value]),
		];
	});
}

async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { withFileTypes: true });
	const files = entries.map(async (entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return NOT_SEARCHED.has(entry.name) ? [] : await filesIn(path);
		return entry.isFile() ? [path] : [];
	});
	return (await Promise.all(files)).flat();
}
