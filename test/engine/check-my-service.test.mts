import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AssignmentValue, IConnections, INode } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, ServiceOptions } from '../service/index.mts';
import { RATE_LIMIT } from '../service/options.mts';
import { type AnswerShape, rowsOf } from '../../tools/answers/rows.mts';
import { runRow } from './answers/run.mts';
import { runFile } from './harness/index.mts';
import { standIns } from './harness/stand-ins.mts';
import { credentialsOf, GATE, KEY, serviceWith } from './support/service.mts';

interface WorkflowFile {
	nodes: INode[];
	connections: IConnections;
}

const FILE = path.join(import.meta.dirname, '../../workflows/check-my-service.json');
const file = JSON.parse(readFileSync(FILE, 'utf8')) as WorkflowFile;

/** Texts of the account that may stand nowhere in what is attached to an issue. */
const SECRETS = [
	...[KEY, GATE.value, 'fits-alias', 'Fits Title', 'Fits Note', 'Fits Campaign', 'Fits Channel'],
	...['fits-long', 'Fitsland', 'fits.demo.example', 'Fits Code', 'Fits Pixel', 'fits-tag'],
	...['fits@mail.example', '127.0.0.1', 'http', '2031', '777'],
];

async function seeded(options: Partial<ServiceOptions>): Promise<Service> {
	const account = { id: 1, email: 'fits@mail.example', apiKeys: [KEY] };
	const service = await serviceWith({ accounts: [account], rateLimit: RATE_LIMIT, ...options });
	const date = '2031-02-03 04:05:06';
	const [channel] = service.seed('channels', [{ name: 'Fits Channel' }]);
	const [campaign] = service.seed('campaigns', [{ name: 'Fits Campaign', slug: 'fits-campaign' }]);
	const [link = 0] = service.seed('links', [
		{
			longurl: 'https://fits-long.example',
			alias: 'fits-alias',
			title: 'Fits Title',
			description: 'Fits Note',
			geotarget: [{ location: 'Fitsland', link: 'https://fits-long.example' }],
			...{ channel, campaign, date, clicks: 777 },
		},
	]);
	service.seed('domains', [{ domain: 'https://fits.demo.example' }]);
	service.seed('qrs', [{ name: 'Fits Code', scans: 777, date }]);
	service.seed('pixels', [{ name: 'Fits Pixel', value: 'fits-tag' }]);
	service.click(link, 1);
	return service;
}

/** Runs the workflow; the service's address is entered, and its one switch is set. */
async function check(
	service: Service,
	makeALink: boolean,
	given = file.nodes,
	change: { apiKey?: string } = {},
) {
	const values = { baseUrl: `${service.url}/`, makeALink };
	const nodes = given.map((node) => (node.name === 'Settings' ? withValues(node, values) : node));
	const { connections } = file;
	const credentials = credentialsOf(service, change);
	const result = await runFile({ nodes, connections, standIns, credentials });
	expect(result.error).toBeUndefined();
	const table = result.node('Table').items;
	return {
		table,
		shapes: result.node('File to Attach').items,
		of: (request: string) => table.findLast((row) => row.Request === request),
	};
}

/** The nodes, one of them with other parameters. */
function withParameters(name: string, parameters: INode['parameters']): INode[] {
	return file.nodes.map((node) =>
		node.name === name ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
	);
}

function withValues(node: INode, values: Record<string, string | boolean>): INode {
	const { assignments } = node.parameters.assignments as { assignments: AssignmentValue[] };
	const entered = assignments.map((each) => ({
		...each,
		value: values[each.name] ?? each.value,
	}));
	return { ...node, parameters: { ...node.parameters, assignments: { assignments: entered } } };
}

const installs: Array<[name: string, options: Partial<ServiceOptions>]> = [
	['as described', {}],
	['the links product', { product: 'links', unknownPath: 'webPage200' }],
	['the pixels product', { product: 'pixels', unknownPath: 'login' }],
	[
		'text everywhere, and refusals under msg',
		{ variations: { numbersAsStrings: true, errorValue: 'boolean', failureMessageKey: 'msg' } },
	],
	[
		'other forms',
		{
			variations: {
				...{ extraLinkFields: 'named', usageForPerPage: true, campaignRows: 'slugAndDate' },
				...{ shortUrlAnswer: 'list', qrDateKey: 'data', accountPlan: true, pixelList: 'bareArray' },
			},
		},
	],
	[
		'creates of its own form, and no rate headers',
		{
			rateLimit: null,
			variations: { nestedCreateBody: true, shortUrlKey: 'short_url', createdStatus: 201 },
		},
	],
];

describe.each(installs)('a check of an install with %s', (_, options) => {
	it('shows nothing of the account, leaves nothing behind, and makes rows that the node reads', async () => {
		const service = await seeded(options);
		const { table, shapes } = await check(service, true);
		expect(table.length).toBeGreaterThan(11);
		expect(shapes.length).toBeGreaterThan(11);
		const text = JSON.stringify(shapes);
		for (const secret of SECRETS) expect(text).not.toContain(secret);
		expect(text).not.toMatch(/\d{4}/);
		expect(service.links()).toHaveLength(1);

		const rows = rowsOf(shapes as unknown as AnswerShape[], 'a service');
		expect(rows.length).toBeGreaterThan(0);
		for (const row of rows) {
			const { error, items } = await runRow(row);
			expect([row.what, error?.message, items.length > 0]).toEqual([row.what, undefined, true]);
		}
	});
});

describe('a check', () => {
	it('says what an install has and how it answers', async () => {
		const { of } = await check(
			await seeded({ product: 'links', unknownPath: 'webPage404' }),
			false,
		);
		expect(of('GET /api/account')).toEqual({
			Part: 'Account',
			Request: 'GET /api/account',
			'This Install': 'has it',
			Answer: 'HTTP 200, error 0',
			'Rate Limit': '30 requests, reset as unix seconds',
		});
		expect(of('GET /api/v1/pixels')).toMatchObject({
			'This Install': 'lacks it',
			Answer: 'HTTP 404, web page',
		});
		expect(of('GET /api/pixels')).toMatchObject({ 'This Install': 'has it' });
		expect(of('POST /api/url/add')).toBeUndefined();
	});

	it('reads each list once, within the limit of a minute', async () => {
		const service = await seeded({});
		await check(service, true);
		const asked = service.requests.map(
			({ method, path: at, query }) => `${method} ${at} ${String(query.short)}`,
		);
		expect(new Set(asked).size).toBe(asked.length);
		expect(asked.length).toBeLessThan(30);
	});

	it('names the fields and their kinds', async () => {
		const { shapes } = await check(await seeded({}), false);
		expect(shapes.find(({ request }) => request === 'GET /api/urls')).toEqual({
			request: 'GET /api/urls',
			status: 200,
			headers: {
				'content-type': 'application/json',
				'x-ratelimit-limit': 'number',
				'x-ratelimit-remaining': 'number',
				'x-ratelimit-reset': 'unix seconds',
			},
			body: {
				error: '0',
				data: {
					...{ result: 'number', perpage: 'number', currentpage: 'number', maxpage: 'number' },
					nextpage: 'null',
					urls: [
						'list of 1',
						{
							...{ id: 'number', alias: 'text', shorturl: 'url', longurl: 'url' },
							...{ clicks: 'number', title: 'text', description: 'text', date: 'date' },
						},
					],
				},
			},
		});
	});

	it('leaves a link alone that it did not make', async () => {
		const service = await seeded({ variations: { suppressesDuplicates: 'always' } });
		const known = withParameters('Create', {
			jsonBody: '={{ JSON.stringify({ url: "https://fits-long.example" }) }}',
		});
		const { table, of } = await check(service, true, known);
		expect(of('GET /api/url/{id}')).toMatchObject({ 'This Install': 'has it' });
		expect(of('DELETE /api/url/{id}/delete')).toBeUndefined();
		expect(table.at(-1)).toMatchObject({ Part: 'The new link' });
		expect(service.links()).toMatchObject([{ title: 'Fits Title' }]);
	});

	it('says so where the new link has no id', async () => {
		const { table } = await check(await seeded({ variations: { oldCreateBody: true } }), true);
		expect(table.at(-1)).toMatchObject({
			Part: 'The new link',
			'This Install': 'may still be there: delete it in the service',
		});
	});

	it('goes on where the key is wrong', async () => {
		const service = await seeded({});
		const { of } = await check(service, false, file.nodes, { apiKey: 'wrong' });
		expect(of('GET /api/account')).toMatchObject({
			'This Install': 'refuses it: A valid API key is required to use this service.',
		});
	});
});
