import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, Variations } from '../../service/index.mts';
import { runAsTool, runNode } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { pick } from '../operations/row.mts';
import { textLike, textWith } from '../support/matchers.mts';
import {
	autoMap,
	autoMapUpdate,
	createOf,
	errorOf,
	failedItems,
	ON_ERROR,
} from '../support/runs.mts';
import { createBodies, credentialsOf, requestLines, serviceWith } from '../support/service.mts';
import { changesSent, numbered, outcomes, PAGE, sheetOn } from '../support/sheet.mts';

/** Records whose names are numbers. 12 is an ID and the name of another record. */
const RECORDS = [
	{ id: 11, name: 'Spring' },
	{ id: 12, name: 'Summer' },
	{ id: 13, name: '2024' },
	{ id: 14, name: '12' },
];

async function seeded(variations: Partial<Variations> = {}): Promise<Service> {
	const service = await serviceWith({ variations });
	service.seed('campaigns', RECORDS);
	service.seed('channels', RECORDS);
	service.seed('pixels', RECORDS);
	return service;
}

async function run(service: Service, items: IDataObject[], parameters = autoMap()) {
	const credentials = credentialsOf(service);
	return await runNode({ credentials, parameters, items, onError: ON_ERROR.Continue });
}

/** What a row with these columns sends; its error where it fails. */
async function sentFor(columns: IDataObject, parameters?: INodeParameters): Promise<unknown> {
	const service = await seeded();
	const result = await run(service, [{ url: PAGE, ...columns }], parameters);
	return failedItems(result)[0]?.error ?? createBodies(service)[0];
}

function readsOf(service: Service, list: string): number {
	return requestLines(service).filter((line) => line.startsWith(`GET ${list}?`)).length;
}

describe('digits in a column', () => {
	it.each<[columns: IDataObject, sent: object]>([
		[{ Campaign: 2024 }, { campaign: 13 }],
		[{ campaign: '2024' }, { campaign: 13 }],
		[{ campaign: ' 2024.0 ' }, { campaign: 13 }],
		[{ Channel: '2024' }, { channel: 13 }],
		[{ Pixels: '2024, Summer' }, { pixels: [13, 12] }],
		[{ Pixel: 2024 }, { pixels: [13] }],
		[{ pixels: '11; 2024' }, { pixels: [11, 13] }],
		[
			{ 'Campaign Name': 12, 'Channel Name': '2024' },
			{ campaign: 14, channel: 13 },
		],
		[{ 'Pixel Names': '12, 2024' }, { pixels: [14, 13] }],
		[{ pixel_name: '12' }, { pixels: [14] }],
	])(
		'are the name of a record that has no such ID, and a name where the column says so: %j',
		async (columns, sent) => {
			expect(await sentFor(columns)).toEqual({ url: PAGE, ...sent });
		},
	);

	it.each<[columns: IDataObject, sent: object]>([
		[{ campaign: 11 }, { campaign: 11 }],
		[
			{ 'Campaign ID': '12', 'channel-id': 12 },
			{ campaign: 12, channel: 12 },
		],
		[{ 'Pixel IDs': '12, 11' }, { pixels: [12, 11] }],
		[
			{ 'Campaign ID': 'Summer', 'Pixel IDs': 'Spring, 12' },
			{ campaign: 12, pixels: [11, 12] },
		],
		[{ 'Campaign Name': 11 }, { campaign: 11 }],
	])(
		'are an ID of a record that has it, and where the column says so: %j',
		async (columns, sent) => {
			expect(await sentFor(columns)).toEqual({ url: PAGE, ...sent });
		},
	);

	it('are sent as an ID where nothing has them, since a list may hide records', async () => {
		const service = await seeded();
		const result = await run(service, [{ url: PAGE, campaign: 99, pixels: '98, 11' }]);

		expect(createBodies(service)).toEqual([{ url: PAGE, campaign: 99, pixels: [98, 11] }]);
		expect(failedItems(result)).toHaveLength(1);
	});

	it.each([
		['campaign', '12', 'campaign', 'Campaign ID or Campaign Name'],
		['Channel', 12, 'channel', 'Channel ID or Channel Name'],
		['pixels', '11, 12', 'pixel', 'Pixel IDs or Pixel Names'],
	])(
		'are refused where they are an ID and the name of another one: %s %s',
		async (column, value, noun, columns) => {
			const service = await seeded();
			const result = await run(service, [{ url: PAGE, [column]: value }]);

			expect(failedItems(result)).toMatchObject([
				{
					error: `"12" is the ID of ${noun} 12 (Summer) and the name of ${noun} 14`,
					message: textWith(`In a sheet, rename the column to ${columns}.`),
				},
			]);
			expect(createBodies(service)).toEqual([]);
		},
	);

	it('are one name of several records, which are named', async () => {
		const service = await seeded();
		service.seed('pixels', [{ id: 15, name: '2024' }]);

		expect(failedItems(await run(service, [{ url: PAGE, pixel: 2024 }]))).toMatchObject([
			{
				error: textLike(
					/^"2024" matches several records: pixel 1[35] \(2024\), pixel 1[35] \(2024\)$/,
				),
			},
		]);
	});

	it('are read with one look at each list in a run, and none where the column says what they are', async () => {
		const service = await seeded();
		const rows = numbered(30, (number) => ({
			url: `${PAGE}/${String(number)}`,
			campaign: number % 2 === 0 ? 11 : 2024,
			'Channel ID': 12,
			pixels: '11, 2024',
		}));
		expect(failedItems(await run(service, rows))).toEqual([]);
		expect(['/api/campaigns', '/api/channels'].map((list) => readsOf(service, list))).toEqual([
			1, 0,
		]);
		// The first page tells whose pixels there are.
		expect(readsOf(service, '/api/v1/pixels')).toBe(2);
	});

	it.each(['failureOn200', 'html200'] as const)(
		'are IDs without a complaint where the list cannot be read, which is tried once: %s',
		async (kind) => {
			const service = await seeded();
			service.addFault({ match: { path: '/api/campaigns' }, kind });
			const rows = numbered(30, (number) => ({ url: `${PAGE}/${String(number)}`, campaign: 11 }));
			const result = await run(
				service,
				rows,
				autoMap({ options: { batching: { maxInFlight: 2 } } }),
			);

			expect(failedItems(result)).toEqual([]);
			expect(readsOf(service, '/api/campaigns')).toBeLessThanOrEqual(1);
		},
	);

	it('name a campaign that was made since the list was read', async () => {
		const service = await seeded();
		await run(service, [{ url: PAGE, campaign: 'Summer' }]);
		service.seed('campaigns', [{ id: 16, name: '2031' }]);
		await new Promise((resolve) => setTimeout(resolve, 11_000));
		await run(service, [{ url: PAGE, campaign: '2031' }]);

		expect(createBodies(service).at(-1)).toEqual({ url: PAGE, campaign: 16 });
	});
});

describe('digits in Create or Update and Update', () => {
	it('name the campaign that the link has, whichever way the list shows it', async () => {
		const service = await seeded({ extraLinkFields: true });
		service.seed('links', [{ url: PAGE, custom: 'spring', campaign: 13 }]);
		const sheet = sheetOn(service, { matchOn: 'custom' });
		const row = (columns: IDataObject) => ({ url: PAGE, custom: 'spring', ...columns });

		expect(outcomes(await sheet.run([row({ campaign: 2024 })]))).toEqual(['unchanged']);
		expect(outcomes(await sheet.run([row({ 'Campaign Name': '2024' })]))).toEqual(['unchanged']);
		expect(changesSent(service)).toEqual([]);
		expect(outcomes(await sheet.run([row({ campaign: 'Summer' })]))).toEqual(['updated']);
	});

	it('are sent as the ID of the name by an update', async () => {
		const service = await seeded();
		const [id = 0] = service.seed('links', [{ url: PAGE }]);
		const parameters = autoMapUpdate({ columnToMatchOn: 'id' });
		await run(service, [{ id, 'Long URL': PAGE, Campaign: '2024', Channel: 2024 }], parameters);

		const updates = service.requests.filter(({ method }) => method === 'PUT');
		expect(updates.map(({ body }) => body)).toEqual([{ url: PAGE, campaign: 13, channel: 13 }]);
	});
});

describe('digits in a field', () => {
	it.each<[additionalFields: INodeParameters, sent: object]>([
		[
			{ campaign: pick('id', 12), channel: pick('list', '12') },
			{ campaign: 12, channel: 12 },
		],
		[{ pixels: [12, 11] }, { pixels: [12, 11] }],
	])(
		'are an ID without a look-up where they were picked or entered as one: %j',
		async (additionalFields, sent) => {
			const service = await seeded();
			await run(service, [{}], createOf(PAGE, { additionalFields }));

			expect(createBodies(service)).toEqual([{ url: PAGE, ...sent }]);
			expect(requestLines(service).filter((line) => /campaign|channel|pixel/.test(line))).toEqual(
				[],
			);
		},
	);

	it.each<[additionalFields: INodeParameters, sent: object]>([
		[{ campaign: '={{ "2024" }}' }, { campaign: 13 }],
		[
			{ campaign: '={{ 2024 }}', channel: '={{ 11 }}' },
			{ campaign: 13, channel: 11 },
		],
		[{ pixels: '={{ "2024, 11" }}' }, { pixels: [13, 11] }],
		[
			{ campaign: pick('name', '12'), pixels: '={{ ["2024"] }}' },
			{ campaign: 14, pixels: [13] },
		],
	])('of an expression are the name of a record, too: %j', async (additionalFields, sent) => {
		expect(await sentFor({}, createOf(PAGE, { additionalFields }))).toEqual({
			url: PAGE,
			...sent,
		});
	});

	it('say what to do where they are an ID and a name', async () => {
		const service = await seeded();
		const additionalFields = { channel: '={{ 12 }}' };
		const use = { resource: 'link', operation: 'create' };
		const result = await runOperation(service, use, { url: PAGE, additionalFields });

		expect(errorOf(result)).toEqual({
			message: '"12" is the ID of channel 12 (Summer) and the name of channel 14',
			description: textWith('Select By ID or By Name in the field.'),
		});
	});

	it('of an agent are the name of a record, too', async () => {
		const service = await seeded();
		const { response } = await runAsTool({
			credentials: credentialsOf(service),
			parameters: createOf(PAGE, {
				additionalFields: { campaign: "={{ $fromAI('campaign', 'Its campaign', 'string') }}" },
			}),
			toolArguments: { campaign: '2024' },
		});

		expect(response).toContain('shorturl');
		expect(createBodies(service)).toEqual([{ url: PAGE, campaign: 13 }]);
	});
});
