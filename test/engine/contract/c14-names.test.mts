import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { listSearch, loadOptions, runNode } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import { textWith } from '../support/matchers.mts';
import { autoMap, failedItems, goodItems, ON_ERROR } from '../support/runs.mts';
import { createBodies, credentialsOf, serviceWith } from '../support/service.mts';

const PAGE = 'https://example.com/page';

async function makeLinks(service: Service, items: IDataObject[]) {
	return await runNode({
		credentials: credentialsOf(service),
		parameters: autoMap(),
		items: items.map((item, index) => ({ url: `${PAGE}/${index}`, ...item })),
		onError: ON_ERROR.Continue,
	});
}

describe('F4: a name that the service stores escaped for a page', () => {
	async function withEscapedNames() {
		const service = await serviceWith();
		service.seed('campaigns', [{ id: 11, name: 'Q&amp;A &#039;26' }]);
		service.seed('channels', [{ id: 21, name: 'Q&amp;A' }]);
		service.seed('pixels', [{ id: 42, name: 'Q&amp;A' }]);
		return service;
	}

	it('F4: is found as a person writes it, and as the service shows it', async () => {
		const service = await withEscapedNames();
		const result = await makeLinks(service, [
			{ campaign: "Q&A '26", channel: 'q&a', pixels: 'Q&A' },
			{ campaign: 'Q&amp;A &#039;26', channel: 'Q&amp;A', pixels: 'Q&amp;A' },
		]);

		expect(goodItems(result)).toHaveLength(2);
		expect(createBodies(service)).toMatchObject([
			{ campaign: 11, channel: 21, pixels: [42] },
			{ campaign: 11, channel: 21, pixels: [42] },
		]);
	});

	it('F4: is plain in messages and lists', async () => {
		const service = await withEscapedNames();
		const credentials = credentialsOf(service);
		const result = await makeLinks(service, [{ channel: 'Q&Aa' }]);
		const search = await listSearch({ method: 'searchCampaigns', credentials, filter: "&a '" });

		expect(failedItems(result)).toMatchObject([
			{ error: 'There is no channel "Q&Aa". Did you mean "Q&A"?' },
		]);
		expect(search.results).toEqual([{ name: "Q&A '26", value: 11 }]);
		expect(await loadOptions({ method: 'getPixels', credentials })).toEqual([
			{ name: 'Q&A – Meta (Facebook)', value: 42 },
		]);
	});

	it.each<[what: string, resource: string, parameters: INodeParameters, sent: string]>([
		[
			'of a campaign that is updated without one',
			'campaign',
			{ campaignId: pick('id', 11), updateFields: { public: true } },
			"Q&A '26",
		],
		[
			'of a campaign as a row of Get Many has it',
			'campaign',
			{ campaignId: pick('id', 11), updateFields: { name: 'Q&amp;A &#039;26', public: true } },
			"Q&A '26",
		],
		[
			'of a channel as a row of Get Many has it',
			'channel',
			{ channelId: pick('id', 21), updateFields: { name: 'Q&amp;A', starred: true } },
			'Q&A',
		],
		[
			'of a pixel as a row of Get Many has it',
			'pixel',
			{ pixelId: pick('id', 42), updateFields: { name: 'Q&amp;A' } },
			'Q&A',
		],
	])('F4: %s is sent plain', async (_, resource, parameters, sent) => {
		const service = await withEscapedNames();
		const { error } = await runOperation(service, { resource, operation: 'update' }, parameters);

		expect(error).toBeUndefined();
		const updates = service.requests.filter(({ method }) => method === 'PUT');
		expect(updates.map(({ body }) => body)).toMatchObject([{ name: sent }]);
	});
});

describe('A22: a list that the node changes is read anew by every later run', () => {
	/** Runs one row; its error, or what it sends. */
	async function rowWith(service: Service, columns: IDataObject): Promise<unknown> {
		service.clearRequests();
		const result = await makeLinks(service, [columns]);
		return failedItems(result)[0]?.error ?? createBodies(service)[0];
	}

	it('A22: a campaign with the old name of another one is not mistaken for that', async () => {
		const service = await seededService();
		const row = async (campaign: string) => await rowWith(service, { campaign });
		const change = async (operation: string, parameters: INodeParameters) =>
			await runOperation(service, { resource: 'campaign', operation }, parameters);

		expect(await row('Summer')).toMatchObject({ campaign: 12 });
		await change('update', {
			campaignId: pick('name', 'Summer'),
			updateFields: { name: 'Last summer' },
		});
		expect(await row('Summer')).toMatch('There is no campaign "Summer"');
		await change('create', { name: 'Summer' });
		expect(await row('Summer')).toMatchObject({ campaign: 14 });
		await change('create', { name: 'SUMMER' });
		expect(await row('summer')).toMatch('"summer" may be campaign');
		await change('delete', { campaignId: pick('id', 12) });
		expect(await row('Last summer')).toMatch('There is no campaign "Last summer"');
	});

	it.each([
		{ resource: 'channel', column: 'channel', id: 21, name: 'Mail' },
		{ resource: 'pixel', column: 'pixels', id: 42, name: 'Blog' },
	])('A22: a $resource that is deleted is unknown', async ({ resource, column, id, name }) => {
		const service = await seededService();
		expect(await rowWith(service, { [column]: name })).toHaveProperty(column);
		await runOperation(
			service,
			{ resource, operation: 'delete' },
			{ [`${resource}Id`]: pick('id', id) },
		);
		expect(await rowWith(service, { [column]: name })).toMatch(`There is no ${resource} "${name}"`);
	});

	it.each([
		{ resource: 'channel', column: 'channel', id: 21, name: 'Mail' },
		{ resource: 'pixel', column: 'pixels', id: 42, name: 'Blog' },
	])('A22: a $resource that is renamed is found', async ({ resource, column, id, name }) => {
		const service = await seededService();
		expect(await rowWith(service, { [column]: name })).toHaveProperty(column);
		await runOperation(
			service,
			{ resource, operation: 'update' },
			{ [`${resource}Id`]: pick('id', id), updateFields: { name: 'New' } },
		);
		expect(await rowWith(service, { [column]: 'new' })).toHaveProperty(column);
		expect(await rowWith(service, { [column]: name })).toMatch(`There is no ${resource} "${name}"`);
	});
});

describe('E12: a campaign that someone made a moment ago', () => {
	it('E12: is found 11 s after the list was read', async () => {
		const service = await seededService();
		await makeLinks(service, [{ campaign: 'Summer' }]);
		service.seed('campaigns', [{ id: 15, name: 'Winter' }]);
		// On the clock that is put forward.
		await new Promise((resolve) => setTimeout(resolve, 11_000));

		expect(goodItems(await makeLinks(service, [{ campaign: 'Winter' }]))).toHaveLength(1);
	});

	it('E12: is looked for once a minute where it is not there', async () => {
		const service = await seededService();
		const readings = () => service.requests.filter(({ path }) => path === '/api/campaigns').length;
		for (let tries = 0; tries < 6; tries += 1) {
			await makeLinks(service, [{ campaign: 'Winter' }, { campaign: 'Frost' }]);
			await new Promise((resolve) => setTimeout(resolve, 20_000));
		}

		// At 0 s, at 20 s since the list is older than 10 s, and at 80 s.
		expect(readings()).toBe(3);
	});
});

describe('D14: a name with a typing error', () => {
	it.each([
		['Sprng Sale', 'There is no campaign "Sprng Sale". Did you mean "Spring Sale"?'],
		['spring', 'There is no campaign "spring". Did you mean "Spring Sale"?'],
		['Autumn', 'There is no campaign "Autumn"'],
	])('D14: %j is answered with: %s', async (campaign, error) => {
		const service = await serviceWith();
		service.seed('campaigns', [{ name: 'Fall Sale' }, { name: 'Spring Sale' }, { name: 'Summer' }]);

		const result = await makeLinks(service, [{ campaign }]);
		expect(failedItems(result)).toMatchObject([
			{ error, message: textWith('Fall Sale. Enter one of these names, or the ID.') },
		]);
	});
});
