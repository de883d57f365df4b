import { describe, expect, it } from 'vitest';
import { runAsTool, type ToolOptions } from './harness/index.mts';
import { anyNumber, anyText } from './support/matchers.mts';
import { autoMap, createOf, expectNoTrace } from './support/runs.mts';
import { createBodies, credentialsOf, KEY, requestLines, serviceWith } from './support/service.mts';

const CALLERS = ['agent', 'direct'] as const;

/** Parameters whose values the model fills in. */
const FROM_MODEL = createOf("={{ $fromAI('Long_URL', 'The address to shorten', 'string') }}", {
	custom: "={{ $fromAI('Custom_Alias', '', 'string', '') }}",
	domain: { __rl: true, mode: 'address', value: "={{ $fromAI('Domain', '', 'string', '') }}" },
	additionalFields: {
		type: { redirect: { type: "={{ $fromAI('Redirect_Type', '', 'string', '') }}" } },
		description: "={{ $fromAI('Description', '', 'string', '') }}",
		expiry: "={{ $fromAI('Expiry', '', 'string', '') }}",
		pixels: "={{ $fromAI('Pixels', '', 'string', '') }}",
		campaign: { __rl: true, mode: 'id', value: "={{ $fromAI('Campaign', '', 'string', '') }}" },
	},
});

const LONG = 'https://example.com/page';

async function withService(change: Partial<ToolOptions>, moreLinks = 0) {
	const service = await serviceWith();
	service.seed('links', [{ id: 1, url: LONG, alias: 'taken' }]);
	service.seed(
		'links',
		Array.from({ length: moreLinks }, () => ({})),
	);
	service.clearRequests();
	const run = await runAsTool({
		credentials: credentialsOf(service),
		parameters: FROM_MODEL,
		toolArguments: {},
		...change,
	});
	expectNoTrace(KEY, run);
	expect(run.response).not.toContain(KEY);
	return { service, run };
}

describe.each(CALLERS)('as the tool of an %s call', (caller) => {
	it('waits no longer for a limit of its own than for that of the service', async () => {
		const parameters = {
			resource: 'link',
			operation: 'getAll',
			returnAll: true,
			// One request in 66 seconds: the second would come after the minute a tool may wait.
			options: { batching: { requestsPerMinute: 0.9 } },
		};
		const { service, run } = await withService({ caller, parameters }, 150);

		expect(requestLines(service)).toHaveLength(1);
		const told = caller === 'agent' ? run.response : (run.error?.message ?? '');
		expect(told).toMatch(/Requests per Minute.*may leave in 6\d seconds/);
	});

	it('creates a link from what the model filled in', async () => {
		const { service, run } = await withService({
			caller,
			toolArguments: {
				Long_URL: LONG,
				Custom_Alias: 'from-the-model',
				Domain: 'https://go.demo.example',
				Redirect_Type: 'Frame',
				Description: 'Made by a model',
				Expiry: '2031-05-01',
				Pixels: '',
				Campaign: '',
			},
		});

		expect(createBodies(service)).toEqual([
			{
				url: LONG,
				custom: 'from-the-model',
				domain: 'https://go.demo.example',
				type: 'frame',
				description: 'Made by a model',
				expiry: '2031-05-01 00:00:00',
			},
		]);
		expect(JSON.parse(run.response)).toMatchObject([
			{ id: anyNumber, shorturl: 'https://go.demo.example/from-the-model' },
		]);
		expect(run.tool.argumentNames).toContain('Long_URL');
	});

	it('sends no optional value that the model left out', async () => {
		const { service } = await withService({ caller, toolArguments: { Long_URL: LONG } });

		expect(createBodies(service)).toEqual([{ url: LONG }]);
	});

	it.each([
		{
			what: 'what the service refused',
			toolArguments: { Long_URL: LONG, Custom_Alias: 'taken' },
			message: 'That alias is taken. Please choose another one. Choose',
			remedy: 'Choose another Custom Alias, or leave it empty to get a random one.',
		},
		{
			what: 'what is not there',
			toolArguments: { Long_URL: LONG, Campaign: 'Spring' },
			message: 'There is no campaign "Spring". This',
			remedy: 'This account has none: create it in the service first.',
		},
	])('tells the model $what, and what to do', async ({ toolArguments, message, remedy }) => {
		const { run } = await withService({ caller, toolArguments });
		// A direct caller is thrown at, and shows the model the message of what was thrown.
		const told = caller === 'agent' ? run.response : (run.error?.message ?? '');

		expect(told.replaceAll('\\"', '"')).toContain(message);
		expect(told.split(remedy)).toHaveLength(2);
	});

	it('takes what a model writes for nothing for empty, and nothing else', async () => {
		const { service } = await withService({
			caller,
			toolArguments: {
				Long_URL: LONG,
				Custom_Alias: 'null',
				Domain: 'undefined',
				Redirect_Type: 'NULL',
				Description: 'null and void',
				Pixels: ' Undefined ',
				Campaign: 'null',
			},
		});

		expect(createBodies(service)).toEqual([{ url: LONG, description: 'null and void' }]);
	});

	it('asks the model whether it meant the nearest name', async () => {
		const service = await serviceWith();
		service.seed('campaigns', [{ name: 'Spring Sale' }]);
		const run = await runAsTool({
			caller,
			credentials: credentialsOf(service),
			parameters: FROM_MODEL,
			toolArguments: { Long_URL: LONG, Campaign: 'Sprng Sale' },
		});
		const told = caller === 'agent' ? run.response : (run.error?.message ?? '');

		expect(told.replaceAll('\\"', '"')).toContain(
			'There is no campaign "Sprng Sale". Did you mean "Spring Sale"? Enter one of',
		);
	});

	it('reads a list for the model', async () => {
		const { service, run } = await withService({
			caller,
			parameters: {
				resource: 'link',
				operation: 'getAll',
				limit: "={{ $fromAI('Limit', '', 'number', 5) }}",
			},
			toolArguments: { Limit: 3 },
		});

		expect(JSON.parse(run.response)).toMatchObject([{ id: 1, shorturl: anyText, longurl: LONG }]);
		expect(requestLines(service)).toEqual(['GET /api/urls?limit=3&page=1']);
	});

	it('says soon when the rate limit is used up for longer than a minute', async () => {
		const service = await serviceWith();
		service.addFault({ kind: 'rateLimited429', match: {}, retryAfter: 90 });
		const run = await runAsTool({
			caller,
			credentials: credentialsOf(service),
			parameters: FROM_MODEL,
			toolArguments: { Long_URL: LONG },
		});
		const told = caller === 'agent' ? run.response : (run.error?.message ?? '');

		expect(told).toContain('The rate limit of this API key is used up for the moment');
		expect(told).toMatch(/Try again in (8\d|9[01]) seconds/);
		expect(run.durationMs).toBeLessThan(5_000);
	});
});

describe('as a tool that maps columns', () => {
	it('does not take what the agent adds for a column', async () => {
		const { service, run } = await withService({
			parameters: autoMap({ options: { includeInputFields: true } }),
			items: [{ url: LONG, toolCallId: 'call-1' }],
			toolArguments: { url: LONG },
		});

		expect(createBodies(service)).toEqual([{ url: LONG }]);
		expect(run.hints).toEqual([]);
	});
});
