import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service } from '../service/index.mts';
import { runAsTool, runNode } from './harness/index.mts';
import { runOperation } from './operations/check.mts';
import { seededService } from './operations/fixtures.mts';
import { pick } from './operations/row.mts';
import { textWith } from './support/matchers.mts';
import {
	autoMap,
	autoMapUpdate,
	createOf,
	errorOf,
	failedItems,
	goodItems,
	ON_ERROR,
	rows,
	wordsOf,
} from './support/runs.mts';
import { createBodies, credentialsOf, requestLines } from './support/service.mts';

const PAGE = 'https://example.com/page';

async function run(
	service: Service,
	items: IDataObject[],
	parameters: INodeParameters = autoMap(),
) {
	const credentials = credentialsOf(service);
	return await runNode({ credentials, parameters, items, onError: ON_ERROR.Continue });
}

/** Bodies of the creates, sorted: rows side by side arrive in any order. */
function sent(service: Service): unknown[] {
	return createBodies(service).toSorted((one, other) =>
		JSON.stringify(one).localeCompare(JSON.stringify(other)),
	);
}

/** What was read besides the links. */
function lookUps(service: Service): string[] {
	return requestLines(service).filter((line) => /^GET (?!\/api\/urls?\b)/.test(line));
}

const CAMPAIGNS = 'GET /api/campaigns?limit=100&page=1';
const CHANNELS = 'GET /api/channels?limit=100&page=1';

/** What tells whose pixels there are. */
const PIXELS_LOOK = 'GET /api/v1/pixels?per_page=10&page=1';

describe('names in the columns of the input', () => {
	it('are sent as IDs, with one reading of each list', async () => {
		const service = await seededService();
		const items = [
			{ url: `${PAGE}/1`, Campaign: 'Summer', channel: ' mail ', Pixels: 'blog, 41' },
			{ url: `${PAGE}/2`, Campaign: 12, pixels: 'Shop cart', type: 'Thank you' },
			{ url: `${PAGE}/3`, Campaign: '11', 'Redirect Type': 'Autumn sale' },
			{ url: `${PAGE}/4`, type: 'Frame', domain: 'GO.example.com' },
		];
		const { hints } = await run(service, items);

		expect(sent(service)).toEqual([
			{ url: `${PAGE}/1`, campaign: 12, channel: 21, pixels: [42, 41] },
			{ url: `${PAGE}/2`, campaign: 12, pixels: [43], type: '81' },
			{ url: `${PAGE}/3`, campaign: 11, type: 'overlay-71' },
			{ url: `${PAGE}/4`, type: 'frame', domain: 'https://go.example.com' },
		]);
		expect(hints).toEqual([]);
		expect(
			lookUps(service)
				.map((line) => line.replace(/\?.*/, ''))
				.sort(),
		).toEqual([
			...['GET /api/campaigns', 'GET /api/channels', 'GET /api/overlay', 'GET /api/splash'],
			...['GET /api/v1/pixels', 'GET /api/v1/pixels'],
		]);
	});

	it('cost one request for a run of 1,000 rows, and none in the next', async () => {
		const service = await seededService();
		const names = ['Summer', 'spring', '13'];
		const items = rows(1_000).map((row, index) => ({ ...row, campaign: names[index % 3] }));
		expect(goodItems(await run(service, items))).toHaveLength(1_000);
		await run(service, [{ url: PAGE, campaign: 'Autumn' }]);

		expect(lookUps(service)).toEqual([CAMPAIGNS]);
		expect(createBodies(service).at(-1)).toEqual({ url: PAGE, campaign: 13 });
	});

	it('that are unknown or ambiguous fail by themselves', async () => {
		const service = await seededService();
		service.seed('campaigns', [{ id: 14, name: 'AUTUMN' }]);
		service.seed('campaigns', [{ id: 15, name: '2024' }]);
		const items = [
			{ url: `${PAGE}/1`, campaign: 'Sumer' },
			{ url: `${PAGE}/2`, campaign: 'autumn' },
			{ url: `${PAGE}/3`, campaign: 'Summer' },
			{ url: `${PAGE}/4`, campaign: 2024 },
		];
		const result = await run(service, items);

		// Digits are an ID, even where they are a name besides.
		expect(sent(service)).toEqual([
			{ url: `${PAGE}/3`, campaign: 12 },
			{ url: `${PAGE}/4`, campaign: 2024 },
		]);
		expect(failedItems(result)).toMatchObject([
			{
				error: 'There is no campaign "Sumer". Did you mean "Summer"?',
				message:
					'Other campaigns: 2024, AUTUMN, Autumn, Spring. Enter one of these names, or the ID.',
			},
			{
				error: '"autumn" may be campaign 14 (AUTUMN) or campaign 13 (Autumn)',
				message: 'Enter the ID of the one that is meant: 14 or 13.',
			},
			{ error: 'Campaign does not exist' },
		]);
		expect(lookUps(service)).toEqual([CAMPAIGNS]);
	});

	it('fail each by itself where the list cannot be read, and IDs go on', async () => {
		const service = await seededService();
		service.addFault({
			match: { path: '/api/campaigns' },
			kind: 'failureOn400',
			message: 'Not now.',
		});
		const result = await run(service, [
			{ url: `${PAGE}/1`, campaign: 'Summer' },
			{ url: `${PAGE}/2`, campaign: 12 },
			{ url: `${PAGE}/3` },
		]);

		expect(failedItems(result)).toMatchObject([
			{ error: 'The campaigns could not be read to look up "Summer": Not now.' },
		]);
		expect(sent(service)).toEqual([{ url: `${PAGE}/2`, campaign: 12 }, { url: `${PAGE}/3` }]);
	});

	it('have no advice about IDs where the key is at fault', async () => {
		const service = await seededService();
		const { items } = await runNode({
			credentials: credentialsOf(service, { apiKey: 'wrong' }),
			parameters: autoMap(),
			items: [{ url: PAGE, campaign: 'Summer' }],
			onError: ON_ERROR.Continue,
		});

		expect(wordsOf(items[0] ?? {})).toContain('could not be read to look up "Summer"');
		expect(wordsOf(items[0] ?? {})).not.toContain('An ID needs');
	});

	it('are not looked up where all cells are IDs', async () => {
		const service = await seededService();
		const items = rows(200).map((row) => ({
			...row,
			campaign: '12.0',
			type: '81.0',
			pixels: '41, 42',
		}));

		expect(goodItems(await run(service, items))).toHaveLength(200);
		expect(lookUps(service)).toEqual([]);
	});

	it('are sent as IDs by an update', async () => {
		const service = await seededService();
		const items = [{ id: 101, Campaign: 'summer', Channel: 'Print', 'Long URL': PAGE }];
		await run(service, items, autoMapUpdate({ columnToMatchOn: 'id' }));

		const updates = service.requests.filter(({ method }) => method === 'PUT');
		expect(updates.map(({ body }) => body)).toEqual([{ url: PAGE, campaign: 12, channel: 22 }]);
	});
});

describe('names in fields', () => {
	it.each<{ what: string; more: INodeParameters; sent: IDataObject; reads: string[] }>([
		{
			what: 'of locators',
			more: {
				additionalFields: { campaign: pick('name', 'Summer'), channel: pick('list', 'print') },
			},
			sent: { campaign: 12, channel: 22 },
			reads: [CAMPAIGNS, CHANNELS],
		},
		{
			what: 'that are IDs under By Name',
			more: {
				additionalFields: { campaign: pick('name', '12'), pixels: '={{ "Blog, 41" }}' },
			},
			sent: { campaign: 12, pixels: [42, 41] },
			reads: [CAMPAIGNS, PIXELS_LOOK, 'GET /api/v1/pixels?per_page=100&page=1'],
		},
		{
			what: 'that are IDs as text',
			more: {
				additionalFields: {
					campaign: '={{ "12" }}',
					channel: pick('id', ' 22 '),
					pixels: '={{ "41, 42" }}',
				},
			},
			sent: { campaign: 12, channel: 22, pixels: [41, 42] },
			reads: [],
		},
		{
			what: 'of the splash page that was picked',
			more: {
				additionalFields: {
					type: { redirect: { type: 'splashPage', splashPageId: pick('name', 'thank you') } },
				},
			},
			sent: { type: '81' },
			reads: ['GET /api/splash?limit=100&page=1'],
		},
		{
			what: 'of the overlay that was picked',
			more: {
				additionalFields: {
					type: { redirect: { type: 'ctaOverlay', ctaOverlayId: pick('name', 'Autumn sale') } },
				},
			},
			sent: { type: 'overlay-71' },
			reads: ['GET /api/overlay?limit=100&page=1'],
		},
	])('$what', async ({ more, sent, reads }) => {
		const service = await seededService();
		const result = await run(service, [{}], createOf(PAGE, more));

		expect(failedItems(result)).toMatchObject([]);
		expect(createBodies(service)).toEqual([{ url: PAGE, ...sent }]);
		expect(lookUps(service)).toEqual(reads);
	});

	it.each([
		{
			name: 'campaign.update',
			parameters: { campaignId: pick('name', 'summer'), updateFields: { name: 'Any' } },
			sends: [CAMPAIGNS, 'PUT /api/campaign/12/update'],
		},
		{
			name: 'campaign.assignLink',
			parameters: { campaignId: pick('name', 'Summer'), linkId: pick('id', 101) },
			sends: [CAMPAIGNS, 'POST /api/campaign/12/assign/101'],
		},
		{
			name: 'channel.assignItem',
			parameters: { channelId: pick('name', 'Mail'), linkId: pick('id', 101) },
			sends: [CHANNELS, 'POST /api/channel/21/assign/links/101'],
		},
		{
			name: 'channel.update',
			parameters: { channelId: pick('name', 'Mail'), updateFields: { name: 'Any' } },
			sends: [CHANNELS, 'PUT /api/channel/21/update'],
		},
		{
			name: 'channel.getItems',
			parameters: { channelId: pick('name', 'Mail') },
			sends: [CHANNELS, 'GET /api/channel/21?limit=50&page=1'],
		},
		{
			name: 'pixel.update',
			parameters: { pixelId: pick('name', 'Blog'), updateFields: { name: 'Any' } },
			sends: [PIXELS_LOOK, textWith('GET /api/v1/pixels?'), 'PUT /api/v1/pixels/42'],
		},
		{
			name: 'pixel.get',
			parameters: { pixelId: pick('name', 'Blog') },
			sends: [PIXELS_LOOK, textWith('GET /api/v1/pixels?'), 'GET /api/v1/pixels/42'],
		},
	])('of $name', async ({ name, parameters, sends }) => {
		const service = await seededService();
		const [resource = '', operation = ''] = name.split('.');
		const { error } = await runOperation(service, { resource, operation }, parameters);

		expect(error).toBeUndefined();
		expect(requestLines(service)).toEqual(sends);
	});

	it('of a tool are what its model says', async () => {
		const service = await seededService();
		const campaign = pick('id', "={{ $fromAI('Campaign', '', 'string', '') }}");
		const { response } = await runAsTool({
			credentials: credentialsOf(service),
			parameters: createOf(PAGE, { additionalFields: { campaign } }),
			toolArguments: { Campaign: 'Summer' },
		});

		expect(response).toContain(PAGE);
		expect(createBodies(service)).toEqual([{ url: PAGE, campaign: 12 }]);
	});

	it('keep the service from being asked where something else is wrong', async () => {
		const service = await seededService();
		const result = await runNode({
			credentials: credentialsOf(service),
			parameters: autoMap(),
			items: [{ url: PAGE, campaign: 'Summer', expiry: 'soon' }],
		});

		expect(errorOf(result).message).toContain('Expiry "soon"');
		expect(service.requests).toEqual([]);
	});
});

describe('the name of a campaign that is updated without one', () => {
	const byRow = {
		resource: 'campaign',
		operation: 'update',
		campaignId: pick('id', '={{ $json.id }}'),
		updateFields: { name: '={{ $json.name }}', public: true },
	};

	function sentNames(service: Service): unknown[] {
		const updates = service.requests.filter(({ method }) => method === 'PUT');
		return updates.map(({ path, body }) => [path, (body as IDataObject).name]).toSorted();
	}

	it('is read once per run, and only where a row has none', async () => {
		const service = await seededService();
		await run(service, [{ id: 11, name: 'Any' }], byRow);
		expect(lookUps(service)).toEqual([]);
		service.clearRequests();
		await run(service, [{ id: 11 }, { id: 12, name: '' }, { id: 13, name: 'New' }], byRow);

		expect(sentNames(service)).toEqual([
			['/api/campaign/11/update', 'Any'],
			['/api/campaign/12/update', 'Summer'],
			['/api/campaign/13/update', 'New'],
		]);
		expect(lookUps(service).filter((line) => line === CAMPAIGNS)).toHaveLength(1);
	});

	it('is the one it has now, whoever gave it', async () => {
		const service = await seededService();
		await run(service, [{ id: 11 }], byRow);
		await fetch(`${service.url}/api/campaign/11/update`, {
			method: 'PUT',
			headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify({ name: 'Elsewhere' }),
		});
		service.clearRequests();
		await run(service, [{ id: 11 }, { id: 12, name: 'New' }, { id: 12 }], byRow);

		expect(sentNames(service)).toEqual([
			['/api/campaign/11/update', 'Elsewhere'],
			['/api/campaign/12/update', 'New'],
			['/api/campaign/12/update', 'New'],
		]);
	});
});
