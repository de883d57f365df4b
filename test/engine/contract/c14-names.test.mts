import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { listSearch, loadOptions, runNode } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { pick } from '../operations/row.mts';
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
