import type { INodeParameters } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import type { Service, ServiceOptions } from '../../service/index.mts';
import { PRESET_NAMES, PRESETS } from '../../service/presets/index.mts';
import { listSearch, testCredential } from '../harness/index.mts';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { pick } from '../operations/row.mts';
import { pdf } from '../operations/rows/file.mts';
import { FIRST, watchedEvents, watching } from '../support/cursors.mts';
import { anyNumber, textLike } from '../support/matchers.mts';
import { errorOf } from '../support/runs.mts';
import { credentialsOf } from '../support/service.mts';

/** One operation of each kind, and what of its output is the same everywhere. */
interface PresetRun {
	operation: string;
	parameters: INodeParameters;
	items?: Array<Record<string, string>>;
	/** Each record, at least these fields of it. */
	gives: object[];
	/** What a service may lack, and how that is said. */
	part?: ServiceOptions['lacks'][number];
	lack?: string;
}

const RUNS: PresetRun[] = [
	{
		operation: 'link.create',
		parameters: { url: 'https://example.com/new', custom: 'new' },
		gives: [
			{
				action: 'created',
				alias: 'new',
				longurl: 'https://example.com/new',
				shorturl: textLike(/^http.*\/new$/),
			},
		],
	},
	{
		operation: 'link.upsert',
		parameters: { dataToSend: 'autoMapInputData' },
		items: [
			{ 'Long URL': 'https://example.com/new', Alias: 'new' },
			{ 'Long URL': 'https://example.com/summer', Alias: 'summer', 'Meta Title': 'Summer page' },
		],
		gives: [
			{ action: 'created', alias: 'new' },
			{ action: 'unchanged', id: 102, alias: 'summer' },
		],
	},
	{
		operation: 'link.get',
		parameters: { linkId: pick('id', 101) },
		gives: [{ id: 101, longurl: 'https://example.com/spring', clicks: 7, uniqueClicks: 5 }],
	},
	{
		operation: 'link.getAll',
		parameters: {},
		gives: [103, 102, 101].map((id) => ({ id, clicks: anyNumber })),
	},
	{
		operation: 'link.update',
		parameters: { linkId: pick('id', 102), updateFields: { metatitle: 'Sun' } },
		gives: [{ updated: true, id: 102 }],
		part: 'linkChanges',
		lack: 'updating links',
	},
	{
		operation: 'campaign.delete',
		parameters: { campaignId: pick('id', 11) },
		gives: [{ deleted: true, id: 11 }],
	},
	{
		operation: 'campaign.create',
		parameters: { name: 'Winter' },
		gives: [{ id: anyNumber, name: 'Winter', public: false }],
	},
	{
		operation: 'pixel.create',
		parameters: { name: 'Ads', type: 'bing', value: '123' },
		gives: [{ id: anyNumber, name: 'Ads', value: '123' }],
	},
	{
		operation: 'qrCode.create',
		parameters: { type: 'text', text: 'Hello' },
		gives: [{ id: anyNumber, link: textLike(/^http/) }],
		part: 'qrCodes',
		lack: 'QR codes',
	},
	{
		operation: 'file.upload',
		parameters: {},
		gives: [{ id: anyNumber, name: 'report.pdf', shorturl: textLike(/^http/) }],
		part: 'files',
		lack: 'files',
	},
];

/** Any answer tells that the base URL is right. */
async function accountOf(service: Service): Promise<void> {
	await runOperation(service, { resource: 'account', operation: 'get' }, {});
}

describe.each(PRESET_NAMES)('a service like %s', (name) => {
	const { options } = PRESETS[name];
	const { lacks = [] } = options;

	it.each(RUNS)('$operation', async ({ operation, parameters, items, gives, part, lack }) => {
		const service = await seededService(options);
		await accountOf(service);
		const [resource = '', kind = ''] = operation.split('.');
		const row = {
			resource,
			operation: kind,
			...(operation === 'file.upload' && { binary: { data: pdf } }),
		};
		const run = await runOperation(service, row, parameters, { items });

		if (part !== undefined && lacks.includes(part)) {
			const { message, description } = errorOf(run);
			expect(message).toBe(`This service does not support ${lack} through its API`);
			expect(description).not.toContain('check Base URL');
		} else {
			expect(errorOf(run).message).toBe('');
			expect(run.items).toMatchObject(gives);
		}
	});

	it('Check Service names what it lacks', async () => {
		const service = await seededService(options);
		const run = await runOperation(service, { resource: 'account', operation: 'check' }, {});
		const parts = [lacks.includes('files') && 'files', lacks.includes('qrCodes') && 'QR codes'];
		const missing = parts.filter((part) => part !== false).join(', ');
		expect(run.items[0]?.says).toContain(
			missing === '' ? 'Every list was read' : `Not read: ${missing}.`,
		);
	});

	it('the credential is tested', async () => {
		const service = await seededService(options);
		expect(await testCredential(credentialsOf(service))).toMatchObject({ status: 'OK' });
		const wrong = await testCredential(credentialsOf(service, { apiKey: 'wrong' }));
		expect(wrong.status).toBe('Error');
	});

	it('a picker shows what there is', async () => {
		const service = await seededService(options);
		const { results } = await listSearch({
			method: 'searchPixels',
			credentials: credentialsOf(service),
		});
		expect(results.map(({ value }) => value)).toEqual([43, 42, 41]);
		expect(results.filter(({ name: label }) => label === '')).toEqual([]);
	});

	const [created] = watchedEvents;
	it('a poll tells of a new link once', async () => {
		if (created === undefined) throw new Error('There are no events');
		const trigger = await watching(created, options);
		expect(await trigger.poll()).toBeUndefined();
		const told = created.happen(trigger.service, FIRST);
		expect((await trigger.poll())?.map(created.nameOf)).toEqual([told]);
		expect(await trigger.poll()).toBeUndefined();
	});
});
