import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { IBinaryData } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../service/index.mts';
import { Container, n8nCore } from '../harness/n8n.mts';
import { runOperation } from '../operations/check.mts';
import { seededService } from '../operations/fixtures.mts';
import { nameOf, operationRows } from '../operations/table.mts';
import { expectOfEach, textLike, textWith } from '../support/matchers.mts';
import { knownOperation } from '../support/operations.mts';
import { errorOf, expectNoTrace, failedItems, ON_ERROR, runOn, RETRY } from '../support/runs.mts';
import { KEY, serviceWith } from '../support/service.mts';

const creates = operationRows.filter((row) => knownOperation(nameOf(row)).effect === 'create');

it('C3: a create whose answer is lost is not sent twice, and the item says so', async () => {
	const first = creates.slice(0, 1);
	const cases = [
		...creates.map((row) => ({ row, onError: 'Stop' as const })),
		...first.map((row) => ({ row, onError: 'Continue' as const })),
		...first.map((row) => ({ row, onError: 'Error Output' as const })),
	].map((one) => [`${nameOf(one.row)}, ${one.onError}`, one] as const);

	await expectOfEach(Object.fromEntries(cases), async ({ row, onError }) => {
		const service = await seededService();
		service.addFault({ match: { method: 'POST' }, kind: 'closeAfter' });
		const settings = { onError: ON_ERROR[onError], ...RETRY };
		const run = await runOperation(service, row, row.minimal.parameters, settings);

		expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
		const told = onError === 'Stop' ? errorOf(run).description : failedItems(run)[0]?.message;
		expect(told).toMatch(/It may have been (created|uploaded) anyway/);
	});
});

const MB = 1024 * 1024;
const CHUNK = Buffer.alloc(MB, 'link');
const SHA256 = createHash('sha256')
	.update(Buffer.concat([CHUNK, CHUNK, CHUNK]))
	.digest('hex');

describe('C3: a file on disk', () => {
	/** n8n keeps the files of items there, as it does by default from version 2 on. */
	const config = Container.get(n8nCore.BinaryDataConfig);
	const files = Container.get(n8nCore.BinaryDataService);
	let folder = '';

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'link-shortener-files-'));
		Object.assign(config, { mode: 'filesystem', localStoragePath: folder });
		await files.init();
	});

	afterAll(async () => {
		// Other files of tests share this n8n, which keeps them in memory.
		Object.assign(config, { mode: 'default' });
		await files.init();
		await rm(folder, { recursive: true, force: true });
	});

	/** A file of three megabytes that n8n keeps. */
	async function film(): Promise<IBinaryData> {
		const content = Readable.from([CHUNK, CHUNK, CHUNK]);
		const place = { type: 'execution', workflowId: 'w', executionId: '1' } as const;
		const about = { mimeType: 'video/mp4', data: '', fileName: 'film.mp4' };
		return await files.store(place, content, about);
	}

	async function upload(service: Service, data: IBinaryData) {
		return await runOn(service, { resource: 'file', operation: 'upload' }, [
			{ json: {}, binary: { data } },
		]);
	}

	it('is sent anew and whole after a refusal for the rate limit', async () => {
		const service = await serviceWith();
		const match = { method: 'POST', times: 1 };
		service.addFault({ kind: 'rateLimited429', retryAfter: 1, match });
		const run = await upload(service, await film());
		expectNoTrace(KEY, run);

		expect(run.items).toMatchObject([{ name: 'film.mp4' }]);
		expect(service.table('files')).toMatchObject([{ bytes: 3 * MB, sha256: SHA256 }]);
		expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
	});

	it('is found in the row, where n8n may keep it', async () => {
		const service = await serviceWith();
		const row = { _files: { data: { ...(await film()) } } };
		const run = await runOn(
			service,
			{
				resource: 'file',
				operation: 'upload',
				binaryPropertyName: '={{ $json.field }}',
			},
			['data', '_files.data', 'photo'].map((field) => ({ json: { ...row, field } })),
			{ binaryMode: 'combined', onError: 'continueRegularOutput' },
		);

		expect(run.items).toMatchObject([
			{ name: 'film.mp4' },
			{ name: 'film.mp4' },
			{ message: textWith('This item has: data.') },
		]);
		expect(service.table('files')).toMatchObject([{ sha256: SHA256 }, { bytes: 3 * MB }]);
	});

	it('that n8n has lost is told', async () => {
		const service = await serviceWith();
		const file = await film();
		await files.deleteManyByBinaryDataId([file.id ?? '']);

		expect(errorOf(await upload(service, file))).toEqual({
			message: 'n8n cannot read the file of this item',
			description: textLike(/^n8n may have deleted it: run the workflow from the start\./),
		});
		expect(service.requests).toEqual([]);
	});
});
