import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, Variations } from '../../service/index.mts';
import { runNode } from '../harness/index.mts';
import { textLike } from '../support/matchers.mts';
import { autoMap, failedItems, ON_ERROR } from '../support/runs.mts';
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

function readsOf(service: Service, list: string): number {
	return requestLines(service).filter((line) => line.startsWith(`GET ${list}?`)).length;
}

describe('digits in a column', () => {
	it.each<[columns: IDataObject, sent: object]>([
		[{ Pixels: '12, Spring' }, { pixels: [12, 11] }],
		[
			{ 'Campaign ID': '12', 'channel-id': 12 },
			{ campaign: 12, channel: 12 },
		],
	])('are an ID, whatever is called so: %j', async (columns, sent) => {
		const service = await seeded();
		await run(service, [{ url: PAGE, ...columns }]);

		expect(createBodies(service)[0]).toEqual({ url: PAGE, ...sent });
	});

	it('are one name of several records, which are named', async () => {
		const service = await seeded();
		service.seed('pixels', [{ id: 15, name: '2024' }]);

		expect(failedItems(await run(service, [{ url: PAGE, 'Pixel Name': 2024 }]))).toMatchObject([
			{
				error: textLike(
					/^"2024" matches several records: pixel 1[35] \(2024\), pixel 1[35] \(2024\)$/,
				),
			},
		]);
	});

	it('cost one look at a list', async () => {
		const service = await seeded();
		const rows = numbered(30, (number) => ({
			url: `${PAGE}/${String(number)}`,
			...{ campaign: 11, 'Channel ID': 12, 'Pixel Names': '11, 2024' },
		}));
		expect(failedItems(await run(service, rows))).toEqual([]);
		expect(['/api/campaigns', '/api/channels'].map((list) => readsOf(service, list))).toEqual([
			1, 1,
		]);
		// The first page tells whose pixels there are.
		expect(readsOf(service, '/api/v1/pixels')).toBe(2);
	});
});

describe('digits in Create or Update and Update', () => {
	it('name the campaign that the link has, whichever way the list shows it', async () => {
		const service = await seeded({ extraLinkFields: true });
		service.seed('links', [{ url: PAGE, custom: 'spring', campaign: 13 }]);
		const sheet = sheetOn(service);
		const row = (columns: IDataObject) => ({ url: PAGE, custom: 'spring', ...columns });

		expect(outcomes(await sheet.run([row({ campaign: 13 })]))).toEqual(['unchanged']);
		expect(outcomes(await sheet.run([row({ 'Campaign Name': '2024' })]))).toEqual(['unchanged']);
		expect(changesSent(service)).toEqual([]);
		expect(outcomes(await sheet.run([row({ campaign: 'Summer' })]))).toEqual(['updated']);
	});
});
