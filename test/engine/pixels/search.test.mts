import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Fault, FaultKind, Service, ServiceOptions } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { idOfItem, pick } from '../operations/row.mts';
import { pixelRows } from '../operations/rows/pixel.mts';
import { nameOf } from '../operations/table.mts';
import { textLike, textWith } from '../support/matchers.mts';
import { errorOf } from '../support/runs.mts';
import { credentialsOf, requestLines } from '../support/service.mts';

const NO_PIXELS = {
	message: 'This install has no pixels',
	description: textWith('Base URL and API key work, '),
};

/** The base URL, or what stands in front of it: nobody says that the rest works. */
const NOT_THE_PIXELS = textLike(/^(?!.*work, but).*Base URL/s);

const getAll = { resource: 'pixel', operation: 'getAll' };
const get41 = { pixelId: pick('id', 41) };

async function listed(service: Service, parameters: INodeParameters = {}) {
	service.clearRequests();
	return await runOperation(service, getAll, parameters);
}

/** Both lists are answered in one of the ways that say that there is none. */
function hidePixels(service: Service, fault: Omit<Fault, 'match'>) {
	service.addFault({ ...fault, match: { path: /^\/api\/(v1\/)?pixel/ } });
}

describe('an install without pixels', () => {
	const ways: Array<[string, Omit<Fault, 'match'>]> = [
		['a web page', { kind: 'html200' }],
		['a redirect within', { kind: 'redirect', location: '/' }],
		['a redirect elsewhere', { kind: 'redirect', location: 'http://127.0.0.1:1/' }],
		['words of its own', { kind: 'failureOn200', message: 'Page not found' }],
	];

	it.each(ways)('says so, answers with %s, and may get some later', async (_, fault) => {
		for (const product of ['described', 'links'] as const) {
			const service = await seededService({ product });
			hidePixels(service, fault);
			for (const row of pixelRows) {
				const run = await runOperation(service, row, row.minimal.parameters);
				expect(errorOf(run), nameOf(row)).toEqual(NO_PIXELS);
			}
			const written = service.requests.filter(({ method }) => method !== 'GET');
			expect(written).toEqual([]);
			// Nothing of that is remembered.
			service.clearFaults();
			expect((await listed(service)).items).toHaveLength(3);
		}
	});

	it('is asked for both lists and its account, however many items run at once', async () => {
		const service = await seededService({ product: 'links' });
		service.addFault({ match: { path: '/api/pixels' }, kind: 'html200' });
		const run = await runOperation(
			service,
			{ resource: 'pixel', operation: 'delete' },
			{ pixelId: idOfItem },
			{ items: [{ id: 41 }, { id: 42 }, { id: 43 }], onError: 'continueRegularOutput' },
		);
		expect(run.items.map(({ error }) => error)).toEqual(Array(3).fill(NO_PIXELS.message));
		expect(requestLines(service)).toEqual([
			'GET /api/v1/pixels?per_page=10&page=1',
			'GET /api/pixels?limit=10&page=1',
			'GET /api/account',
		]);
	});

	it('is one although the key may not read the account', async () => {
		const service = await seededService();
		hidePixels(service, { kind: 'html200' });
		const message = 'You do not have this permission. Please contact your administrator.';
		service.addFault({ match: { path: '/api/account' }, kind: 'failureOn200', message });
		expect(errorOf(await listed(service))).toEqual(NO_PIXELS);
	});
});

describe('where nothing answers as it should, the pixels are not to blame', () => {
	const elsewhere = 'http://127.0.0.1:1/s';

	it.each<[string, Partial<ServiceOptions>, Omit<Fault, 'match'> | undefined, unknown]>([
		['a page for robots', {}, { kind: 'html200' }, textWith('answers with a web page')],
		['a redirect', {}, { kind: 'redirect', location: elsewhere }, textWith(elsewhere)],
		['a wrong sub-path', { basePath: '/s' }, undefined, textWith('There is no endpoint')],
	])('%s', async (_, options, fault, message) => {
		const service = await seededService(options);
		const { url } = service;
		// It has worked before: at this address and key, but not now.
		await runOperation(service, { resource: 'account', operation: 'get' }, {});
		service.clearRequests();
		if (fault) service.addFault({ ...fault, match: {} });
		const baseUrl = fault ? url : url.replace('/s', '');
		for (const row of pixelRows) {
			const run = await runNode({
				credentials: credentialsOf(service, { baseUrl }),
				parameters: { ...getAll, operation: row.operation, ...row.minimal.parameters },
			});
			expect(errorOf(run), nameOf(row)).toEqual({ message, description: NOT_THE_PIXELS });
		}
		expect(service.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
});

describe('what stands in the way of the search is named', () => {
	const LISTS = { v1: '/api/v1/pixels', links: '/api/pixels', account: '/api/account' };
	const KEY_REFUSED = 'A valid API key is required to use this service.';

	const faults: Array<[Omit<Fault, 'match'>, RegExp]> = [
		[{ kind: 'failureOn400', message: KEY_REFUSED }, /^A valid API key/],
		[{ kind: 'status503' }, /^The service is not available .*503/],
		[{ kind: 'closeBefore' }, /connection .*(broke|closed|aborted)/i],
		[{ kind: 'rateLimited429', retryAfter: 5 }, /^The rate limit of this API key/],
	];
	const rows = (['v1', 'links', 'account'] as const).flatMap((list) =>
		faults.map(([fault, message]) => ({ list, kind: fault.kind, fault, message })),
	);

	it.each(rows)('$list: $kind', async ({ list, fault, message }) => {
		const service = await seededService({ product: list === 'v1' ? 'described' : 'links' });
		if (list === 'account') hidePixels(service, { kind: 'html200' });
		const match = { path: LISTS[list] };
		service.addFault({ ...fault, match });
		const run = await listed(service, { options: { batching: { maxWait: 2 } } });
		expect(errorOf(run).message).toMatch(message);
		expect(errorOf(run).description).not.toContain('no pixels');
		service.clearFaults();
		expect((await listed(service, { options: {} })).items).toHaveLength(3);
	});
});

describe('a fault that passes', () => {
	it.each<FaultKind>(['rateLimited429', 'status500', 'empty', 'cutOff', 'closeBefore', 'silence'])(
		'of the search keeps nothing from being created once: %s',
		async (kind) => {
			for (const product of ['described', 'links'] as const) {
				const service = await seededService({ product });
				const match = { method: 'GET', nth: product === 'links' ? 2 : 1 };
				service.addFault({ kind, match, retryAfter: 1 });
				const run = await runOperation(
					service,
					{ resource: 'pixel', operation: 'create' },
					{
						name: 'Shop',
						type: '={{ "anything" }}',
						value: '1',
						options: { batching: { timeout: 1 } },
					},
				);
				expect(service.requests.filter(({ fault }) => fault !== null)).toHaveLength(1);
				expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
				// The links product may have any type, and it knows best.
				const isCreated = product === 'links';
				expect(service.table('pixels')).toHaveLength(isCreated ? 4 : 3);
				expect(errorOf(run).message).toBe(isCreated ? '' : 'The selected type is invalid.');
			}
		},
	);
});

describe('what is remembered', () => {
	it('is the product of one address and key', async () => {
		const service = await seededService({ product: 'links', apiKeys: ['key-one', 'key-two'] });
		const requestsWith = async (apiKey: string) => {
			service.clearRequests();
			const credentials = credentialsOf(service, { apiKey });
			await runNode({ credentials, parameters: { ...getAll, operation: 'get', ...get41 } });
			return service.requests.length;
		};
		expect([await requestsWith('key-one'), await requestsWith('key-one')]).toEqual([3, 1]);
		expect([await requestsWith('key-two'), await requestsWith('key-one')]).toEqual([3, 1]);
	});

	it('is told by a list without filters, so that the refusal of one says nothing to other items', async () => {
		const service = await seededService();
		const run = await runOperation(
			service,
			getAll,
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
