import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { expectOutput, expectSchema, runOperation, sentRequests } from './operations/check.ts';
import {
	described,
	installs,
	installsBy,
	outputOn,
	requestsOn,
	type Install,
} from './operations/installs.ts';
import { listRows, LONG, type ListRow } from './operations/lists.ts';
import { casesOf, pick, type OperationRow } from './operations/row.ts';
import { nameOf, operationRows } from './operations/table.ts';
import { seededService } from './operations/fixtures.ts';
import { runNode } from './harness/index.ts';
import { listen, type Listener } from './support/listener.ts';
import { textLike } from './support/matchers.ts';
import { errorOf } from './support/runs.ts';
import { serviceWith } from './support/service.ts';

const named = operationRows.map((row) => ({ name: nameOf(row), row }));

function eachOf(list: Install[]) {
	return list.map((install) => ({ what: install.name, install }));
}

describe.each(eachOf(installs))('an install with $what', ({ install }) => {
	it.each(named)('$name gives the same', async ({ row }) => {
		for (const [, example] of casesOf(row)) {
			const service = await seededService(install.options);
			const { parameters, items, beyondSchema = [] } = example;
			const run = await runOperation(service, row, parameters, items && { items });

			expectOutput(run, [outputOn(install, example, service.url)]);
			expect(sentRequests(service)).toStrictEqual(requestsOn(install, row, example));
			expectSchema(row, run.items, [...beyondSchema, ...INSTALL_FIELDS]);
			await service.stop();
		}
	});
});

const failing: Install[] = [
	...installsBy(
		'numbersAsStrings',
		'errorValue',
		'errorOnFailureStatus',
		'failureMessageKey',
		'pixelFailures',
	),
	{
		name: 'refusedKeyStatus 403',
		options: {
			variations: {
				errorOnFailureStatus: '4xx',
				refusedKeyStatus: 403,
				pixelFailures: 'envelope',
				failureMessageKey: 'msg',
			},
		},
	},
];

describe.each(eachOf(failing))('a failure of an install with $what', ({ install }) => {
	it.each(named)('$name tells of a wrong key', async ({ row }) => {
		const service = await seededService(install.options);
		const run = await runOperation(service, row, row.minimal.parameters, {
			credentials: { baseUrl: service.url, apiKey: 'wrong' },
		});
		expect(errorOf(run)).toEqual({
			message: 'A valid API key is required to use this service.',
			description:
				'The service does not accept the API key. Copy the key from your account settings in the service into the Link Shortener API credential; a new key replaces the old one, and some web servers drop the Authorization header unless configured to pass it on.',
		});
	});

	it.each(refusals())('$name says: $message', async ({ row, parameters, message }) => {
		const service = await seededService(install.options);
		const run = await runOperation(service, row, parameters);
		expect(run.error).toMatchObject({ message, description: textLike(/\w{3}/) });
	});
});

const paging = installsBy(
	'numbersAsStrings',
	'errorValue',
	'lastNextPage',
	'resultIsTotal',
	'overlayCollectionKey',
	'campaignNameUnderDomain',
	'pixelList',
	'ascendingLists',
	'honoursLimit',
	'maxLimit',
);

/** What installs add to the records of a link (seen on real installs). */
const INSTALL_FIELDS = ['uniqueclicks', 'domain', 'campaign', 'channel', 'title', 'description'];

interface Refusal {
	name: string;
	row: OperationRow;
	parameters: INodeParameters;
	message: string;
}

function refusals(): Refusal[] {
	return named.flatMap(({ name, row }) =>
		(row.unknown ?? []).map((refusal) => ({ name, row, ...refusal })),
	);
}

describe.each(eachOf(paging))('a long list on an install with $what', ({ install }) => {
	it.each(listRows)('$resource.$operation with Return All', async (row) => {
		const { run, all, pages } = await list(row, install, { returnAll: true });
		expect(run.error).toBeUndefined();
		expect(run.items.map(row.name)).toEqual(all);
		expect(run.hints).toEqual([]);
		// Page 1 and the last but one once more to see whether rows moved; all where the end is not known.
		const again = pages.filter((page, index) => pages.indexOf(page) !== index);
		const each = [...new Set(pages)];
		expect([['1', String(each.length - 1)], each.sort()]).toContainEqual(again.sort());
	});

	it.each(listRows)('$resource.$operation with Limit', async (row) => {
		const { run, all, pages } = await list(row, install, { limit: 150 });
		expect(run.error).toBeUndefined();
		expect(run.items.map(row.name)).toEqual(all.slice(0, 150));
		expect(pages).toEqual([...new Set(pages)]);
	});
});

describe('a long list takes no more requests than it needs', () => {
	it.each([
		{ limit: 1, requests: 1 },
		{ limit: 100, requests: 1 },
		{ limit: 101, requests: 2 },
		{ limit: 150, requests: 2 },
		{ limit: 201, requests: 3 },
		{ limit: LONG, requests: 3 },
	])('Limit $limit', async ({ limit, requests }) => {
		for (const row of listRows) {
			const { run, all, pages } = await list(row, described, { limit });
			expect(run.items.map(row.name)).toEqual(all.slice(0, limit));
			expect(pages).toEqual(Array.from({ length: requests }, (_, index) => String(index + 1)));
		}
	});

	it('Limit beyond the end', async () => {
		for (const row of listRows) {
			const { run, all, pages } = await list(row, described, { limit: 1000 });
			expect(run.items.map(row.name)).toEqual(all);
			expect(pages).toEqual(['1', '2', '3', '1', '2']);
		}
	});
});

/** Runs a list operation on a long list; `pages` are the numbers of the pages it asked for. */
async function list(row: ListRow, { options }: Install, parameters: INodeParameters) {
	const service = await serviceWith(options);
	const newestFirst = row.fill(service);
	const turned = options.variations?.ascendingLists === true && row.ordered === undefined;
	const all = turned ? newestFirst.toReversed() : newestFirst;
	const run = await runOperation(service, row, { ...row.parameters, ...parameters });
	const pages = service.requests.map(({ query }) => String(query.page));
	return { run, all, pages };
}

describe('an install that answers 204 to what it has done to a pixel', () => {
	const noContent = async () => await listen((response) => response.writeHead(204).end());
	const runAt = async ({ url }: Listener, operation: string, parameters: INodeParameters) =>
		await runNode({
			credentials: { baseUrl: url, apiKey: 'any' },
			parameters: { resource: 'pixel', operation, ...parameters },
		});

	it.each([
		{
			operation: 'update',
			parameters: { updateFields: { name: 'Shop' } },
			gives: { updated: true, id: 4, name: 'Shop' },
		},
		{ operation: 'delete', parameters: {}, gives: { deleted: true, id: 4 } },
	])('$operation is done with one request', async ({ operation, parameters, gives }) => {
		const install = await noContent();
		const run = await runAt(install, operation, { pixelId: pick('id', 4), ...parameters });

		expectOutput(run, [[gives]]);
		expect(install.requests).toHaveLength(1);
	});

	it.each([
		{
			operation: 'create',
			parameters: { name: 'Shop', value: '1' },
			says: 'The service said that it was done but did not say what it created',
		},
		{
			operation: 'get',
			parameters: { pixelId: pick('id', 4) },
			says: 'The service answered without a pixel',
		},
	])('$operation says that there is no pixel', async ({ operation, parameters, says }) => {
		const install = await noContent();
		const run = await runAt(install, operation, parameters);

		expect(errorOf(run).message).toBe(says);
		expect(install.requests).toHaveLength(1);
	});

	it("reads Laravel's words for a pixel that does not exist", async () => {
		const message = 'No query results for model [App\\Models\\Pixel] 4';
		let tries = 0;
		const install = await listen((response) => {
			tries += 1;
			response.writeHead(tries === 1 ? 502 : 404, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ message }));
		});
		// What the first try deleted is gone at the second.
		expectOutput(await runAt(install, 'delete', { pixelId: pick('id', 4) }), [
			[{ deleted: true, id: 4 }],
		]);
		expect(errorOf(await runAt(install, 'delete', { pixelId: pick('id', 4) }))).toEqual({
			message,
			description: textLike(/^Nothing in the account of this API key has this ID/),
		});
	});
});

describe('the tenth type of pixels', () => {
	const row = { resource: 'pixel', operation: 'create' };

	it.each([
		{ install: 'twitter', type: 'twitter' },
		{ install: 'x', type: '={{ "x" }}' },
	] as const)('is $install where the install says so', async ({ install, type }) => {
		const service = await serviceWith({ variations: { tenthPixelType: install } });
		const created = await runOperation(service, row, { name: 'Tenth', type, value: '1' });
		expect(created.items).toMatchObject([{ name: 'Tenth', type: install }]);
		const [id = 0] = service.seed('pixels', [{}]);
		const updated = await runOperation(
			service,
			{ resource: 'pixel', operation: 'update' },
			{ pixelId: pick('id', id), updateFields: { type } },
		);
		expect(updated.items).toEqual([{ updated: true, id, type: install }]);
		const found = await runOperation(
			service,
			{ resource: 'pixel', operation: 'getAll' },
			{ filters: { type } },
		);
		expect(found.items).toHaveLength(2);
	});

	it.each([
		{ install: 'x', type: 'twitter' },
		{ install: 'twitter', type: '={{ "x" }}' },
	] as const)('is refused by an install that says $install', async ({ install, type }) => {
		const service = await serviceWith({ variations: { tenthPixelType: install } });
		const run = await runOperation(service, row, { name: 'Tenth', type, value: '1' });
		expect(errorOf(run)).toEqual({
			message: 'The selected type is invalid.',
			description:
				'type: The selected type is invalid.\nThe service refused the request for this reason. Change what it objects to and try again.',
		});
	});
});
