import type { ServerResponse } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Fault, FaultKind, Service } from '../../service/index.mts';
import type { UnknownPath } from '../../service/options.mts';
import { runAsTool, runNode } from '../harness/index.mts';
import { expectOutput, runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { idOfItem, pick } from '../operations/row.mts';
import { pixelRows } from '../operations/rows/pixel.mts';
import { nameOf } from '../operations/table.mts';
import { answerJson, listen, type Listener } from '../support/listener.mts';
import { textLike, textWith } from '../support/matchers.mts';
import { errorOf } from '../support/runs.mts';
import { credentialsOf, requestLines, seedMany, serviceWith } from '../support/service.mts';
import { atLeastOne } from '../../lists.mts';

const use = (operation: string) => ({ resource: 'pixel', operation });

// All that the links product can do is tried in c18-installs, on an install that refuses what it does not know.
it.each<UnknownPath>(['webPage200', 'login'])(
	'the links product is found behind an answer to the other list that is its %s',
	async (unknownPath) => {
		const service = await seededService({ product: 'links', unknownPath });
		const run = await runOperation(service, use('getAll'), {});
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ id }) => id)).toEqual([43, 42, 41]);
	},
);

it('a product that has nothing but pixels is asked for nothing else', async () => {
	for (const row of atLeastOne(pixelRows)) {
		const service = await seededService({ product: 'pixels' });
		const run = await runOperation(service, row, row.minimal.parameters);
		expect(run.error, nameOf(row)).toBeUndefined();
		const others = service.requests.filter(({ path }) => !path.startsWith('/api/v1/pixels'));
		expect(others).toEqual([]);
	}
});

/** The links product with several pages of pixels; every hundredth one is what is looked for. */
async function manyPixels() {
	const service = await serviceWith({ product: 'links' });
	const ids = seedMany(service, 'pixels', 430, (number) =>
		number % 100 === 1
			? { name: `Shop ${String(1_000 - number)}`, type: 'fbpixel' }
			: { name: 'Blog', type: 'bing' },
	);
	const wanted = ids.filter((_, index) => index % 100 === 0).reverse();
	return { service, ids, wanted };
}

describe('the links product, which neither filters nor looks up', () => {
	it.each<[filters: INodeParameters, more: INodeParameters, from: number, to?: number]>([
		[{ type: '={{ "Meta" }}' }, { limit: 3 }, 0, 3],
		[{ search: 'SHOP' }, { returnAll: true }, 0],
		[{ type: '={{ "FBPixel" }}' }, { limit: 2 }, 0, 2],
		[{ search: 'nothing' }, {}, 0, 0],
	])('is filtered here, through pages without a match: %j', async (filters, more, from, to) => {
		const { service, wanted } = await manyPixels();
		const run = await runOperation(service, use('getAll'), { filters, ...more });

		expect([run.error, run.hints]).toEqual([undefined, []]);
		expect(run.items.map(({ id }) => Number(id))).toEqual(wanted.slice(from, to));
	});

	it('is filtered for a model without a gap', async () => {
		const service = await serviceWith({ product: 'links' });
		seedMany(service, 'pixels', 80, (number) => ({ name: number === 5 ? 'Shop' : 'Blog' }));
		const { response } = await runAsTool({
			credentials: credentialsOf(service),
			parameters: { ...use('getAll'), filters: { search: '={{ $fromAI("Search") }}' } },
			toolArguments: { Search: 'shop' },
		});
		expect(JSON.parse(response)).toMatchObject([{ name: 'Shop' }]);
	});

	it('keeps the name of a pixel that it shows escaped', async () => {
		const service = await serviceWith({ product: 'links' });
		service.seed('pixels', [{ id: 7, name: 'Tom &amp; Co', type: 'bing' }]);
		const updateFields = { value: '999' };
		await runOperation(service, use('update'), { pixelId: pick('id', 7), updateFields });

		expect(service.requests.at(-1)?.body).toEqual({ name: 'Tom & Co', tag: '999' });
	});

	it('shows a pixel by its ID with one list, and with no more than it takes further back', async () => {
		const { service, ids } = await manyPixels();
		const get = async (id: number) => {
			service.clearRequests();
			const run = await runOperation(service, use('get'), { pixelId: pick('id', id) });
			return { run, requests: service.requests.length };
		};
		// Both products' lists are asked for once.
		expect(await get(ids.at(-1) ?? 0)).toMatchObject({ requests: 3 });
		expect(await get(ids.at(-1) ?? 0)).toMatchObject({ requests: 1 });
		const last = await get(ids[0] ?? 0);
		expect(last).toMatchObject({ run: { items: [{ id: ids[0] }] }, requests: 6 });
		expect(errorOf((await get(999_999)).run)).toEqual({
			message: 'Pixel 999999 does not exist',
			description: textWith('this account has no such record. It may have been deleted.'),
		});
	});
});

/** Whose pixels there are is looked for in one way, before a read and before a change. */
const LOOKING = pixelRows.filter(({ operation }) => ['create', 'getAll'].includes(operation));

const NO_PIXELS = {
	message: 'This service does not support pixels through its API',
	description: textWith('Base URL and API key work, '),
};

async function listed(service: Service, parameters: INodeParameters = {}) {
	return await runOperation(service, use('getAll'), parameters);
}

describe('an install without pixels', () => {
	const ways: Array<[string, Omit<Fault, 'match'>]> = [
		['a web page', { kind: 'html200' }],
		['a redirect within', { kind: 'redirect', location: '/' }],
		['a redirect elsewhere', { kind: 'redirect', location: 'http://127.0.0.1:1/' }],
	];

	it.each(ways)('says so, answers with %s, and may get some later', async (_, fault) => {
		const service = await seededService();
		service.addFault({ ...fault, match: { path: /^\/api\/(v1\/)?pixel/ } });
		await runOperation(service, { resource: 'account', operation: 'get' }, {});
		for (const row of LOOKING) {
			const run = await runOperation(service, row, row.minimal.parameters);
			expect(errorOf(run), nameOf(row)).toEqual(NO_PIXELS);
		}
		const written = service.requests.filter(({ method }) => method !== 'GET');
		expect(written).toEqual([]);
		// Nothing of that is remembered.
		service.clearFaults();
		expect((await listed(service)).items).toHaveLength(3);
	});

	it('is not told from a wrong Base URL while nothing has worked', async () => {
		const service = await seededService();
		service.addFault({ kind: 'html200', match: { path: /^\/api\/(v1\/)?pixel/ } });
		expect(errorOf(await listed(service))).toEqual({
			message: `${service.url} returned a web page instead of an API response`,
			description: textLike(
				/check Base URL.* If Base URL is right, this service does not support pixels through its API\.$/,
			),
		});
	});

	it('is asked for both lists, however many items run at once', async () => {
		const service = await seededService({ product: 'links' });
		service.addFault({ match: { path: '/api/pixels' }, kind: 'html200' });
		const run = await runOperation(
			service,
			use('delete'),
			{ pixelId: idOfItem },
			{ items: [{ id: 41 }, { id: 42 }, { id: 43 }], onError: 'continueRegularOutput' },
		);
		expect(run.items).toMatchObject(Array(3).fill({ error: textWith('returned a web page') }));
		expect(requestLines(service)).toEqual([
			'GET /api/v1/pixels?per_page=10&page=1',
			'GET /api/pixels?limit=10&page=1',
		]);
	});
});

describe('what stands in the way of the search is named', () => {
	it.each<FaultKind>(['rateLimited429', 'closeBefore'])(
		'unless it passes, and a pixel is created once: %s',
		async (kind) => {
			const service = await seededService({ product: 'links' });
			service.addFault({ kind, match: { method: 'GET', nth: 2 }, retryAfter: 1 });
			const run = await runOperation(service, use('create'), {
				name: 'Shop',
				// The links product may have any type, and it knows best.
				type: '={{ "anything" }}',
				value: '1',
			});
			expect(errorOf(run).message).toBe('');
			expect(service.requests.filter(({ fault }) => fault !== null)).toHaveLength(1);
			expect(service.table('pixels')).toHaveLength(4);
		},
	);
});

describe('what is remembered', () => {
	it('is the product of one address and key', async () => {
		const service = await seededService({ product: 'links', apiKeys: ['key-one', 'key-two'] });
		const requestsWith = async (apiKey: string) => {
			service.clearRequests();
			const credentials = credentialsOf(service, { apiKey });
			const parameters = { ...use('get'), pixelId: pick('id', 41) };
			await runNode({ credentials, parameters });
			return service.requests.length;
		};
		expect([await requestsWith('key-one'), await requestsWith('key-one')]).toEqual([3, 1]);
		expect([await requestsWith('key-two'), await requestsWith('key-one')]).toEqual([3, 1]);
	});

	it('is told by a list without filters, so that the refusal of one says nothing to other items', async () => {
		const service = await seededService();
		const run = await runOperation(
			service,
			use('getAll'),
			{ filters: { type: '={{ $json.type }}' } },
			{
				items: [{ type: 'myspace' }, { type: 'quora' }, { type: 'facebook' }],
				onError: 'continueRegularOutput',
			},
		);
		expect(run.items).toMatchObject([
			{ error: 'The selected type is invalid.' },
			{ id: 42 },
			{ id: 43 },
			{ id: 41 },
		]);
		expect(service.requests).toHaveLength(1 + 3);
	});
});

/** A pixels product with an empty list, that answers all else in one way. */
async function answering(answer: (response: ServerResponse) => void): Promise<Listener> {
	return await listen((response) => {
		if (!response.req.url?.startsWith('/api/v1/pixels?')) {
			answer(response);
			return;
		}
		answerJson(response, { data: [] });
	});
}

async function runAt({ url }: Listener, operation: string, parameters: INodeParameters) {
	return await runNode({
		credentials: { baseUrl: url, apiKey: 'any' },
		parameters: { ...use(operation), ...parameters },
	});
}

describe.each([
	['204', (response: ServerResponse) => response.writeHead(204).end()],
	['no pixel', (response: ServerResponse) => answerJson(response, { data: [], message: 'Done.' })],
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

	it('get says that there is no pixel', async () => {
		const install = await answering(answer);
		const run = await runAt(install, 'get', { pixelId: pick('id', 4) });

		expect(errorOf(run).message).toBe('The service did not return a pixel');
		expect(install.requests).toHaveLength(2);
	});
});

it("reads Laravel's words for a pixel that does not exist", async () => {
	const message = 'No query results for model [App\\Models\\Pixel] 4';
	let tries = 0;
	const install = await answering((response) => {
		tries += 1;
		answerJson(response, { message }, tries === 1 ? 502 : 404);
	});
	// What the first try deleted is gone at the second.
	expectOutput(await runAt(install, 'delete', { pixelId: pick('id', 4) }), [
		[{ deleted: true, id: 4 }],
	]);
	expect(errorOf(await runAt(install, 'get', { pixelId: pick('id', 4) }))).toEqual({
		message,
		description: textLike(/^Check the ID or address, or select it again: this account/),
	});
});

describe('a pixel that is stored without being shown', () => {
	const SHOP = { name: 'Shop', type: 'bing', value: '1' };
	const HINT = {
		message: textWith('The service did not return the ID of the new pixel'),
		location: 'outputPane',
	};

	it.each(['described', 'links'] as const)(
		'comes as it was sent, with a hint that its ID is not known, once: %s',
		async (product) => {
			const service = await serviceWith({ product, variations: { storesPixelsSilently: true } });
			const items = [{ name: 'Shop' }, { name: 'Blog' }];
			const parameters = { ...SHOP, name: '={{ $json.name }}' };
			const run = await runOperation(service, use('create'), parameters, { items });

			expectOutput(run, [[SHOP], [{ ...SHOP, name: 'Blog' }]]);
			expect(run.hints).toMatchObject([HINT]);
			expect(service.table('pixels')).toHaveLength(2);
		},
	);
});
