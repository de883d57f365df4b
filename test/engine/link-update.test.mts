import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../service/index.mts';
import { runNode } from './harness/index.mts';
import { seededService } from './operations/fixtures.mts';
import { idOfItem, pick } from './operations/row.mts';
import { errorOf } from './support/runs.mts';
import { credentialsOf, requestLines } from './support/service.mts';

const UPDATE = { resource: 'link', operation: 'update' };

/** Gives each of the links in the fixtures a long URL of its own. */
async function updateThree(options: Partial<ServiceOptions>, updateFields: IDataObject = {}) {
	const service = await seededService(options);
	const run = await runNode({
		credentials: credentialsOf(service),
		parameters: {
			...UPDATE,
			linkId: idOfItem,
			updateFields: { url: '={{ $json.to }}', ...updateFields },
		},
		items: [101, 102, 103].map((id) => ({ id, to: `https://example.com/${id}` })),
		onError: 'continueRegularOutput',
	});
	return { service, run };
}

describe('link → Update', () => {
	it('looks at the first link, and once nothing was lost there only sends', async () => {
		const { service, run } = await updateThree({});

		expect(run.items).toMatchObject([{ id: 101 }, { id: 102 }, { id: 103 }]);
		expect(requestLines(service).slice(0, 3)).toEqual([
			'GET /api/url/101',
			'PUT /api/url/101/update',
			'GET /api/url/101',
		]);
		expect(requestLines(service).slice(3).sort()).toEqual([
			'PUT /api/url/102/update',
			'PUT /api/url/103/update',
		]);
		expect(service.links()).toMatchObject([
			{ description: 'For the mail', expiry: '2040-12-31 23:59:59', campaign: 11 },
			{ title: 'Summer page' },
			{ title: 'Branded page', domain: 'https://go.example.com' },
		]);
	});

	it('stops at the first link where the service empties what it is not sent', async () => {
		const { service, run } = await updateThree({ variations: { updateClearsTheRest: true } });
		const lost = 'Description, Expiry, Geo Targets, Device Targets';

		expect(run.items.map(({ error }) => error)).toEqual([
			`The update of ${service.url}/spring changed what was not sent: ${lost}`,
			...Array<string>(2).fill(
				`Not updated, since the service does not keep what an update leaves out: ${lost}`,
			),
		]);
		// The others are read, to tell what they would lose, and not written.
		expect(requestLines(service).filter((line) => line.startsWith('PUT'))).toHaveLength(1);
		expect(service.links()).toMatchObject([
			{},
			{ title: 'Summer page' },
			{ title: 'Branded page' },
		]);
	});

	it('looks at the first link that has something to lose', async () => {
		const service = await seededService();
		const bare = service.seed('links', [{ url: 'https://example.com/1', title: '' }]);
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: { ...UPDATE, linkId: idOfItem, updateFields: { url: '={{ $json.to }}' } },
			items: [...bare, 101, 102].map((id) => ({ id, to: `https://example.com/new/${id}` })),
		});

		expect(run.items).toHaveLength(3);
		const reads = requestLines(service).filter((line) => line.startsWith('GET'));
		expect(reads).toEqual([...bare, 101, 101].map((id) => `GET /api/url/${id}`));
	});

	it('looks at the second link where the first could not be read afterwards', async () => {
		const { service, run } = await updateThree({
			faults: [
				{
					match: { method: 'GET', path: '/api/url/101', nth: 2 },
					kind: 'failureOn200',
					message: 'Something else.',
				},
			],
		});

		expect(run.items).toMatchObject([{ id: 101 }, { id: 102 }, { id: 103 }]);
		// The first two have shown nothing, so the third has to show what it has to lose.
		expect(requestLines(service).slice(3)).toEqual([
			'GET /api/url/102',
			'PUT /api/url/102/update',
			'GET /api/url/103',
			'PUT /api/url/103/update',
		]);
	});

	it.each([
		['https://example.com/?a=1&amp;b=2&#039;', "https://example.com/?a=1&b=2'"],
		['https://example.com/%7Eme?q=a%26b', 'https://example.com/%7Eme?q=a%26b'],
	])('sends the long URL of %s', async (shown, sent) => {
		const service = await seededService();
		const [id = 0] = service.seed('links', [{ url: shown }]);
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: { ...UPDATE, linkId: pick('id', id), updateFields: { description: 'Any' } },
		});

		expect(run.items).toMatchObject([{ id, longurl: sent }]);
		expect(service.requests[1]?.body).toEqual({ url: sent, description: 'Any' });
	});

	it('asks for a long URL where the one of the link is not understood', async () => {
		const service = await seededService();
		const shown = 'https://example.com/?a=1&b=M\uFFFDtze';
		const [id = 0] = service.seed('links', [{ url: shown }]);
		const run = await runNode({
			credentials: credentialsOf(service),
			parameters: { ...UPDATE, linkId: pick('id', id), updateFields: { description: 'Any' } },
		});

		expect(errorOf(run)).toEqual({
			message: `The long URL of link ${id} cannot be told from "${shown}", as the service shows it`,
			description:
				'The service wants the long URL with every update. Give it as Long URL, in the spelling in which it is to be kept.',
		});
		expect(requestLines(service)).toEqual([`GET /api/url/${id}`]);
	});
});
