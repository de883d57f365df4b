import { readFileSync } from 'node:fs';
import path from 'node:path';
import { marked, type Tokens } from 'marked';
import type {
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { nodeDescription, runAsTool, type ToolResult } from '../harness/index.mts';
import { eventually } from '../support/eventually.mts';
import { answerJson, listen } from '../support/listener.mts';
import { anyNumber } from '../support/matchers.mts';
import { autoMap, createOf, expectNoTrace, runOn } from '../support/runs.mts';
import {
	createBodies,
	credentialsOf,
	KEY,
	requestLines,
	seedMany,
	serviceWith,
} from '../support/service.mts';

const PAGE = path.join(import.meta.dirname, '../../../docs/ai-agents.md');
const LONG = 'https://example.com/page';
const CALLERS = ['agent', 'direct'] as const;

type Caller = (typeof CALLERS)[number];

/** Parameters whose values the model fills in. Each call creates a link, so that what is sent can be seen. */
const FROM_MODEL = createOf("={{ $fromAI('Long_URL', 'The address to shorten', 'string') }}", {
	custom: "={{ $fromAI('Custom_Alias', '', 'string', '') }}",
	options: { ifLinkExists: 'createAnother' },
	additionalFields: {
		domain: { __rl: true, mode: 'address', value: "={{ $fromAI('Domain', '', 'string', '') }}" },
		type: { redirect: { type: "={{ $fromAI('Redirect_Type', '', 'string', '') }}" } },
		description: "={{ $fromAI('Description', '', 'string', '') }}",
		expiry: "={{ $fromAI('Expiry', '', 'string', '') }}",
		pixels: "={{ $fromAI('Pixels', '', 'string', '') }}",
		campaign: { __rl: true, mode: 'id', value: "={{ $fromAI('Campaign', '', 'string', '') }}" },
	},
});

const EVERYTHING = {
	Long_URL: LONG,
	Custom_Alias: 'from-the-model',
	Domain: 'https://go.demo.example',
	Redirect_Type: 'Frame',
	Description: 'Made by a model',
	Expiry: '2031-05-01',
	Pixels: '',
	Campaign: 'Spring Sale',
};

/** Calls the tool once; nothing of that holds the key. */
async function call(
	service: Service,
	toolArguments: IDataObject,
	parameters: INodeParameters = FROM_MODEL,
	caller: Caller = 'agent',
): Promise<ToolResult> {
	const credentials = credentialsOf(service);
	const run = await runAsTool({ credentials, parameters, toolArguments, caller });
	expectNoTrace(KEY, run);
	expect(run.response).not.toContain(KEY);
	return run;
}

/** What the model is told. */
function toldBy({ response }: ToolResult): string {
	return response.replaceAll('\\"', '"');
}

async function withLinks(): Promise<Service> {
	const service = await serviceWith();
	service.seed('links', [{ id: 1, url: LONG, alias: 'taken' }]);
	service.seed('campaigns', [{ name: 'Spring Sale' }]);
	return service;
}

describe.each(CALLERS)('as the tool of an %s call', (caller) => {
	it('creates a link from what the model filled in', async () => {
		const service = await withLinks();
		const run = await call(service, EVERYTHING, FROM_MODEL, caller);

		expect(createBodies(service)).toEqual([
			{
				url: LONG,
				custom: 'from-the-model',
				domain: 'https://go.demo.example',
				type: 'frame',
				description: 'Made by a model',
				expiry: '2031-05-01 00:00:00',
				campaign: 1,
			},
		]);
		expect(JSON.parse(run.response)).toMatchObject([
			{ id: anyNumber, shorturl: 'https://go.demo.example/from-the-model' },
		]);
	});

	it('tells the model which value would work, once', async () => {
		const service = await withLinks();
		const toolArguments = { Long_URL: LONG, Campaign: 'Sprng Sale' };
		const told = toldBy(await call(service, toolArguments, FROM_MODEL, caller));

		expect(told).toContain('There is no campaign "Sprng Sale". Existing campaigns: Spring Sale');
		expect(told.split('Enter one of these names or the ID, or create it first.')).toHaveLength(2);
	});

	it('says soon when the rate limit is used up for longer than a minute', async () => {
		const service = await withLinks();
		service.addFault({ kind: 'rateLimited429', match: {}, retryAfter: 90 });
		const run = await call(service, { Long_URL: LONG }, FROM_MODEL, caller);

		expect(toldBy(run)).toContain('The rate limit of this API key is used up');
		expect(toldBy(run)).toMatch(/Try again in (8\d|9[01]) seconds/);
		expect(run.durationMs).toBeLessThan(5_000);
	});
});

describe('a tool', () => {
	it('waits a minute at most for an image, also behind a redirect', async () => {
		const { url } = await listen((response, path) => {
			const details = { id: 7, link: '/qr' };
			if (path.startsWith('/api/')) answerJson(response, { error: 0, details, data: {} });
			// What it redirects to does not answer.
			const redirect = () => response.writeHead(302, { location: '/hangs' }).end();
			if (path === '/qr') setTimeout(redirect, 50_000);
		});
		const qrCodeId = { __rl: true, mode: 'id', value: '7' };
		const { durationMs } = await runAsTool({
			credentials: { baseUrl: url, apiKey: KEY },
			parameters: { resource: 'qrCode', operation: 'get', qrCodeId },
			toolArguments: {},
			caller: 'agent',
		});
		expect(durationMs).toBeLessThan(62_000);
	});

	it.each([undefined, 'null', ' undefined ', 'None', '<NA>', '""', "''", '{}', '[]', '[""]'])(
		'sends nothing where the model wrote %j',
		async (nothing) => {
			const service = await withLinks();
			const [, ...others] = Object.keys(EVERYTHING);
			const filledIn = Object.fromEntries(others.map((name) => [name, nothing]));
			const { response } = await call(service, { Long_URL: LONG, ...filledIn });

			expect(createBodies(service)).toEqual([{ url: LONG }]);
			expect(response).not.toContain('error');
		},
	);

	it('waits no longer for a limit of its own', async () => {
		const service = await withLinks();
		// The name is looked up, and then the link is created.
		const parameters = createOf(LONG, {
			additionalFields: { campaign: { __rl: true, mode: 'name', value: 'Spring Sale' } },
			// One request in 66 seconds: the second would come after the minute a tool may wait.
			options: { batching: { requestsPerMinute: 0.9 } },
		});
		const run = await call(service, {}, parameters);

		expect(requestLines(service)).toHaveLength(1);
		expect(toldBy(run)).toMatch(/Requests per Minute.*can be sent in 6\d seconds/);
	});
});

it('what the agent adds to the input is no column', async () => {
	const service = await withLinks();
	const run = await runAsTool({
		credentials: credentialsOf(service),
		parameters: autoMap({ options: { returnRows: true, ifLinkExists: 'createAnother' } }),
		items: [{ url: LONG, toolCallId: 'call-1' }],
		toolArguments: { url: LONG },
	});

	expect(createBodies(service)).toEqual([{ url: LONG }]);
	expect(run.hints.map(({ message }) => message)).toEqual(['1 created.']);
	// What a tool was given before its form had no place for it still counts.
	expect(run.response).toContain(`"url":"${LONG}"`);
	expect(run.response).toContain('"link_action":"created"');
});

type Choice = INodePropertyOptions | INodeProperties | INodePropertyCollection;

/** The rows of the table below a heading of the page: a field by its labels, and what is entered there. */
function entriesBelow(heading: string): Array<{ labels: string[]; value: string }> {
	const tokens = marked.lexer(readFileSync(PAGE, 'utf8'));
	const start = tokens.findIndex((token) => token.type === 'heading' && token.text === heading);
	const table = tokens.slice(start).find((token): token is Tokens.Table => token.type === 'table');
	return (table?.rows ?? []).map(([field, value]) => {
		const [cell] = value?.tokens ?? [];
		const isExpression = cell?.type === 'codespan';
		return {
			labels: (field?.text ?? '').split(' → '),
			value: isExpression ? `=${(cell as Tokens.Codespan).text}` : (value?.text ?? ''),
		};
	});
}

/** The parameters of an operation as somebody has entered them who reads the labels on the page. */
function parametersFrom(heading: string, operation: string): INodeParameters {
	const shown = nodeDescription().properties.filter(({ displayOptions }) => {
		const { resource = [], operation: operations = [] } = displayOptions?.show ?? {};
		return resource.includes('link') && operations.includes(operation);
	});
	const parameters: INodeParameters = { resource: 'link', operation };
	for (const { labels, value } of entriesBelow(heading)) enter(parameters, shown, labels, value);
	return parameters;
}

function enter(
	parameters: INodeParameters,
	shown: Choice[],
	[label = '', ...inside]: string[],
	value: string,
): void {
	const property = propertyIn(shown, label);
	const { name, type, options = [], modes = [] } = property;
	if (type === 'collection') {
		const group = { ...(parameters[name] as INodeParameters | undefined) };
		enter(group, options, inside, value);
		parameters[name] = group;
	} else if (type === 'resourceLocator') {
		const mode = modes.find(({ displayName }) => displayName === inside[0]);
		if (mode === undefined) throw new Error(`${label} has no mode ${String(inside[0])}`);
		parameters[name] = { __rl: true, mode: mode.name, value };
	} else {
		parameters[name] = value.startsWith('=') ? value : valueOf(property, value);
	}
}

function propertyIn(shown: Choice[], label: string): INodeProperties {
	const found = shown.find((each) => 'type' in each && each.displayName === label);
	if (found === undefined || !('type' in found)) throw new Error(`There is no field ${label}`);
	return found;
}

function valueOf({ displayName, options = [] }: INodeProperties, label: string) {
	const found = options.find((each) => 'value' in each && each.name === label);
	if (found === undefined || !('value' in found)) throw new Error(`${displayName} has no ${label}`);
	return found.value as NodeParameterValueType;
}

const CREATE = parametersFrom('Create as a tool', 'create');
const UPSERT = parametersFrom('Create or Update as a tool', 'upsert');
const GET = parametersFrom('Get as a tool', 'get');
const GET_MANY = parametersFrom('Get Many as a tool', 'getAll');

describe('the page about AI agents', () => {
	it('has no expression that is not tried', () => {
		const tried = [CREATE, UPSERT, GET, GET_MANY]
			.map((parameters) => JSON.stringify(parameters))
			.join();
		const page = readFileSync(PAGE, 'utf8');
		const count = (text: string) => text.split('$fromAI(').length - 1;
		expect(count(tried)).toBe(count(page));
	});

	it('finds a link by a word, and gets it', async () => {
		const service = await serviceWith();
		service.seed('links', [
			{ url: LONG, custom: 'summer' },
			{ url: `${LONG}/b`, custom: 'winter' },
		]);
		const found = JSON.parse((await call(service, { Search: 'summer' }, GET_MANY)).response) as [
			{ shorturl: string },
		];
		const [{ shorturl }] = found;
		const { response } = await call(service, { Short_URL: shorturl }, GET);

		expect(found).toHaveLength(1);
		expect(JSON.parse(response)).toMatchObject([{ longurl: LONG, alias: 'summer' }]);
	});

	it('creates a link once, with its expressions', async () => {
		const service = await withLinks();
		const filledIn = { Long_URL: `${LONG}/a`, Custom_Alias: 'summer', Campaign: 'Spring Sale' };
		const { tool } = await call(service, filledIn, CREATE);
		const bare = { Long_URL: `${LONG}/b`, Custom_Alias: '', Campaign: '' };
		await call(service, bare, CREATE);
		await call(service, bare, CREATE);

		expect(createBodies(service)).toEqual([
			{ url: `${LONG}/a`, custom: 'summer', campaign: 1 },
			{ url: `${LONG}/b` },
		]);
		expect(tool.argumentNames).toEqual(['Long_URL', 'Custom_Alias', 'Campaign']);
		expect(tool.requiredArguments).toEqual(['Long_URL']);
	});

	it('creates a link and then corrects it', async () => {
		const service = await serviceWith();
		const [campaign = 0] = service.seed('campaigns', [{ name: 'Summer Sale' }]);
		const filledIn = { Long_URL: LONG, Custom_Alias: 'summer', Campaign: 'Summer Sale' };
		const { tool } = await call(service, filledIn, UPSERT);
		const again = await call(service, filledIn, UPSERT);
		const next = { Long_URL: `${LONG}/next`, Custom_Alias: 'summer' };
		const dry = await call(service, { ...next, Dry_Run: true }, UPSERT);
		const linksAfterDryRun = service.links().map(({ longurl }) => longurl);
		await call(service, next, UPSERT);

		expect(tool.requiredArguments).toEqual(['Long_URL', 'Custom_Alias']);
		expect(JSON.parse(again.response)).toMatchObject([{ action: 'unchanged' }]);
		expect(JSON.parse(dry.response)).toMatchObject([{ action: 'update' }]);
		expect(linksAfterDryRun).toEqual([LONG]);
		expect(service.links()).toMatchObject([{ longurl: `${LONG}/next`, alias: 'summer', campaign }]);
	});
});

it.each([
	['the same one', {}, 1],
	['another one, if that is set', { options: { ifLinkExists: 'createAnother' } }, 2],
])('a model that repeats a call gets %s', async (_, more, count) => {
	const service = await serviceWith();
	await call(service, {}, createOf(LONG, more));
	await call(service, {}, createOf(LONG, more));

	expect(service.links()).toHaveLength(count);
});

it('says why it did not send what waits for another run', async () => {
	const service = await serviceWith();
	service.addFault({ match: { method: 'POST' }, kind: 'silence', work: false });
	const options = { ifLinkExists: 'returnExisting' };
	const parameters = createOf(LONG, { options });
	const bulk = runOn(
		service,
		createOf(LONG, { options: { ...options, batching: { timeout: 300 } } }),
		Array.from({ length: 5 }, () => ({})),
		{ onError: 'continueRegularOutput' },
	);
	await eventually(() => expect(createBodies(service)).toHaveLength(1));
	const told = toldBy(await call(service, {}, parameters));
	service.clearFaults();

	expect(told).toContain('The service did not respond in time');
	expect(told).toContain(
		'This was not sent, because it has to wait for another item with the same alias, long URL, campaign, or channel. Try again in a minute.',
	);
	await bulk;
});

it.each<[what: string, parameters: INodeParameters]>([
	['all', { returnAll: true }],
	['more than a model should read', { limit: 5_000 }],
])('a model that asks for %s gets 100 records and the count', async (_, more) => {
	const service = await serviceWith();
	seedMany(service, 'links', 450);
	const { response } = await call(service, {}, { resource: 'link', operation: 'getAll', ...more });
	const records = JSON.parse(response) as IDataObject[];

	expect(records).toHaveLength(101);
	expect(records[100]).toEqual({
		note: '100 of about 500 links are returned. To find others, use a filter or a search.',
	});
	expect(requestLines(service)).toHaveLength(1);
});

it('a model that names no limit learns that there are more', async () => {
	const service = await serviceWith();
	seedMany(service, 'links', 450);
	const { response } = await call(service, {}, { resource: 'link', operation: 'getAll' });

	expect((JSON.parse(response) as IDataObject[])[50]).toEqual({
		note: '50 of about 450 links are returned. To find others, use a filter or a search.',
	});
});

it('a model that asks for few records gets these alone', async () => {
	const service = await serviceWith();
	seedMany(service, 'links', 450);
	const parameters = { resource: 'link', operation: 'getAll', limit: 3 };
	const { response } = await call(service, {}, parameters);

	expect(JSON.parse(response)).toHaveLength(3);
});

it('a placeholder that a model left in a workflow makes no link and no campaign', async () => {
	const service = await serviceWith();
	const placeholder = '<__PLACEHOLDER_VALUE__campaign_name__>';
	const { items } = await runOn(
		service,
		createOf(LONG, {
			utm: { values: { utm_source: placeholder } },
			additionalFields: { campaign: { __rl: true, mode: 'name', value: placeholder } },
			options: { ifMissing: 'create' },
		}),
		undefined,
		{ onError: 'continueRegularOutput' },
	);

	expect(JSON.stringify(items)).toContain('is a placeholder that was not replaced');
	expect(requestLines(service)).toEqual([]);
});
